"""One metric in one run, by slice, the weakest or the easiest first, with intervals."""

import altair as alt
from altair.typing import ChartType

from evalstore.errors import EmptyChartError
from evalstore.reviews.charts.drawing.bands import Bands, bands_of, upright
from evalstore.reviews.charts.drawing.inline_data import inline_data
from evalstore.reviews.charts.drawing.layout import heading
from evalstore.reviews.charts.drawing.measures import (
    Measure,
    chosen_rows,
    ends_of,
    measure_of,
    way_to_values,
    weakest_first,
)
from evalstore.reviews.charts.drawing.numbers import counted, few, in_parentheses, interval, number
from evalstore.reviews.charts.drawing.rows import RowReader, kept, query, rows_under_test
from evalstore.reviews.charts.drawing.series import Series, legend_of, series_labels
from evalstore.reviews.charts.drawing.text import axis_title, distinct_labels, one_line
from evalstore.statistics.controls import controls_by_kind
from evalstore.store.query.queries import LEVELS, place_of_level, select_metrics

SLICE_LIMIT = 30
SERIES_LIMIT = 6
WIDTH = 420
# The minimum width of labels and counts next to the plot.
MARGINS = 120
ROW_HEIGHT = 26
SERIES_HEIGHT = 17


def metric_by_slice(
    reader: RowReader,
    *,
    metric_name: str,
    run_id: str,
    system_id: str | None = None,
    validator_id: str | None = None,
    slice_name: str = "domain",
    slice_value: str | None = None,
    variant: str | None = None,
) -> ChartType:
    """
    Draw a row per slice, the weakest on top: a dot per system, its interval and its count.

    Levels, such as difficulties, are in their own order.
    """
    select_metrics(reader, metric_name)
    rows = reader.rows(
        query("metric_by_slice"), metric=metric_name, run_id=run_id, slice_name=slice_name
    )
    rows, note = chosen_rows(
        kept(rows_under_test(reader, run_id, rows, system_id), slice_value=slice_value),
        validator_id,
        variant,
    )
    measures = weakest_first([measure_of(row) for row in rows])
    metric, by = one_line(metric_name, 40), one_line(slice_name, 40)
    run = one_line(run_id, 60)
    _require_values(measures, metric, by, run)
    slices = list(dict.fromkeys(measure.slice_value for measure in measures))
    series = list(dict.fromkeys(measure.series for measure in measures))
    notes = [f"Run {run}, {note}. {key_of(measures)}"]
    for kind, count, limit in (
        ("slice", len(slices), SLICE_LIMIT),
        ("system", len(series), SERIES_LIMIT),
    ):
        if count > limit:
            notes.append(f"The weakest {limit} of {counted(count, kind)}.")
    shown = [
        measure
        for measure in measures
        if measure.slice_value in slices[:SLICE_LIMIT] and measure.series in series[:SERIES_LIMIT]
    ]
    if {measure.slice_value for measure in shown} <= set(LEVELS):
        shown.sort(key=lambda measure: place_of_level(measure.slice_value))
    labels = series_labels(series)
    ends = ends_of(shown)
    bands = bands_of(metric_name, {measure.variant for measure in measures}, ends)
    if bands.note:
        notes.append(bands.note)
    return drawn(shown, labels, metric, by, ends, bands).properties(
        title=heading(
            finding(_without_controls(reader, run_id, measures), labels, metric, by),
            notes,
            WIDTH + MARGINS,
        )
    )


def _require_values(measures: list[Measure], metric: str, by: str, run: str) -> None:
    if all(measure.value is None for measure in measures):
        raise EmptyChartError(
            f"No {metric} by {by} for run {run}: "
            + ("no case there was scored." if measures else "the store has no such row."),
            way_to_values(metric),
        )


def _without_controls(reader: RowReader, run_id: str, measures: list[Measure]) -> list[Measure]:
    """Return the measures of systems that are no control by their kind, or all if none is left."""
    controls = controls_by_kind(reader, run_id)
    return [measure for measure in measures if measure.system_id not in controls] or measures


def key_of(measures: list[Measure]) -> str:
    """Describe the counts, and the bars if any are drawn."""
    has_bars = any(measure.low is not None for measure in measures)
    return f"{'Bars: 95 % interval; ' if has_bars else ''}n: number of cases."


def finding(measures: list[Measure], labels: dict[Series, str], metric: str, by: str) -> str:
    """
    Return a sentence on the weakest and the strongest value.

    It ranks no value if the same one is both: the others are of too few cases.
    """
    scored = [measure for measure in measures if measure.value is not None]
    if not scored:
        return f"{metric} by {by}: no scored cases"
    slices = distinct_labels(measure.slice_value for measure in scored)
    best = max(reversed(scored), key=lambda measure: measure.strength)
    is_ranked = scored[0].better not in {"", "none"} and best is not scored[0]
    weakest, strongest = (
        place(measure, labels[measure.series], slices)
        for measure in (scored[0], best if is_ranked else scored[-1])
    )
    if len(scored) == 1:
        return f"{metric} of {weakest}"
    if len({measure.value for measure in scored}) == 1:
        return f"{metric} by {by} is {number(scored[0].value)} everywhere"
    if not is_ranked:
        return f"{metric} by {by}: {weakest}; {strongest}"
    return f"{metric} is weakest for {weakest}; best for {strongest}"


def place(measure: Measure, label: str, slices: dict[str, str]) -> str:
    """Return one value with its place, its interval and the number of few cases as text."""
    where = f"{label} in {slices[measure.slice_value]}"
    bounds = "" if measure.low is None else interval(measure.low, measure.high)
    notes = in_parentheses(bounds, few(measure.scored_count))
    return f"{where}: {number(measure.value)}{notes}"


def drawn(
    measures: list[Measure],
    labels: dict[Series, str],
    metric: str,
    by: str,
    ends: tuple[float, float],
    bands: Bands,
) -> ChartType:
    """Draw the dots, their intervals, the counts at the right edge, and the bands of presets."""
    slices = distinct_labels(measure.slice_value for measure in measures)
    series = {key: labels[key] for key in sorted({measure.series for measure in measures})}
    points = inline_data([point_of(measure, slices, series) for measure in measures])
    value = alt.X(
        "value:Q",
        title=axis_title(metric, measures[0].unit),
        scale=alt.Scale(domain=list(ends), nice=False),
        # The lanes of the bands are between the plot and its axis.
        axis=alt.Axis(offset=bands.lanes_height),
    )
    order = list(series.values())
    # Both need the same domain, so that the legends of colour and shape are merged.
    scale = alt.Scale(domain=order)
    legend = legend_of(order, WIDTH + MARGINS)
    colour = alt.Color("system:N", scale=scale, legend=legend)
    height = len(slices) * max(ROW_HEIGHT, SERIES_HEIGHT * len(series))
    base = alt.Chart(points).encode(
        y=alt.Y("slice:N", title=by, sort=list(slices.values())),
        yOffset=alt.YOffset("system:N", sort=order),
    )
    return alt.layer(
        *upright(bands, ends, height),
        base.mark_rule(style="interval").encode(x=alt.X("low:Q"), x2=alt.X2("high"), color=colour),
        base.mark_point(style="dot", filled=True).encode(
            x=value,
            color=colour,
            shape=alt.Shape("system:N", scale=scale, legend=legend),
            tooltip=[
                alt.Tooltip("system:N"),
                alt.Tooltip("slice:N"),
                alt.Tooltip("value:Q", format=".4f"),
                alt.Tooltip("count:Q", title="cases that count"),
            ],
        ),
        base.mark_text(style="count", align="left").encode(
            x=alt.value(WIDTH + 12), text=alt.Text("remark:N")
        ),
    ).properties(width=WIDTH, height=height)


def point_of(
    measure: Measure, slices: dict[str, str], series: dict[Series, str]
) -> dict[str, str | float | None]:
    """Return one value with the field names of the marks."""
    remark = f"n={measure.scored_count:,}"
    return {
        "slice": slices[measure.slice_value],
        "system": series[measure.series],
        "value": measure.value,
        "low": measure.low,
        "high": measure.high,
        "count": measure.scored_count,
        "remark": remark if measure.value is not None else "no scored cases",
    }
