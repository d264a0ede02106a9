"""Rows of a comparison for a page: numbers as text, the interval as a drawing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from evalstore.base.phrases import counted
from evalstore.reviews.charts.drawing.numbers import number
from evalstore.reviews.report.explain_command import explain_command
from evalstore.statistics.compared import NO_PAIRS, SAME, UNKNOWN, ComparedRow
from evalstore.statistics.comparison_words import (
    corrected,
    disagreement,
    power,
    said,
    slice_of,
    systems_of,
)

DIGITS: Final = 3
DIGITS_MAX: Final = 6
SMALL_P_VALUE: Final = 0.001
BAR_WIDTH: Final = 100.0
# verdict -> its kind for the style sheet, and its icon.
VERDICTS: Final = {
    "better": ("pass", "▲"),
    "worse": ("fail", "▼"),
    "higher": ("undecided", "▲"),
    "lower": ("undecided", "▼"),
    SAME: ("same", "="),
    UNKNOWN: ("undecided", "?"),
    NO_PAIRS: ("undecided", "?"),
}


@dataclass(frozen=True)
class DifferenceBar:
    """A difference and its interval as positions from 0 to 100; 0 is at 50."""

    low: float | None
    high: float | None
    value: float


@dataclass(frozen=True)
class ComparisonRow:
    """One row of a comparison, ready to print; ``explained_by`` are the commands of both sides."""

    metric: str
    variant: str
    unit: str
    better: str
    systems: str
    slice_text: str
    left: str
    right: str
    difference: str
    interval: str
    p_value: str
    adjusted_p_value: str
    test: str
    paired_count: int
    left_only_count: int
    right_only_count: int
    changed: str
    verdict: str
    kind: str
    icon: str
    power: str
    corrected: str
    bar: DifferenceBar | None
    explained_by: tuple[str, ...]

    @property
    def is_adjusted(self) -> bool:
        return bool(self.adjusted_p_value)

    @property
    def is_shown(self) -> bool:
        """Return True if a difference is shown statistically."""
        return self.kind in ("pass", "fail") or self.verdict in ("higher", "lower")


def comparison_rows(rows: Sequence[ComparedRow]) -> tuple[ComparisonRow, ...]:
    """Return the rows as text; the bars of one unit share a scale."""
    reaches: dict[str, float] = {}
    for row in rows:
        unit = row.metric.unit
        reaches[unit] = max(reaches.get(unit, 0.0), *map(abs, _bounds(row)))
    return tuple(_row(row, reaches[row.metric.unit]) for row in rows)


def _row(row: ComparedRow, reach: float) -> ComparisonRow:
    pairs = row.pairs
    kind, icon = VERDICTS[row.verdict]
    low, high = row.pairs.interval or (None, None)
    return ComparisonRow(
        metric=row.metric.name,
        variant=pairs.variant,
        unit=row.metric.unit,
        better=row.metric.better,
        systems=systems_of(row),
        slice_text=slice_of(row),
        left=number(pairs.left_mean, DIGITS),
        right=number(pairs.right_mean, DIGITS),
        difference=signed(pairs.difference),
        interval="" if low is None or high is None else f"{signed(low)} to {signed(high)}",
        p_value=p_text(row.p_value),
        adjusted_p_value="" if row.adjusted_p_value is None else p_text(row.adjusted_p_value),
        test=pairs.test if row.p_value is not None else "",
        paired_count=pairs.paired_count,
        left_only_count=pairs.left_only_count,
        right_only_count=pairs.right_only_count,
        changed=_changed(row),
        verdict=row.verdict,
        kind=kind,
        icon=icon,
        power=power(row) if pairs.paired_count else row.pairs.reason or "",
        corrected=corrected(row),
        bar=_bar(row, reach),
        explained_by=tuple(
            explain_command(
                row.metric.name,
                side.run_id,
                system_id=side.system_id,
                validator_id=row.validator_id,
                slice_name=row.slice_name,
                slice_value=pairs.slice_value,
                variant=pairs.variant,
            )
            for side in (row.left, row.right)
        ),
    )


def _changed(row: ComparedRow) -> str:
    """Return the numbers of better and worse, or higher and lower cases, as text."""
    if row.pairs.is_repeated:
        return "means of several attempts"
    if row.sign:
        return f"{row.win_count} better, {row.loss_count} worse, {row.tie_count} same"
    return f"{row.higher_count} higher, {row.lower_count} lower, {row.tie_count} same"


def signed(value: float | None) -> str:
    """
    Return a difference with its sign, with more digits if it is small.

    >>> signed(0.1), signed(0.00016), signed(0.0), signed(None)
    ('+0.100', '+0.00016', '0.000', '—')
    """
    digits = DIGITS
    while value and digits < DIGITS_MAX and abs(value) < 10.0 ** (1 - digits):
        digits += 1
    return number(value, digits, is_signed=True)


def p_text(value: float | None) -> str:
    """
    Return a p-value as text.

    >>> p_text(0.0004), p_text(0.0412), p_text(None)
    ('<0.001', '0.041', '—')
    """
    if value is not None and value < SMALL_P_VALUE:
        return f"<{SMALL_P_VALUE}"
    return number(value, DIGITS)


def _bounds(row: ComparedRow) -> list[float]:
    return [value for value in (row.pairs.difference, *(row.pairs.interval or ())) if value] or [
        0.0
    ]


def _bar(row: ComparedRow, reach: float) -> DifferenceBar | None:
    if row.pairs.difference is None or not reach:
        return None

    def place(value: float) -> float:
        return round(BAR_WIDTH / 2 * (1 + value / reach), 2)

    low, high = map(place, row.pairs.interval) if row.pairs.interval else (None, None)
    return DifferenceBar(low, high, place(row.pairs.difference))


def headline(row: ComparedRow) -> str:
    """
    Return a sentence on one row: metric, variant, difference, interval, p-value and pairs.

    The difference is right minus left.
    """
    pairs = row.pairs
    variant = f" ({pairs.variant})" if pairs.variant else ""
    what = f"{row.metric.name.replace('_', ' ').capitalize()}{variant} of {systems_of(row)}"
    if pairs.difference is None:
        return f"{what}: {said(row)}."
    parts = [
        f"{number(pairs.left_mean, DIGITS)} → {number(pairs.right_mean, DIGITS)}",
        f"difference {signed(pairs.difference)}",
    ]
    if row.pairs.interval:
        low, high = row.pairs.interval
        parts.append(f"95 % interval {signed(low)} to {signed(high)}")
    if row.adjusted_p_value is not None:
        parts.append(f"adjusted p {p_text(row.adjusted_p_value)}")
    elif row.p_value is not None:
        parts.append(f"p {p_text(row.p_value)}")
    parts.append(counted(pairs.paired_count, "pair"))
    remark = disagreement(row)
    if remark:
        parts.append(remark)
    return f"{what}: {row.verdict} ({'; '.join(parts)})."
