"""Chat models behind an OpenAI-compatible endpoint."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import BoundedSemaphore

from evalstore.base.phrases import counted
from evalstore.plugins.case import Case
from evalstore.plugins.question import Question
from evalstore.plugins.response import Response
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.running.chat.chat_answer import ChatAnswer, chat_answer
from evalstore.running.chat.chat_images import with_images
from evalstore.running.chat.chat_settings import (
    ChatSettings,
    key_of,
    settings_of,
    system_prompt_of,
)
from evalstore.running.chat.client import ChatClient, Limits
from evalstore.running.chat.confidence import by_log_probabilities, by_vote
from evalstore.running.chat.default_prompt import package_sha256_hex, sha256_hex, text_for
from evalstore.running.chat.protocol import Reply, ServiceError
from evalstore.running.chat.refusal_limit import RefusalLimit
from evalstore.running.chat.response_format import ResponseFormat
from evalstore.running.replies.parsing import Parsed

SCHEMA_REQUEST = (
    "Answer with one JSON object and nothing else: no words around it, no Markdown. "
    "It has to satisfy this JSON Schema:\n"
)
_Messages = list[dict[str, object]]


def build(system_id: str, settings: Mapping[str, object], seed: str) -> "ChatModel":
    """Return a model from its settings; its key comes from the environment."""
    del seed  # The seed of a run draws cases; the model's own is a setting.
    chosen = settings_of(system_id, settings)
    limits = Limits(chosen.timeout_s, chosen.retries, chosen.backoff_s, chosen.wait_s_max)
    system_prompt = system_prompt_of(chosen)
    client = ChatClient(chosen.base_url, key_of(system_id, chosen), limits)
    return ChatModel(system_id, chosen, system_prompt, client)


@dataclass(slots=True)
class _Spent:
    """
    The total usage of the requests of one question.

    ``first_sample`` is the number of samples drawn in earlier attempts at the question.
    """

    first_sample: int = 0
    latency_ms: float = 0.0
    tokens_in: int | None = 0
    tokens_out: int | None = 0
    request_count: int = 0
    retry_count: int = 0
    last: dict[str, object] = field(default_factory=dict)

    def add(self, reply: Reply) -> None:
        """Add one reply; a count that one reply lacks is unknown for the total."""
        self.latency_ms += reply.latency_ms
        self.tokens_in = _sum(self.tokens_in, reply.tokens_in)
        self.tokens_out = _sum(self.tokens_out, reply.tokens_out)
        self.request_count += 1
        self.retry_count += reply.retry_count
        self.last = {"model": reply.model, "finish_reason": reply.finish_reason}


class ChatModel:
    """A model behind a network service."""

    needs_truth = False

    def __init__(
        self, system_id: str, settings: ChatSettings, system_prompt: str | None, client: ChatClient
    ) -> None:
        self.system_id = system_id
        self._settings = settings
        self._system_prompt = system_prompt
        self._client = client
        self._format = ResponseFormat(settings.response_format)
        self._refusals = RefusalLimit(system_id)
        self._slots = BoundedSemaphore(settings.concurrency)

    @property
    def configuration(self) -> Mapping[str, object]:
        """All settings except the key, and the SHA-256 of the system prompt."""
        prompt = self._system_prompt
        fingerprint = package_sha256_hex() if prompt is None else sha256_hex(prompt)
        return {**self._settings.recorded(), "system_prompt_sha256": fingerprint}

    def ask(self, question: Question | Case, attempt: int) -> Response:
        """
        Ask turn by turn; failures of the service become statuses, never answers.

        Raises UsageError if the service refused the first few questions and answered none.
        """
        if isinstance(question, Case):
            raise TypeError(question)
        spent = _Spent((attempt - 1) * self._settings.samples)
        rng = SeededRandom(self.system_id, question.case_id, attempt)
        with self._slots:
            try:
                return self._asked(question, spent, rng)
            except ServiceError as error:
                self._refusals.refused(error)
                spent.retry_count += error.retry_count
                tried = (
                    f" (asked {counted(error.retry_count + 1, 'time')})"
                    if error.retry_count
                    else ""
                )
                return self._response("error", spent, error=f"{error}{tried}")

    def close(self) -> None:
        """Cancel waiting requests, and close the connections."""
        self._client.close()

    def _asked(self, question: Question, spent: _Spent, rng: SeededRandom) -> Response:
        messages = self._opening(question)
        turns: list[str] = []
        user_messages = [_message("user", turn) for turn in question.turns]
        user_messages[0] = with_images(user_messages[0], question.images)
        for turn in user_messages[:-1]:
            messages.append(turn)
            read = self._once(messages, None, 0, spent, rng)
            if read.status != "ok" or read.text is None:
                place = f"turn {len(turns) + 1} of {len(question.turns)}: {read.error}"
                return self._response(read.status, spent, read=read, turns=turns, error=place)
            turns.append(read.text)
            messages.append(_message("assistant", read.text))
        messages.append(user_messages[-1])
        schema = question.answer_schema
        if self._settings.confidence == "vote" and schema is not None:
            return self._voted(messages, schema, spent, rng, turns)
        read = self._once(messages, schema, 0, spent, rng)
        confidence, kind = self._confidence_in(read, has_schema=schema is not None)
        return self._response(
            read.status, spent, read=read, turns=turns, confidence=confidence, kind=kind
        )

    def _opening(self, question: Question) -> _Messages:
        prompt = self._system_prompt
        if prompt is None:
            prompt = text_for(question.answer_schema)
        parts = [prompt] if prompt else []
        if question.answer_schema is not None:
            schema = json.dumps(question.answer_schema, ensure_ascii=False, default=dict)
            parts.append(SCHEMA_REQUEST + schema)
        opening = [_message("system", "\n\n".join(parts))] if parts else []
        return opening + [_message(item.role, item.content) for item in question.history]

    def _once(
        self,
        messages: _Messages,
        schema: Mapping[str, object] | None,
        sample: int,
        spent: _Spent,
        rng: SeededRandom,
    ) -> ChatAnswer:
        request: dict[str, object] = {"model": self._settings.model, "messages": messages}
        if self._settings.temperature is not None:
            request["temperature"] = self._settings.temperature
        if self._settings.seed is not None:
            # The same seed would repeat the same sample, in this attempt and others.
            request["seed"] = self._settings.seed + spent.first_sample + sample
        if self._settings.confidence == "logprob" and schema is not None:
            request["logprobs"] = True
        if schema is None:
            reply, chosen = self._client.ask(request, rng), None
        else:
            reply, chosen = self._format.ask(
                lambda sent: self._client.ask(sent, rng), request, schema
            )
        self._refusals.answered()
        spent.add(reply)
        return chat_answer(reply, schema, chosen)

    def _voted(
        self,
        messages: _Messages,
        schema: Mapping[str, object],
        spent: _Spent,
        rng: SeededRandom,
        turns: Sequence[str],
    ) -> Response:
        """Ask several times; return the most frequent answer, with its share as the confidence."""
        sample_count = self._settings.samples
        reads = [
            self._once(messages, schema, sample, spent, rng) for sample in range(sample_count)
        ]
        parsable = [read for read in reads if read.status == "ok"]
        if not parsable:
            return self._response(reads[0].status, spent, read=reads[0], turns=turns)
        winner, vote_count = by_vote([read.answer.answer for read in parsable])
        return self._response(
            "ok",
            spent,
            read=parsable[winner],
            turns=turns,
            confidence=vote_count / sample_count,
            kind="vote",
        )

    def _confidence_in(
        self, read: ChatAnswer, *, has_schema: bool
    ) -> tuple[float | None, str | None]:
        confidence_kind = self._settings.confidence
        if read.status != "ok" or not has_schema or confidence_kind not in {"stated", "logprob"}:
            return None, None
        confidence = (
            read.answer.confidence
            if confidence_kind == "stated"
            else by_log_probabilities(read.reply.text or "", read.reply.token_log_probabilities)
        )
        return confidence, None if confidence is None else confidence_kind

    def _response(
        self,
        status: str,
        spent: _Spent,
        *,
        read: ChatAnswer | None = None,
        turns: Sequence[str] = (),
        confidence: float | None = None,
        kind: str | None = None,
        error: str | None = None,
    ) -> Response:
        text = read.text if read else None
        answer = read.answer if read else Parsed()
        extra: dict[str, object] = {"retry_count": spent.retry_count, **spent.last}
        extra |= {**(read.extra if read else {}), "answer_form": answer.form}
        if spent.request_count > 1:
            extra["request_count"] = spent.request_count
        if answer.is_fenced:
            extra["is_fenced"] = True
        if kind != "stated" and answer.confidence is not None:
            extra["stated_confidence"] = answer.confidence
        return Response(
            status=status,
            text=text,
            turns=(*turns, text or "") if turns else (),
            answer=answer.answer,
            confidence=confidence,
            confidence_kind=kind,
            latency_ms=round(spent.latency_ms, 3) if spent.request_count else None,
            tokens_in=spent.tokens_in if spent.request_count else None,
            tokens_out=spent.tokens_out if spent.request_count else None,
            cost_usd=self._cost_usd(spent),
            error=error or (read.error if read else None),
            extra={name: value for name, value in extra.items() if value is not None},
        )

    def _cost_usd(self, spent: _Spent) -> float | None:
        price_in = self._settings.price_in_usd_per_million
        price_out = self._settings.price_out_usd_per_million
        if price_in is None or price_out is None or spent.request_count == 0:
            return None
        if spent.tokens_in is None or spent.tokens_out is None:
            return None
        return (spent.tokens_in * price_in + spent.tokens_out * price_out) / 1e6


def _message(role: str, content: str) -> dict[str, object]:
    # Earlier replies may contain lone surrogates, which cannot be sent.
    return {"role": role, "content": content.encode("utf-8", "replace").decode()}


def _sum(before: int | None, count: int | None) -> int | None:
    return None if before is None or count is None else before + count
