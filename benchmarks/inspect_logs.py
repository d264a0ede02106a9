"""Inspect logs: 20,000 samples in one, and a hundred small ones, beside Inspect's own readers."""

import argparse
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from benchmarks.harness import CACHE, Cost, alternated, cached, compare, cost_of

SAMPLE_COUNT = 20_000
SMALL_LOG_COUNT = 100
SMALL_SAMPLE_COUNT = 20
ROUNDS = 3
# Its own environment, so that neither side meets the other's libraries.
ENVIRONMENT = CACHE / "inspect"
REQUIREMENTS = ("inspect_ai==0.3.285", "pandas", "pyarrow")
OURS, AGAIN = "evalstore ingest", "the same again"
SAMPLES_DF = "import sys; from inspect_ai.analysis import samples_df; samples_df(sys.argv[1])"
READ_LOGS = """
import sys
from pathlib import Path
from inspect_ai.log import read_eval_log
path = Path(sys.argv[1])
logs = [read_eval_log(str(log)) for log in (sorted(path.iterdir()) if path.is_dir() else [path])]
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=SAMPLE_COUNT, help="0 leaves it out")
    parser.add_argument("--small-logs", type=int, default=SMALL_LOG_COUNT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    python = environment()
    if asked.samples:
        path = _made(python, f"samples-{asked.samples}.eval", asked.samples, 1)
        compare(
            f"Inspect: one log of {asked.samples:,} samples, {path.stat().st_size / 1e6:.0f} MB, "
            f"median of {asked.rounds}",
            _measured(python, path, asked.rounds), OURS,
            {OURS: "at most 5 CPU s, 350 MB"},
        )  # fmt: skip
    path = _made(python, f"small-logs-{asked.small_logs}", SMALL_SAMPLE_COUNT, asked.small_logs)
    compare(
        f"Inspect: {asked.small_logs} logs of {SMALL_SAMPLE_COUNT} samples, "
        f"median of {asked.rounds}",
        _measured(python, path, asked.rounds), OURS,
        {OURS: "at most 6 CPU s", AGAIN: "at most 0.6 CPU s, nothing new"},
    )  # fmt: skip


def _made(python: Path, name: str, sample_count: int, log_count: int) -> Path:
    maker = Path(__file__).parent / "make_inspect_log.py"
    return cached(
        name, lambda path: cost_of([python, "-P", maker, str(sample_count), str(log_count), path])
    )


def _measured(python: Path, path: Path, rounds: int) -> dict[str, Cost]:
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "warehouse"
        return alternated(
            {
                OURS: lambda: _ingest_first(path, store),
                AGAIN: lambda: _ingest(path, store),
                "samples_df": lambda: cost_of([python, "-c", SAMPLES_DF, path]),
                "read_eval_log": lambda: cost_of([python, "-c", READ_LOGS, path]),
            },
            rounds,
        )


def environment() -> Path:
    """Return the Python that has inspect_ai, installed first where it is not there."""
    python = ENVIRONMENT / "bin" / "python"
    if not (ENVIRONMENT / "installed").exists():
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        venv.create(ENVIRONMENT, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *REQUIREMENTS], check=True)
        (ENVIRONMENT / "installed").touch()
    return python


def _ingest_first(path: Path, store: Path) -> Cost:
    shutil.rmtree(store, ignore_errors=True)
    cost_of([sys.executable, "-m", "evalstore", "init", "--store", store])
    return _ingest(path, store)


def _ingest(path: Path, store: Path) -> Cost:
    return cost_of([sys.executable, "-m", "evalstore", "ingest", path, "--store", store])


if __name__ == "__main__":
    main()
