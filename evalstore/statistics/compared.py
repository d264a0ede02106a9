"""
Query and result of a comparison: one row per system, metric, slice and variant.

A difference is right less left. It is called better or worse where its p-value, adjusted where
many questions are asked at once, is at most 5 %; else no difference is shown, which is not the
same as none: the smallest difference that the pairs would show stands beside it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evalstore.metrics.catalog import Metric
from evalstore.statistics.compared_sides import AskedSystems
from evalstore.statistics.moved_cases import MovedCase
from evalstore.statistics.paired import LEVEL, Paired, Side, offered
from evalstore.store.query.queries import ALL, Slice, parse_slice

EACH = AskedSystems()
# What is left of a standard error of nothing by rounding.
ERROR_MIN = 1e-12
SIGNS = {"higher": 1, "lower": -1}
WORDS = {1: ("better", "worse"), -1: ("worse", "better"), 0: ("higher", "lower")}
SAME = "no difference shown"
UNKNOWN = "cannot be said"
NO_PAIRS = "no pairs"


@dataclass(frozen=True, slots=True)
class ComparisonQuery:
    """
    What to compare: two runs, which of their systems, in which metrics and slices.

    ``cluster`` is ``case``, ``cluster``, ``session`` or the name of an attribute, ``control`` one
    of ``adjusting.METHODS``, ``moved_count`` how many cases to name that rose, and that fell.
    With ``is_lenient`` a metric that has no value on a side is left out and not an error; with
    ``allow_other_judge`` verdicts of different judges are compared, and a note says so.
    """

    left_run_id: str
    right_run_id: str
    metrics: tuple[str, ...]
    systems: AskedSystems = EACH
    parts: tuple[Slice, ...] = ALL
    validator_id: str | None = None
    cluster: str = "cluster"
    control: str = "none"
    moved_count: int = 0
    is_lenient: bool = False
    allow_other_judge: bool = False


def comparison_query(
    left_run_id: str,
    right_run_id: str,
    metrics: Sequence[str],
    slices: Sequence[str] = (),
    **options: Any,
) -> ComparisonQuery:
    """
    Read what to compare; the metric ``all`` is every one that can be, leniently.

    ``slices`` are written as ``domain=history`` or ``domain``; ``options`` are the other fields.
    Raises UsageError for a slice that is not written so.
    """
    return ComparisonQuery(
        left_run_id,
        right_run_id,
        offered() if "all" in metrics else tuple(metrics),
        parts=tuple(parse_slice(text) for text in slices) or ALL,
        is_lenient="all" in metrics,
        **options,
    )


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """
    One system, metric, slice and variant on two sides; ``p_value`` is before adjustment.

    ``judges`` is what is to be known of who judged, empty where one judge judged everything.
    ``is_control`` says that the systems of both sides know nothing: a row that leads nowhere, and
    is no question among those that are asked at once.
    """

    metric: Metric
    left: Side
    right: Side
    validator_id: str
    slice_name: str
    pairs: Paired
    p_value: float | None
    adjusted_p_value: float | None = None
    moved: tuple[MovedCase, ...] = ()
    judges: str = ""
    is_control: bool = False

    @property
    def sign(self) -> int:
        """Return 1 where higher is better, -1 where lower is, 0 where neither."""
        return SIGNS.get(self.metric.better, 0)

    @property
    def higher_count(self) -> int | None:
        """
        Return how many cases are higher on the right, None where a case has several attempts.

        Then its value is a mean, which differs a little nearly always and turned nothing around.
        """
        return None if self.pairs.is_repeated else self.pairs.higher_count

    @property
    def lower_count(self) -> int | None:
        """Return how many cases are lower on the right, None where a case has several attempts."""
        return None if self.pairs.is_repeated else self.pairs.lower_count

    @property
    def tie_count(self) -> int | None:
        """Return how many cases are the same, None where a case has several attempts."""
        return None if self.pairs.is_repeated else self.pairs.equal_count

    @property
    def win_count(self) -> int | None:
        """Return how many cases are better on the right, None where that cannot be said."""
        return {1: self.higher_count, -1: self.lower_count}.get(self.sign)

    @property
    def loss_count(self) -> int | None:
        """Return how many cases are worse on the right, None where that cannot be said."""
        return {1: self.lower_count, -1: self.higher_count}.get(self.sign)

    @property
    def interval(self) -> tuple[float, float] | None:
        """Return the 95 % interval of the difference, None where nothing says how sure it is."""
        return self.pairs.interval if self.reason is None else None

    @property
    def minimum_detectable_effect(self) -> float | None:
        """Return the smallest true difference shown four times in five, None without one."""
        return self.pairs.minimum_detectable_effect if self.reason is None else None

    @property
    def reason(self) -> str | None:
        """Return why there is no interval, None where there is one."""
        if not self.pairs.paired_count:
            return "no case has a value on both sides"
        if self.pairs.paired_count == 1:
            return "a single pair tells nothing of its error"
        if self.pairs.error is None:
            return "a single cluster tells nothing of its error"
        if self.pairs.equal_count == self.pairs.paired_count:
            return "no pair differs, so that nothing tells their error"
        if self.pairs.error <= ERROR_MIN:
            what = "clusters" if self.pairs.is_clustered else "pairs"
            return f"all {what} differ alike, so that nothing tells their error"
        return None

    @property
    def verdict(self) -> str:
        """Say what is shown of the right side: better, worse, higher, lower, or nothing."""
        p_value = self.p_value if self.adjusted_p_value is None else self.adjusted_p_value
        if not self.pairs.paired_count:
            return NO_PAIRS
        if p_value is None or self.pairs.difference is None:
            return UNKNOWN
        if p_value > LEVEL or self.pairs.difference == 0.0:
            return SAME
        return WORDS[self.sign][self.pairs.difference < 0.0]


@dataclass(frozen=True, slots=True)
class SystemComparison:
    """
    The rows, how long the log was once each run's answers were as they are, and warnings.

    ``left_out`` names the metrics that were asked for with all others and have no value on a
    side, with the reason.
    """

    question: ComparisonQuery
    left_tree_size: int
    right_tree_size: int
    rows: tuple[ComparedRow, ...]
    notes: tuple[str, ...]
    left_out: tuple[str, ...] = ()
