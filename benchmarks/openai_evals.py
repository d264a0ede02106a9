"""Records of openai/evals: a file of 100,000, beside orjson parsing its lines."""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from benchmarks.harness import Cost, alternated, cached, compare, cost_of

RECORD_COUNT = 100_000
ROUNDS = 3
OURS, READER, ORJSON = "evalstore ingest", "its reader alone", "orjson.loads of each line"
READ = (
    "import sys; from pathlib import Path; "
    "from evalstore.harnesses.openai_evals import openai_evals; "
    "from evalstore.harnesses.records import SourceFile; "
    "print(sum(1 for _ in openai_evals.read(SourceFile(Path(sys.argv[1]), 'a', '0' * 64))))"
)
PARSE = (
    "import sys, orjson; print(sum(1 for line in open(sys.argv[1], 'rb') if orjson.loads(line)))"
)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=RECORD_COUNT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    path = cached(f"openai-evals-{asked.records}.jsonl", lambda made: write(made, asked.records))
    compare(
        f"openai/evals: {asked.records:,} records, {path.stat().st_size / 1e6:.0f} MB, "
        f"median of {asked.rounds}",
        alternated(
            {
                OURS: lambda: ingested(path),
                READER: lambda: cost_of([sys.executable, "-c", READ, path]),
                ORJSON: lambda: cost_of([sys.executable, "-c", PARSE, path]),
            },
            asked.rounds,
        ),
        OURS,
        {OURS: "at most 350 MB", READER: "at most 3x of orjson"},
    )


def write(path: Path, record_count: int) -> None:
    """Write a run as oaieval does: for each sample what was sampled, and a match."""
    run_id = "260101000000AAAAAAAA"
    specification = {
        "completion_fns": ["maia-2"],
        "eval_name": "sums.dev.v0",
        "base_eval": "sums",
        "split": "dev",
        "run_config": {"eval_spec": {"cls": "evals.elsuite.basic.match:Match"}, "seed": 1},
        "run_id": run_id,
        "created_at": "2026-01-01 00:00:00.5",
    }
    sample_count = record_count // 2
    with path.open("w", encoding="utf-8") as file:
        file.write(json.dumps({"spec": specification}) + "\n")
        report = {"accuracy": (sample_count - sample_count // 10) / sample_count}
        file.write(json.dumps({"final_report": report, "run_id": run_id}) + "\n")
        for number in range(2 * sample_count):
            file.write(json.dumps(_event(run_id, number)) + "\n")


def _event(run_id: str, number: int) -> dict[str, object]:
    sample, is_match = divmod(number, 2)
    question = f"What is {sample} + {sample}? Answer with the number alone."
    reply = str(2 * sample + (sample % 10 == 0))
    return {
        "run_id": run_id,
        "event_id": number,
        "sample_id": f"sums.dev.{sample}",
        "type": "match" if is_match else "sampling",
        "data": {"correct": sample % 10 != 0, "expected": str(2 * sample), "picked": reply}
        if is_match
        else {
            "prompt": [{"role": "user", "content": question}],
            "sampled": [reply],
            "usage": {"prompt_tokens": 20, "completion_tokens": 1},
        },
        "created_by": "",
        "created_at": "2026-01-01 00:00:01.000000+00:00",
    }


def ingested(path: Path) -> Cost:
    """Return what the ingestion into a fresh store costs, its facts included."""
    command = [sys.executable, "-m", "evalstore"]
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store"
        cost_of([*command, "init", "--store", store])
        return cost_of([*command, "ingest", path, "--store", store])


if __name__ == "__main__":
    main()
