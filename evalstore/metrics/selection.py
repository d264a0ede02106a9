"""Select some metrics of ``metrics.all_metrics``, by the text of its statement."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TypeVar

from evalstore.base import sql_files
from evalstore.errors import EvalstoreError
from evalstore.metrics import sources
from evalstore.metrics.catalog import Metric

Query = TypeVar("Query")

UNION = "sql/metrics/all_metrics"
# One metric's part of the union; `make docs` writes a line for each.
BRANCH = re.compile(r"SELECT '(\w+)' AS metric, .* FROM metrics\.\w+")


def statement(metrics: Iterable[Metric], kept: str = "") -> str:
    """
    Return the ``create or replace temp view selected_metrics`` over these metrics.

    It has the rows of ``metrics.all_metrics`` and is planned in a fraction of the time. ``kept``
    is a view of facts whose rows of some runs ``sources.keeping_statement`` has stored: all of the
    metrics then read these rows. Raises
    EvalstoreError if no metric has a value, or if ``metrics.all_metrics`` was made before a metric
    was added.
    """
    branches = _branches()
    selected = [metric for metric in metrics if metric.has_value]
    if not selected:
        raise EvalstoreError("expected metrics to select that have a value, found none")
    for metric in selected:
        if metric.name not in branches:
            raise EvalstoreError(f"{UNION}.sql lacks the metric {metric.name}; run `make docs`")
    parts = [branches[metric.name] for metric in selected]
    if kept:
        parts = [
            f"{part.removesuffix(f'metrics.{metric.name}')}"
            f"({sources.over_kept(metric, kept)}) as {metric.name}"
            for part, metric in zip(parts, selected, strict=True)
        ]
    query = balanced(parts, _joined)
    return f"create or replace temp view selected_metrics as {query}"


@cache
def _branches() -> dict[str, str]:
    return {match[1]: match[0] for match in BRANCH.finditer(sql_files.read(UNION))}


def balanced(branches: Sequence[Query], join: Callable[[Query, Query], Query]) -> Query:
    """Return the union of branches as a balanced tree: a long chain takes far longer to plan."""
    if len(branches) == 1:
        return branches[0]
    middle = len(branches) // 2
    return join(balanced(branches[:middle], join), balanced(branches[middle:], join))


def _joined(left: str, right: str) -> str:
    return f"({left}) union all ({right})"
