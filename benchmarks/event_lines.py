"""Event lines: a million into a fresh store, the same again, and DuckDB's own reader beside it."""

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path

from benchmarks.harness import EVALSTORE, Cost, alternated, cached, compare, cost_of
from benchmarks.stages import print_stages

EVENT_COUNT = 1_000_000
ROUNDS = 3
FIRST, AGAIN, BARE = "evalstore ingest", "the same file again", "read_json into a table"
# Parsing and storing, with the payload kept as JSON: the least anyone has to do.
READ_JSON = """
import sys, duckdb
with duckdb.connect(sys.argv[2]) as connection:
    connection.execute(
        "create table events as from read_json($file, format = 'newline_delimited', columns = "
        "{kind: 'varchar', run_id: 'varchar', occurred_at: 'timestamp', payload: 'json'})",
        {"file": sys.argv[1]},
    )
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=EVENT_COUNT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    path = cached(
        f"events-{asked.events}.ndjson",
        lambda path: cost_of([sys.executable, "-m", "benchmarks.make_events", asked.events, path]),
    )
    with tempfile.TemporaryDirectory() as folder:
        store, database = Path(folder) / "warehouse", Path(folder) / "bare.duckdb"
        costs = alternated(
            {
                FIRST: lambda: _ingest_first(path, store),
                AGAIN: lambda: _ingest(path, store),
                BARE: lambda: _read_json(path, database),
            },
            asked.rounds,
        )
        size_mb = path.stat().st_size / 1e6
        compare(
            f"Event lines: {asked.events:,} in {size_mb:.0f} MB, median of {asked.rounds}",
            costs, BARE,
            {FIRST: "at most 20 CPU s, 2000 MB", AGAIN: "at most 4 CPU s, nothing new"},
        )  # fmt: skip
        _print_stages(path, Path(folder))


def _ingest_first(path: Path, store: Path) -> Cost:
    shutil.rmtree(store, ignore_errors=True)
    cost_of([*EVALSTORE, "init", "--store", store])
    return _ingest(path, store)


def _ingest(path: Path, store: Path) -> Cost:
    return cost_of([*EVALSTORE, "ingest", path, "--store", store])


def _read_json(path: Path, database: Path) -> Cost:
    database.unlink(missing_ok=True)
    return cost_of([sys.executable, "-c", READ_JSON, path, database])


def _print_stages(path: Path, folder: Path) -> None:
    output, store = folder / "stages.json", folder / "watched"
    cost_of([*EVALSTORE, "init", "--store", store])
    cost_of(
        [sys.executable, "-m", "benchmarks.stages", output, "event lines",
         "ingest", path, "--store", store]
    )  # fmt: skip
    print_stages(json.loads(output.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
