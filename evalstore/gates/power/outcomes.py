"""Answers of a gate on cases that showed something: ``decide`` with the facts put together."""

import math
from dataclasses import dataclass

from evalstore.gates.decide import Answer, decide
from evalstore.gates.gate import Gate
from evalstore.gates.measured import Measured
from evalstore.gates.regression import Regression, p_value_of_drop
from evalstore.metrics.catalog import catalog
from evalstore.statistics import student
from evalstore.statistics.paired import Paired
from evalstore.statistics.wilson import wilson

# A drop is positive if the run is worse: the side of a metric of which higher is better.
SIGN = -1


@dataclass(frozen=True, slots=True)
class Chances:
    """The probabilities that a gate passes and that it fails; the rest is undecided."""

    passes: float
    fails: float

    @property
    def undecided(self) -> float:
        """Return the probability of neither."""
        return max(0.0, 1.0 - self.passes - self.fails)


@dataclass(frozen=True, slots=True)
class Imagined(Regression):
    """A comparison of which only the answer counts, and not how its reason is worded."""

    def smallest_shown(self, gate: Gate) -> float | None:
        """Return ``max_undetected`` if so large a drop is shown four times in five, else None."""
        pairs, sought = self.pairs, gate.max_undetected
        if pairs is None or sought is None:
            return None
        is_shown = pairs.is_shown_mostly(sought, gate.max_drop or 0.0, self.least_alpha)
        return sought if is_shown else None


def of_share(gate: Gate, right_count: int, case_count: int) -> Answer:
    """Return the answer on a share of cases with a single attempt each: Wilson's interval."""
    bounds = wilson(right_count, case_count)
    return decide(
        gate, _measured(right_count / case_count, case_count, *bounds), is_completed=True
    ).answer


def of_mean(gate: Gate, mean: float, deviation: float, case_count: int) -> Answer:
    """Return the answer on a mean over cases whose values have this standard deviation."""
    if case_count == 1:
        measured = _measured(mean, case_count, None, None)
    else:
        reach = student.quantile(0.975, case_count - 1) * deviation / math.sqrt(case_count)
        measured = _measured(mean, case_count, mean - reach, mean + reach)
    return decide(gate, measured, is_completed=True).answer


def of_pairs(gate: Gate, lost_count: int, won_count: int, pair_count: int, alpha: float) -> Answer:
    """Return the answer on pairs of right or wrong answers, of which some were lost or won."""
    difference = (won_count - lost_count) / pair_count
    error = None
    if pair_count > 1:
        square = lost_count + won_count - pair_count * difference * difference
        error = math.sqrt(max(0.0, square) / (pair_count - 1) / pair_count)
    pairs = _paired(
        gate, pair_count, difference, error, is_binary=True, higher=won_count, lower=lost_count
    )
    return _of_drop(gate, pairs, alpha)


def of_differences(
    gate: Gate, drop: float, deviation: float, pair_count: int, alpha: float
) -> Answer:
    """Return the answer on pairs whose differences have this mean and standard deviation."""
    error = deviation / math.sqrt(pair_count) if pair_count > 1 else None
    # Differences of normal values are never equal; pairs that are tell nothing of their error.
    pairs = _paired(gate, pair_count, -drop, error, is_binary=False, higher=0, lower=pair_count)
    return _of_drop(gate, pairs, alpha)


def _of_drop(gate: Gate, pairs: Paired, alpha: float) -> Answer:
    p_value = p_value_of_drop(gate, pairs, SIGN)
    regression = Imagined("baseline", pairs, SIGN, p_value, least_alpha=alpha)
    return decide(
        gate,
        _measured(0.0, pairs.paired_count, None, None),
        is_completed=True,
        regression=regression,
        p_value=p_value,
        alpha=alpha,
    ).answer


def _paired(
    gate: Gate,
    count: int,
    difference: float,
    error: float | None,
    *,
    is_binary: bool,
    higher: int,
    lower: int,
) -> Paired:
    about = catalog()[gate.metric]
    low, high = about.bounds
    return Paired(
        variant="",
        slice_value="all",
        paired_count=count,
        left_only_count=0,
        right_only_count=0,
        higher_count=higher,
        lower_count=lower,
        equal_count=count - higher - lower,
        is_binary=is_binary,
        left_mean=None,
        right_mean=None,
        difference=difference,
        standard_error=error,
        cluster_count=count,
        clustered_standard_error=error,
        width=high - low,
        is_share=about.is_share,
    )


def _measured(value: float, count: int, low: float | None, high: float | None) -> Measured:
    return Measured("", "", "all", "all", "", value, count, 0, 0, count, low, high)
