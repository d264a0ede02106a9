"""
Cut-offs of a critic's alignments: the limits of the classes for and against a value.

A critic that learned from few entries against a value seldom predicts less than -0.5, the limit of
class -1. So the alignments of each value are stretched: the cut-offs that agree best with the
truth on unseen entries are mapped to -0.5 and 0.5; -1 and 1 and the order stay unchanged. Between
these points the stretch is linear.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import torch

from evalstore.suites.drift.engine.values import VALUES

# The alignment beyond which a reading is of class 1 or -1.
CLASS_LIMIT = 0.5
# Maximum number of quantiles of a value's alignments that are tried as cut-offs.
CANDIDATES_MAX = 60
# Cut-offs are clipped to this, so that both outer classes keep a range.
CUTOFF_MAX = 0.95
# The two cut-offs differ at least by twice this.
GAP_MIN = 0.005
# A kappa up to this is 0 up to rounding.
KAPPA_MIN = 1e-9

Cutoffs = npt.NDArray[np.float32]


def fixed() -> Cutoffs:
    """Return the cut-offs that leave alignments unchanged: float32 [values, 2]."""
    return np.tile(np.array([-CLASS_LIMIT, CLASS_LIMIT], np.float32), (len(VALUES), 1))


def chosen(alignments: npt.NDArray[np.floating], labels: npt.NDArray[np.int64]) -> Cutoffs:
    """
    Return the lower and the upper cut-off of each value: float32 [values, 2].

    ``alignments`` in [-1, 1] and ``labels`` in {-1, 0, 1} are [n, values], of entries that the
    critic has not learned from. The result is the pair of quantiles around the median with the
    highest quadratic weighted kappa; of equal ones, the widest pair. A value without a kappa
    above 0 keeps -0.5 and 0.5.
    """
    cutoffs = fixed()
    for place in range(alignments.shape[1]):
        best = _best(alignments[:, place].astype(np.float64), labels[:, place])
        if best is not None:
            cutoffs[place] = best
    return cutoffs


def stretched(alignments: torch.Tensor, cutoffs: torch.Tensor) -> torch.Tensor:
    """
    Return alignments [..., values] with the cut-offs, [values, 2], at -0.5 and 0.5.

    The result lies in [-1, 1] and increases with the alignment.
    """
    low, high = cutoffs[:, 0], cutoffs[:, 1]
    middle = (alignments - low) / (high - low) - CLASS_LIMIT
    below = (alignments + 1.0) / (low + 1.0) * (1.0 - CLASS_LIMIT) - 1.0
    above = 1.0 - (1.0 - alignments) / (1.0 - high) * (1.0 - CLASS_LIMIT)
    result = torch.where(alignments < low, below, torch.where(alignments > high, above, middle))
    return result.clamp(-1.0, 1.0)


def _best(
    alignments: npt.NDArray[np.float64], labels: npt.NDArray[np.int64]
) -> tuple[float, float] | None:
    candidates = _candidates(alignments)
    middle = float(np.median(alignments))
    lower = [candidate for candidate in candidates if candidate <= middle]
    upper = [candidate for candidate in candidates if candidate >= middle]
    pairs = [(low, high) for low in lower for high in upper if high - low >= 2 * GAP_MIN]
    if not pairs:
        return None
    kappas = [_kappa(alignments, labels, pair) for pair in pairs]
    _, _, best = max(
        (kappa, high - low, (low, high)) for kappa, (low, high) in zip(kappas, pairs, strict=True)
    )
    return best if max(kappas) > KAPPA_MIN else None


def _candidates(alignments: npt.NDArray[np.float64]) -> list[float]:
    """Return values between adjacent alignments, at most ``CANDIDATES_MAX``, ascending."""
    distinct = np.unique(alignments)
    between = (distinct[1:] + distinct[:-1]) / 2
    if len(between) > CANDIDATES_MAX:
        shares = np.linspace(0.0, 1.0, CANDIDATES_MAX)
        # Rare classes lie in the tails, so more quantiles are taken there.
        between = np.quantile(between, (1.0 - np.cos(np.pi * shares)) / 2.0)
    kept: Sequence[float] = np.unique(np.clip(between, -CUTOFF_MAX, CUTOFF_MAX)).tolist()
    return list(kept)


def _kappa(
    alignments: npt.NDArray[np.float64], labels: npt.NDArray[np.int64], pair: tuple[float, float]
) -> float:
    classes = (alignments > pair[1]).astype(np.int64) - (alignments < pair[0])
    observed = float(((classes - labels) ** 2).mean())
    # The mean of (f - l)^2 over all pairs of a reading and a label.
    expected = float(classes.var() + labels.var() + (classes.mean() - labels.mean()) ** 2)
    return 0.0 if expected == 0.0 else 1.0 - observed / expected
