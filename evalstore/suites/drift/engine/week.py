"""Aggregation of a critic's samples into one reading per week."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class EntrySamples:
    """
    Samples of a critic for the entries of a week.

    ``alignments`` in [-1, 1] and ``variances`` in [0, 1] are [passes, entries, values]: mean and
    variance of the class. ``doubts`` in [0, 1] are [entries]: whether the critic knows such texts.
    """

    alignments: npt.NDArray[np.floating]
    variances: npt.NDArray[np.floating]
    doubts: npt.NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Reading:
    """
    Alignment, in [-1, 1], and uncertainty, at least 0, of a week: float64 [values] each.

    ``domain_doubt`` in [0, 1] is the part of the uncertainty that is common to all values.
    """

    alignment: npt.NDArray[np.float64]
    uncertainty: npt.NDArray[np.float64]
    domain_doubt: float


def reading(samples: EntrySamples) -> Reading:
    """
    Return the reading of a week.

    In each pass a value's alignment is sum(a |a|) / sum(|a|) over the entries a, or 0 if all are
    0. Entries are weighted by their distance from 0, so that those that do not mention a value do
    not dilute it. Alignment is the mean over the passes. Uncertainty is the root of a sum of three
    variances: that of the alignment over the passes (divided by their number); the mean over the
    passes of sum(v) / max(1, sum(v + a^2))^2, where v is the variance of an entry's class and
    v + a^2 the chance that it is not 0, which is the variance of the sum of the classes divided by
    their expected number; and the square of the highest doubt, so that no entry hides another.
    The first two are the law of total variance (A. Kendall, Y. Gal, What uncertainties do we need
    in Bayesian deep learning, 2017).
    Raises ValueError for samples without a pass or without an entry.

    >>> two_entries = np.array([[[-1.0], [0.0]], [[-0.5], [0.0]]])
    >>> found = reading(EntrySamples(two_entries, np.zeros((2, 2, 1)), np.zeros(2)))
    >>> found.alignment.tolist(), found.uncertainty.tolist()
    ([-0.75], [0.25])
    """
    shape = samples.alignments.shape
    if len(shape) != 3 or not shape[0] or not shape[1]:  # noqa: PLR2004
        raise ValueError(f"samples have shape {shape}, expected [passes, entries, values]")
    alignments = samples.alignments.astype(np.float64)
    variances = samples.variances.astype(np.float64)
    sizes = np.abs(alignments)
    total = sizes.sum(axis=1)
    by_pass = (alignments * sizes).sum(axis=1) / np.where(total == 0.0, 1.0, total)
    spoken = (variances + alignments**2).sum(axis=1)
    classes = variances.sum(axis=1) / np.maximum(1.0, spoken) ** 2
    doubt = float(samples.doubts.max())
    variance = by_pass.var(axis=0) + classes.mean(axis=0) + doubt**2
    return Reading(by_pass.mean(axis=0), np.sqrt(variance), doubt)
