"""A large ``.json`` log of Inspect, with tools and caches, read as a stream."""

import argparse
import json
import sys
from pathlib import Path

from benchmarks.harness import alternated, cached, compare, cost_of
from benchmarks.openai_evals import ingested

SAMPLE_COUNT = 10_000
ROUNDS = 3
OURS, READER, PARSED = "evalstore ingest", "its reader alone", "orjson.loads of the whole file"
READ = (
    "import sys; from pathlib import Path; "
    "from evalstore.harnesses.inspect_json import inspect_json; "
    "from evalstore.harnesses.records import SourceFile; "
    "print(sum(1 for _ in inspect_json.read(SourceFile(Path(sys.argv[1]), 'a', '0' * 64))))"
)
PARSE = "import sys, orjson; print(len(orjson.loads(open(sys.argv[1], 'rb').read())['samples']))"
# A sample of Inspect is mostly its events.
EVENTS_LENGTH = 20_000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=SAMPLE_COUNT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    path = cached(f"inspect-{asked.samples}.json", lambda made: write(made, asked.samples))
    compare(
        f"Inspect: {asked.samples:,} samples in one .json log, "
        f"{path.stat().st_size / 1e6:.0f} MB, median of {asked.rounds}",
        alternated(
            {
                OURS: lambda: ingested(path),
                READER: lambda: cost_of([sys.executable, "-c", READ, path]),
                PARSED: lambda: cost_of([sys.executable, "-c", PARSE, path]),
            },
            asked.rounds,
        ),
        OURS,
        {OURS: "at most 350 MB"},
    )


def write(path: Path, sample_count: int) -> None:
    """Write a log of the layout that Inspect 0.3.285 has, one sample after the other."""
    head = {
        "version": 2,
        "status": "success",
        "eval": {
            "eval_id": "bench",
            "run_id": "bench",
            "task_id": "bench",
            "created": "2026-11-24T04:00:00+00:00",
            "task": "sums",
            "model": "mockllm/model",
            "dataset": {"name": "sums"},
            "config": {"epochs": 1},
        },
        "results": {"total_samples": sample_count, "completed_samples": sample_count},
        "stats": {"completed_at": "2026-11-24T05:00:00+00:00"},
    }
    with path.open("w", encoding="utf-8") as file:
        file.write(json.dumps(head, indent=2)[:-2] + ',\n  "samples": [\n')
        for number in range(sample_count):
            separator = ",\n" if number else ""
            file.write(separator + json.dumps(_sample(number), indent=2))
        file.write("\n]}\n")


def _sample(number: int) -> dict[str, object]:
    reply = {"role": "assistant", "content": str(2 * number), "source": "generate"}
    call = {"id": f"call-{number}", "function": "add", "arguments": {"x": number, "y": number}}
    result = {"role": "tool", "function": "add", "tool_call_id": call["id"], "content": "?"}
    return {
        "id": f"case-{number:06d}",
        "epoch": 1,
        "input": f"What is {number} + {number}? Answer with the number alone.",
        "target": str(2 * number),
        "messages": [
            {"role": "user", "content": f"What is {number} + {number}?"},
            {"role": "assistant", "content": "", "tool_calls": [call]},
            {**result, "error": {"type": "timeout", "message": "late"} if number % 9 else None},
            reply,
        ],
        "output": {"model": "mockllm/model", "choices": [{"message": reply}]},
        "scores": {"match": {"value": "I" if number % 10 == 0 else "C", "answer": "?"}},
        "model_usage": {
            "mockllm/model": {
                "input_tokens": 200,
                "output_tokens": 40,
                "total_tokens": 340,
                "input_tokens_cache_read": 80,
                "input_tokens_cache_write": 20,
            }
        },
        "events": [{"event": "info", "data": "x" * EVENTS_LENGTH}],
        "completed_at": "2026-11-24T04:30:00+00:00",
    }


if __name__ == "__main__":
    main()
