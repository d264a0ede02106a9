"""The rows that a metric counts, and those that it leaves out."""

from evalstore.api.notes import OnNote
from evalstore.base.phrases import counted
from evalstore.metrics import catalog
from evalstore.store.query import counting
from evalstore.store.query.attempt_queries import Statement
from evalstore.store.query.queries import Filter
from evalstore.store.query.reader import Reader

# Columns of the counts by reason, with DuckDB's types.
REASONS = {
    "run_id": "VARCHAR", "system_id": "VARCHAR", "validator_id": "VARCHAR",
    "slice_name": "VARCHAR", "slice_value": "VARCHAR", "variant": "VARCHAR",
    "is_counted": "BOOLEAN", "reason": "VARCHAR", "counted_in": "VARCHAR",
    "case_count": "BIGINT", "attempt_count": "BIGINT", "missing_attempt_count": "BIGINT",
}  # fmt: skip


def counted_failures(
    reader: Reader,
    metric_name: str,
    row_filter: Filter,
    row_limit: int | None,
    on_note: OnNote,
) -> Statement:
    """
    Return the statement for the rows of a metric that are not right or were left out.

    ``on_note`` gets how many rows the metric counted, and left out for each reason.
    """
    metric = catalog.find(metric_name)
    columns, rows = counting.reasons_of(reader, metric, row_filter)
    reason, attempts = columns.index("reason"), columns.index("attempt_count")
    counts: dict[str, int] = {"counted": 0}
    for row in rows:
        name = str(row[reason] or "counted")
        counts[name] = counts.get(name, 0) + int(str(row[attempts]))
    parts = [f"{counted(count, 'row')} {name}" for name, count in counts.items()]
    on_note(f"{metric_name}: {', '.join(parts)}")
    return counting.failures_statement(metric, row_filter, row_limit)
