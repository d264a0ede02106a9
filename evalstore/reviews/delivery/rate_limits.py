"""
Rate limits of the services: whether to try again, and when.

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
# GitHub: wait at least a minute after a secondary limit that names no time.
SECONDARY_WAIT_S: Final = 60.0


def is_transient(status: int, headers: Mapping[str, str], message: str) -> bool:
    """Say whether another try may succeed; GitHub answers 403 where a limit is reached."""
    if status in TRANSIENT or status >= SERVER_ERRORS:
        return True
    return status == FORBIDDEN and (
        "Retry-After" in headers or _is_spent(headers) or _is_secondary(message)
    )


def wait_s(headers: Mapping[str, str], body: object, message: str, epoch_s: float) -> float | None:
    """Return the seconds to wait before the next try, None where the service does not say."""
    found = _retry_after(headers.get("Retry-After", ""), epoch_s)
    if found is None:
        found = _number(headers.get("X-RateLimit-Reset-After"))
    if found is None and isinstance(body, Mapping):
        found = _number(body.get("retry_after"))
    if found is None and _is_spent(headers):
        reset_s = _number(headers.get("X-RateLimit-Reset") or headers.get("RateLimit-Reset"))
        # A second more: within which second the limit ends is not said.
        found = None if reset_s is None else reset_s - epoch_s + 1.0
    if found is None and _is_secondary(message):
        found = SECONDARY_WAIT_S
    return None if found is None else max(found, 0.0)


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
