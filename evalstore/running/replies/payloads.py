"""Parsing of recorded responses, field by field."""

import math
import sys
from collections.abc import Mapping
from dataclasses import replace

from evalstore.plugins.response import STATUSES, Response, ValueReading
from evalstore.running.replies.parsing import parsed, parsed_answer, words_of
from evalstore.running.replies.readings import ReadingError, readings_of

FIELDS = (
    "status",
    "text",
    "turns",
    "answer",
    "confidence",
    "confidence_kind",
    "latency_ms",
    "tokens_in",
    "tokens_out",
    "cost_usd",
    "error",
    "readings",
)
# Fields of the event that are not part of the response.
ENVELOPE = ("case_id", "system_id", "attempt", "repairs", "redactions")
COUNT_MAX = 2**63 - 1


class PayloadError(ValueError):
    """A field of a response is invalid."""


class PayloadReadingError(PayloadError):
    """The readings of a response are invalid."""


def response_of(payload: Mapping[str, object]) -> Response:
    """
    Return the response of a payload; unknown fields go into ``extra``.

    Without a status it is ``ok`` if there is a text, an answer or a reading, else ``missing``.
    Raises PayloadError for an invalid field, and its subclass PayloadReadingError for readings.

    >>> response_of({"answer": "Paris", "confidence": 0.9, "mood": "calm"}).extra
    {'mood': 'calm'}
    """
    has_content = any(payload.get(name) is not None for name in ("text", "answer", "turns"))
    has_content = has_content or bool(payload.get("readings"))
    status = payload.get("status") or ("ok" if has_content or "answer" in payload else "missing")
    if status not in STATUSES:
        raise PayloadError(
            f"status is {str(status)[:100]!r}, expected one of {', '.join(STATUSES)}"
        )
    turns = _turns(payload.get("turns"))
    text = _text(payload, "text")
    confidence = _number(payload, "confidence", 1.0)
    kind = _text(payload, "confidence_kind")
    return Response(
        status=str(status),
        text=turns[-1] if text is None and turns else text,
        turns=turns,
        answer=words_of(payload.get("answer")),
        confidence=confidence,
        confidence_kind=None if confidence is None else kind or "stated",
        latency_ms=_number(payload, "latency_ms"),
        tokens_in=_count(payload, "tokens_in"),
        tokens_out=_count(payload, "tokens_out"),
        cost_usd=_number(payload, "cost_usd"),
        error=_text(payload, "error"),
        readings=_readings(payload.get("readings")),
        extra={
            name: value
            for name, value in payload.items()
            if name not in FIELDS and name not in ENVELOPE
        },
    )


def completed(
    response: Response, payload: Mapping[str, object], answer_schema: Mapping[str, object] | None
) -> Response:
    """
    Return the response with its answer parsed from its text, if it has no answer.

    The text is then validated by the schema, like that of a model. An answer that is a variant
    spelling of a word that the schema offers becomes that word; ``text`` keeps the original.
    """
    if response.status != "ok" or answer_schema is None:
        return response
    if "answer" in payload:
        return _with_offered_word(response, payload["answer"], answer_schema)
    if response.text is None:
        return response
    parsed_text = parsed(response.text, answer_schema)
    if parsed_text.problem:
        return replace(response, status="unparsable", error=parsed_text.problem)
    form = {} if parsed_text.form is None else {"answer_form": parsed_text.form}
    completed = replace(response, answer=parsed_text.answer, extra={**response.extra, **form})
    if response.confidence is not None or parsed_text.confidence is None:
        return completed
    return replace(completed, confidence=parsed_text.confidence, confidence_kind="stated")


def _with_offered_word(
    response: Response, value: object, answer_schema: Mapping[str, object]
) -> Response:
    answer = parsed_answer(value, answer_schema)
    if answer == response.answer:
        return response
    text = words_of(value) if response.text is None else response.text
    return replace(response, answer=answer, text=text)


def _readings(value: object) -> tuple[ValueReading, ...]:
    try:
        return readings_of(value)
    except ReadingError as error:
        raise PayloadReadingError(str(error)) from None


def _text(payload: Mapping[str, object], name: str) -> str | None:
    value = payload.get(name)
    if value is not None and not isinstance(value, str):
        raise PayloadError(f"{name} is {str(value)[:100]!r}, expected a text")
    return value


def _number(payload: Mapping[str, object], name: str, high: float = math.inf) -> float | None:
    value = payload.get(name)
    if value is None:
        return None
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not 0 <= value <= high
        or value > sys.float_info.max
    ):
        bounds = "from 0 to 1" if high < math.inf else "of at least 0"
        raise PayloadError(f"{name} is {str(value)[:100]!r}, expected a number {bounds}")
    return float(value)


def _count(payload: Mapping[str, object], name: str) -> int | None:
    value = payload.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= COUNT_MAX:
        raise PayloadError(f"{name} is {str(value)[:100]!r}, expected a whole number")
    return value


def _turns(value: object) -> tuple[str, ...]:
    """Return the texts of the assistant's turns, from a list of texts or a conversation."""
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        raise PayloadError("turns are no list")
    if all(isinstance(turn, str) for turn in value):
        return tuple(value)
    messages = [turn for turn in value if isinstance(turn, Mapping)]
    if len(messages) < len(value):
        raise PayloadError("turns hold something that is neither a text nor a message")
    contents = [turn.get("content") for turn in messages if turn.get("role") == "assistant"]
    if not all(isinstance(content, str) for content in contents):
        raise PayloadError("turns hold a message of the assistant without a text")
    return tuple(str(content) for content in contents)
