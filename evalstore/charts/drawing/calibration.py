"""What the bins of a reliability diagram show, in one sentence."""

import math
from dataclasses import dataclass

from evalstore.charts.drawing.numbers import number
from evalstore.charts.drawing.rows import Row, count_of, number_of
from evalstore.wilson import wilson


@dataclass(frozen=True)
class Claim:
    """
    Neighbouring bins taken together: what was claimed, and what was right.

    ``case_weight`` is how many cases the answers stand for: fewer than answers where cases were
    attempted several times.
    """

    low: float
    high: float
    answer_count: int
    case_weight: float
    claimed: float
    earned: float

    @property
    def gap(self) -> float:
        return self.claimed - self.earned

    @property
    def weight(self) -> float:
        """
        Say how telling the gap is.

        A gap counts by the root of its cases, as its standard error does: one answer that was
        sure and wrong does not make the headline.
        """
        return abs(self.gap) * math.sqrt(self.case_weight)

    @property
    def is_beyond_chance(self) -> bool:
        """Say whether the claim lies outside the interval of what was right."""
        low, high = wilson(self.earned * self.case_weight, self.case_weight)
        return not low <= self.claimed <= high

    @property
    def where(self) -> str:
        """Name the confidence of the bins, nothing where it is all there is."""
        if self.low <= 0:
            return f" below {self.high:.1f}" if self.high < 1 else ""
        if self.high >= 1:
            return f" above {self.low:.1f}"
        return f" between {self.low:.1f} and {self.high:.1f}"


def pooled(bins: list[Row]) -> Claim | None:
    """Weigh each bin by the cases its answers stand for; None where there are none."""
    bins = [row for row in bins if count_of(row, "bin_count") > 0]
    answer_count = sum(count_of(row, "bin_count") for row in bins)
    if answer_count == 0:
        return None
    weights = [number_of(row, "bin_weight") or 0.0 for row in bins]
    case_weight = sum(weights)
    claimed, earned = (
        sum(
            weight * (number_of(row, column) or 0.0)
            for weight, row in zip(weights, bins, strict=True)
        )
        / case_weight
        for column in ("mean_confidence", "mean_correctness")
    )
    ends = (number_of(bins[0], "bin_low") or 0.0, number_of(bins[-1], "bin_high") or 1.0)
    return Claim(*ends, answer_count, case_weight, claimed, earned)


def telling(bins: list[Row]) -> Claim | None:
    """Return the neighbouring bins with the most telling gap, None where chance explains all."""
    runs = (
        pooled(bins[first : last + 1])
        for first in range(len(bins))
        for last in range(first, len(bins))
    )
    sure = [claim for claim in runs if claim is not None and claim.is_beyond_chance]
    return max(sure, key=lambda claim: (claim.weight, claim.answer_count), default=None)


def sentence(label: str, whole: Claim, worst: Claim | None) -> str:
    """Say where a system is how much surer than it is right."""
    if worst is None:
        ends = f"claims {number(whole.claimed)}, right {number(whole.earned)}"
        return f"{label} is about as sure as it is right: {ends}"
    points = max(1, round(100 * abs(worst.gap)))
    noun = "point" if points == 1 else "points"
    direction = "too sure" if worst.gap > 0 else "too unsure"
    where = "" if worst.answer_count == whole.answer_count else worst.where
    ends = f"claims {number(worst.claimed)}, right {number(worst.earned)}"
    return f"{label} is {points} {noun} {direction}{where}: {ends}"
