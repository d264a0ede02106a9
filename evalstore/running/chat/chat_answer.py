"""The answer in a chat service's reply, or a status and reason if it has none."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from evalstore.running.chat.protocol import Reply
from evalstore.running.chat.reasoning import without_reasoning
from evalstore.running.replies.parsing import Parsed, parsed

_CUT_OFF = {
    "length": "the answer was cut off at the limit of tokens",
    "content_filter": "the answer was cut off by the service's content filter",
}


@dataclass(frozen=True, slots=True)
class ChatAnswer:
    """
    A reply with its answer and status; ``error`` is set if the status is not ``ok``.

    ``text`` is the reply without reasoning; ``extra`` contains the parts that were left out.
    """

    status: str
    reply: Reply
    text: str | None = None
    answer: Parsed = field(default_factory=Parsed)
    error: str | None = None
    extra: Mapping[str, object] = field(default_factory=dict)


def chat_answer(
    reply: Reply, schema: Mapping[str, object] | None, response_format: str | None
) -> ChatAnswer:
    """Return the answer in a reply to a question with this schema; None means free text."""
    raw = reply.text if reply.text and reply.text.strip() else None
    text = _said(raw)
    extra: dict[str, object] = {
        "response_format": response_format,
        "reasoning": reply.reasoning,
        "raw_text": raw if raw != text else None,
    }
    if text is None and reply.refusal:
        if schema is None:
            return ChatAnswer("ok", reply, reply.refusal, extra=extra)
        reason = f"the model refused: {' '.join(reply.refusal.split())[:300]}"
        return ChatAnswer("unparsable", reply, reply.refusal, error=reason, extra=extra)
    if text is None:
        only = ", only reasoning" if reply.reasoning else ""
        ended = f" (finish_reason {reply.finish_reason})" if reply.finish_reason else ""
        reason = f"the service gave no text{only}{ended}"
        return ChatAnswer("missing", reply, error=reason, extra=extra)
    if cut_off := _CUT_OFF.get(reply.finish_reason or ""):
        return ChatAnswer("unparsable", reply, text, error=cut_off, extra=extra)
    answer = parsed(text, schema)
    if answer.problem:
        unparsed = Parsed(is_fenced=answer.is_fenced)
        return ChatAnswer("unparsable", reply, text, unparsed, answer.problem, extra)
    return ChatAnswer("ok", reply, text, answer, extra=extra)


def _said(raw: str | None) -> str | None:
    """Return a reply without reasoning; the whole reply if it is JSON or nothing else remains."""
    if raw is None or raw.lstrip().startswith("{"):
        return raw
    remaining = without_reasoning(raw)
    return raw if remaining in {"", raw.strip()} else remaining
