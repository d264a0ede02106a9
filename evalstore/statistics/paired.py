"""
Paired differences over shared cases: estimate, interval, p-value, minimum detectable effect.

The interval is that of Student's t with one degree of freedom less than there are units: clusters
where cases form clusters, else pairs. The p-value is exact (McNemar) for answers that are right or
wrong, of no cluster and of a single attempt; else that of the same t, and no smaller than that of
so many units which all point one way. Sources: Miller (2024), arXiv 2411.00640; Cameron and Miller
(2015), A practitioner's guide to cluster-robust inference; McNemar (1947); Fisher (1935) for
flipping signs.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from evalstore.base import sql_files
from evalstore.errors import UsageError
from evalstore.statistics import student
from evalstore.store.query.queries import Slice
from evalstore.store.query.reader import Reader

FOLDER = "sql/paired/values"
LEVEL = 0.05
POWER = 0.8
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
    One metric on the cases that both sides have, right less left.

    Means and ``difference`` are in the metric's unit, None without pairs. ``standard_error`` is
    that of paired differences, ``clustered_standard_error`` sums them by cluster first and holds
    the factor C / (C - 1) for C clusters; None where it is not defined. ``higher_count`` counts
    the cases where right is the higher one. A case has the mean of its attempts, and
    ``is_repeated`` says that some case has several on a side.
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

    @property
    def is_clustered(self) -> bool:
        """Say whether some cases belong together, so that the clustered error counts."""
        return 0 < self.cluster_count < self.paired_count

    @property
    def unit_count(self) -> int:
        """Return how many clusters, or pairs of no cluster, vary independently."""
        return self.cluster_count if self.is_clustered else self.paired_count

    @property
    def error(self) -> float | None:
        """Return the standard error that counts."""
        return self.clustered_standard_error if self.is_clustered else self.standard_error

    @property
    def interval(self) -> tuple[float, float] | None:
        """Return the 95 % interval of the difference, None without a standard error."""
        if self.difference is None or self.error is None:
            return None
        reach = student.quantile(1.0 - LEVEL / 2, self.unit_count - 1) * self.error
        return self.difference - reach, self.difference + reach

    def signed_difference(self, sign: int) -> float | None:
        """Return the difference times 1 or -1, so that a chosen direction is positive."""
        return None if self.difference is None else sign * self.difference + 0.0

    def signed_interval(self, sign: int) -> tuple[float, float] | None:
        """Return the interval of ``signed_difference``, the lower bound first."""
        if self.interval is None:
            return None
        # A zero added makes no "-0" of a zero whose sign is turned.
        low, high = sorted(sign * bound + 0.0 for bound in self.interval)
        return low, high

    @property
    def least_p_value(self) -> float:
        """
        Return the smallest p-value that so many units can have.

        Of k units, signs flipped at random all fall one way in 2 of 2^k draws, whatever their
        sizes. Student's t may say less: it takes the units for nearly normal, which a few of them
        cannot show, and can agree so well by chance that their error all but vanishes.
        """
        return 2.0 ** (1 - self.unit_count)

    @property
    def can_show(self) -> bool:
        """Say whether so many units can show any difference at the level of 5 %."""
        return self.least_p_value <= LEVEL

    @property
    def minimum_detectable_effect(self) -> float | None:
        """Return the smallest true difference shown with a chance of 80 %, None without one."""
        if self.error is None or not self.can_show:
            return None
        degrees = self.unit_count - 1
        reach = student.quantile(1.0 - LEVEL / 2, degrees) + student.quantile(POWER, degrees)
        return reach * self.error

    @property
    def test(self) -> str:
        """Name the test that the p-value is of."""
        is_exact = self.is_binary and not self.is_clustered and not self.is_repeated
        return MCNEMAR if is_exact else STUDENT

    def p_value(self, margin: float = 0.0) -> float | None:
        """Return how likely so large a distance from ``margin`` is by chance, on either side."""
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
        Return how likely so much or more of a lead of the right side is by chance, one-sided.

        ``sign`` is 1 where higher is better, -1 where lower is. None without a standard error.
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
        """Say whether so many units, all pointing one way, show a lead at a one-sided level."""
        return self.least_p_value / 2 <= alpha


@cache
def offered() -> tuple[str, ...]:
    """
    Return the metrics that have a value for each case, and so can be paired.

    >>> "accuracy" in offered(), "ece" in offered()
    (True, False)
    """
    return tuple(name.rpartition("/")[2] for name in sql_files.names(FOLDER))


def require_offered(metric: str) -> None:
    """Raise UsageError where a metric cannot be compared case by case."""
    if metric not in offered():
        raise UsageError(
            f"{metric} has no value for a single case, so it cannot be paired; "
            f"there is {', '.join(offered())}"
        )


def take_values(reader: Reader, metric: str) -> None:
    """
    Let ``case_values`` be what each case adds to a metric; the queries of ``sql/paired`` read it.

    That is the mean over its attempts. Raises UsageError for a metric that cannot be paired.
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
) -> list[Paired]:
    """
    Pair two sides by case; a row for each variant and slice value.

    ``cluster`` is ``case``, ``cluster``, ``session`` or the name of an attribute. Raises
    UsageError for a metric that cannot be paired.
    """
    pairs_by_sides = paired_with_each(
        reader, metric, [left], [right],
        validator_id=validator_id, variant=variant, part=part, cluster=cluster,
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
) -> dict[tuple[Side, Side], list[Paired]]:
    """
    Pair each of some systems of one run with each of some systems of one run, as ``paired`` does.

    Sides without a case of either are not in the answer. Raises UsageError for a metric that
    cannot be paired.
    """
    take_values(reader, metric)
    [left_run_id], [right_run_id] = ({side.run_id for side in sides} for sides in (lefts, rights))
    rows = reader.rows(
        sql_files.read("sql/paired/differences"),
        left_run_id=left_run_id,
        left_system_ids=[side.system_id for side in lefts],
        right_run_id=right_run_id,
        right_system_ids=[side.system_id for side in rights],
        validator_id=validator_id,
        variant=variant,
        slice_name=part.name,
        slice_value=part.value,
        cluster=cluster,
    )
    pairs_by_sides: dict[tuple[Side, Side], list[Paired]] = {}
    for row in rows:
        left_id, right_id = (str(row.pop(f"{name}_system_id")) for name in ("left", "right"))
        sides = Side(left_run_id, left_id), Side(right_run_id, right_id)
        pairs_by_sides.setdefault(sides, []).append(Paired(**row))  # type: ignore[arg-type]
    return pairs_by_sides


def mcnemar(one_count: int, other_count: int) -> float:
    """
    Return the exact two-sided p-value of McNemar's test; 1 where nothing differs.

    >>> round(mcnemar(1, 9), 6)
    0.021484
    """
    more, fewer = max(one_count, other_count), min(one_count, other_count)
    return min(1.0, 2.0 * binomial_tail(more, fewer))


def binomial_tail(better_count: int, worse_count: int) -> float:
    """
    Return how likely as many or more of the cases that differ fall on the better side by a coin.

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
