"""The counts that suites report of their tests, as figures to hold against the tests listed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

ALL = ("right", "wrong", "error", "unscored")
# By the name of the attribute; several names mean one thing.
MEANINGS = {
    "tests": ALL,
    "failures": ("wrong",),
    "errors": ("error",),
    "skipped": ("unscored",),
}
DIGITS_MAX = 15
# xUnit and GoogleTest say so.
OTHER_NAMES = {"skip": "skipped", "disabled": "skipped"}


def of_suite(
    attributes: Mapping[str, str], name: str, suites: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """
    Yield a figure for each count that a suite reports.

    ``suites`` are those with tests of their own that it counts: itself, and the suites within it.

    What a suite counts as skipped and as disabled is one count of ours.

    >>> [figure["value"] for figure in of_suite(
    ...     {"tests": "3", "skip": "1", "disabled": "1"}, "a", ["a"]
    ... )]
    [3, 2]
    """
    totals: dict[str, int] = {}
    for attribute, text in attributes.items():
        metric = OTHER_NAMES.get(attribute, attribute)
        if metric in MEANINGS and text.strip().isdecimal() and len(text) <= DIGITS_MAX:
            totals[metric] = totals.get(metric, 0) + int(text)
    for metric, value in totals.items():
        params = {"outcomes": list(MEANINGS[metric]), "suites": list(suites)}
        yield {"metric": metric, "params": params, "group": name, "value": value}
