"""
Query and result of a comparison: one row per system, metric, slice and variant.

A difference is right minus left. It is called better or worse if its p-value, adjusted if a
control is requested, is at most 5 %. Otherwise no difference is shown, which does not mean that
there is none; the row also reports the smallest difference that the pairs would show.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evalstore.metrics.catalog import Metric
from evalstore.statistics.adjusting import HOLM
from evalstore.statistics.compared_sides import AskedSystems
from evalstore.statistics.corrected_difference import CorrectedDifference
from evalstore.statistics.moved_cases import MovedCase
from evalstore.statistics.paired import LEVEL, Paired, Side, offered
from evalstore.store.query.queries import ALL, Slice, parse_slice

EACH = AskedSystems()
SIGNS = {"higher": 1, "lower": -1}
WORDS = {1: ("better", "worse"), -1: ("worse", "better"), 0: ("higher", "lower")}
SAME = "no difference shown"
UNKNOWN = "cannot be said"
NO_PAIRS = "no pairs"


@dataclass(frozen=True, slots=True)
class ComparisonQuery:
    """
    The runs, systems, metrics and slices to compare.

    ``cluster`` is ``case``, ``cluster``, ``session`` or the name of an attribute, ``control`` one
    of ``adjusting.METHODS``, ``moved_count`` the number of risen and of fallen cases to list.
    With ``is_lenient``, a metric without a value on a side is left out instead of raising an
    error. With ``allow_other_judge``, verdicts of different judges are compared with a note.
    """

    left_run_id: str
    right_run_id: str
    metrics: tuple[str, ...]
    systems: AskedSystems = EACH
    parts: tuple[Slice, ...] = ALL
    validator_id: str | None = None
    cluster: str = "cluster"
    control: str = HOLM
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
    Build a query; the metric ``all`` selects every metric that can be paired, leniently.

    ``slices`` have the form ``domain=history`` or ``domain``; ``options`` are the other fields.
    Raises UsageError for a slice of another form.
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

    ``judges`` is a remark on who judged, empty if one judge judged everything. ``is_control`` is
    True if the systems of both sides are controls; such a row does not count as a test when
    p-values are adjusted. ``corrected`` is None where people labelled neither side.
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
    corrected: CorrectedDifference | None = None

    @property
    def sign(self) -> int:
        """Return 1 if higher is better, -1 if lower is, 0 if neither."""
        return SIGNS.get(self.metric.better, 0)

    @property
    def higher_count(self) -> int | None:
        """
        Return how many cases are higher on the right; None if any case has several attempts.

        The value of such a case is a mean, which nearly always differs a little without meaning.
        """
        return None if self.pairs.is_repeated else self.pairs.higher_count

    @property
    def lower_count(self) -> int | None:
        """Return how many cases are lower on the right; None if a case has several attempts."""
        return None if self.pairs.is_repeated else self.pairs.lower_count

    @property
    def tie_count(self) -> int | None:
        """Return how many cases are equal; None if any case has several attempts."""
        return None if self.pairs.is_repeated else self.pairs.equal_count

    @property
    def win_count(self) -> int | None:
        """Return how many cases are better on the right; None if unknown or undefined."""
        return {1: self.higher_count, -1: self.lower_count}.get(self.sign)

    @property
    def loss_count(self) -> int | None:
        """Return how many cases are worse on the right; None if unknown or undefined."""
        return {1: self.lower_count, -1: self.higher_count}.get(self.sign)

    @property
    def verdict(self) -> str:
        """Return the verdict on the right side: better, worse, higher, lower, or not shown."""
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
    The rows, the tree sizes at which each run's answers last changed, and warnings in ``notes``.

    ``left_out`` names the metrics that were left out because a side has no value, with the
    reason.
    """

    question: ComparisonQuery
    left_tree_size: int
    right_tree_size: int
    rows: tuple[ComparedRow, ...]
    notes: tuple[str, ...]
    left_out: tuple[str, ...] = ()
