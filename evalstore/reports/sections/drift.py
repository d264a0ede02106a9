"""
Value drift: critics side by side, what their alarms are worth, and the weeks of each persona.

The section has a table of the metrics of every system, the charts of drift, the timelines of the
personas with most to see, and a table of every persona of the run for every system.
"""

from dataclasses import dataclass
from typing import Final

from altair.typing import ChartType
from markupsafe import Markup

from evalstore.charts import render
from evalstore.charts.drawing.rows import ChartScope, Reader, query
from evalstore.charts.drift_timelines import drift_timelines
from evalstore.charts.threshold_trade_off import threshold_trade_off
from evalstore.metrics.catalog import catalog
from evalstore.reports.environments import html_environment
from evalstore.reports.reading import anchor, ask
from evalstore.reports.sections._critics import critics_of
from evalstore.reports.sections._drift_configuration import (
    DriftConfiguration,
    configuration_of,
)
from evalstore.reports.sections._personas import (
    KINDS,
    MARKS,
    Persona,
    Tally,
    personas_of,
    telling,
)

# Drawn at once, and behind a fold; the tables hold all personas.
OPEN_LIMIT: Final = 8
FOLDED_LIMIT: Final = 8


@dataclass(frozen=True)
class Drawn:
    """One persona's timelines and why they are shown."""

    anchor: str
    kind: str
    chart: Markup


@dataclass(frozen=True)
class SystemPersonas:
    """What one system made of every persona; ``anchors`` are those of the drawn ones."""

    system_id: str
    personas: tuple[Persona, ...]
    tally: Tally
    anchors: dict[str, str]


def section(reader: Reader, run_id: str) -> Markup | None:
    """Return the section of a run, None where no critic read a persona's week."""
    found = personas_of(ask(reader, "drift_persona_weeks", run_id=run_id))
    if not found:
        return None
    configuration = configuration_of(reader, run_id)
    shown = shown_system(found, configuration)
    drawn = [
        drawn_persona(reader, run_id, persona, kind, configuration)
        for persona, kind in telling(found[shown], OPEN_LIMIT + FOLDED_LIMIT)
    ]
    anchors = {each.anchor for each in drawn}
    page = (
        html_environment()
        .get_template("drift.html.j2")
        .render(
            group=anchor("drift", run_id),
            critics=critics_of(reader, run_id, list(found), configuration),
            charts=charts_of(reader, run_id),
            shown=shown,
            whole=Tally.of(found[shown]),
            open_personas=drawn[:OPEN_LIMIT],
            folded_personas=drawn[OPEN_LIMIT:],
            has_level=bool(configuration.low_levels),
            systems=[
                SystemPersonas(
                    system_id=system_id,
                    personas=tuple(sorted(personas, key=order_of)),
                    tally=Tally.of(personas),
                    anchors={
                        persona.persona_id: place
                        for persona in personas
                        if (place := anchor_of(run_id, persona)) in anchors
                    },
                )
                for system_id, personas in sorted(
                    found.items(), key=lambda item: (item[0] != shown, item[0])
                )
            ],
            kinds=KINDS,
            marks=MARKS,
        )
    )
    # The template has escaped all that it was given.
    return Markup(page)  # noqa: S704


def shown_system(found: dict[str, list[Persona]], configuration: DriftConfiguration) -> str:
    """
    Return the system whose weeks to draw: with the largest hit rate less false positive rate.

    A control is drawn only where there is nothing else.
    """

    def rank(system_id: str) -> tuple[bool, float, str]:
        tally = Tally.of(found[system_id])
        return configuration.is_control(system_id), -tally.gain, system_id

    return min(found, key=rank)


def order_of(persona: Persona) -> tuple[int, int, int, str]:
    """Return the sort key of a table: most misses first, then most false alarms."""
    return (
        -persona.miss_count,
        -persona.false_alarm_count,
        -persona.suppressed_count,
        persona.persona_id,
    )


def anchor_of(run_id: str, persona: Persona) -> str:
    """Name the drawing of a persona."""
    return anchor("persona", run_id, persona.system_id, persona.persona_id)


def drawn_persona(
    reader: Reader, run_id: str, persona: Persona, kind: str, configuration: DriftConfiguration
) -> Drawn:
    """Draw the timelines of one persona."""
    chart = drift_timelines(
        reader,
        run_id=run_id,
        system_id=persona.system_id,
        persona_id=persona.persona_id,
        finding=persona.finding,
        low_levels=configuration.low_levels,
    )
    return Drawn(anchor_of(run_id, persona), KINDS[kind], drawing(chart))


def charts_of(reader: Reader, run_id: str) -> list[Markup]:
    """Draw the charts that metrics of drift name and that the run has anything for."""
    scope = ChartScope(run_id)
    drawn = dict.fromkeys(one.draws for one in catalog().values() if one.family == "drift")
    found = [
        render.named_chart(name)(reader, scope)
        for name in drawn
        if name and scope.rows(reader, name)
    ]
    if reader.rows(query("threshold_trade_off"), run_id=run_id):
        found.append(threshold_trade_off(reader, run_id=run_id))
    return [drawing(chart) for chart in found]


def drawing(chart: ChartType) -> Markup:
    """Return a chart as SVG; the renderer has escaped its texts."""
    return Markup(render.svg(chart))  # noqa: S704
