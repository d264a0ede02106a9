"""A value of a run for a report: its number, its interval and its counts."""

from dataclasses import dataclass
from typing import Final

from evalstore.metrics.catalog import catalog
from evalstore.reviews.charts.drawing.numbers import interval, number
from evalstore.reviews.report.explain_command import explain_command
from evalstore.statistics.controls import StrongestControl

DIGITS: Final = 3
BAR_WIDTH: Final = 100.0
SHARES: Final = "0 to 1"
# Unit of a header -> its form after a number.
SHORT_UNITS: Final = {"milliseconds": "ms", "US dollars": "USD"}
# Beginnings of units that are not written after numbers.
PLAIN_UNITS: Final = ("share", "mean", "harmonic", "weighted", "root", "largest", "variance",
    "difference", "probability", "correlation", "kappa", "as measured", "alignment")  # fmt: skip


@dataclass(frozen=True)
class Bar:
    """An interval as a drawing: positions from 0 to 100 on the scale of a share."""

    low: float | None
    high: float | None
    value: float


@dataclass(frozen=True)
class MetricRow:
    """
    One value with its interval and its counts.

    ``is_control`` is True if the system is a control, which answers without knowledge;
    ``control`` is the strongest control for another system, ``unbeaten`` the control that it is
    not shown to beat. ``judge_check`` is how its judge was checked against people, empty if the
    value depends on no judge.
    """

    anchor: str
    metric: str
    system_id: str
    slice_name: str
    slice_value: str
    validator_id: str
    is_primary_validator: bool
    variant: str
    value: float | None
    low: float | None
    high: float | None
    scored_count: int
    missing_count: int
    error_count: int
    unscored_count: int
    unit: str
    better: str
    failures_anchor: str | None = None
    counted_anchor: str | None = None
    validator_version: str = ""
    is_control: bool = False
    control: StrongestControl | None = None
    unbeaten: str = ""
    judge_check: str = ""

    @property
    def judge(self) -> str:
        """Return the validator, with its version if it is known."""
        return f"{self.validator_id} {self.validator_version}".strip()

    @property
    def checked_judge(self) -> str:
        """Return the judge, the judged system and its check against people, as text."""
        return f"{self.judge} on {self.system_id}: {self.judge_check}"

    @property
    def key(self) -> tuple[str, str, str]:
        return self.metric, self.validator_id, self.variant

    @property
    def grain(self) -> tuple[str, str, str, str, str, str]:
        """Return the unique key of the number: ``counted_key`` and its slice."""
        return (*self.counted_key, self.slice_name, self.slice_value)

    @property
    def counted_key(self) -> tuple[str, str, str, str]:
        return self.metric, self.system_id, self.validator_id, self.variant

    @property
    def slice_text(self) -> str:
        """Return the slice as text."""
        return f"{self.slice_name} = {self.slice_value}"

    @property
    def value_text(self) -> str:
        return number(self.value, DIGITS)

    def explained_by(self, run_id: str) -> str:
        """Return the command that explains the number, computed in this run."""
        return explain_command(
            self.metric,
            run_id,
            system_id=self.system_id,
            validator_id=self.validator_id,
            slice_name=self.slice_name,
            slice_value=self.slice_value,
            variant=self.variant,
        )

    @property
    def control_text(self) -> str:
        """Return the value of the strongest control, empty without one."""
        return "" if self.control is None else number(self.control.value, DIGITS)

    @property
    def chance_text(self) -> str:
        """Return the mean of the cases' declared chance as text, empty without one."""
        chance = None if self.control is None else self.control.chance
        return "" if chance is None else number(chance, DIGITS)

    @property
    def interval_text(self) -> str:
        return interval(self.low, self.high, DIGITS)

    @property
    def interval_kind(self) -> str:
        """Return what other cases or attempts the interval speaks of, empty without one."""
        return "" if self.low is None else catalog()[self.metric].interval

    @property
    def unit_text(self) -> str:
        """Return the unit to write after the number, empty for shares and similar units."""
        if self.value is None or self.unit.startswith(PLAIN_UNITS):
            return ""
        return SHORT_UNITS.get(self.unit, self.unit)

    @property
    def why_unknown(self) -> str:
        """Return the reason for a missing value, empty if there is a value."""
        if self.value is not None:
            return ""
        if self.scored_count > 0:
            return "not defined for these answers"
        counts = (
            (self.missing_count, "missing"),
            (self.error_count, "in error"),
            (self.unscored_count, "unscored"),
        )
        parts = [f"{count:,} {word}" for count, word in counts if count]
        return f"no scored cases: {', '.join(parts)}" if parts else "no scored cases"

    @property
    def bar(self) -> Bar | None:
        """
        Return the interval as a bar on the scale from 0 to 1, None without a value.

        Bars of one page must be comparable with each other, so only metrics with the range
        ``0 to 1`` in their headers have one.
        """
        metric = catalog().get(self.metric)
        if self.value is None or metric is None or metric.range != SHARES:
            return None

        def place(bound: float | None) -> float | None:
            return None if bound is None else round(BAR_WIDTH * min(1.0, max(0.0, bound)), 1)

        return Bar(place(self.low), place(self.high), place(self.value) or 0.0)
