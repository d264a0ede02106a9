"""Counts that suites report of their tests, as figures to compare with the tests listed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

ALL = ("right", "wrong", "error", "unscored")
# The outcomes that an attribute counts.
MEANINGS = {
    "tests": ALL,
    "failures": ("wrong",),
    "errors": ("error",),
    "skipped": ("unscored",),
}
DIGITS_MAX = 15
# Names of xUnit and GoogleTest.
OTHER_NAMES = {"skip": "skipped", "disabled": "skipped"}


@dataclass(slots=True)
class Listed:
    """
    The tests listed in a suite, including the suites within it.

    ``run_count`` counts each run of an element with several, as Surefire writes it; ``name_count``
    counts several elements of one case in one suite once. The keys of ``suites`` are their names.
    """

    suites: dict[str, None] = field(default_factory=dict)
    element_count: int = 0
    run_count: int = 0
    name_count: int = 0

    def add(self, other: "Listed") -> None:
        """Add the tests listed in a suite within this one."""
        self.suites |= other.suites
        self.element_count += other.element_count
        self.run_count += other.run_count
        self.name_count += other.name_count

    def counted_by(self, test_count: int | None) -> str | None:
        """
        Return ``runs`` or ``names`` if a tool with this count of tests counts those, else None.

        >>> listed = Listed(element_count=2, run_count=4, name_count=1)
        >>> [listed.counted_by(count) for count in (2, 4, 1, 9, None)]
        [None, 'runs', 'names', None, None]
        """
        if test_count == self.element_count:
            return None
        if test_count == self.run_count:
            return "runs"
        return "names" if test_count == self.name_count else None


def of_suite(attributes: Mapping[str, str], name: str, listed: Listed) -> Iterator[dict[str, Any]]:
    """
    Yield a figure for each count that a suite reports, with the tests it lists.

    The counts of skipped and of disabled tests are added. Nothing is yielded for a suite that
    lists nothing and counts nothing.

    >>> [figure["value"] for figure in of_suite(
    ...     {"tests": "3", "skip": "1", "disabled": "1"}, "a", Listed({"a": None}, 3, 3, 3)
    ... )]
    [3, 2]
    """
    totals: dict[str, int] = {}
    for attribute, text in attributes.items():
        metric = OTHER_NAMES.get(attribute, attribute)
        if metric in MEANINGS and text.strip().isdecimal() and len(text) <= DIGITS_MAX:
            totals[metric] = totals.get(metric, 0) + int(text)
    if not listed.suites and not any(totals.values()):
        return
    counted_by = listed.counted_by(totals.get("tests"))
    for metric, value in totals.items():
        params: dict[str, Any] = {
            "outcomes": list(MEANINGS[metric]),
            "suites": list(listed.suites),
        }
        if counted_by is not None:
            params["counted"] = counted_by
        yield {"metric": metric, "params": params, "group": name, "value": value}
