"""Counts of assertions, in each of the ways in which versions of promptfoo count them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from evalstore.harnesses.promptfoo.components import Component
from evalstore.harnesses.values import mapping, number

PASSED, FAILED = "assertPassCount", "assertFailCount"
# All; those that decide; those listed in the file; those that decide and are not sets.
ALL, DECIDING, LISTED, LEAVES = "all", "deciding", "listed", "leaves"
WAYS = (ALL, DECIDING, LISTED, LEAVES)
# The numbers of passed and failed assertions, for each way.
Counts = tuple[tuple[int, int], ...]


def counts_of(components: list[Component]) -> Counts:
    """Return the numbers of assertions of a row that passed, and that did not, in each way."""
    counts = {way: [0, 0] for way in WAYS}
    for component in components:
        place = 0 if component.passed is True else 1
        for way in _ways_of(component):
            counts[way][place] += 1
    return tuple((passed, failed) for passed, failed in counts.values())


def _ways_of(component: Component) -> Iterator[str]:
    """Yield the ways in which promptfoo counts an assertion."""
    yield ALL
    if not component.is_member:
        yield LISTED
    if not component.is_metric_only:
        yield DECIDING
        if not component.is_set:
            yield LEAVES


def way_of(prompts: list[dict[str, Any]], counts: Iterable[tuple[int, Counts]]) -> str:
    """
    Return the first way that gives the counts of all columns; ALL if none does.

    ``counts`` has the column of each row and its counts in each way.
    """
    sums: Counter[tuple[int, str, str]] = Counter()
    for column, counts_of_row in counts:
        for way, (passed, failed) in zip(WAYS, counts_of_row, strict=True):
            sums[column, way, PASSED] += passed
            sums[column, way, FAILED] += failed
    reported = {
        (column, metric): value
        for column, prompt in enumerate(prompts)
        for metric in (PASSED, FAILED)
        if (value := number(mapping(prompt.get("metrics")).get(metric))) is not None
    }
    fitting = (
        way
        for way in WAYS
        if all(sums[column, way, metric] == value for (column, metric), value in reported.items())
    )
    return next(fitting, ALL)
