"""The main numbers of each domain of a run, as lines of its note."""

from collections.abc import Mapping
from dataclasses import replace

from evalstore.reviews.charts.drawing.numbers import counted
from evalstore.reviews.report.headlines import METRICS, headlines_of
from evalstore.reviews.report.metric_row import MetricRow
from evalstore.reviews.report.rows import run_query
from evalstore.reviews.report.run_metrics import metric_of
from evalstore.statistics.controls import controls_of
from evalstore.store.query.queries import LEVELS, select_metrics
from evalstore.store.query.reader import Reader


def domain_numbers(reader: Reader, run_id: str) -> Mapping[str, tuple[str, ...]]:
    """
    Return the lines of each domain in which a metric of headlines has a value.

    Controls have a line only if the run has no other system.
    """
    select_metrics(reader, *METRICS)
    controls = controls_of(reader, run_id)
    rows = run_query(
        reader, "metrics",
        first_run_id=run_id, last_run_id=run_id, slice_names=["domain"], levels=[*LEVELS],
    )  # fmt: skip
    by_domain: dict[str, list[MetricRow]] = {}
    for row in (metric_of(run_id, row) for row in rows):
        marked = replace(row, is_control=row.system_id in controls)
        by_domain.setdefault(row.slice_value, []).append(marked)
    return {domain: tuple(_lines(rows)) for domain, rows in by_domain.items()}


def _lines(rows: list[MetricRow]) -> list[str]:
    headlines = headlines_of(rows, {})
    return [
        " ".join(
            filter(
                None,
                (
                    f"{column.text} of {system_id}:",
                    value.row.value_text,
                    value.row.unit_text,
                    f"({value.row.interval_text})" if value.row.low is not None else "",
                    f"on {counted(value.row.scored_count, 'case')}",
                    value.note,
                ),
            )
        )
        for place, column in enumerate(headlines.columns)
        for system_id, values in headlines.systems.items()
        if (value := values[place]) is not None
    ]
