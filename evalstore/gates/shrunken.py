"""
Values of a share by slice, drawn towards their mean where they rest on few cases.

Of many slices the lowest is mostly one that was unlucky. The empirical Bayes value of a slice is
w y + (1 - w) m: its value y, the mean m of all slices, and the weight w = t / (t + v), with the
variance v of y by its cases and the variance t of the true values among slices. Sources: Efron and
Morris (1975), Data analysis using Stein's estimator and its generalizations, JASA 70; t by the
moments of DerSimonian and Laird (1986), Meta-analysis in clinical trials.
"""

import math
from collections.abc import Sequence

from evalstore.gates.measured import Measured
from evalstore.metrics.catalog import catalog

# Fewer slices do not show how much slices differ.
SLICES_MIN = 3
# From so many cases on a value stands for itself.
FEW = 100


def shrunken(values: Sequence[float], counts: Sequence[int]) -> list[float]:
    """
    Return the empirical Bayes values of shares in slices of so many cases each.

    The variance of a share is p (1 - p) / n, with p of all cases together. Where the values differ
    no more than by chance, each becomes the mean.

    >>> [round(value, 3) for value in shrunken([0.5, 0.9, 1.0], [10, 40, 10])]
    [0.57, 0.894, 0.956]
    """
    total = sum(counts)
    pooled = math.fsum(v * n for v, n in zip(values, counts, strict=True)) / total
    spread = pooled * (1.0 - pooled)
    if spread <= 0.0:
        return list(values)
    variances = [spread / count for count in counts]
    among = _variance_among(values, variances)
    weights = [1.0 / (among + variance) for variance in variances]
    mean = math.fsum(w * v for w, v in zip(weights, values, strict=True)) / math.fsum(weights)
    return [
        (among * value + variance * mean) / (among + variance)
        for value, variance in zip(values, variances, strict=True)
    ]


def _variance_among(values: Sequence[float], variances: Sequence[float]) -> float:
    """Return the variance of the true values by moments; 0 if chance explains all of it."""
    weights = [1.0 / variance for variance in variances]
    whole = math.fsum(weights)
    mean = math.fsum(w * v for w, v in zip(weights, values, strict=True)) / whole
    apart = math.fsum(w * (v - mean) ** 2 for w, v in zip(weights, values, strict=True))
    scale = whole - math.fsum(weight * weight for weight in weights) / whole
    return max(0.0, (apart - (len(values) - 1)) / scale)


def remark_on_slices(measured: Measured, metric: str, rows: Sequence[Measured]) -> str:
    """
    Return the shrunken value of a row of few cases, in words; empty if it has none.

    ``rows`` are those of the gate. Those of the same system, validator and variant count.
    """
    alike = [
        row
        for row in rows
        if _key(row) == _key(measured) and row.value is not None and row.scored_count
    ]
    is_few = measured.value is not None and 0 < measured.scored_count < FEW
    is_share = catalog()[metric].is_share
    if not (is_few and is_share) or len(alike) < SLICES_MIN:
        return ""
    values = [row.value or 0.0 for row in alike]
    found = shrunken(values, [row.scored_count for row in alike])[alike.index(measured)]
    return f"{found:.4g} when drawn to the mean of {len(alike)} values of {measured.slice_name}"


def _key(row: Measured) -> tuple[str, str, str]:
    return row.system_id, row.validator_id, row.variant
