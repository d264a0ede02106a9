"""Details of LightEval: a task of 20,000 rows, beside pyarrow reading the columns as objects."""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from benchmarks.harness import Cost, alternated, cached, compare, cost_of

ROW_COUNT = 20_000
ROUNDS = 3
STAMP = "2026-01-02T03-04-05.678901"
OURS, READER, PYARROW = "evalstore ingest", "its reader alone", "pyarrow, rows as objects"
READ = (
    "import sys; from pathlib import Path; from evalstore.harnesses.lighteval import lighteval; "
    "from evalstore.harnesses.records import SourceFile; path = Path(sys.argv[1]); "
    "print(sum(1 for _ in lighteval.read(SourceFile(path, 'a', '0' * 64, "
    "companions=tuple(lighteval.companions(path))))))"
)
PARSE = (
    "import sys; from pathlib import Path; from pyarrow import parquet; "
    "[path] = Path(sys.argv[1]).parent.glob('*.parquet'); "
    "print(sum(len(batch.to_pylist()) for batch in parquet.ParquetFile(path).iter_batches(64)))"
)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=ROW_COUNT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    folder = cached(f"lighteval-{asked.rows}", lambda made: write(made, asked.rows))
    path = folder / f"results_{STAMP}.json"
    byte_count = sum(file.stat().st_size for file in folder.iterdir())
    compare(
        f"LightEval: {asked.rows:,} rows, {byte_count / 1e6:.1f} MB, median of {asked.rounds}",
        alternated(
            {
                OURS: lambda: ingested(path),
                READER: lambda: cost_of([sys.executable, "-c", READ, path]),
                PYARROW: lambda: cost_of([sys.executable, "-c", PARSE, path]),
            },
            asked.rounds,
        ),
        OURS,
        {OURS: "at most 350 MB", READER: "at most 3x of pyarrow"},
    )


def write(folder: Path, row_count: int) -> None:
    """Write results of one task and its details, as LightEval does."""
    import pyarrow
    from pyarrow import parquet

    folder.mkdir(parents=True)
    right_count = row_count - (row_count + 9) // 10
    results = {
        "config_general": {"lighteval_sha": "?", "model_name": "our/model"},
        "results": {"sums|0": {"em": right_count / row_count}},
        "versions": {"sums|0": 0},
    }
    (folder / f"results_{STAMP}.json").write_text(json.dumps(results), encoding="utf-8")
    table = pyarrow.Table.from_pylist([_row(number) for number in range(row_count)])
    parquet.write_table(table, folder / f"details_sums|0_{STAMP}.parquet")


def _row(number: int) -> dict[str, object]:
    is_right = number % 10 != 0
    question = f"What is {number} + {number}? Answer with the number alone."
    return {
        "doc": {
            "query": question, "choices": [str(2 * number)], "gold_index": 0,
            "specific": {"level": number % 5}, "id": str(number), "task_name": "sums|0",
        },
        "metric": {"em": float(is_right)},
        "model_response": {
            "input": question, "input_tokens": list(range(20)),
            "text": [str(2 * number + (not is_right))], "output_tokens": [[1, 2, 3]],
            "logprobs": [],
        },
    }  # fmt: skip


def ingested(path: Path) -> Cost:
    """Return what the ingestion into a fresh store costs, its facts included."""
    command = [sys.executable, "-m", "evalstore"]
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store"
        cost_of([*command, "init", "--store", store])
        return cost_of([*command, "ingest", path, "--store", store])


if __name__ == "__main__":
    main()
