"""One metric over the sessions of a run, in the order of the sessions, with intervals."""

from typing import Final

from altair.typing import ChartType

from evalstore.errors import EmptyChartError
from evalstore.reviews.charts.drawing.bands import bands_of
from evalstore.reviews.charts.drawing.layout import heading
from evalstore.reviews.charts.drawing.measures import chosen_rows, ends_of, measure_of
from evalstore.reviews.charts.drawing.numbers import counted
from evalstore.reviews.charts.drawing.rows import RowReader, query, rows_under_test, text_of
from evalstore.reviews.charts.drawing.series import series_labels
from evalstore.reviews.charts.drawing.text import distinct_labels, one_line
from evalstore.reviews.charts.metric_over_runs import (
    MARGINS,
    RUN_WIDTH,
    SERIES_LIMIT,
    WIDTH_MAX,
    WIDTH_MIN,
    RunPoint,
    drawn,
    finding,
    key_of,
)
from evalstore.store.query.queries import select_metrics

SESSION_LIMIT: Final = 60


def metric_over_sessions(
    reader: RowReader,
    *,
    metric_name: str,
    run_id: str,
    system_id: str | None = None,
    validator_id: str | None = None,
    variant: str | None = None,
) -> ChartType:
    """Draw a line per system, with a dot and an interval per session that has a value."""
    select_metrics(reader, metric_name)
    rows = reader.rows(
        query("metric_by_slice"), metric=metric_name, run_id=run_id, slice_name="session"
    )
    rows, note = chosen_rows(
        rows_under_test(reader, run_id, rows, system_id), validator_id, variant
    )
    metric, run = one_line(metric_name, 40), one_line(run_id, 60)
    measures = {(row["slice_value"], place): measure_of(row) for place, row in enumerate(rows)}
    ordered = [text_of(row, "session_id") for row in reader.rows(query("sessions"), run_id=run_id)]
    valued = {name for (name, _), measure in measures.items() if measure.value is not None}
    scored = [name for name in ordered if name in valued]
    if not scored:
        raise EmptyChartError(
            f"No {metric} by session for run {run}: the store has no such value.",
            f"a chart needs a session with a value: run `evalstore show {metric_name} --slice "
            "session` to see which runs have one",
        )
    shown = scored[-SESSION_LIMIT:]
    points = [
        RunPoint(name, measure)
        for name in shown
        for (about, _), measure in measures.items()
        if about == name and measure.value is not None
    ]
    series = list(dict.fromkeys(point.measure.series for point in points))
    notes = [f"Run {run}, {note}. {key_of(points)}"]
    if len(scored) > len(shown):
        notes.append(f"The last {len(shown)} of {counted(len(scored), 'session')}.")
    if len(ordered) > len(scored):
        unscored = counted(len(ordered) - len(scored), "session")
        notes.append(f"{unscored} without a value are left out.")
    if len(series) > SERIES_LIMIT:
        notes.append(f"{SERIES_LIMIT} of {counted(len(series), 'system')}.")
    points = [point for point in points if point.measure.series in series[:SERIES_LIMIT]]
    names = series_labels(sorted(series[:SERIES_LIMIT]))
    width = min(WIDTH_MAX, max(WIDTH_MIN, RUN_WIDTH * len(shown)))
    ends = ends_of([point.measure for point in points])
    # A gate is about all cases or another slice, never about every session.
    bands = bands_of(metric_name, set(), ends)
    labels = distinct_labels(shown, 24)
    return drawn(points, labels, names, metric, width, ends, bands, "session").properties(
        title=heading(finding(points, names, metric, "session"), notes, width + MARGINS)
    )
