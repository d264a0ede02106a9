"""Numbers that are no finite ones: named, counted, and never taken for nothing."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from evalstore.ingest.records import SourceFile
from evalstore.ingest.values import number
from evalstore.phrases import counted

INFINITE = ("Infinity", "-Infinity")
SCORERS_SHOWN_MAX = 5


def written(value: object) -> str | None:
    """
    Return how a number is written that is no finite one; None for whatever else.

    >>> written(float("inf")), written(float("nan")), written(1.5), written("Infinity")
    ('Infinity', 'NaN', None, None)
    """
    if type(value) is not float or math.isfinite(value):
        return None
    if math.isnan(value):
        return "NaN"
    return INFINITE[value < 0]


def infinite_in(repairs: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """
    Return what stood where infinite numbers were repaired, by path.

    >>> infinite_in([{"path": "score", "was": "Infinity"}, {"path": "cost", "was": "NaN"}])
    {'score': 'Infinity'}
    """
    return {one["path"]: one["was"] for one in repairs if one["was"] in INFINITE}


def not_finite_in(repairs: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """
    Return what stood where numbers that are not finite were repaired, by path; NaN, too.

    >>> not_finite_in([{"path": "cost", "was": "NaN"}, {"path": "id", "was": "9007199254740993"}])
    {'cost': 'NaN'}
    """
    return {one["path"]: one["was"] for one in repairs if one["was"] in (*INFINITE, "NaN")}


def figure(value: object) -> dict[str, Any] | None:
    """
    Return the fields of a reported number, finite or not; None where it is no number.

    >>> figure(0.5), figure(float("-inf")), figure("0.5")
    ({'value': 0.5}, {'value': None, 'value_text': '-Infinity'}, None)
    """
    found = number(value)
    if found is not None:
        return {"value": found}
    text = written(value)
    return None if text is None else {"value": None, "value_text": text}


@dataclass(slots=True)
class InfiniteValues:
    """How many values of each scorer of a file are infinite."""

    counts: Counter[str] = field(default_factory=Counter)

    def tell(self, source: SourceFile) -> None:
        """Name them in one warning."""
        if not self.counts:
            return
        total = self.counts.total()
        scorers = sorted(self.counts)
        shown = ", ".join(scorers[:SCORERS_SHOWN_MAX])
        more = (
            f" and {len(scorers) - SCORERS_SHOWN_MAX} more" if scorers[SCORERS_SHOWN_MAX:] else ""
        )
        verb, they = ("is", "it is") if total == 1 else ("are", "they are")
        source.warnings.append(
            f"{source.name}: {counted(total, 'value')} of {shown}{more} {verb} infinite, which no "
            f"mean can hold; {they} unscored"
        )
