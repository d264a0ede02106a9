"""The smallest number of cases with which something is likely enough, and stays so."""

from collections.abc import Callable
from dataclasses import dataclass

COUNT_MAX = 100_000
# Chances of whole numbers go up and down from one number of cases to the next: so many of the
# next numbers are looked at too, in shares of the number found, and at least and at most.
AHEAD_SHARE, AHEAD_MIN, AHEAD_MAX = 0.25, 32, 400
# Where each look is slow, since nothing of the last one serves again.
AHEAD_SLOW = 4
# A guess is taken to be as far off as this.
GUESS_LOW, GUESS_HIGH = 0.9, 1.1
# How near to the smallest distance a search comes, in shares of the largest.
NEAR_ENOUGH = 1e-4


@dataclass(frozen=True, slots=True)
class CaseCount:
    """
    The smallest number of cases with a power, and the power it has.

    It has the power with each number of cases up to ``checked_count``, too.
    """

    count: int
    power: float
    checked_count: int


def smallest_count(
    power_on: Callable[[int], float], target: float, *, guess: float = 0.0, is_slow: bool = False
) -> CaseCount | None:
    """
    Return the smallest number of cases with a power of ``target``; None if it is above COUNT_MAX.

    ``power_on`` returns the power on a number of cases. One that has the power by accident, while
    a larger one that is looked at has not, does not count. A ``guess`` shortens the search.

    >>> smallest_count(lambda count: 1 - 1 / count, 0.8).count
    5
    """
    known: dict[int, float] = {}

    def has_power(count: int) -> bool:
        if count not in known:
            known[count] = power_on(count)
        return known[count] >= target

    low, high = 0, min(COUNT_MAX, max(1, round(GUESS_HIGH * guess)))
    while not has_power(high):
        if high >= COUNT_MAX:
            return None
        low, high = high, min(2 * high, COUNT_MAX)
    near = min(high - 1, round(GUESS_LOW * guess))
    if near > low:
        low, high = (low, near) if has_power(near) else (near, high)
    found = _settled(has_power, _bisected(has_power, low, high), is_slow=is_slow)
    return CaseCount(found, known[found], found + _ahead(found, is_slow=is_slow))


def _bisected(has_power: Callable[[int], bool], low: int, high: int) -> int:
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if has_power(middle) else (middle, high)
    return high


def _settled(has_power: Callable[[int], bool], count: int, *, is_slow: bool) -> int:
    """Return the smallest number from which all have the power, as far as is looked."""
    while count > 1 and has_power(count - 1):
        count -= 1
    place = count
    while place < count + _ahead(count, is_slow=is_slow):
        place += 1
        if not has_power(place):
            count = place + 1
    return count


def _ahead(count: int, *, is_slow: bool) -> int:
    if is_slow:
        return AHEAD_SLOW
    return min(AHEAD_MAX, max(AHEAD_MIN, round(AHEAD_SHARE * count)))


def smallest_distance(
    power_at: Callable[[float], float], target: float, most: float
) -> float | None:
    """
    Return the smallest distance, up to ``most``, at which there is a power of ``target``.

    None if there is none. ``power_at`` grows with the distance.
    """
    if most <= 0.0 or power_at(most) < target:
        return None
    low, high = 0.0, most
    while high - low > NEAR_ENOUGH * most:
        middle = (low + high) / 2.0
        low, high = (middle, high) if power_at(middle) < target else (low, middle)
    return high
