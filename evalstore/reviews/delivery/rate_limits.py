"""
Rate limits of the services, read from their answers.

Headers as documented: ``Retry-After`` (RFC 9110, seconds or a date) by all; GitHub's
``x-ratelimit-remaining`` and ``x-ratelimit-reset`` (Unix time); GitLab's ``RateLimit-Reset``
(Unix time); Discord's ``X-RateLimit-Reset-After`` and ``retry_after`` of the body (seconds).
"""

from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Final

TOO_MANY: Final = 429
FORBIDDEN: Final = 403
TRANSIENT: Final = frozenset({408, TOO_MANY})
SERVER_ERRORS: Final = 500
# GitHub: wait at least a minute after a secondary limit without a time.
SECONDARY_WAIT_S: Final = 60.0


def is_transient(status: int, headers: Mapping[str, str], message: str) -> bool:
    """Return True if another try may succeed; GitHub answers 403 if a limit is reached."""
    if status in TRANSIENT or status >= SERVER_ERRORS:
        return True
    return status == FORBIDDEN and (
        "Retry-After" in headers or _is_spent(headers) or _is_secondary(message)
    )


def wait_s(headers: Mapping[str, str], body: object, message: str, epoch_s: float) -> float | None:
    """Return the seconds to wait before the next try, None if the service does not set them."""
    seconds = _retry_after(headers.get("Retry-After", ""), epoch_s)
    if seconds is None:
        seconds = _number(headers.get("X-RateLimit-Reset-After"))
    if seconds is None and isinstance(body, Mapping):
        seconds = _number(body.get("retry_after"))
    if seconds is None and _is_spent(headers):
        reset_s = _number(headers.get("X-RateLimit-Reset") or headers.get("RateLimit-Reset"))
        # One second more, because the limit ends at an unknown point within that second.
        seconds = None if reset_s is None else reset_s - epoch_s + 1.0
    if seconds is None and _is_secondary(message):
        seconds = SECONDARY_WAIT_S
    return None if seconds is None else max(seconds, 0.0)


def _is_spent(headers: Mapping[str, str]) -> bool:
    remaining = headers.get("X-RateLimit-Remaining", headers.get("RateLimit-Remaining"))
    return _number(remaining) == 0


def _is_secondary(message: str) -> bool:
    return "secondary rate limit" in message.lower()


def _retry_after(text: str, epoch_s: float) -> float | None:
    seconds = _number(text)
    if seconds is not None or not text:
        return seconds
    try:
        return parsedate_to_datetime(text).timestamp() - epoch_s
    except (ValueError, OverflowError):
        return None


def _number(value: object) -> float | None:
    """Return a finite number, None for anything else."""
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if abs(number) < float("inf") else None
