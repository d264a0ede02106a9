"""The protocol of OpenAI-compatible services: parsing of responses and refusals."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass

REASON_CHARACTERS_MAX = 500
_TRANSIENT_STATUSES = {408, 409, 425, 429}


class ServiceError(Exception):
    """
    A request to the service failed; the text contains the reason.

    ``status`` is the HTTP status, None without a response.
    """

    def __init__(
        self,
        reason: str,
        *,
        is_transient: bool = False,
        wait_s: float | None = None,
        status: int | None = None,
    ) -> None:
        super().__init__(reason[:REASON_CHARACTERS_MAX])
        self.status = status
        self.is_transient = is_transient
        self.wait_s = wait_s
        self.retry_count = 0


@dataclass(frozen=True, slots=True)
class Reply:
    """
    The reply to a request.

    ``reasoning`` is reasoning that the service returns separately from the text.
    ``token_log_probabilities`` are the tokens of the text, as bytes, each with the natural
    logarithm of its probability; None if the service returned none.
    """

    text: str | None
    refusal: str | None = None
    finish_reason: str | None = None
    model: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    token_log_probabilities: tuple[tuple[bytes, float], ...] | None = None
    reasoning: str | None = None
    latency_ms: float = 0.0
    retry_count: int = 0


def refusal_of(status: int, headers: Mapping[str, str], body: bytes) -> ServiceError:
    """Return the error for a response with a status other than success."""
    if status < 400:  # noqa: PLR2004 - redirects
        return ServiceError(
            f"the service answered {status} and redirects elsewhere; redirects are not followed, "
            "set base_url to the final address"
        )
    message = " ".join(_message_of(body).split())
    return ServiceError(
        f"the service answered {status}: {message}"
        if message
        else f"the service answered {status}",
        is_transient=status in _TRANSIENT_STATUSES or status >= 500,  # noqa: PLR2004
        wait_s=_seconds_of(headers.get("retry-after")),
        status=status,
    )


def expect_json(headers: Mapping[str, str]) -> None:
    """Raise ServiceError unless the headers declare uncompressed JSON."""
    kind = headers.get("content-type", "")
    if "json" not in kind.lower():
        raise ServiceError(
            f"the service answered with content type {kind or 'none'!r}, expected application/json"
            f"{_hint_about(kind)}"
        )
    encoding = headers.get("content-encoding", "identity")
    if encoding.lower() != "identity":
        raise ServiceError(f"the service's answer is encoded as {encoding!r}, expected identity")


def _hint_about(content_type: str) -> str:
    """Return a hint about an unexpected content type; empty if none is known."""
    if "event-stream" in content_type.lower():
        return "; it streams although that was not asked for: turn streaming off there"
    if "html" in content_type.lower():
        return "; a web page is there: base_url has to end before /chat/completions, as in …/v1"
    return ""


def reply_of(body: bytes, *, latency_ms: float, retry_count: int) -> Reply:
    """Parse the body of a response; raise ServiceError if it does not follow the protocol."""
    try:
        document = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ServiceError(f"the service's answer is not JSON: {error}") from None
    if not isinstance(document, dict):
        raise ServiceError("the service's answer is JSON, but no object")
    choices = document.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        hint = f": {_message_of(body)}" if "error" in document else ""
        raise ServiceError(f"the service's answer has no choices[0].message{hint}")
    if choice.get("error") or choice.get("finish_reason") == "error":
        hint = f": {_message_in(choice['error'])}" if choice.get("error") else ""
        raise ServiceError(f"the service gave the answer up{hint}", is_transient=True)
    usage = document.get("usage")
    used = usage if isinstance(usage, dict) else {}
    return Reply(
        text=_content_of(message.get("content")),
        refusal=_text_or_none(message.get("refusal")),
        finish_reason=_text_or_none(choice.get("finish_reason")),
        model=_text_or_none(document.get("model")),
        tokens_in=_count_or_none(used.get("prompt_tokens")),
        tokens_out=_count_or_none(used.get("completion_tokens")),
        token_log_probabilities=_log_probabilities_of(choice.get("logprobs")),
        reasoning=_text_or_none(message.get("reasoning_content"))
        or _text_or_none(message.get("reasoning")),
        latency_ms=latency_ms,
        retry_count=retry_count,
    )


def _message_of(body: bytes) -> str:
    """Return the message of an error's body, or the body itself."""
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        return body.decode("utf-8", "replace")
    return _message_in(document.get("error", document) if isinstance(document, dict) else document)


def _message_in(error: object) -> str:
    message = error.get("message", error) if isinstance(error, dict) else error
    return message if isinstance(message, str) else json.dumps(message)


def _seconds_of(header: str | None) -> float | None:
    """
    Return the seconds of a Retry-After header; None for a date or an invalid value.

    >>> _seconds_of("2"), _seconds_of("nan"), _seconds_of("Wed, 21 Oct 2026 07:28:00 GMT")
    (2.0, None, None)
    """
    try:
        seconds = float(header or "")
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def _content_of(content: object) -> str | None:
    """Return a message's text, joined if it has several parts."""
    if isinstance(content, list):
        texts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(text for text in texts if isinstance(text, str))
    return content if isinstance(content, str) else None


def _text_or_none(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _count_or_none(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if 0 <= value < 2**63 else None


def _log_probabilities_of(log_probabilities: object) -> tuple[tuple[bytes, float], ...] | None:
    tokens = log_probabilities.get("content") if isinstance(log_probabilities, dict) else None
    if not isinstance(tokens, list):
        return None
    tokens_read = []
    for token in tokens:
        logprob = token.get("logprob") if isinstance(token, dict) else None
        if isinstance(logprob, bool) or not isinstance(logprob, int | float):
            return None
        written = token.get("bytes")
        try:
            raw = bytes(written) if isinstance(written, list) else str(token["token"]).encode()
        except (KeyError, TypeError, ValueError):
            return None
        tokens_read.append((raw, float(logprob)))
    return tuple(tokens_read)
