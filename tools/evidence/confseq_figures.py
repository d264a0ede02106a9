"""
Write figures of confseq, with which tests compare the evidence that looks go by.

``pip download --no-deps confseq==0.0.11``, unpack it, and name the folder ``src`` in it:
``python -m tools.evidence.confseq_figures FOLDER > tests/fixtures/evidence/confseq.json``. Its
modules in Python are used as they are; what they import to draw and to compute in parallel is not
needed, and left out.
"""

import json
import sys
from types import ModuleType

import numpy as np
import scipy

VERSION = "0.0.11"
LEVELS = (0.05, 0.025)
UNUSED = ("matplotlib", "matplotlib.pyplot", "multiprocess", "tqdm")


def main() -> None:
    """Print the figures as JSON."""
    sys.path.insert(0, sys.argv[1])
    for name in UNUSED:
        sys.modules[name] = ModuleType(name)
    # A name that numpy 2 took back.
    vars(np)["float_"] = np.float64
    from confseq.betting import betting_mart, hedged_cs

    rng = np.random.default_rng(20_261_129)
    samples = {
        "right or wrong": rng.binomial(1, 0.7, 60).astype(float),
        "grades": rng.beta(8, 3, 120).round(3),
        "differences of attempts": (rng.integers(-3, 2, 90) / 6 + 1) / 2,
        "all alike": np.full(25, 0.5),
        "ends": np.tile([0.0, 1.0], 20),
    }
    figures = []
    for name, values in samples.items():
        for alpha in LEVELS:
            capital = {
                str(mean): float(np.log(betting_mart(values, mean, alpha=alpha, theta=1).max()))
                for mean in (0.2, 0.5, 0.55, 0.9)
            }
            lows, highs = hedged_cs(values, alpha=2 * alpha, breaks=1000)
            figures.append(
                {
                    "name": name, "values": values.tolist(), "alpha": alpha,
                    "log_capital": capital, "low": float(lows[-1]), "high": float(highs[-1]),
                }
            )  # fmt: skip
    versions = {"confseq": VERSION, "numpy": np.__version__, "scipy": scipy.__version__}
    sys.stdout.write(json.dumps({"versions": versions, "figures": figures}) + "\n")


if __name__ == "__main__":
    main()
