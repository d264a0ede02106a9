"""Runs: what a thousand and ten thousand cases cost through the simulated system."""

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

from benchmarks.harness import EVALSTORE, cost_of

COUNTS = (1_000, 9_000)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--counts", type=int, nargs="+", default=COUNTS)
    counts = parser.parse_args().counts
    print("Runs of the hallucination suite, everything included: generated, asked, judged, stored")
    print("cases  events  CPU s  CPU ms a case  peak MB")
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            store = Path(folder) / "warehouse"
            cost_of([*EVALSTORE, "init", "--store", store])
            run = ["run", "hallucination", "--cases", str(count), "--seed", "benchmark"]
            cost = cost_of([*EVALSTORE, *run, "--store", store])
            runs = subprocess.run(
                [*EVALSTORE, "runs", "--json", "--store", store],
                check=True, capture_output=True, text=True,
            )  # fmt: skip
        [found] = json.loads(runs.stdout)
        per_case_ms = 1000 * cost.cpu_s / found["case_count"]
        print(
            f"{found['case_count']:>5}  {found['event_count']:>6}  {cost.cpu_s:5.1f}  "
            f"{per_case_ms:13.2f}  {cost.rss_mb:7.0f}"
        )


if __name__ == "__main__":
    main()
