"""
Cluster resampling with replacement and the percentile interval; pure and vectorised.

The same seed gives the same bits on every machine. Indices come from the raw words of Philox,
a counter-based generator whose stream numpy guarantees, and not from numpy's distributions, which
may change (NEP 19). Sums are sums of integers that fit a double, so order, the number of threads
and the processor do not matter; each value needs a single division at the end.
"""

import hashlib
import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SUM_BITS_MAX = 52
# Weights that are held at once, 8 bytes each: a thousand resamples of 2,000 clusters.
KEPT_WEIGHTS_MAX = 2_000_000


@dataclass(frozen=True, slots=True)
class Contributions:
    """
    Contribution of each counted row to a metric, as parallel arrays.

    ``cluster`` is an index from 0 up to ``cluster_count``; a cluster may have no counted row.
    ``part`` groups rows, such as the bins of ece; with ``is_absolute``, the sum of each part
    counts by its absolute value.
    """

    cluster: Integers
    part: Integers
    numerator: Floats
    denominator: Floats
    cluster_count: int
    is_absolute: bool = False


def value_of(rows: Contributions) -> float | None:
    """Return the metric itself, its sums rounded once; None if no row counts."""
    denominator = math.fsum(rows.denominator.tolist())
    sums = [math.fsum(part) for part in _by_part(rows)]
    numerator = math.fsum(abs(part) for part in sums) if rows.is_absolute else math.fsum(sums)
    return numerator / denominator if denominator else None


def resampled(rows: Contributions, count: int, seed: int) -> Floats:
    """
    Return the metric of ``count`` resamples; NaN for a resample in which no row counts.

    Each numerator is first rounded to a multiple of 2^-e, with e as large as exact sums allow: 34
    for a hundred thousand rows of at most 1, so the error of a mean is below 1e-10.
    """
    numerators, denominators, scale_bits = _whole_sums(rows)
    if count * rows.cluster_count <= KEPT_WEIGHTS_MAX:
        weights = _kept_weights(rows.cluster_count, count, seed)
        # Not `@`: BLAS starts threads that cost more than sums this short.
        sums = np.einsum("ri,ip->rp", weights, numerators)
        divisors = np.einsum("ri,i->r", weights, denominators)
    else:
        sums, divisors = _sums_one_by_one(numerators, denominators, count, seed)
    if rows.is_absolute:
        sums = np.abs(sums)
    divisors = np.where(divisors == 0, np.nan, divisors)
    values: Floats = np.ldexp(sums.sum(axis=1) / divisors, -scale_bits)
    return values


def _sums_one_by_one(
    numerators: Floats, denominators: Floats, count: int, seed: int
) -> tuple[Floats, Floats]:
    """Return the sums of each resample, numerators by part, without holding all weights."""
    cluster_count, part_count = numerators.shape
    clusters, parts, added = _cells(numerators)
    is_one_each = len(clusters) == cluster_count
    chosen = np.empty(len(clusters))
    sums, divisors = np.empty((count, part_count)), np.empty(count)
    for number, weights in enumerate(_drawn(cluster_count, count, seed)):
        source = weights if is_one_each else weights[clusters]
        np.multiply(source, added, out=chosen)
        sums[number] = np.bincount(parts, chosen, part_count)
        divisors[number] = np.einsum("i,i->", weights, denominators)
    return sums, divisors


def weights_of(number: int, cluster_count: int, seed: int) -> Integers:
    """
    Return how often resample ``number`` draws each cluster; the weights sum to their count.

    An index is the upper half of a random 32-bit word times the count, so the probabilities of two
    clusters differ relatively by at most count / 2^32.
    """
    generator = np.random.Philox(key=_key(seed), counter=[0, 0, number, 0])
    return _weights_by(generator, cluster_count, np.empty(cluster_count, np.uint64))


def ranks(count: int, level: float) -> tuple[int, int] | None:
    """
    Return the indices of both bounds among sorted resamples; None if there are too few.

    They are the k-th smallest and the k-th largest, k = floor((count + 1) (1 - level) / 2): Efron
    and Tibshirani 1993, section 12.5. Without interpolation, a bound is a value that was drawn.

    >>> ranks(1000, 0.95)
    (24, 975)
    """
    place = math.floor((count + 1) * (1 - Fraction(str(level))) / 2)
    return (place - 1, count - place) if place >= 1 else None


def count_min(level: float) -> int:
    """
    Return the minimum number of resamples for an interval of this level.

    >>> count_min(0.95), count_min(0.9)
    (39, 19)
    """
    return math.ceil(2 / (1 - Fraction(str(level)))) - 1


def percentile(values: Floats, level: float) -> tuple[float, float] | None:
    """Return the percentile interval; None if there are too few values."""
    places = ranks(len(values), level)
    if places is None:
        return None
    ordered = np.sort(values)
    return float(ordered[places[0]]), float(ordered[places[1]])


def basic(values: Floats, level: float, value: float) -> tuple[float, float] | None:
    """
    Return the basic interval: the percentile interval mirrored at ``value``, within 0 and 1.

    The interval always includes ``value``; it is None if there are too few values. A metric that
    is never negative, such as ece, is biased upward, and more so when resampled. Percentiles
    repeat that bias, mirroring removes it.
    """
    interval = percentile(values, level)
    if interval is None:
        return None
    low, high = interval
    return min(max(2 * value - high, 0.0), value), max(min(2 * value - low, 1.0), value)


def p_value_of(values: Floats, bound: float, *, is_above: bool) -> float:
    """
    Return the two-sided p-value of a value above (else below) a bound, by its percentile interval.

    It is the smallest level, 1 minus that of an interval, at which the interval leaves the bound
    out. The k-th smallest of n values is an end at the level 2 k / (n + 1), so with ``c`` values
    up to the bound it is 2 (c + 1) / (n + 1), at most 1. For the basic interval, ask for the bound
    mirrored at the value and for the other side.

    >>> p_value_of(np.arange(1.0, 1000.0), 24.0, is_above=True)
    0.05
    """
    count = int((values <= bound).sum() if is_above else (values >= bound).sum())
    return min(1.0, 2.0 * (count + 1) / (len(values) + 1))


def _key(seed: int) -> int:
    digest = hashlib.sha256(f"evalstore bootstrap {seed}".encode()).digest()
    return int.from_bytes(digest[:16], "little")


def _drawn(cluster_count: int, count: int, seed: int) -> Iterator[Floats]:
    """Yield the weights of each resample, as by ``weights_of``; the array is used again."""
    space = np.empty(cluster_count, np.uint64)
    weights = np.empty(cluster_count)
    generator = np.random.Philox(key=_key(seed))
    # Setting the counter takes a fifth of the time of another generator.
    state = generator.state
    for number in range(count):
        state["state"]["counter"][:] = (0, 0, number, 0)
        generator.state = state
        weights[:] = _weights_by(generator, cluster_count, space)
        yield weights


@lru_cache(maxsize=1)
def _kept_weights(cluster_count: int, count: int, seed: int) -> Floats:
    """Return the weights by resample and cluster, kept for the next grain with as many cases."""
    weights = np.empty((count, cluster_count))
    for number, drawn in enumerate(_drawn(cluster_count, count, seed)):
        weights[number] = drawn
    weights.flags.writeable = False
    return weights


def _weights_by(
    generator: np.random.Philox, cluster_count: int, space: NDArray[np.uint64]
) -> Integers:
    """Return the weights that the next words give; ``space`` is overwritten, which is faster."""
    words = generator.random_raw((cluster_count + 1) // 2).astype("<u8", copy=False)
    np.multiply(words.view("<u4")[:cluster_count], np.uint64(cluster_count), out=space)
    np.right_shift(space, np.uint64(32), out=space)
    return np.bincount(space.view(np.int64), minlength=cluster_count)


def _whole_sums(rows: Contributions) -> tuple[Floats, Floats, int]:
    """Return integer numerators by cluster and part, denominators by cluster, and e."""
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
    """Return cluster, part and value of nonzero numerators; one per cluster if that suffices."""
    is_used = numerators != 0
    if is_used.sum(axis=1).max() <= 1:
        return np.arange(len(numerators)), is_used.argmax(axis=1), numerators.sum(axis=1)
    clusters, parts = np.nonzero(is_used)
    return clusters, parts, numerators[is_used]


def _by_part(rows: Contributions) -> Iterator[list[float]]:
    for part in range(int(rows.part.max(initial=0)) + 1):
        yield rows.numerator[rows.part == part].tolist()
