"""Select some metrics of ``metrics.all_metrics``, by the text of its statement."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TypeVar

from evalstore.base import sql_files
from evalstore.errors import EvalstoreError
from evalstore.metrics.catalog import Metric

Query = TypeVar("Query")

UNION = "sql/metrics/all_metrics"
# One metric's part of the union; `make docs` writes a line for each.
BRANCH = re.compile(r"SELECT '(\w+)' AS metric, .* FROM metrics\.\w+")


def statement(metrics: Iterable[Metric]) -> str:
    """
    Return the ``create or replace temp view selected_metrics`` over these metrics.

    It has the rows of ``metrics.all_metrics`` and is planned in a fraction of the time. Raises
    EvalstoreError if no metric has a value, or if ``metrics.all_metrics`` was made before a metric
    was added.
    """
    branches = _branches()
    names = [metric.name for metric in metrics if metric.has_value]
    if not names:
        raise EvalstoreError("expected metrics to select that have a value, found none")
    for name in names:
        if name not in branches:
            raise EvalstoreError(f"{UNION}.sql lacks the metric {name}; run `make docs`")
    query = balanced([branches[name] for name in names], _joined)
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
