"""Try a delivery again, after the wait that its service asks for, within a total time."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from evalstore.reviews.delivery.clock import Clock
from evalstore.reviews.delivery.delivery_error import DeliveryError

T = TypeVar("T")
# The first wait where a service names none; each later one is twice as long.
BACKOFF_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class DeliveryLimits:
    """
    How long a delivery may take.

    ``timeout_s`` is for one request and ``total_s`` for all of a destination with its waits, in
    seconds; ``tries`` counts the first one.
    """

    timeout_s: float = 10.0
    total_s: float = 60.0
    tries: int = 4


def with_retries(action: Callable[[], T], limits: DeliveryLimits, clock: Clock) -> T:
    """
    Return what an action returns, made again as often as the limits allow.

    The whole action is made again, not its last request: it first looks for what an earlier try
    may have written, so that a lost answer does not write twice.
    Raises DeliveryError, that of the last try.
    """
    deadline = clock.monotonic() + limits.total_s
    for number in range(1, limits.tries + 1):
        try:
            return action()
        except DeliveryError as error:
            if not error.is_transient:
                raise
            if number == limits.tries:
                raise DeliveryError(f"{error} (tried {number} times)") from None
            wait_s = BACKOFF_S * 2.0 ** (number - 1) if error.wait_s is None else error.wait_s
            if clock.monotonic() + wait_s >= deadline:
                raise DeliveryError(
                    f"{error}; the next try may begin in {wait_s:.0f} s, which is later than the "
                    f"{limits.total_s:g} s of `total_s` allow"
                ) from None
            clock.sleep(wait_s)
    raise AssertionError
