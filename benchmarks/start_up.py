"""Start-up: commands on a small store, beside importing the two libraries they need."""

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.harness import EVALSTORE, alternated, compare, cost_of

ROUNDS = 15
FLOOR = "import duckdb, click"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "warehouse"
        cost_of([*EVALSTORE, "init", "--store", store])
        logs = Path(__file__).parent.parent / "evalstore" / "running" / "demo" / "logs"
        cost_of([*EVALSTORE, "ingest", logs, "--store", store])
        costs = alternated(
            {
                FLOOR: lambda: cost_of([sys.executable, "-c", FLOOR]),
                "evalstore --help": lambda: cost_of([*EVALSTORE, "--help"]),
                "evalstore runs": lambda: cost_of([*EVALSTORE, "runs", "--store", store]),
            },
            rounds,
        )
    limit = f"at most {2 * costs[FLOOR].cpu_s:.3f} CPU s"
    compare(
        f"Start-up, median of {rounds}",
        costs,
        FLOOR,
        {"evalstore --help": limit, "evalstore runs": limit},
    )


if __name__ == "__main__":
    main()
