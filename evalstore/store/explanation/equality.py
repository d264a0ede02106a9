"""Equality of numbers that were computed twice."""

from math import isclose

from evalstore.store.facts.sums import ROUNDING_MAX


def are_equal(left: object, right: object) -> bool:
    """
    Return True if two values are equal but for rounding; lists by their items.

    >>> are_equal(0.1 + 0.2, 0.3), are_equal([1, None], [1, 0])
    (True, False)
    """
    if isinstance(left, float) and isinstance(right, float):
        is_close = isclose(left, right, rel_tol=ROUNDING_MAX, abs_tol=ROUNDING_MAX)
        return is_close or (left != left and right != right)  # noqa: PLR0124 - NaN
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(are_equal, left, right))
    return left == right
