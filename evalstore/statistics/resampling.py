"""
Cluster resampling with replacement and the percentile interval; pure and vectorised.

The same seed gives the same bits on every machine. Indices come from the raw words of Philox,
a counter-based generator whose stream numpy promises never to change, and not from numpy's
distributions, which it may change (NEP 19). Sums are sums of whole numbers that fit a double, so
their order, the number of threads and the processor do not matter; one division ends each.
"""

import hashlib
import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SUM_BITS_MAX = 52


@dataclass(frozen=True, slots=True)
class Contributions:
    """
    What each counted row adds to a metric: parallel arrays, and the clusters rows belong to.

    ``cluster`` counts from 0 to ``cluster_count``; a cluster may have no row that counts.
    ``part`` groups rows before ``is_absolute`` takes the size of a part's sum: the bins of ece.
    """

    cluster: Integers
    part: Integers
    numerator: Floats
    denominator: Floats
    cluster_count: int
    is_absolute: bool = False


def value_of(rows: Contributions) -> float | None:
    """Return the metric itself, its sums rounded once; None where nothing counts."""
    denominator = math.fsum(rows.denominator.tolist())
    sums = [math.fsum(part) for part in _by_part(rows)]
    numerator = math.fsum(abs(part) for part in sums) if rows.is_absolute else math.fsum(sums)
    return numerator / denominator if denominator else None


def resampled(rows: Contributions, count: int, seed: int) -> Floats:
    """
    Return the metric of ``count`` resamples, NaN where nothing counts in one.

    Each numerator is rounded to a whole number of units of 2^-e first, e as large as exact sums
    allow: 34 for a hundred thousand rows of at most 1, so a mean is off by less than 1e-10.
    """
    numerators, denominators, scale_bits = _whole_sums(rows)
    clusters, parts, added = _cells(numerators)
    is_one_each = len(clusters) == rows.cluster_count
    chosen = np.empty(len(clusters))
    totals = np.empty((count, numerators.shape[1] + 1))
    for number, weights in enumerate(_drawn(rows.cluster_count, count, seed)):
        source = weights if is_one_each else weights[clusters]
        np.multiply(source, added, out=chosen)
        totals[number, :-1] = np.bincount(parts, chosen, numerators.shape[1])
        # Not `@`: its library starts threads that cost more than a sum as short as this.
        totals[number, -1] = np.einsum("i,i->", weights, denominators)
    sums = np.abs(totals[:, :-1]) if rows.is_absolute else totals[:, :-1]
    divisors = np.where(totals[:, -1] == 0, np.nan, totals[:, -1])
    values: Floats = np.ldexp(sums.sum(axis=1) / divisors, -scale_bits)
    return values


def weights_of(
    number: int, cluster_count: int, seed: int, space: NDArray[np.uint64] | None = None
) -> Integers:
    """
    Return how often resample ``number`` draws each cluster; the weights sum to their count.

    An index is the upper half of a 32-bit word times the count. The chances of two clusters
    differ by at most count / 2^32 of themselves. ``space`` is overwritten; memory that is asked
    for and given back a thousand times costs more than the drawing.
    """
    generator = np.random.Philox(key=_key(seed), counter=[0, 0, number, 0])
    words = generator.random_raw((cluster_count + 1) // 2).astype("<u8", copy=False)
    indices = np.empty(cluster_count, np.uint64) if space is None else space
    np.multiply(words.view("<u4")[:cluster_count], np.uint64(cluster_count), out=indices)
    np.right_shift(indices, np.uint64(32), out=indices)
    return np.bincount(indices.view(np.int64), minlength=cluster_count)


def ranks(count: int, level: float) -> tuple[int, int] | None:
    """
    Return the places, from 0, of the two ends among sorted resamples; None if there are too few.

    The k-th smallest and the k-th largest, k = floor((count + 1) (1 - level) / 2): Efron and
    Tibshirani 1993, section 12.5. No interpolation, so an end is a value that was drawn.

    >>> ranks(1000, 0.95)
    (24, 975)
    """
    place = math.floor((count + 1) * (1 - Fraction(str(level))) / 2)
    return (place - 1, count - place) if place >= 1 else None


def count_min(level: float) -> int:
    """
    Return how many resamples an interval of a level needs at least.

    >>> count_min(0.95), count_min(0.9)
    (39, 19)
    """
    return math.ceil(2 / (1 - Fraction(str(level)))) - 1


def percentile(values: Floats, level: float) -> tuple[float, float] | None:
    """Return the percentile interval; None where there are too few values."""
    places = ranks(len(values), level)
    if places is None:
        return None
    ordered = np.sort(values)
    return float(ordered[places[0]]), float(ordered[places[1]])


def basic(values: Floats, level: float, value: float) -> tuple[float, float] | None:
    """
    Return the basic interval: the percentile one mirrored at the value, at least 0 and around it.

    A size that is never negative, such as ece, comes out too large, and again larger when
    resampled. Percentiles repeat that bias, the mirror takes it out.
    """
    interval = percentile(values, level)
    if interval is None:
        return None
    low, high = interval
    return min(max(2 * value - high, 0.0), value), max(2 * value - low, value)


def _key(seed: int) -> int:
    digest = hashlib.sha256(f"evalstore bootstrap {seed}".encode()).digest()
    return int.from_bytes(digest[:16], "little")


def _drawn(cluster_count: int, count: int, seed: int) -> Iterator[Floats]:
    """Yield the weights of each resample, in memory that is used again."""
    space = np.empty(cluster_count, np.uint64)
    weights = np.empty(cluster_count)
    for number in range(count):
        weights[:] = weights_of(number, cluster_count, seed, space)
        yield weights


def _whole_sums(rows: Contributions) -> tuple[Floats, Floats, int]:
    """Return whole numerators by cluster, then part; denominators by cluster; and e."""
    part_count = int(rows.part.max(initial=0)) + 1
    count = rows.cluster_count
    sizes = np.bincount(rows.cluster, weights=np.abs(rows.numerator), minlength=count)
    largest_bits = math.frexp(float(sizes.max(initial=1.0)))[1]
    scale_bits = SUM_BITS_MAX - count.bit_length() - largest_bits
    whole: Floats = np.rint(np.ldexp(rows.numerator, scale_bits))
    cells = rows.cluster * part_count + rows.part
    numerators = np.bincount(cells, weights=whole, minlength=count * part_count).astype(float)
    denominators = np.bincount(rows.cluster, rows.denominator, count).astype(float)
    return numerators.reshape(count, part_count), denominators, scale_bits


def _cells(numerators: Floats) -> tuple[Integers, Integers, Floats]:
    """Return cluster, part and numerator of what is other than 0; one for each where that does."""
    is_used = numerators != 0
    if is_used.sum(axis=1).max() <= 1:
        return np.arange(len(numerators)), is_used.argmax(axis=1), numerators.sum(axis=1)
    clusters, parts = np.nonzero(is_used)
    return clusters, parts, numerators[is_used]


def _by_part(rows: Contributions) -> Iterator[list[float]]:
    for part in range(int(rows.part.max(initial=0)) + 1):
        yield rows.numerator[rows.part == part].tolist()
