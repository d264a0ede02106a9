"""
Paired differences over shared cases: estimate, interval, p-value, minimum detectable effect.

Units are clusters if cases form clusters, else pairs; fewer than 6 have no interval. For binary
values without clusters and with a single attempt the interval is Tango's and the p-value exact
(McNemar). Otherwise both use Student's t with one degree of freedom less than there are units; the
interval is cut off where the metric's range ends, and the p-value is at least that of equally many
units that all differ in the same direction. Sources: Miller (2024), arXiv 2411.00640; Cameron and
Miller (2015), A practitioner's guide to cluster-robust inference; McNemar (1947); Tango (1998);
Fisher (1935) for flipping signs.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.errors import UsageError
from evalstore.metrics import catalog
from evalstore.statistics import detectable, student
from evalstore.statistics.score_interval import tango
from evalstore.store.query.queries import Slice
from evalstore.store.query.reader import Reader

FOLDER = "sql/paired/values"
LEVEL = 0.05
POWER = 0.8
# With fewer units no p-value is as small as LEVEL, and Student's t spans the whole range.
UNITS_MIN = 6
# Standard errors up to this are rounding errors and count as zero.
ERROR_MIN = 1e-12
MCNEMAR = "exact McNemar"
STUDENT = "Student's t"


@dataclass(frozen=True, slots=True)
class Side:
    """One system in one run."""

    run_id: str
    system_id: str


@dataclass(frozen=True, slots=True)
class Paired:
    """
    One metric on the cases that both sides have, right minus left.

    Means and ``difference`` are in the metric's unit, None without pairs. ``standard_error`` is
    that of paired differences; ``clustered_standard_error`` sums them by cluster first and
    includes the factor C / (C - 1) for C clusters. Both are None if undefined. ``higher_count``
    counts the cases in which right is higher. The value of a case is the mean of its attempts;
    ``is_repeated`` is True if some case has several attempts on a side. ``width`` is that of the
    metric's range, which no difference exceeds; ``is_share`` is True for a share, of which a loss
    is that of whole cases.
    """

    variant: str
    slice_value: str
    paired_count: int
    left_only_count: int
    right_only_count: int
    higher_count: int
    lower_count: int
    equal_count: int
    is_binary: bool
    left_mean: float | None
    right_mean: float | None
    difference: float | None
    standard_error: float | None
    cluster_count: int
    clustered_standard_error: float | None
    is_repeated: bool = False
    width: float = math.inf
    is_share: bool = False

    @property
    def is_clustered(self) -> bool:
        """Return True if some cases share a cluster, so that the clustered error is used."""
        return 0 < self.cluster_count < self.paired_count

    @property
    def unit_count(self) -> int:
        """Return the number of independent units: clusters, or pairs without clusters."""
        return self.cluster_count if self.is_clustered else self.paired_count

    @property
    def unit(self) -> str:
        """Return the word for one of the independent units."""
        return "cluster" if self.is_clustered else "pair"

    @property
    def too_few(self) -> str:
        """Return that the units are too few, as the beginning of a sentence."""
        return f"{counted(self.unit_count, f'{self.unit} is', f'{self.unit}s are')} too few"

    @property
    def error(self) -> float | None:
        """Return the standard error to use: clustered if cases form clusters."""
        return self.clustered_standard_error if self.is_clustered else self.standard_error

    @property
    def reason(self) -> str | None:
        """Return why the error of the difference is unknown or has no use; None if it has."""
        reasons = (
            (self.paired_count == 0, "no case has a value on both sides"),
            (self.paired_count == 1, "a single pair tells nothing of its error"),
            (self.error is None, "a single cluster tells nothing of its error"),
            (not self.can_show, f"{self.too_few} for an interval, which needs {UNITS_MIN}"),
            (
                self.equal_count == self.paired_count,
                "no pair differs, so that nothing tells their error",
            ),
            (
                self.error is not None and self.error <= ERROR_MIN,
                f"all {self.unit}s differ alike, so that nothing tells their error",
            ),
        )
        return next((reason for is_true, reason in reasons if is_true), None)

    @property
    def interval(self) -> tuple[float, float] | None:
        """
        Return the 95 % interval of the difference.

        None if its error is unknown, which Tango's interval does not use, and for too few units.
        """
        if self.difference is None or self.error is None or not self.can_show:
            return None
        if self.test == MCNEMAR:
            return tango(self.higher_count, self.lower_count, self.paired_count)
        if self.reason is not None:
            return None
        reach = student.quantile(1.0 - LEVEL / 2, self.unit_count - 1) * self.error
        low, high = self.difference - reach, self.difference + reach
        return max(low, -self.width), min(high, self.width)

    def largest_drop(self, sign: int, alpha: float) -> float | None:
        """
        Return the one-sided upper bound of the drop ``sign * difference``, at level ``alpha``.

        It is the upper end of the interval of level 1 - 2 alpha, for ``alpha`` up to 0.5: Tango's
        or Student's. Where no unit differs from the others there is no error, and the bound goes
        by the largest share of units that could differ unseen, 1 - alpha^(1/n) (Hanley and
        Lippman-Hand 1983, If nothing goes wrong, is everything all right?, JAMA 249). None if so
        few units exclude nothing at this level, or if the metric's range has no end then.
        """
        if self.difference is None or self.error is None or not self.can_show_lead(alpha):
            return None
        level = 1.0 - min(alpha, 0.5)
        drop = sign * self.difference
        if self.test == MCNEMAR:
            quantile = max(0.0, NormalDist().inv_cdf(level))
            ends = tango(self.higher_count, self.lower_count, self.paired_count, quantile)
            return ends[1] if sign > 0 else -ends[0]
        reach = student.quantile(level, self.unit_count - 1) * self.error
        if self.error <= ERROR_MIN:
            reach = self.width * (1.0 - (1.0 - level) ** (1.0 / self.unit_count))
        return min(drop + reach, self.width) if math.isfinite(reach) else None

    def signed_difference(self, sign: int) -> float | None:
        """Return the difference times 1 or -1, so that a chosen direction is positive."""
        return None if self.difference is None else sign * self.difference + 0.0

    def signed_interval(self, sign: int) -> tuple[float, float] | None:
        """Return the interval of ``signed_difference``, the lower bound first."""
        if self.interval is None:
            return None
        # Adding zero turns -0.0 into 0.0.
        low, high = sorted(sign * bound + 0.0 for bound in self.interval)
        return low, high

    @property
    def least_p_value(self) -> float:
        """
        Return the smallest p-value that this number of units can have.

        If the signs of k units are flipped at random, all agree in 2 of 2^k draws, whatever their
        sizes. Student's t may give less: it assumes nearly normal units, which few units cannot
        show, and units may agree so well by chance that their error almost vanishes.
        """
        return 2.0 ** (1 - self.unit_count)

    @property
    def can_show(self) -> bool:
        """Return True if this number of units can show a difference at the level of 5 %."""
        return self.unit_count >= UNITS_MIN

    @property
    def minimum_detectable_effect(self) -> float | None:
        """
        Return the smallest true difference that a single test at 5 % shows with power 80 %.

        None as that of ``smallest_shown``.
        """
        return self.smallest_shown()

    def smallest_shown(self, margin: float = 0.0, alpha: float = LEVEL) -> float | None:
        """
        Return the smallest true difference of which 80 % of samples show more than ``margin``.

        Shown at the two-sided level ``alpha``, by the test of these pairs; they tell how far pairs
        differ without it, and what it takes comes on top. None if ``reason`` tells why they do
        not, or if no difference in the metric's range is shown so often.
        """
        if self.error is None or self.reason is not None or self.least_p_value > alpha:
            return None
        if self.test == MCNEMAR:
            differing_count = self.higher_count + self.lower_count
            return detectable.of_shares(differing_count, self.paired_count, margin, alpha, POWER)
        spread = self.error * math.sqrt(self.unit_count)
        of_spread = spread, self.unit_count, margin, alpha, POWER
        found = detectable.of_means(*of_spread, is_share=self.is_share)
        return found if found <= self.width else None

    def is_shown_mostly(self, difference: float, margin: float, alpha: float) -> bool:
        """Return True if ``smallest_shown`` is at most this difference; it takes less time."""
        if self.reason is not None or self.least_p_value > alpha or self.test != MCNEMAR:
            smallest = self.smallest_shown(margin, alpha)
            return smallest is not None and smallest <= difference
        noise = (self.higher_count + self.lower_count) / self.paired_count
        power = detectable.power_of_shares(noise, difference, self.paired_count, margin, alpha)
        return difference > margin and power >= POWER

    @property
    def test(self) -> str:
        """Return the name of the test that gives the p-value."""
        is_exact = self.is_binary and not self.is_clustered and not self.is_repeated
        return MCNEMAR if is_exact else STUDENT

    def p_value(self, margin: float = 0.0) -> float | None:
        """Return the two-sided p-value of the distance from ``margin``; None if undefined."""
        if self.difference is None:
            return None
        if self.test == MCNEMAR and margin == 0.0:
            return mcnemar(self.higher_count, self.lower_count)
        distance = abs(self.difference - margin)
        if self.error is None:
            return None
        if distance == 0.0:
            return 1.0
        if self.error == 0.0:
            return self.least_p_value
        p_value = student.two_sided(distance / self.error, self.unit_count - 1)
        return max(self.least_p_value, p_value)

    def p_value_of_lead(self, sign: int) -> float | None:
        """
        Return the one-sided p-value of a lead of the right side; None if undefined.

        ``sign`` is 1 if higher is better, -1 if lower is.
        """
        if self.difference is None:
            return None
        if self.test == MCNEMAR:
            better, worse = self.higher_count, self.lower_count
            return binomial_tail(*((better, worse) if sign > 0 else (worse, better)))
        two_sided = self.p_value()
        if two_sided is None:
            return None
        is_ahead = sign * self.difference > 0.0
        return two_sided / 2 if is_ahead else 1.0 - two_sided / 2

    def can_show_lead(self, alpha: float) -> bool:
        """Return True if units that all agree show a lead at the one-sided level ``alpha``."""
        return self.least_p_value / 2 <= alpha


@cache
def offered() -> tuple[str, ...]:
    """
    Return the metrics that have a value for each case and can therefore be paired.

    >>> "accuracy" in offered(), "ece" in offered()
    (True, False)
    """
    return tuple(name.rpartition("/")[2] for name in sql_files.names(FOLDER))


def require_offered(metric: str) -> None:
    """Raise UsageError if a metric cannot be compared case by case."""
    if metric not in offered():
        raise UsageError(
            f"{metric} has no value for a single case, so it cannot be paired; available: "
            f"{', '.join(offered())}"
        )


def take_values(reader: Reader, metric: str) -> None:
    """
    Create view ``case_values`` with the value of each case, for the queries of ``sql/paired``.

    A value is the mean over attempts. Raises UsageError for a metric that cannot be paired.
    """
    require_offered(metric)
    for view, name in (("attempt", f"{FOLDER}/{metric}"), ("case", "sql/paired/case_values")):
        reader.connection.execute(
            f"create or replace temp view {view}_values as {sql_files.read(name)}"
        )


def paired(
    reader: Reader,
    metric: str,
    left: Side,
    right: Side,
    *,
    validator_id: str | None = None,
    variant: str | None = None,
    part: Slice = Slice("all"),  # noqa: B008 - a frozen value
    cluster: str = "cluster",
    other_left_run_ids: Sequence[str] = (),
) -> list[Paired]:
    """
    Pair two sides by case; return one result for each variant and slice value.

    ``cluster`` is ``case``, ``cluster``, ``session`` or the name of an attribute. With
    ``other_left_run_ids`` the left value of a case is its mean over the left run and these. Raises
    UsageError for a metric that cannot be paired.
    """
    pairs_by_sides = paired_with_each(
        reader, metric, [left], [right],
        validator_id=validator_id, variant=variant, part=part, cluster=cluster,
        other_left_run_ids=other_left_run_ids,
    )  # fmt: skip
    return pairs_by_sides.get((left, right), [])


def paired_with_each(
    reader: Reader,
    metric: str,
    lefts: Sequence[Side],
    rights: Sequence[Side],
    *,
    validator_id: str | None = None,
    variant: str | None = None,
    part: Slice = Slice("all"),  # noqa: B008 - a frozen value
    cluster: str = "cluster",
    other_left_run_ids: Sequence[str] = (),
) -> dict[tuple[Side, Side], list[Paired]]:
    """
    Pair every left side with every right side, as ``paired`` does.

    All left sides must be of one run, and all right sides of one run. Returns the pairs by their
    sides; a combination is omitted if neither side has a case with a value. Raises UsageError for
    a metric that cannot be paired.
    """
    take_values(reader, metric)
    [left_run_id], [right_run_id] = ({side.run_id for side in sides} for sides in (lefts, rights))
    rows = reader.rows(
        sql_files.read("sql/paired/differences"),
        left_run_ids=[left_run_id, *other_left_run_ids],
        left_system_ids=[side.system_id for side in lefts],
        right_run_id=right_run_id,
        right_system_ids=[side.system_id for side in rights],
        validator_id=validator_id,
        variant=variant,
        slice_name=part.name,
        slice_value=part.value,
        cluster=cluster,
    )
    about = catalog.find(metric)
    low, high = about.bounds
    pairs_by_sides: dict[tuple[Side, Side], list[Paired]] = {}
    for row in rows:
        left_id, right_id = (str(row.pop(f"{name}_system_id")) for name in ("left", "right"))
        sides = Side(left_run_id, left_id), Side(right_run_id, right_id)
        pairs = Paired(**row, width=high - low, is_share=about.is_share)  # type: ignore[arg-type]
        pairs_by_sides.setdefault(sides, []).append(pairs)
    return pairs_by_sides


def mcnemar(one_count: int, other_count: int) -> float:
    """
    Return the exact two-sided p-value of McNemar's test; 1 if nothing differs.

    >>> round(mcnemar(1, 9), 6)
    0.021484
    """
    more, fewer = max(one_count, other_count), min(one_count, other_count)
    return min(1.0, 2.0 * binomial_tail(more, fewer))


def binomial_tail(better_count: int, worse_count: int) -> float:
    """
    Return the one-sided binomial p-value that so many of the differing cases are better.

    >>> round(binomial_tail(9, 1), 6)
    0.010742
    """
    total = better_count + worse_count
    scale = math.lgamma(total + 1) - total * math.log(2.0)
    tail = math.fsum(
        math.exp(scale - math.lgamma(count + 1) - math.lgamma(total - count + 1))
        for count in range(worse_count + 1)
    )
    return min(1.0, tail)
