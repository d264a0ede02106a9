"""Recovery: how often the 95 % intervals of many runs hold what the simulated system declared."""

import argparse
import tempfile
from collections import Counter
from pathlib import Path

from evalstore.running.calibration_check import check_calibration
from evalstore.running.configuration import SystemConfig
from evalstore.running.git import Commit
from evalstore.running.plan import make_plan
from evalstore.running.run import run
from evalstore.store.layout import Layout

RUN_COUNT = 300
CASES = {"hallucination": 400, "contradiction": 150}
RANGE = (0.92, 0.98)


def main() -> None:
    """Run, hold and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=RUN_COUNT)
    run_count = parser.parse_args().runs
    covered: Counter[tuple[str, str]] = Counter()
    measured: Counter[tuple[str, str]] = Counter()
    for number in range(run_count):
        for suite, case_count in CASES.items():
            for item in measure(suite, case_count, f"recovery-{number}"):
                if item.is_covered is not None:
                    measured[item.metric, item.slice_value] += 1
                    covered[item.metric, item.slice_value] += item.is_covered
    print(f"Recovery over {run_count} seeds: share of 95 % intervals that hold the truth")
    for key, count in sorted(measured.items()):
        share = covered[key] / count
        sign = "" if RANGE[0] <= share <= RANGE[1] else f"  outside {RANGE[0]} to {RANGE[1]}"
        print(f"{key[0]:24s} {key[1]:14s} {share:.3f} of {count}{sign}")


def measure(suite: str, case_count: int, seed: str):
    """Run a suite once in a store of its own, and hold it against the truth."""
    with tempfile.TemporaryDirectory() as folder:
        layout = Layout(Path(folder) / "warehouse")
        layout.create()
        plan = make_plan(
            suite,
            seed=seed,
            domains=(),
            case_count=case_count,
            systems=(SystemConfig("simulated", "simulated"),),
            settings={},
            commit=Commit(),
        )
        run(layout, plan, run_id="r1", commit=Commit(), concurrency=1)
        return check_calibration(layout, "r1")


if __name__ == "__main__":
    main()
