"""HELM: a run folder of 1,000 instances like those of GSM8K, beside orjson parsing its files."""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from benchmarks.harness import CACHE, Cost, alternated, compare, cost_of

INSTANCE_COUNT = 1_000
ROUNDS = 3
TOKEN_COUNT = 150
OURS, READER, ORJSON = "evalstore ingest", "its reader alone", "orjson.loads of its files"
READ = (
    "import sys; from pathlib import Path; from evalstore.harnesses.helm import helm; "
    "from evalstore.harnesses.records import SourceFile; path = Path(sys.argv[1]); "
    "found = tuple(helm.companions(path)); "
    "print(sum(1 for _ in helm.read(SourceFile(path, 'a', '0' * 64, companions=found))))"
)
PARSE = (
    "import sys, orjson; from pathlib import Path; "
    "print([len(orjson.loads(path.read_bytes())) "
    "for path in sorted(Path(sys.argv[1]).parent.glob('*.json'))])"
)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--instances", type=int, default=INSTANCE_COUNT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    folder = CACHE / f"helm-{asked.instances}"
    if not folder.exists():
        write(folder, asked.instances)
    path = folder / "run_spec.json"
    size = sum(file.stat().st_size for file in folder.glob("*.json"))
    compare(
        f"HELM: {asked.instances:,} instances, {size / 1e6:.0f} MB, median of {asked.rounds}",
        alternated(
            {
                OURS: lambda: ingested(folder),
                READER: lambda: cost_of([sys.executable, "-c", READ, path]),
                ORJSON: lambda: cost_of([sys.executable, "-c", PARSE, path]),
            },
            asked.rounds,
        ),
        OURS,
        {OURS: "at most 350 MB", READER: "at most 3x of orjson"},
    )


def write(folder: Path, instance_count: int) -> None:
    """Write a folder as HELM does, with a token list for each completion, indented by two."""
    folder.mkdir(parents=True)
    adapter = {"method": "generation", "model": "our/maia-2"}
    specification = {
        "name": "gsm:model=our_maia-2", "scenario_spec": {"class_name": "GSM8KScenario"},
        "adapter_spec": adapter, "metric_specs": [], "groups": ["gsm"],
    }  # fmt: skip
    states = [_state(number) for number in range(instance_count)]
    stats = [_stats(number) for number in range(instance_count)]
    figure = {"name": {"name": "exact_match", "split": "test"}, "count": 1, "mean": 0.5}
    contents = {
        "run_spec": specification,
        "scenario_state": {"adapter_spec": adapter, "request_states": states},
        "per_instance_stats": stats,
        "stats": [figure],
    }
    for name, content in contents.items():
        (folder / f"{name}.json").write_text(json.dumps(content, indent=2), encoding="utf-8")


def _state(number: int) -> dict[str, object]:
    question = f"A farmer has {number} cows and buys as many again. How many are there? " * 3
    tokens = [{"text": f" word{at}", "logprob": -0.25} for at in range(TOKEN_COUNT)]
    return {
        "instance": {
            "input": {"text": question},
            "references": [{"output": {"text": str(2 * number)}, "tags": ["correct"]}],
            "split": "test",
            "id": f"id{number}",
        },
        "train_trial_index": 0,
        "request": {"prompt": question * 10, "model": "our/maia-2"},
        "result": {
            "success": True,
            "completions": [
                {
                    "text": "".join(str(token["text"]) for token in tokens),
                    "logprob": -30.0,
                    "tokens": tokens,
                }
            ],
            "request_time": 1.5,
        },
    }


def _stats(number: int) -> dict[str, object]:
    names = ["num_references", "num_prompt_tokens", "inference_runtime", "exact_match", "f1_score"]
    return {
        "instance_id": f"id{number}",
        "train_trial_index": 0,
        "stats": [
            {"name": {"name": name, "split": "test"}, "count": 1, "sum": 1, "mean": number % 2}
            for name in (*names, *(f"num_stat_{at}" for at in range(20)))
        ],
    }


def ingested(folder: Path) -> Cost:
    """Return what the ingestion into a fresh store costs, its facts included."""
    command = [sys.executable, "-m", "evalstore"]
    with tempfile.TemporaryDirectory() as place:
        store = Path(place) / "store"
        cost_of([*command, "init", "--store", store])
        return cost_of([*command, "ingest", folder, "--store", store])


if __name__ == "__main__":
    main()
