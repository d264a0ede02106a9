"""Aggregation of a critic's samples into one reading per week."""

import numpy as np
import numpy.typing as npt


def reading(
    samples: npt.NDArray[np.floating],
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """
    Return alignment, in [-1, 1], and uncertainty, at least 0, of a week: float64 [values] each.

    ``samples`` are alignments [passes, entries, values] in [-1, 1]. In each pass a value's
    alignment is sum(a |a|) / sum(|a|) over the entries a, 0 where all are 0: an entry counts by
    how far from 0 it is, so that those that do not speak of a value do not dilute it. Alignment
    is the mean over the passes, uncertainty their standard deviation (divided by their number).
    Raises ValueError without a pass or without an entry, whose week has no reading.

    >>> two_entries = np.array([[[-1.0], [0.0]], [[-0.5], [0.0]]])
    >>> [side.tolist() for side in reading(two_entries)]
    [[-0.75], [0.25]]
    """
    if samples.ndim != 3 or not samples.shape[0] or not samples.shape[1]:  # noqa: PLR2004
        raise ValueError(f"samples of shape {samples.shape}, expected [passes, entries, values]")
    given = samples.astype(np.float64)
    sizes = np.abs(given)
    total = sizes.sum(axis=1)
    by_pass = (given * sizes).sum(axis=1) / np.where(total == 0.0, 1.0, total)
    return by_pass.mean(axis=0), by_pass.std(axis=0)
