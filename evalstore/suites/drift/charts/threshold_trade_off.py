"""Trade-off of drift thresholds: F1 of crises against the false positive rate."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import altair as alt
from altair.typing import ChartType

from evalstore.errors import EmptyChartError
from evalstore.reviews.charts.drawing.inline_data import inline_data
from evalstore.reviews.charts.drawing.layout import heading
from evalstore.reviews.charts.drawing.numbers import counted, interval, number
from evalstore.reviews.charts.drawing.rows import RowReader, query, text_of
from evalstore.reviews.charts.drawing.text import one_line

METHOD: Final = "drift_tuning"
THRESHOLDS: Final = ("delta", "tau_low", "c_min", "epsilon")
# Default limit of the false positive rate, if the tuning has none.
LIMIT: Final = 0.20
WIDTH: Final = 460
HEIGHT: Final = 300
MARGINS: Final = 60
RATE_TICKS: Final = 6

Mark = dict[str, str | float]


@dataclass(frozen=True)
class Setting:
    """One setting of the thresholds and its figures; missing thresholds are omitted."""

    thresholds: tuple[tuple[str, float], ...]
    f1: float
    false_positive_rate: float

    @property
    def words(self) -> str:
        """Return the thresholds and their values as text."""
        return ", ".join(
            f"{name} {number(value, 0 if name == 'c_min' else 2)}"
            for name, value in self.thresholds
        )


@dataclass(frozen=True)
class Tuning:
    """
    A search over settings, the chosen one, and its figures on held-out weeks.

    ``untouched_interval`` is the 95 % interval of F1 there; ``setting_count`` counts all tried
    settings, of which ``settings`` may be a part.
    """

    run_id: str
    system_id: str
    settings: tuple[Setting, ...]
    setting_count: int
    chosen: Setting | None
    untouched: Setting | None
    untouched_interval: tuple[float, float] | None
    limit: float

    @property
    def front(self) -> list[Setting]:
        """Return the Pareto-optimal settings, the lowest false positive rate first."""
        best: list[Setting] = []
        for setting in sorted(
            self.settings, key=lambda each: (each.false_positive_rate, -each.f1)
        ):
            if not best or setting.f1 > best[-1].f1:
                best.append(setting)
        return best

    @property
    def finding(self) -> str:
        """Describe the figures of the chosen setting, else of the best one within the limit."""
        if self.chosen is not None:
            return f"The chosen thresholds reach {reached(self.chosen)} while tuning"
        within = [each for each in self.front if each.false_positive_rate < self.limit]
        if within:
            return f"Within the limit the best thresholds reach {reached(within[-1])}"
        return f"No thresholds keep the false positive rate below {number(self.limit)}"


def reached(setting: Setting) -> str:
    """Describe both figures of a setting."""
    return (
        f"F1 {number(setting.f1)} at a false positive rate of "
        f"{number(setting.false_positive_rate)}"
    )


def threshold_trade_off(reader: RowReader, *, run_id: str) -> ChartType:
    """Draw F1 against the false positive rate of every setting in the newest tuning."""
    tuning = tuning_of(reader, run_id)
    run = one_line(run_id, 40)
    if tuning is None or not tuning.settings:
        raise EmptyChartError(
            f"No trade-off of thresholds for run {run}: no tuning of it is recorded.",
            "run `evalstore drift tune --record` first",
        )
    return drawn(tuning).properties(
        title=heading(tuning.finding, notes_of(tuning), WIDTH + MARGINS)
    )


def notes_of(tuning: Tuning) -> list[str]:
    """Describe the chosen setting, the settings tried, and the figures on held-out weeks."""
    notes = [] if tuning.chosen is None else [f"Chosen: {tuning.chosen.words}."]
    whose = f" for {one_line(tuning.system_id, 30)}" if tuning.system_id else ""
    notes.append(
        f"{len(tuning.settings):,} of {counted(tuning.setting_count, 'setting')} tried{whose}, "
        f"recorded with run {one_line(tuning.run_id, 40)}. Line: best F1 at each rate. Dashed "
        "line: limit of the false positive rate."
    )
    if tuning.untouched is not None:
        bounds = ""
        if tuning.untouched_interval is not None:
            bounds = f" (F1 {interval(*tuning.untouched_interval)})"
        notes.append(
            f"Hollow dot: chosen setting on held-out weeks, {reached(tuning.untouched)}{bounds}."
        )
    return notes


def tuning_of(reader: RowReader, run_id: str) -> Tuning | None:
    """Read the newest tuning that concerns a run; None if there is no tuning."""
    rows = reader.rows(query("threshold_trade_off"), run_id=run_id)
    if not rows:
        return None
    results, parameters = (
        mapping_of(json.loads(text_of(rows[0], column) or "null"))
        for column in ("results", "parameters")
    )
    entries = results.get("trade_off")
    parsed = [setting_of(entry) for entry in entries] if isinstance(entries, list) else []
    settings = tuple(setting for setting in parsed if setting is not None)
    chosen, untouched = (mapping_of(results.get(name)) for name in ("chosen", "untouched"))
    tried = finite(results.get("setting_count"))
    limit = finite(parameters.get("false_positive_rate_limit"))
    system_id = parameters.get("system_id")
    return Tuning(
        run_id=text_of(rows[0], "run_id"),
        system_id=system_id if isinstance(system_id, str) else "",
        settings=settings,
        setting_count=len(settings) if tried is None else max(len(settings), int(tried)),
        chosen=setting_of({**mapping_of(results.get("tuning")), **chosen}) if chosen else None,
        untouched=setting_of({**untouched, **chosen}),
        untouched_interval=interval_of(mapping_of(untouched.get("ci")).get("f1")),
        limit=LIMIT if limit is None else limit,
    )


def interval_of(value: object) -> tuple[float, float] | None:
    """
    Return the two bounds of an interval; None for anything else.

    >>> interval_of([0.1, 0.2]), interval_of([0.1]), interval_of(None)
    ((0.1, 0.2), None, None)
    """
    ends = [finite(end) for end in value] if isinstance(value, list) else []
    match ends:
        case [float(low), float(high)]:
            return low, high
    return None


def mapping_of(value: object) -> Mapping[str, object]:
    """Return a JSON object; an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def finite(value: object) -> float | None:
    """
    Return a finite number as float; None for anything else.

    >>> finite(1), finite(True), finite(float("nan")), finite("1")
    (1.0, None, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)


def setting_of(value: object) -> Setting | None:
    """Read one setting; None if a figure is missing."""
    fields = mapping_of(value)
    f1, rate = finite(fields.get("f1")), finite(fields.get("false_positive_rate"))
    if f1 is None or rate is None:
        return None
    thresholds = {name: finite(fields.get(name)) for name in THRESHOLDS}
    return Setting(
        tuple((name, value) for name, value in thresholds.items() if value is not None), f1, rate
    )


def drawn(tuning: Tuning) -> ChartType:
    """Draw the settings, the Pareto front, the limit, and the chosen setting."""
    named = [each for each in (tuning.chosen, tuning.untouched) if each is not None]
    right = max(tuning.limit, *(each.false_positive_rate for each in (*tuning.settings, *named)))
    rate = alt.X(
        "rate:Q",
        title="false positive rate (share of quiet weeks flagged)",
        scale=alt.Scale(domain=[0, min(1.0, 1.04 * right)], nice=False),
        axis=alt.Axis(tickCount=RATE_TICKS, format=".2f"),
    )
    f1 = alt.Y("f1:Q", title="F1 (of values in crisis)", scale=alt.Scale(domain=[0, 1]))
    tooltip = [
        alt.Tooltip("thresholds:N"),
        alt.Tooltip("f1:Q", format=".3f"),
        alt.Tooltip("rate:Q", format=".3f", title="false positive rate"),
    ]
    front = tuning.front
    behind = [setting for setting in tuning.settings if setting not in front]
    best = chart_of(front)
    limit = alt.Chart(
        inline_data([{"rate": tuning.limit, "label": f"limit {number(tuning.limit)}"}])
    ).encode(x=rate)
    return alt.layer(
        limit.mark_rule(style="threshold"),
        limit.mark_text(style="count", align="left", dx=4, dy=8).encode(
            y=alt.value(0), text=alt.Text("label:N")
        ),
        chart_of(behind)
        .mark_point(style="setting", filled=True)
        .encode(x=rate, y=f1, tooltip=tooltip),
        best.mark_line(style="trend", interpolate="step-after").encode(x=rate, y=f1),
        best.mark_point(style="reading", filled=True).encode(x=rate, y=f1, tooltip=tooltip),
        *(
            chart_of([setting]).mark_point(style=style).encode(x=rate, y=f1, tooltip=tooltip)
            for setting, style in (
                (tuning.chosen, "chosen"),
                (tuning.untouched, "chosen-untouched"),
            )
            if setting is not None
        ),
    ).properties(width=WIDTH, height=HEIGHT)


def chart_of(settings: list[Setting]) -> alt.Chart:
    """Return a chart of these settings; the list may be empty."""
    marks: list[Mark] = [
        {
            "thresholds": setting.words,
            "f1": setting.f1,
            "rate": setting.false_positive_rate,
        }
        for setting in settings
    ]
    return alt.Chart(inline_data(marks))
