"""Uncertainty against error: the mean error of a critic by its stated uncertainty."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import altair as alt
from altair.typing import ChartType

from evalstore.errors import EmptyChartError
from evalstore.reviews.charts.drawing.inline_data import inline_data
from evalstore.reviews.charts.drawing.layout import (
    GAP,
    PANEL_LIMIT,
    PANELS_PER_ROW,
    heading,
    left_out,
    panel_title,
    width_of,
)
from evalstore.reviews.charts.drawing.numbers import counted, interval, number
from evalstore.reviews.charts.drawing.rows import (
    ChartScope,
    Row,
    RowReader,
    count_of,
    number_of,
    text_of,
)
from evalstore.reviews.charts.drawing.text import distinct_labels
from evalstore.store.query.queries import select_metrics

# metric -> the letter of its correlation.
CORRELATIONS: Final = {"uncertainty_error_pearson": "r", "uncertainty_error_spearman": "\u03c1"}
PEARSON: Final = "uncertainty_error_pearson"
SPEARMAN: Final = "uncertainty_error_spearman"
# The two-sided 95 % quantile of the normal distribution.
DEVIATIONS: Final = 1.96
SIDE: Final = 230
MARGINS: Final = 50


@dataclass(frozen=True)
class Group:
    """Readings of similar uncertainty, with their mean error."""

    reading_count: int
    uncertainty: float
    error: float
    standard_error: float | None
    is_bimodal: bool

    @property
    def low(self) -> float | None:
        if self.standard_error is None:
            return None
        return max(0.0, self.error - DEVIATIONS * self.standard_error)

    @property
    def high(self) -> float | None:
        if self.standard_error is None:
            return None
        return self.error + DEVIATIONS * self.standard_error


@dataclass(frozen=True)
class Correlation:
    """A correlation with its interval; the value is None if undefined."""

    value: float | None
    low: float | None
    high: float | None

    def text(self, letter: str) -> str:
        """
        Return the letter followed by the value and interval.

        >>> Correlation(0.43, 0.31, 0.54).text("r"), Correlation(None, None, None).text("r")
        ('r 0.43 (0.31 to 0.54)', 'r not defined')
        """
        if self.value is None:
            return f"{letter} not defined"
        bounds = "" if self.low is None else f" ({interval(self.low, self.high)})"
        return f"{letter} {number(self.value)}{bounds}"


UNDEFINED: Final = Correlation(None, None, None)


@dataclass(frozen=True)
class UncertaintyPanel:
    """One system's readings in groups of rising uncertainty; conflicting ones are separate."""

    label: str
    groups: tuple[Group, ...]
    correlations: dict[str, Correlation]

    @property
    def reading_count(self) -> int:
        return sum(group.reading_count for group in self.groups)

    @property
    def rank(self) -> float:
        value = self.correlations.get(SPEARMAN, UNDEFINED).value
        return -2.0 if value is None else value

    @property
    def finding(self) -> str:
        """Describe whether error grows with uncertainty, judged by the interval."""
        correlation = self.correlations.get(SPEARMAN, UNDEFINED)
        text = correlation.text(CORRELATIONS[SPEARMAN])
        if correlation.value is None:
            return f"{self.label}: whether error grows with uncertainty is not defined"
        if correlation.low is not None and correlation.low > 0:
            return f"{self.label} errs more if it is less certain: {text}"
        if correlation.high is not None and correlation.high < 0:
            return f"{self.label} errs less if it is less certain: {text}"
        return f"The uncertainty of {self.label} does not predict its errors: {text}"


def uncertainty_against_error(reader: RowReader, scope: ChartScope) -> ChartType:
    """Draw a panel per system: the mean error of each tenth of its readings, by uncertainty."""
    rows = scope.rows(reader, "uncertainty_against_error")
    if not rows:
        raise EmptyChartError(
            f"No uncertainty against error for run {scope.run}: no critic's reading there has an "
            "uncertainty and a true class.",
            "the chart needs a run with a critic: run `evalstore show uncertainty_coverage` to "
            "see which runs have one, and choose one with --run",
        )
    select_metrics(reader, *CORRELATIONS)
    panels = panels_of(rows, scope.rows(reader, "critic_correlations"))
    shown = panels[:PANEL_LIMIT]
    apart = ""
    if any(group.is_bimodal for panel in panels for group in panel.groups):
        apart = " Diamond: readings with conflicting signals, in no tenth."
    notes = [
        (
            f"Run {scope.run}{scope.part}. "
            "Dots: tenths of the readings by uncertainty, equal ones together. "
            "Bars: mean \u00b1 1.96 standard errors. r: Pearson, of variance and error; "
            f"\u03c1: Spearman, of uncertainty and error.{apart}"
        ),
        *left_out(len(shown), len(panels)),
    ]
    top = max(group.high or group.error for panel in shown for group in panel.groups)
    return alt.concat(
        *(drawn(panel, top) for panel in shown),
        columns=PANELS_PER_ROW[len(shown)],
        spacing=GAP / 2,
    ).properties(title=heading(shown[0].finding, notes, MARGINS + width_of(len(shown), SIDE)))


def panels_of(rows: list[Row], correlation_rows: list[Row]) -> list[UncertaintyPanel]:
    """Return a panel per system, the highest Spearman correlation first."""
    groups: dict[str, list[Group]] = {}
    for row in rows:
        group = group_of(row)
        if group is not None:
            groups.setdefault(text_of(row, "system_id"), []).append(group)
    correlations: dict[str, dict[str, Correlation]] = {}
    for row in correlation_rows:
        by_metric = correlations.setdefault(text_of(row, "system_id"), {})
        by_metric[text_of(row, "metric")] = Correlation(
            number_of(row, "value"), number_of(row, "ci_low"), number_of(row, "ci_high")
        )
    labels = distinct_labels(groups)
    panels = [
        UncertaintyPanel(labels[system], tuple(system_groups), correlations.get(system, {}))
        for system, system_groups in groups.items()
    ]
    return sorted(panels, key=lambda panel: (-panel.rank, panel.label))


def group_of(row: Row) -> Group | None:
    """Read one group; None if its uncertainty or error is missing."""
    uncertainty, error = number_of(row, "mean_uncertainty"), number_of(row, "mean_error")
    if uncertainty is None or error is None:
        return None
    return Group(
        reading_count=count_of(row, "reading_count"),
        uncertainty=uncertainty,
        error=error,
        standard_error=number_of(row, "standard_error"),
        is_bimodal=bool(row["is_bimodal"]),
    )


def drawn(panel: UncertaintyPanel, top: float) -> ChartType:
    """Draw one panel: a dot with its interval per tenth, a diamond for conflicting readings."""
    # Each panel has a separate scale: uncertainties of critics may differ tenfold.
    right = max(group.uncertainty for group in panel.groups)
    uncertainty = alt.X(
        "uncertainty:Q",
        title="mean uncertainty",
        scale=alt.Scale(domain=[0, right or 1.0], nice=True, padding=6),
        axis=alt.Axis(tickCount=5),
    )
    error = alt.Y(
        "error:Q",
        title="mean |error|",
        scale=alt.Scale(domain=[0, top or 1.0], nice=True),
        axis=alt.Axis(tickCount=5),
    )
    groups = [mark_values(group) for group in panel.groups]
    tenths = chart_of(group for group in panel.groups if not group.is_bimodal)
    tooltip = [
        alt.Tooltip("uncertainty:Q", format=".3f"),
        alt.Tooltip("error:Q", format=".3f"),
        alt.Tooltip("count:Q", title="readings"),
    ]
    title = panel_title(
        panel.label,
        [
            *(
                panel.correlations.get(metric, UNDEFINED).text(letter)
                for metric, letter in CORRELATIONS.items()
            ),
            counted(panel.reading_count, "reading"),
        ],
    )
    return alt.layer(
        tenths.mark_line(style="trend").encode(x=uncertainty, y=error),
        alt.Chart(inline_data([group for group in groups if "low" in group]))
        .mark_rule(style="interval")
        .encode(x=uncertainty, y=alt.Y("low:Q"), y2=alt.Y2("high")),
        tenths.mark_point(style="dot", filled=True).encode(
            x=uncertainty, y=error, tooltip=tooltip
        ),
        chart_of(group for group in panel.groups if group.is_bimodal)
        .mark_point(style="bimodal")
        .encode(x=uncertainty, y=error, tooltip=tooltip),
    ).properties(width=SIDE, height=SIDE, title=title)


def chart_of(groups: Iterable[Group]) -> alt.Chart:
    """Return a chart of these groups; there may be none."""
    return alt.Chart(inline_data([mark_values(group) for group in groups]))


def mark_values(group: Group) -> dict[str, float]:
    """Return one group with the field names that the marks use."""
    bounds = {"low": group.low, "high": group.high}
    return {
        "uncertainty": group.uncertainty,
        "error": group.error,
        "count": group.reading_count,
        **{name: bound for name, bound in bounds.items() if bound is not None},
    }
