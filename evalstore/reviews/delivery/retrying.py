"""Retry a delivery within a total time, after the wait that its service requires."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from evalstore.base.settings import number, whole
from evalstore.reviews.delivery.clock import Clock
from evalstore.reviews.delivery.delivery_error import DeliveryError

T = TypeVar("T")
# The first wait if a service sets none; each later wait is twice as long.
BACKOFF_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class DeliveryLimits:
    """
    Limits on the time and the tries of a delivery.

    ``timeout_s`` limits one request, ``total_s`` a whole destination with its waits, in seconds;
    ``tries`` includes the first try.
    """

    timeout_s: float = number(10.0, 0.0, 120.0, is_above=True)
    total_s: float = number(60.0, 0.0, 3600.0, is_above=True)
    tries: int = whole(4, 1, 20)


def with_retries(action: Callable[[], T], limits: DeliveryLimits, clock: Clock) -> T:
    """
    Run an action, repeating it after transient errors within the limits, and return its result.

    The whole action is repeated, not its last request: it first looks up what an earlier try
    may have written, so that a lost answer does not cause a second text.
    Raises the DeliveryError of the last try.
    """
    deadline = clock.monotonic() + limits.total_s
    for tried_count in range(1, limits.tries + 1):
        try:
            return action()
        except DeliveryError as error:
            if not error.is_transient:
                raise
            if tried_count == limits.tries:
                raise DeliveryError(f"{error} (tried {tried_count} times)") from None
            wait_s = BACKOFF_S * 2.0 ** (tried_count - 1) if error.wait_s is None else error.wait_s
            if clock.monotonic() + wait_s >= deadline:
                raise DeliveryError(
                    f"{error}; the next try may begin in {wait_s:.0f} s, which is later than the "
                    f"{limits.total_s:g} s of `total_s` allow"
                ) from None
            clock.sleep(wait_s)
    raise AssertionError
