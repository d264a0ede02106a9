"""Every metric of one run, with the reason if it has no value."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite

from evalstore.base.phrases import unknown_name
from evalstore.metrics.catalog import Metric, catalog
from evalstore.store.query import causes, queries
from evalstore.store.query.reader import Reader
from evalstore.store.query.result import PlainResult, Result, of_rows

RUN = """
    select run_id, suite, suite_version, run_status, started_at, finished_at, git_sha, git_branch
    from facts.runs
    where run_id = $run_id
"""
LOG = "select tree_size, lower(hex(root)) as root from log.batches order by batch_id desc limit 1"
# Columns of a row, with DuckDB's types; NULL if a metric does not have the column.
COLUMNS = {
    "metric": "VARCHAR", "run_id": "VARCHAR", "system_id": "VARCHAR", "validator_id": "VARCHAR",
    "is_primary_validator": "BOOLEAN", "slice_name": "VARCHAR", "slice_value": "VARCHAR",
    "variant": "VARCHAR", "value": "DOUBLE", "ci_low": "DOUBLE", "ci_high": "DOUBLE",
    "scored_count": "BIGINT", "missing_count": "BIGINT", "error_count": "BIGINT",
    "unscored_count": "BIGINT", "attempt_count": "BIGINT", "left_out_attempt_count": "BIGINT",
    "unit": "VARCHAR", "better": "VARCHAR",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class MetricOfRun:
    """The rows of one metric by column name, its value as ``value``; why values are missing."""

    metric: Metric
    rows: list[dict[str, object]]
    reason: str


@dataclass(frozen=True, slots=True)
class RunMetrics:
    """A run with columns of ``facts.runs``, the log it was read from, and its metrics."""

    run: dict[str, object]
    log: dict[str, object]
    metrics: list[MetricOfRun]

    def document(self) -> dict[str, object]:
        """Return everything as one JSON object, which docs/python.md describes."""
        about = {"run" if name == "run_id" else name: value for name, value in self.run.items()}
        return {
            **about,
            **self.log,
            "metrics": {
                item.metric.name: {
                    "sentence": item.metric.sentence,
                    "unit": item.metric.unit,
                    "better": item.metric.better,
                    "shape": item.metric.shape,
                    "reason": item.reason or None,
                    "rows": item.rows,
                }
                for item in self.metrics
            },
        }

    def result(self, *, typed: bool = True) -> Result:
        """Return the rows of ``rows``, with their types or as Python values."""
        rows = list(self.rows())
        return of_rows(COLUMNS, rows) if typed else PlainResult([*COLUMNS], rows)

    def rows(self) -> Iterator[tuple[object, ...]]:
        """Yield the rows of every metric that is one number, in the order of ``COLUMNS``."""
        for item in self.metrics:
            metric = item.metric
            about = {"metric": metric.name, "run_id": self.run["run_id"]}
            about |= {"unit": metric.unit, "better": metric.better}
            for row in item.rows if metric.has_value else ():
                yield tuple(about.get(name, row.get(name)) for name in COLUMNS)


def run_metrics(reader: Reader, row_filter: queries.Filter) -> RunMetrics:
    """
    Return every metric of the filter's run, else of the newest one, in the filter's slices or all.

    Raises UsageError for an unknown run, system, validator or slice, UndecidedError if no run is
    the newest.
    """
    run_id = row_filter.run_id or queries.newest_run(reader)
    queries.run_status(reader, run_id)
    queries.require_name(reader, "system", row_filter.system_id, run_id)
    queries.require_name(reader, "validator", row_filter.validator_id, run_id)
    [run] = reader.rows(RUN, run_id=run_id)
    log = reader.rows(LOG)
    metrics = [_of_run(reader, metric, run_id, row_filter) for metric in catalog().values()]
    _require_slices(metrics, row_filter.slices)
    return RunMetrics(
        run,
        log[0] if log else {"tree_size": 0, "root": ""},
        [_in_slices(item, row_filter.slices) for item in metrics],
    )


def _of_run(
    reader: Reader, metric: Metric, run_id: str, row_filter: queries.Filter
) -> MetricOfRun:
    """Read the rows of a metric; filters on columns that its grain lacks are ignored."""
    names = {
        "run_id": run_id,
        "system_id": row_filter.system_id,
        "validator_id": row_filter.validator_id,
        "variant": row_filter.variant,
    }
    parameters: dict[str, object] = {
        name: value for name, value in names.items() if value is not None and name in metric.grain
    }
    conditions = " and ".join(f"{name} = ${name}" for name in parameters)
    order = ", ".join(metric.grain)
    if "slice_value" in metric.grain:
        order = order.replace("slice_value", queries.BY_LEVEL)
        parameters["levels"] = list(queries.LEVELS)
    columns, rows = reader.table(
        f"from metrics.{metric.name} where {conditions} order by {order}", parameters
    )
    of_run = queries.Filter(run_id, row_filter.system_id, row_filter.validator_id)
    reason = causes.why(reader, metric, (columns, rows), of_run)
    names_shown = ["value" if name == metric.name else name for name in columns]
    shown = [dict(zip(names_shown, map(_finite, row), strict=True)) for row in rows]
    for row in shown:
        del row["run_id"]
    return MetricOfRun(metric, shown, reason)


def _finite(value: object) -> object:
    """Return None for a float that JSON cannot represent, any other value as such."""
    return None if isinstance(value, float) and not isfinite(value) else value


def _in_slices(item: MetricOfRun, parts: tuple[queries.Slice, ...]) -> MetricOfRun:
    """Return the metric with the rows of these slices; without slices its rows are in ``all``."""
    if not parts:
        return item
    kept = [row for row in item.rows if any(_is_in(row, part) for part in parts)]
    return MetricOfRun(item.metric, kept, item.reason)


def _is_in(row: dict[str, object], part: queries.Slice) -> bool:
    name, value = row.get("slice_name", "all"), row.get("slice_value", "all")
    return name == part.name and part.value in (None, value)


def _require_slices(metrics: list[MetricOfRun], parts: tuple[queries.Slice, ...]) -> None:
    """Raise UsageError, listing the known slices, for a slice that no metric has."""
    rows = [row for item in metrics for row in item.rows]
    names = sorted({str(row.get("slice_name", "all")) for row in rows})
    for part in parts:
        if any(_is_in(row, part) for row in rows):
            continue
        if part.name not in names:
            raise unknown_name("slice", part.name, names)
        values = sorted({str(row["slice_value"]) for row in rows
                         if row.get("slice_name") == part.name})  # fmt: skip
        raise unknown_name(part.name, str(part.value), values)
