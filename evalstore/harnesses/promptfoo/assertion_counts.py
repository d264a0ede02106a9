"""Counts of assertions, in each of the ways in which versions of promptfoo count them."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from evalstore.harnesses.promptfoo.components import Component
from evalstore.harnesses.values import mapping, number

PASSED, FAILED = "assertPassCount", "assertFailCount"
# All; those that decide; those listed in the file; those that decide and are not sets.
ALL, DECIDING, LISTED, LEAVES = "all", "deciding", "listed", "leaves"
WAYS = (ALL, DECIDING, LISTED, LEAVES)
# The numbers of passed and failed assertions, for each way.
Counts = tuple[tuple[int, int], ...]


def is_counted(component: Component, way: str) -> bool:
    """Return True if promptfoo counts an assertion in this way."""
    if way == LISTED:
        return not component.is_member
    if way == LEAVES:
        return not component.is_set and not component.is_metric_only
    return way == ALL or not component.is_metric_only


def counts_of(components: list[Component]) -> Counts:
    """Return the numbers of assertions of a row that passed, and that did not, in each way."""
    return tuple(
        (
            sum(
                component.passed is True for component in components if is_counted(component, way)
            ),
            sum(
                component.passed is not True
                for component in components
                if is_counted(component, way)
            ),
        )
        for way in WAYS
    )


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
