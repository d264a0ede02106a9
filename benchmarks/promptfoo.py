"""An export of promptfoo: 10,000 rows, beside orjson parsing it and promptfoo's own import."""

import argparse
import os
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

from benchmarks.harness import Cost, alternated, cached, compare, cost_of

ROW_COUNT = 10_000
ROUNDS = 3
OURS, READER, AGAIN, PARSER = "evalstore ingest", "our reader alone", "the same again", "orjson"
# The command of promptfoo, where there is one to compare with.
COMMAND = "PROMPTFOO"
PARSE = "import sys, pathlib, orjson; orjson.loads(pathlib.Path(sys.argv[1]).read_bytes())"
READ = """
import sys
from pathlib import Path
from evalstore.harnesses.promptfoo import promptfoo
from evalstore.harnesses.records import SourceFile
for _ in promptfoo.read(SourceFile(Path(sys.argv[1]), "export", "0" * 64)):
    pass
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=ROW_COUNT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    maker = [sys.executable, "-m", "benchmarks.make_promptfoo", str(asked.rows)]
    export = cached(f"promptfoo-{asked.rows}.json", lambda path: cost_of([*maker, path]))
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "warehouse"
        costs = alternated(
            {
                OURS: lambda: _ingest_first(export, store),
                AGAIN: lambda: _ingest(export, store),
                READER: lambda: cost_of([sys.executable, "-c", READ, export]),
                PARSER: lambda: cost_of([sys.executable, "-c", PARSE, export]),
            },
            asked.rounds,
        )
        if os.environ.get(COMMAND):
            # A second import of a file fails, so it has one turn.
            os.environ["PROMPTFOO_CONFIG_DIR"] = folder
            costs["promptfoo import"] = cost_of(
                [*shlex.split(os.environ[COMMAND]), "import", export]
            )
    compare(
        f"promptfoo: {asked.rows:,} rows, {export.stat().st_size / 1e6:.0f} MB, "
        f"median of {asked.rounds}",
        costs, PARSER, {OURS: "at most 350 MB", READER: "at most 3"},
    )  # fmt: skip


def _ingest_first(export: Path, store: Path) -> Cost:
    shutil.rmtree(store, ignore_errors=True)
    cost_of([sys.executable, "-m", "evalstore", "init", "--store", store])
    return _ingest(export, store)


def _ingest(export: Path, store: Path) -> Cost:
    return cost_of([sys.executable, "-m", "evalstore", "ingest", export, "--store", store])


if __name__ == "__main__":
    main()
