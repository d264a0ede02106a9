"""Timelines of a persona: a critic's readings of each core value, crises and alarms by week."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import altair as alt
from altair.typing import ChartType

from evalstore.errors import EmptyChartError
from evalstore.reviews.charts.drawing.layout import heading
from evalstore.reviews.charts.drawing.numbers import number
from evalstore.reviews.charts.drawing.rows import (
    Row,
    RowReader,
    count_of,
    number_of,
    query,
    text_of,
)
from evalstore.reviews.charts.drawing.series import AND
from evalstore.reviews.charts.drawing.text import distinct_labels, one_line

# The two-sided 95 % quantile of the normal distribution.
DEVIATIONS: Final = 1.96
WIDTH: Final = 152
HEIGHT: Final = 92
COLUMNS: Final = 2
SPACING: Final = 16
# Width of a row of panels with its axis; also the width of the title of a single panel.
SPAN: Final = COLUMNS * WIDTH + SPACING + 36
# A persona has three or four core values, and there are ten values in total.
PANEL_LIMIT: Final = 10
LABEL_LENGTH: Final = 16
# Maximum number of week labels on the axis of a panel.
WEEK_LABELS: Final = 10
# Readings lie in [-1, 1]; triggers are drawn on rails above and below them.
RAILS: Final = {"crash": 1.25, "rut": -1.25}
POINTS: Final = ("bimodal", *RAILS, *(f"suppressed-{trigger}" for trigger in RAILS))
ENDS: Final = (-1.5, 1.5)
LEVEL_TICKS: Final = [-1, 0, 1]
HALF_WEEK: Final = 0.5
MARKS: Final = "marks"

Mark = dict[str, str | float]


@dataclass(frozen=True)
class ValueWeek:
    """One week of one core value; a reading is None if the system gave none."""

    week: int
    is_crisis: bool
    is_bimodal: bool
    alignment: float | None
    uncertainty: float | None
    fired: tuple[str, ...]
    suppressed: tuple[str, ...]


@dataclass(frozen=True)
class Timeline:
    """One core value of a persona, week by week."""

    value_dim: str
    weight: float | None
    weeks: tuple[ValueWeek, ...]

    @property
    def stretches(self) -> list[list[ValueWeek]]:
        """Return the runs of consecutive weeks with a reading; lines do not cross gaps."""
        return stretches_of(week for week in self.weeks if week.alignment is not None)


def stretches_of(weeks: Iterable[ValueWeek]) -> list[list[ValueWeek]]:
    """Split weeks, which must be in order, into runs of consecutive weeks."""
    stretches: list[list[ValueWeek]] = []
    for week in weeks:
        if stretches and stretches[-1][-1].week == week.week - 1:
            stretches[-1].append(week)
        else:
            stretches.append([week])
    return stretches


def drift_timelines(
    reader: RowReader,
    *,
    run_id: str,
    system_id: str,
    persona_id: str,
    finding: str = "",
    low_levels: Mapping[str, float] | None = None,
) -> ChartType:
    """
    Draw a small panel for each core value of a persona, the highest weight first.

    ``low_levels`` are the levels below which weeks form a rut, by value, "" for all others;
    without a level, no line is drawn. ``finding`` is the title; the default is the persona.
    """
    specified = specification_of(
        reader, run_id=run_id, system_id=system_id, persona_id=persona_id, finding=finding,
        low_levels=low_levels,
    )  # fmt: skip
    chart: ChartType = alt.FacetChart.from_dict(specified, validate=False)
    return chart


def specification_of(
    reader: RowReader,
    *,
    run_id: str,
    system_id: str,
    persona_id: str,
    finding: str = "",
    low_levels: Mapping[str, float] | None = None,
) -> dict[str, Any]:
    """Return the Vega-Lite specification of ``drift_timelines``, in a third of the time."""
    rows = reader.rows(
        query("drift_timelines"), run_id=run_id, system_id=system_id, persona_id=persona_id
    )
    timelines = timelines_of(rows)
    persona = one_line(persona_id, 40)
    if not timelines:
        raise EmptyChartError(
            f"No timeline of {persona}: {one_line(system_id, 40)} read no week of it.",
            "a timeline needs readings of at least one week: run `evalstore show hit_rate` to see "
            "which runs and systems have them",
        )
    subtitle = f"{persona}, read by {one_line(system_id, 40)}, by week"
    title = heading(finding or persona, [subtitle], SPAN)
    return drawn(timelines[:PANEL_LIMIT], low_levels or {}, title)


def timelines_of(rows: Sequence[Row]) -> list[Timeline]:
    """Group the weeks by core value, in the order of the rows."""
    weeks: dict[str, list[ValueWeek]] = {}
    weights: dict[str, float | None] = {}
    for row in rows:
        value_dim = text_of(row, "value_dim")
        weights[value_dim] = number_of(row, "profile_weight")
        weeks.setdefault(value_dim, []).append(value_week_of(row))
    return [
        Timeline(value_dim, weights[value_dim], tuple(value_weeks))
        for value_dim, value_weeks in weeks.items()
    ]


def value_week_of(row: Row) -> ValueWeek:
    """Read one week of one core value."""
    return ValueWeek(
        week=count_of(row, "week"),
        is_crisis=bool(row["is_crisis"]),
        is_bimodal=bool(row["is_bimodal"]),
        alignment=number_of(row, "alignment"),
        uncertainty=number_of(row, "uncertainty"),
        fired=tuple(trigger for trigger in RAILS if row[f"is_{trigger}"]),
        suppressed=tuple(trigger for trigger in RAILS if row[f"is_suppressed_{trigger}"]),
    )


def drawn(
    timelines: Sequence[Timeline], low_levels: Mapping[str, float], title: alt.Title
) -> dict[str, Any]:
    """Draw the panels: crisis weeks, the readings with their band, triggers on their rails."""
    names = titles_of(timelines)
    marks = [
        {"value": names[timeline.value_dim], **mark}
        for timeline in timelines
        for mark in marks_of(timeline, low_levels)
    ]
    weeks = [week.week for timeline in timelines for week in timeline.weeks]
    plain = panels_of_weeks(min(weeks), max(weeks))
    return {
        **plain,
        "facet": {**plain["facet"], "sort": list(names.values())},
        "title": title.to_dict(validate=False),
        "datasets": {MARKS: marks},
    }


def panels_of_weeks(first: int, last: int) -> dict[str, Any]:
    """Return the specification of panels of these weeks, without their order, title and data."""
    plain = panels()
    week = week_axis(first, last).to_dict(validate=False)
    layers = [
        {**layer, "encoding": {**layer["encoding"], "x": week}}
        if "x" in layer["encoding"]
        else layer
        for layer in plain["spec"]["layer"]
    ]
    return {**plain, "spec": {**plain["spec"], "layer": layers}}


@cache
def panels() -> dict[str, Any]:
    """
    Return the specification of panels of a single week, without their order, title and data.

    A report draws many personas, and Altair copies a chart at each step.
    """
    week = week_axis(1, 1)
    level = alt.Y(
        "level:Q",
        scale=alt.Scale(domain=list(ENDS), nice=False),
        axis=alt.Axis(title=None, values=LEVEL_TICKS, ticks=False, domain=False),
    )
    base = alt.Chart().encode(x=week, y=level)
    stretch = alt.Detail("stretch:N")
    layers = [
        # Full height, independent of the scale: neither end is data.
        alt.Chart().mark_rect(style="crisis", aria=False).encode(x=week, x2=alt.X2("until")),
        base.mark_area(style="uncertainty", aria=False).encode(y2=alt.Y2("top"), detail=stretch),
        alt.Chart().mark_rule(style="threshold", aria=False).encode(y=level),
        base.mark_line(style="trend", aria=False).encode(detail=stretch),
        base.mark_point(style="reading", aria=False),
        *(base.mark_point(style=kind, aria=False) for kind in POINTS),
    ]
    kinds = ("crisis", "uncertainty", "threshold", "reading", "reading", *POINTS)
    panels = alt.layer(
        *(
            layer.transform_filter(alt.FieldEqualPredicate(field="kind", equal=kind))
            for layer, kind in zip(layers, kinds, strict=True)
        ),
        data=alt.NamedData(name=MARKS),
    ).properties(width=WIDTH, height=HEIGHT)
    facet = alt.Facet("value:N", header=alt.Header(title=None, labelAnchor="start"))
    faceted: alt.FacetChart = panels.facet(facet=facet, columns=COLUMNS, spacing=SPACING)
    specified: dict[str, Any] = faceted.resolve_axis(x="independent").to_dict(validate=False)
    return specified


def titles_of(timelines: Sequence[Timeline]) -> dict[str, str]:
    """Return the title of each value, with its weight in the persona's profile."""
    labels = distinct_labels((timeline.value_dim for timeline in timelines), LABEL_LENGTH)
    return {
        timeline.value_dim: labels[timeline.value_dim]
        + ("" if timeline.weight is None else f"{AND}{number(timeline.weight)}")
        for timeline in timelines
    }


def week_axis(first: int, last: int) -> alt.X:
    """Return the axis of weeks for all panels, with a label for each week if there is room."""
    step = -(-(last - first + 1) // WEEK_LABELS)
    return alt.X(
        "week:Q",
        scale=alt.Scale(domain=[first - HALF_WEEK, last + HALF_WEEK], nice=False),
        axis=alt.Axis(
            title=None,
            values=list(range(first, last + 1, step)),
            format="d",
            grid=False,
            ticks=False,
            labelOverlap=False,
        ),
    )


def marks_of(timeline: Timeline, low_levels: Mapping[str, float]) -> Iterator[Mark]:
    """Yield the marks of one core value, each with its kind."""
    for crisis in stretches_of(week for week in timeline.weeks if week.is_crisis):
        yield {
            "kind": "crisis",
            "week": crisis[0].week - HALF_WEEK,
            "until": crisis[-1].week + HALF_WEEK,
        }
    level = low_levels.get(timeline.value_dim, low_levels.get(""))
    if level is not None:
        yield {"kind": "threshold", "level": level}
    for place, stretch in enumerate(timeline.stretches):
        for week in stretch:
            yield from reading_marks(week, str(place))
    for week in timeline.weeks:
        for trigger, rail in RAILS.items():
            if trigger in week.fired:
                yield {"kind": trigger, "week": week.week, "level": rail}
            if trigger in week.suppressed:
                yield {"kind": f"suppressed-{trigger}", "week": week.week, "level": rail}


def reading_marks(week: ValueWeek, stretch: str) -> Iterator[Mark]:
    """Yield a reading, its band clipped to [-1, 1], and a mark if signals conflict."""
    if week.alignment is None:
        return
    yield {"kind": "reading", "week": week.week, "level": week.alignment, "stretch": stretch}
    if week.uncertainty is not None:
        yield {
            "kind": "uncertainty",
            "week": week.week,
            "level": max(-1.0, week.alignment - DEVIATIONS * week.uncertainty),
            "top": min(1.0, week.alignment + DEVIATIONS * week.uncertainty),
            "stretch": stretch,
        }
    if week.is_bimodal:
        yield {"kind": "bimodal", "week": week.week, "level": week.alignment}
