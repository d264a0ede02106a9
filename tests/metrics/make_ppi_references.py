"""
Print what ``ppi-python`` gives on twenty data sets, for ``tests/fixtures/ppi_references.jsonl``.

It brings numba and pandas along, which is too much for the development lock. Install it into an
environment of its own, ``pip install ppi-python==0.2.3``, and run this file there.
"""

import json
import random

import numpy as np
from ppi_py import ppi_mean_ci, ppi_mean_pointestimate

GRADES = (0.0, 0.25, 0.5, 0.75, 1.0)


def data_set(seed: int) -> dict:
    """Draw labels, and verdicts of a judge whose error has a direction; every third is graded."""
    rng = random.Random(seed)
    labelled_count, unlabelled_count = rng.randrange(8, 60), rng.randrange(20, 150)
    share, harshness, leniency = (rng.uniform(0.2, 0.8) for _ in range(3))
    truths, verdicts = [], []
    for _ in range(labelled_count + unlabelled_count):
        truth = float(rng.random() < share)
        error = rng.random() < (harshness if truth else leniency) / 2
        truths.append(truth)
        verdicts.append(rng.choice(GRADES) if seed % 3 == 0 and error else abs(truth - error))
    labels = truths[:labelled_count]
    judged, rest = verdicts[:labelled_count], verdicts[labelled_count:]
    sample = [np.array(values) for values in (labels, judged, rest)]
    (value,) = ppi_mean_pointestimate(*sample)
    (low,), (high,) = ppi_mean_ci(*sample, alpha=0.05)
    return {
        "labels": labels,
        "judged": judged,
        "rest": rest,
        "value": float(value),
        "low": float(low),
        "high": float(high),
    }


if __name__ == "__main__":
    for seed in range(20):
        print(json.dumps(data_set(seed)))
