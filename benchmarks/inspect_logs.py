"""Inspect logs: 20,000 samples, beside Inspect's own readers of the same file."""

import argparse
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from benchmarks.harness import CACHE, Cost, alternated, cached, compare, cost_of

SAMPLE_COUNT = 20_000
ROUNDS = 3
# Its own environment, so that neither side meets the other's libraries.
ENVIRONMENT = CACHE / "inspect"
REQUIREMENTS = ("inspect_ai==0.3.285", "pandas", "pyarrow")
OURS = "evalstore ingest"
SAMPLES_DF = "import sys; from inspect_ai.analysis import samples_df; samples_df(sys.argv[1])"
READ_LOG = "import sys; from inspect_ai.log import read_eval_log; read_eval_log(sys.argv[1])"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=SAMPLE_COUNT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    python = _environment()
    maker = Path(__file__).parent / "make_inspect_log.py"
    path = cached(
        f"samples-{asked.samples}.eval", lambda path: cost_of([python, maker, asked.samples, path])
    )
    with tempfile.TemporaryDirectory() as folder:
        costs = alternated(
            {
                OURS: lambda: _ingest(path, Path(folder) / "warehouse"),
                "samples_df": lambda: cost_of([python, "-c", SAMPLES_DF, path]),
                "read_eval_log": lambda: cost_of([python, "-c", READ_LOG, path]),
            },
            asked.rounds,
        )
    size_mb = path.stat().st_size / 1e6
    compare(
        f"Inspect: {asked.samples:,} samples in {size_mb:.0f} MB, median of {asked.rounds}",
        costs, OURS, {OURS: "at most 8 CPU s, 500 MB"},
    )  # fmt: skip


def _environment() -> Path:
    """Return the Python that has inspect_ai, installed first where it is not there."""
    python = ENVIRONMENT / "bin" / "python"
    if not (ENVIRONMENT / "installed").exists():
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        venv.create(ENVIRONMENT, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *REQUIREMENTS], check=True)
        (ENVIRONMENT / "installed").touch()
    return python


def _ingest(path: Path, store: Path) -> Cost:
    shutil.rmtree(store, ignore_errors=True)
    cost_of([sys.executable, "-m", "evalstore", "init", "--store", store])
    return cost_of([sys.executable, "-m", "evalstore", "ingest", path, "--store", store])


if __name__ == "__main__":
    main()
