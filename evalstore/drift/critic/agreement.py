"""How well a critic agrees with the labels: quadratic weighted kappa."""

import numpy as np
import numpy.typing as npt

# An alignment beyond this, on either side, is a class of its own.
CLASS_LIMIT = 0.5


def classes_of(alignments: npt.NDArray[np.floating]) -> npt.NDArray[np.int64]:
    """Return -1 where an alignment is below -0.5, 1 where above 0.5, else 0."""
    return (alignments > CLASS_LIMIT).astype(np.int64) - (alignments < -CLASS_LIMIT)


def quadratic_kappa(found: npt.NDArray[np.int64], truth: npt.NDArray[np.int64]) -> float | None:
    """
    Return Cohen's kappa with squared weights of classes in {-1, 0, 1}, arrays of one shape.

    1 - sum (i - j)^2 observed / sum (i - j)^2 expected. None where nothing but agreement is to
    be expected: both hold the same class everywhere, or there is nothing.
    """
    if not found.size:
        return None
    observed = float(((found - truth) ** 2).mean())
    apart = np.arange(-1, 2)
    shares = [np.array([(side == place).mean() for place in apart]) for side in (found, truth)]
    expected = float((np.outer(*shares) * (apart[:, None] - apart[None, :]) ** 2).sum())
    return None if expected == 0.0 else 1.0 - observed / expected
