"""Numbers that JSON has none for, as tools write them all the same: infinities and NaN."""

import math
from typing import Any

from evalstore.phrases import counted

INFINITY, MINUS_INFINITY, NAN = "Infinity", "-Infinity", "NaN"
INFINITE = (INFINITY, MINUS_INFINITY)


def written(value: object) -> str | None:
    """
    Return how JavaScript and Python write a number that is not finite; None for all else.

    >>> written(float("-inf")), written(float("nan")), written("Infinity"), written(1.0)
    ('-Infinity', 'NaN', 'Infinity', None)
    """
    if isinstance(value, str):
        return value if value in (*INFINITE, NAN) else None
    if not isinstance(value, float) or math.isfinite(value):
        return None
    return NAN if math.isnan(value) else INFINITY if value > 0 else MINUS_INFINITY


def as_texts(value: Any) -> Any:
    """
    Return JSON with each number that is not finite as its text.

    >>> as_texts({"a": [1.5, float("inf")]})
    {'a': [1.5, 'Infinity']}
    """
    if isinstance(value, dict):
        return {key: as_texts(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_texts(item) for item in value]
    return written(value) or value


def warning(name: str, validator_id: str, infinite_count: int, finite_count: int | None) -> str:
    """
    Say that a file has infinite values of a validator; ``finite_count`` is None if nobody knows.

    >>> warning("s.jsonl", "mae", 2, 7)
    's.jsonl: 2 values of mae are infinite, which no mean can hold; they are unscored, and the \
mean is over the 7 finite ones'
    """
    verb, they = ("is", "it is") if infinite_count == 1 else ("are", "they are")
    finite = "" if finite_count is None else f"{finite_count} "
    ones = "one" if finite_count == 1 else "ones"
    return (
        f"{name}: {counted(infinite_count, 'value')} of {validator_id} {verb} infinite, which no "
        f"mean can hold; {they} unscored, and the mean is over the {finite}finite {ones}"
    )
