"""
Value drift: metrics of critics side by side, charts of their alarms, and each persona's weeks.

The section has a table of the metrics of every system, the charts of drift, the timelines of the
most interesting personas, and a table of every persona of the run for every system.
"""

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from altair.utils.schemapi import debug_mode
from markupsafe import Markup

from evalstore.errors import EmptyChartError
from evalstore.metrics.catalog import catalog, in_section
from evalstore.reviews.charts import render
from evalstore.reviews.charts.drawing.rows import ChartScope, RowReader, rows_under_test
from evalstore.reviews.report.chart_images import ChartImage, image_of
from evalstore.reviews.report.environments import html_environment
from evalstore.reviews.report.metric_row import MetricRow
from evalstore.reviews.report.rows import anchor, run_query
from evalstore.reviews.report.run_metrics import metric_of
from evalstore.store.query.queries import select_metrics
from evalstore.suites.drift.charts.drift_timelines import specification_of
from evalstore.suites.drift.charts.threshold_trade_off import threshold_trade_off
from evalstore.suites.drift.report._drift_configuration import (
    DriftConfiguration,
    configuration_of,
)
from evalstore.suites.drift.report._personas import (
    KINDS,
    MARKS,
    PersonaWeeks,
    WeekCounts,
    personas_of,
    telling,
)

# Personas drawn openly, and in a folded part; the tables contain all personas.
OPEN_LIMIT: Final = 8
FOLDED_LIMIT: Final = 8
# The name of a group in the table -> the section in the headers of its metrics.
GROUPS: Final = {"Reading": "drift/reading", "Detecting": "drift/detecting"}
BETTER: Final = {"higher": 1.0, "lower": -1.0}


@dataclass(frozen=True)
class MetricComparison:
    """One metric of every system, in the order of the columns; None if a row is missing."""

    words: str
    metric: str
    better: str
    cells: tuple[MetricRow | None, ...]

    @property
    def best(self) -> float | None:
        """Return the best value of the row, None if no value is better than another."""
        values = [cell.value for cell in self.cells if cell is not None]
        numbers = [value for value in values if value is not None]
        if self.better not in BETTER or len(set(numbers)) <= 1:
            return None
        return max(numbers, key=lambda value: BETTER[self.better] * value)


@dataclass(frozen=True)
class Critics:
    """The table: its columns with controls last, and its rows by group."""

    system_ids: tuple[str, ...]
    control_ids: tuple[str, ...]
    groups: dict[str, tuple[MetricComparison, ...]]


@dataclass(frozen=True)
class DrawnPersona:
    """One persona's timelines, and the kind of event for which they are shown."""

    anchor: str
    kind: str
    chart: ChartImage


@dataclass(frozen=True)
class SystemPersonas:
    """Every persona by one system; ``anchors`` are those of the drawn personas."""

    system_id: str
    personas: tuple[PersonaWeeks, ...]
    tally: WeekCounts
    anchors: dict[str, str]


def section(reader: RowReader, run_id: str) -> Markup | None:
    """Return the section of a run, None if no critic read a persona's week."""
    rows = rows_under_test(reader, run_id, run_query(reader, "drift_persona_weeks", run_id=run_id))
    by_system = personas_of(rows)
    if not by_system:
        return None
    configuration = configuration_of(reader, run_id)
    shown = shown_system(by_system, configuration)
    drawn = [
        drawn_persona(reader, run_id, persona, kind, configuration)
        for persona, kind in telling(by_system[shown], OPEN_LIMIT + FOLDED_LIMIT)
    ]
    anchors = {each.anchor for each in drawn}
    page = (
        html_environment()
        .get_template("drift.html.j2")
        .render(
            group=anchor("drift", run_id),
            acts=run_query(reader, "drift_acts", run_id=run_id)[0],
            critics=critics_of(reader, run_id, list(by_system), configuration),
            charts=charts_of(reader, run_id),
            shown=shown,
            whole=WeekCounts.of(by_system[shown]),
            open_personas=drawn[:OPEN_LIMIT],
            folded_personas=drawn[OPEN_LIMIT:],
            has_level=bool(configuration.low_levels),
            systems=[
                SystemPersonas(
                    system_id=system_id,
                    personas=tuple(sorted(personas, key=order_of)),
                    tally=WeekCounts.of(personas),
                    anchors={
                        persona.persona_id: place
                        for persona in personas
                        if (place := anchor_of(run_id, persona)) in anchors
                    },
                )
                for system_id, personas in sorted(
                    by_system.items(), key=lambda item: (item[0] != shown, item[0])
                )
            ],
            kinds=KINDS,
            marks=MARKS,
        )
    )
    # The template escapes all of its values.
    return Markup(page)  # noqa: S704


def shown_system(
    by_system: dict[str, list[PersonaWeeks]], configuration: DriftConfiguration
) -> str:
    """
    Return the system whose weeks to draw, with the largest hit rate minus false positive rate.

    A control is drawn only if there is no other system.
    """

    def rank(system_id: str) -> tuple[bool, float, str]:
        tally = WeekCounts.of(by_system[system_id])
        return configuration.is_control(system_id), -tally.gain, system_id

    return min(by_system, key=rank)


def order_of(persona: PersonaWeeks) -> tuple[int, int, int, str]:
    """Return the sort key of a persona: most misses first, then most false alarms."""
    return (
        -persona.miss_count,
        -persona.false_alarm_count,
        -persona.suppressed_count,
        persona.persona_id,
    )


def anchor_of(run_id: str, persona: PersonaWeeks) -> str:
    """Return the anchor of a persona's drawing."""
    return anchor("persona", run_id, persona.system_id, persona.persona_id)


def drawn_persona(
    reader: RowReader,
    run_id: str,
    persona: PersonaWeeks,
    kind: str,
    configuration: DriftConfiguration,
) -> DrawnPersona:
    """Return the drawn timelines of one persona."""
    specified = specification_of(
        reader,
        run_id=run_id,
        system_id=persona.system_id,
        persona_id=persona.persona_id,
        finding=persona.finding,
        low_levels=configuration.low_levels,
    )
    name = (persona.system_id, persona.persona_id)
    return DrawnPersona(
        anchor_of(run_id, persona), KINDS[kind], image_of(specified, run_id, "persona", *name)
    )


@debug_mode(False)
def charts_of(reader: RowReader, run_id: str) -> list[ChartImage]:
    """
    Return the charts in the headers of drift metrics for which the run has rows.

    As in ``chart_for``, Altair does not validate their parts.
    """
    scope = ChartScope(run_id)
    drawn = dict.fromkeys(
        metric.chart for metric in catalog().values() if metric.family == "drift"
    )
    images: list[ChartImage] = []
    for name in filter(None, drawn):
        with suppress(EmptyChartError):
            images.append(image_of(render.named_chart(name)(reader, scope), run_id, name))
    with suppress(EmptyChartError):
        chart = threshold_trade_off(reader, run_id=run_id)
        images.append(image_of(chart, run_id, "threshold_trade_off"))
    return images


def critics_of(
    reader: RowReader, run_id: str, system_ids: list[str], configuration: DriftConfiguration
) -> Critics:
    """Return the table of a run's metrics of drift, without rows that no system has."""
    select_metrics(
        reader, *(metric.name for group in GROUPS.values() for metric in in_section(group))
    )
    measured = [
        metric_of(run_id, row) for row in run_query(reader, "drift_metrics", run_id=run_id)
    ]
    row_of = {(row.metric, row.variant, row.system_id): row for row in measured}
    ordered = sorted(system_ids, key=lambda name: (configuration.is_control(name), name))
    groups = {
        title: tuple(
            MetricComparison(
                words=words,
                metric=metric.name,
                better=metric.better,
                cells=tuple(row_of.get((metric.name, variant, name)) for name in ordered),
            )
            for metric in in_section(group)
            for variant, words in metric.labels.items()
            if any((metric.name, variant, name) in row_of for name in ordered)
        )
        for title, group in GROUPS.items()
    }
    return Critics(
        system_ids=tuple(ordered),
        control_ids=tuple(name for name in ordered if configuration.is_control(name)),
        groups={title: rows for title, rows in groups.items() if rows},
    )
