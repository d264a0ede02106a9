"""One metric over runs, in the order of their commits, with intervals."""

from dataclasses import dataclass

import altair as alt
from altair.typing import ChartType

from evalstore.base.phrases import short_commit
from evalstore.errors import EmptyChartError
from evalstore.reviews.charts.drawing.bands import Bands, bands_of, level
from evalstore.reviews.charts.drawing.inline_data import inline_data
from evalstore.reviews.charts.drawing.layout import heading
from evalstore.reviews.charts.drawing.measures import (
    Measure,
    chosen_rows,
    ends_of,
    measure_of,
    way_to_values,
)
from evalstore.reviews.charts.drawing.numbers import (
    counted,
    counted_range,
    few,
    in_parentheses,
    number,
)
from evalstore.reviews.charts.drawing.rows import Row, RowReader, kept, query, text_of
from evalstore.reviews.charts.drawing.series import Series, legend_of, series_labels
from evalstore.reviews.charts.drawing.text import axis_title, one_line
from evalstore.store.query.queries import select_metrics

RUN_LIMIT = 60
SERIES_LIMIT = 6
RUN_WIDTH = 30
WIDTH_MIN = 380
WIDTH_MAX = 920
HEIGHT = 280
# The width of the labels next to the plot.
MARGINS = 60
RUNS_SIDE_BY_SIDE = 8
SLANTED, STEEP = -30, -60


@dataclass(frozen=True)
class RunPoint:
    """One system's value in one run."""

    run_id: str
    measure: Measure


def metric_over_runs(
    reader: RowReader,
    *,
    metric_name: str,
    suite: str | None = None,
    system_id: str | None = None,
    validator_id: str | None = None,
    slice_name: str = "all",
    slice_value: str = "all",
    variant: str | None = None,
) -> ChartType:
    """Draw a line per system, a dot and an interval per run, oldest run first."""
    rows = _rows_of(reader, metric_name, suite, system_id, slice_name, slice_value)
    metric = one_line(metric_name, 40)
    suite = text_of(rows[-1], "suite") if rows else suite
    rows, note = chosen_rows(rows, validator_id, variant)
    if all(row["value"] is None for row in rows):
        raise EmptyChartError(
            f"No {metric} over runs: no run of the store has "
            + ("a scored case." if rows else "such a row."),
            way_to_values(metric_name),
        )
    labels = run_labels(rows)
    shown = list(labels)[-RUN_LIMIT:]
    points = [
        RunPoint(text_of(row, "run_id"), measure_of(row))
        for row in rows
        if text_of(row, "run_id") in shown
    ]
    series = list(dict.fromkeys(point.measure.series for point in points))
    if slice_name != "all":
        note += f", {one_line(slice_name, 30)} = {one_line(slice_value, 30)}"
    notes = [f"Suite {one_line(suite or 'unknown', 40)}, {note}. {key_of(points)}"]
    if len(labels) > len(shown):
        notes.append(f"The newest {len(shown)} of {counted(len(labels), 'run')}.")
    if len(series) > SERIES_LIMIT:
        notes.append(f"{SERIES_LIMIT} of {counted(len(series), 'system')}.")
    unknown_count = sum(point.measure.value is None for point in points)
    if unknown_count:
        notes.append(f"{counted(unknown_count, 'value')} missing: no scored cases there.")
    points = [point for point in points if point.measure.series in series[:SERIES_LIMIT]]
    width = min(WIDTH_MAX, max(WIDTH_MIN, RUN_WIDTH * len(shown)))
    names = series_labels(sorted(series[:SERIES_LIMIT]))
    ends = ends_of([point.measure for point in points])
    # A gate is about all cases unless it names a slice.
    variants = {point.measure.variant for point in points} if slice_name == "all" else set()
    bands = bands_of(metric_name, variants, ends)
    if bands.note:
        notes.append(bands.note)
    runs = {run: labels[run] for run in shown}
    return drawn(points, runs, names, metric, width, ends, bands).properties(
        title=heading(finding(points, names, metric), notes, width + MARGINS)
    )


def shown_runs(
    reader: RowReader,
    metric_name: str,
    *,
    system_id: str | None = None,
    validator_id: str | None = None,
    slice_name: str = "all",
    slice_value: str = "all",
    variant: str | None = None,
) -> list[str]:
    """Return the runs that ``metric_over_runs`` draws, oldest first."""
    rows = _rows_of(reader, metric_name, None, system_id, slice_name, slice_value)
    rows, _ = chosen_rows(rows, validator_id, variant)
    return list(run_labels(rows))[-RUN_LIMIT:]


def _rows_of(
    reader: RowReader,
    metric_name: str,
    suite: str | None,
    system_id: str | None,
    slice_name: str,
    slice_value: str,
) -> list[Row]:
    """Return the rows of a metric over the runs of a suite, oldest run first."""
    select_metrics(reader, metric_name)
    rows = reader.rows(
        query("metric_over_runs"),
        metric=metric_name,
        slice_name=slice_name,
        slice_value=slice_value,
        system_id=system_id,
    )
    # Runs of two suites are not comparable; the default is the newest run's suite.
    suite = text_of(rows[-1], "suite") if rows and suite is None else suite
    return kept(rows, suite=suite, system_id=system_id)


def key_of(points: list[RunPoint]) -> str:
    """Describe the bars, and the number of cases of each value."""
    has_bars = any(point.measure.low is not None for point in points)
    counts = [point.measure.scored_count for point in points]
    bars = "Bars: 95 % interval. " if has_bars else ""
    return f"{bars}Each value is of {counted_range(counts, 'case')}."


def run_labels(rows: list[Row]) -> dict[str, str]:
    """Return a distinct label for each run, oldest first: its day and commit, else its id."""
    labels: dict[str, str] = {}
    for row in rows:
        parts = (text_of(row, "run_date"), short_commit(text_of(row, "git_sha")))
        run_id = text_of(row, "run_id")
        # A day alone does not distinguish runs of the same day.
        labels[run_id] = " ".join(parts) if all(parts) else run_id
    # Runs of the same commit and day get an ordinal.
    short = {run_id: one_line(label, 24) for run_id, label in labels.items()}
    seen: dict[str, int] = {}
    for run_id, label in short.items():
        seen[label] = seen.get(label, 0) + 1
        short[run_id] = label if seen[label] == 1 else f"{label} ·{seen[label]}"
    return short


def finding(
    points: list[RunPoint], names: dict[Series, str], metric: str, thing: str = "run"
) -> str:
    """
    Return a sentence on the system with the largest change from its first to its last value.

    Where no system has two values, it states the lowest and the highest.
    """
    series: dict[Series, list[Measure]] = {}
    for point in points:
        if point.measure.value is not None:
            series.setdefault(point.measure.series, []).append(point.measure)
    moves = [(values[0], values[-1], len(values)) for values in series.values()]
    if not moves:
        return f"{metric}: no scored cases in any {thing}"
    first, last, run_count = max(
        moves, key=lambda move: abs((move[1].value or 0.0) - (move[0].value or 0.0))
    )
    system = names[first.series]
    if len(moves) > 1 and all(count == 1 for _, _, count in moves):
        return f"{metric} {lowest_to_highest(series, names)}, in one {thing}"
    if run_count == 1:
        return f"{metric} of {system}: {number(last.value)}, in one {thing}{noted(last)}"
    change = (last.value or 0.0) - (first.value or 0.0)
    if change == 0:
        is_still = {measure.value for measure in series[first.series]} == {last.value}
        verb = "stays at" if is_still else "begins and ends at"
        ends = f"{number(last.value)} over {run_count} {thing}s"
        return f"{metric} of {system} {verb} {ends}{noted(first, last)}"
    ends = f"from {number(first.value)} to {number(last.value)} over {run_count} {thing}s"
    verb = "rose" if change > 0 else "fell"
    return f"{metric} of {system} {verb} {ends}{noted(first, last)}{caution(first, last)}"


def lowest_to_highest(series: dict[Series, list[Measure]], names: dict[Series, str]) -> str:
    """Return the lowest and the highest first value with its system, or the value of them all."""
    values = sorted((values[0] for values in series.values()), key=lambda it: it.value or 0.0)
    low, high = values[0], values[-1]
    if low.value == high.value:
        return f"is {number(low.value)} for each of {counted(len(values), 'system')}"
    lowest, highest = names[low.series], names[high.series]
    ends = f"from {number(low.value)} for {lowest} to {number(high.value)} for {highest}"
    return f"ranges {ends}{noted(low, high)}"


def noted(*measures: Measure) -> str:
    """Return the numbers of cases of measures in parentheses if some are few."""
    return in_parentheses(few(*(measure.scored_count for measure in measures)))


def caution(first: Measure, last: Measure) -> str:
    """Return whether the intervals at both ends overlap, as text; empty without intervals."""
    if first.low is None or first.high is None or last.low is None or last.high is None:
        return ""
    do_overlap = first.low <= last.high and last.low <= first.high
    return "; the intervals overlap" if do_overlap else "; the intervals do not overlap"


def drawn(
    points: list[RunPoint],
    labels: dict[str, str],
    names: dict[Series, str],
    metric: str,
    width: int,
    ends: tuple[float, float],
    bands: Bands,
    thing: str = "run",
) -> ChartType:
    """Draw lines, intervals and dots, evenly spaced whatever the time between them."""
    value = alt.Y(
        "value:Q",
        title=axis_title(metric, points[0].measure.unit),
        scale=alt.Scale(domain=list(ends), nice=False),
    )
    order = list(names.values())
    # Both need the same domain, so that the legends of colour and shape are merged.
    scale = alt.Scale(domain=order)
    legend = legend_of(order, width)
    base = alt.Chart(inline_data([mark_values(point, labels, names) for point in points])).encode(
        x=alt.X(
            "run:N",
            title=f"{thing}, oldest first",
            sort=list(labels.values()),
            axis=alt.Axis(
                labelAngle=STEEP if len(labels) > RUNS_SIDE_BY_SIDE else SLANTED,
                labelOverlap=False,
                labelLimit=180,
            ),
        ),
        xOffset=alt.XOffset("system:N", sort=order),
        color=alt.Color("system:N", scale=scale, legend=legend),
    )
    tooltip = [
        alt.Tooltip("run:N", title=thing),
        alt.Tooltip("system:N"),
        alt.Tooltip("value:Q", format=".4f"),
        alt.Tooltip("count:Q", title="cases that count"),
    ]
    return alt.layer(
        *level(bands, ends, width, HEIGHT),
        base.mark_rule(style="interval").encode(y=alt.Y("low:Q"), y2=alt.Y2("high")),
        base.mark_line(style="trend").encode(y=value),
        base.mark_point(style="dot", filled=True).encode(
            y=value,
            shape=alt.Shape("system:N", scale=scale, legend=legend),
            tooltip=tooltip,
        ),
    ).properties(width=width, height=HEIGHT)


def mark_values(
    point: RunPoint, labels: dict[str, str], names: dict[Series, str]
) -> dict[str, str | float | None]:
    """Return one point with the field names of the marks."""
    return {
        "run": labels[point.run_id],
        "system": names[point.measure.series],
        "value": point.measure.value,
        "low": point.measure.low,
        "high": point.measure.high,
        "count": point.measure.scored_count,
    }
