"""The intervals of shares in clusters, by an explicit formula of numpy and scipy."""

import numpy as np
from scipy import stats
from statsmodels.stats.proportion import proportion_confint


def share_interval(counted):
    """Return a share and its 95 % interval, of pairs: a cluster, whether its trial is part."""
    if not counted:
        return [None] * 3
    names, places = np.unique([name for name, _ in counted], return_inverse=True)
    trials = np.array([bool(is_part) for _, is_part in counted], dtype=float)
    share = float(trials.mean())
    if len(names) == 1:
        return [share, None, None]
    residuals = np.bincount(places, weights=trials - share)
    factor = len(names) / (len(names) - 1)
    error = np.sqrt(factor * np.square(residuals).sum()) / len(trials)
    if error < 1e-12:
        return [share, *proportion_confint(share * len(names), len(names), method="wilson")]
    reach = stats.t.ppf(0.975, len(names) - 1) * error
    return [share, max(0.0, share - reach), min(1.0, share + reach)]
