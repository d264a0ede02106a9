"""Values of a metric, with interval, counts and direction."""

from dataclasses import dataclass
from typing import Final

from evalstore.reviews.charts.drawing.numbers import scale_of
from evalstore.reviews.charts.drawing.rows import (
    Row,
    chosen_validator,
    count_of,
    kept,
    number_of,
    text_of,
)
from evalstore.reviews.charts.drawing.series import Series, chosen_variants
from evalstore.reviews.charts.drawing.text import one_line

LAST: Final = float("inf")


@dataclass(frozen=True)
class Measure:
    """A row of ``metrics.all_metrics``; the value is None if the metric is undefined."""

    system_id: str
    slice_value: str
    value: float | None
    low: float | None
    high: float | None
    scored_count: int
    unit: str
    better: str
    variant: str = ""

    @property
    def series(self) -> Series:
        return self.system_id, self.variant

    @property
    def weakness(self) -> float:
        """
        Sort key: the weakest value first, undefined ones last.

        It uses the better end of the interval, so that a slice of one wrong answer does not come
        before one of three hundred.
        """
        if self.value is None:
            return LAST
        match self.better:
            case "higher":
                return self.value if self.high is None else self.high
            case "lower":
                return -(self.value if self.low is None else self.low)
            case "nearer 0":
                return -abs(self.value)
        return 0.0

    @property
    def strength(self) -> float:
        """
        Sort key: the strongest value last.

        It uses the worse end of the interval, so that a few right answers do not come before many.
        """
        match self.better:
            case "higher":
                bound = self.value if self.low is None else self.low
            case "lower":
                high = self.value if self.high is None else self.high
                bound = None if high is None else -high
            case _:
                bound = None if self.value is None else -abs(self.value)
        return -LAST if bound is None else bound


def way_to_values(metric_name: str) -> str:
    """Return the advice for a chart of a metric without a value."""
    return (
        f"a chart needs a value: run `evalstore show {metric_name}` to see which runs, systems "
        "and slices have one, and why others have none"
    )


def measure_of(row: Row) -> Measure:
    """Return the measure in one row."""
    return Measure(
        system_id=text_of(row, "system_id"),
        slice_value=text_of(row, "slice_value"),
        value=number_of(row, "value"),
        low=number_of(row, "ci_low"),
        high=number_of(row, "ci_high"),
        scored_count=count_of(row, "scored_count"),
        unit=text_of(row, "unit"),
        better=text_of(row, "better"),
        variant=text_of(row, "variant"),
    )


def chosen_rows(
    rows: list[Row], validator_id: str | None, variant: str | None
) -> tuple[list[Row], str]:
    """
    Return the rows of one validator and of the variants to draw, and a note on the choice.

    Values of two validators are not comparable, so a chart never mixes them.
    """
    validator = chosen_validator(rows, validator_id)
    if validator is None:
        return [], ""
    rows, variants = chosen_variants(kept(rows, validator_id=validator), variant)
    # Metrics without verdicts, such as latency, have no validator.
    note = f"judged by {one_line(validator, 30)}" if validator else "not judged"
    return rows, f"{note}, {variants}" if variants else note


def weakest_first(measures: list[Measure]) -> list[Measure]:
    """Return measures sorted by weakness, then by name, so that the order is deterministic."""
    return sorted(
        measures, key=lambda measure: (measure.weakness, measure.slice_value, measure.series)
    )


def ends_of(measures: list[Measure]) -> tuple[float, float]:
    """Return the ends of a scale that contains the values and their intervals."""
    scored = [measure for measure in measures if measure.value is not None]
    return scale_of(
        [
            bound
            for measure in scored
            for bound in (measure.value, measure.low, measure.high)
            if bound is not None
        ]
    )
