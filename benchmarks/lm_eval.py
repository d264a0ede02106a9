"""Samples of lm-evaluation-harness: 20,000 of them, beside orjson parsing the same lines."""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from benchmarks.harness import Cost, alternated, cached, compare, cost_of

SAMPLE_COUNT = 20_000
ROUNDS = 3
OURS, READER, AGAIN, PARSER = "evalstore ingest", "our reader alone", "the same again", "orjson"
PARSE = """
import sys
from pathlib import Path
import orjson
for path in Path(sys.argv[1]).glob("*.jsonl"):
    with path.open("rb") as lines:
        for line in lines:
            orjson.loads(line)
"""
READ = """
import sys
from pathlib import Path
from evalstore.harnesses.lm_eval import lm_eval
from evalstore.harnesses.records import SourceFile
for path in Path(sys.argv[1]).glob("*.json"):
    companions = tuple(lm_eval.companions(path))
    for _ in lm_eval.read(SourceFile(path, path.name, "0" * 64, companions=companions)):
        pass
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=SAMPLE_COUNT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    maker = [sys.executable, "-m", "benchmarks.make_lm_eval", str(asked.samples)]
    folder = cached(f"lm-eval-{asked.samples}", lambda path: cost_of([*maker, path]))
    size = sum(path.stat().st_size for path in folder.iterdir())
    with tempfile.TemporaryDirectory() as name:
        store = Path(name) / "warehouse"
        costs = alternated(
            {
                OURS: lambda: _ingest_first(folder, store),
                AGAIN: lambda: _ingest(folder, store),
                READER: lambda: cost_of([sys.executable, "-c", READ, folder]),
                PARSER: lambda: cost_of([sys.executable, "-c", PARSE, folder]),
            },
            asked.rounds,
        )
    compare(
        f"lm-eval: {asked.samples:,} samples, {size / 1e6:.0f} MB, median of {asked.rounds}",
        costs, PARSER, {OURS: "at most 350 MB"},
    )  # fmt: skip


def _ingest_first(folder: Path, store: Path) -> Cost:
    shutil.rmtree(store, ignore_errors=True)
    cost_of([sys.executable, "-m", "evalstore", "init", "--store", store])
    return _ingest(folder, store)


def _ingest(folder: Path, store: Path) -> Cost:
    return cost_of([sys.executable, "-m", "evalstore", "ingest", folder, "--store", store])


if __name__ == "__main__":
    main()
