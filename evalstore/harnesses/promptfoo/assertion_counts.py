"""Counts of assertions, in each way in which a version of promptfoo makes them."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from evalstore.harnesses.promptfoo.components import Component
from evalstore.harnesses.values import mapping, number

PASSED, FAILED = "assertPassCount", "assertFailCount"
# All; those that decide; those that it lists; those that are no sets and decide.
ALL, DECIDING, LISTED, LEAVES = "all", "deciding", "listed", "leaves"
WAYS = (ALL, DECIDING, LISTED, LEAVES)
# Passed and failed, for each way.
Counts = tuple[tuple[int, int], ...]


def is_counted(component: Component, way: str) -> bool:
    """Say whether promptfoo counts an assertion, where it counts in this way."""
    if way == LISTED:
        return not component.is_member
    if way == LEAVES:
        return not component.is_set and not component.is_metric_only
    return way == ALL or not component.is_metric_only


def counts_of(found: list[Component]) -> Counts:
    """Return how many assertions of a row passed, and how many did not, in each way."""
    return tuple(
        (
            sum(one.passed is True for one in found if is_counted(one, way)),
            sum(one.passed is not True for one in found if is_counted(one, way)),
        )
        for way in WAYS
    )


def way_of(prompts: list[dict[str, Any]], counts: Iterable[tuple[int, Counts]]) -> str:
    """
    Return the way that gives the counts of all columns; the first where none does.

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
