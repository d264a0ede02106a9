"""Infinities and NaN, which tools write though JSON does not have them."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from evalstore.base.phrases import counted
from evalstore.harnesses.records import SourceFile
from evalstore.harnesses.values import number

INFINITY, MINUS_INFINITY, NAN = "Infinity", "-Infinity", "NaN"
INFINITE = (INFINITY, MINUS_INFINITY)


def written(value: object) -> str | None:
    """
    Return the text of a non-finite number in JavaScript and Python; None for all other values.

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
    Return a JSON value with each non-finite number replaced by its text.

    >>> as_texts({"a": [1.5, float("inf")]})
    {'a': [1.5, 'Infinity']}
    """
    if isinstance(value, dict):
        return {key: as_texts(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_texts(item) for item in value]
    return written(value) or value


def warning(
    name: str, validator_id: str, infinite_count: int, finite_count: int | None = None
) -> str:
    """
    Return the warning about infinite values of a validator; ``finite_count`` may be unknown.

    >>> warning("s.jsonl", "mae", 2, 7)
    's.jsonl: 2 values of mae are infinite, so no mean includes them; they are unscored, and the \
mean is over the 7 finite ones'
    """
    is_one = infinite_count == 1
    verb, them, they = ("is", "it", "it is") if is_one else ("are", "them", "they are")
    ones = "one" if finite_count == 1 else "ones"
    mean = (
        "" if finite_count is None else f", and the mean is over the {finite_count} finite {ones}"
    )
    return (
        f"{name}: {counted(infinite_count, 'value')} of {validator_id} {verb} infinite, so no "
        f"mean includes {them}; {they} unscored{mean}"
    )


def infinite_in(repairs: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """
    Return the original texts of repaired infinite numbers by path.

    >>> infinite_in([{"path": "score", "was": "Infinity"}, {"path": "cost", "was": "NaN"}])
    {'score': 'Infinity'}
    """
    return {repair["path"]: repair["was"] for repair in repairs if repair["was"] in INFINITE}


def not_finite_in(repairs: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """
    Return the original texts of repaired infinities and NaN by path.

    >>> not_finite_in([{"path": "cost", "was": "NaN"}, {"path": "id", "was": "9007199254740993"}])
    {'cost': 'NaN'}
    """
    return {
        repair["path"]: repair["was"] for repair in repairs if repair["was"] in (*INFINITE, NAN)
    }


def figure(value: object) -> dict[str, Any] | None:
    """
    Return the fields of a reported number, finite or not; None if it is not a number.

    >>> figure(0.5), figure(float("-inf")), figure("0.5")
    ({'value': 0.5}, {'value': None, 'value_text': '-Infinity'}, None)
    """
    finite = number(value)
    if finite is not None:
        return {"value": finite}
    text = written(value)
    return None if text is None else {"value": None, "value_text": text}


@dataclass(slots=True)
class InfiniteValues:
    """Counts of infinite values by scorer of a file."""

    counts: Counter[str] = field(default_factory=Counter)

    def tell(self, source: SourceFile) -> None:
        """Add a warning for each scorer to the source."""
        source.warnings += [
            warning(source.name, scorer, count) for scorer, count in sorted((+self.counts).items())
        ]
