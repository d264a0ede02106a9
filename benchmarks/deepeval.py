"""Test runs of DeepEval: a file of 10,000 test cases, beside orjson parsing it."""

import argparse
import json
import sys
import tempfile
from pathlib import Path

from benchmarks.harness import Cost, alternated, cached, compare, cost_of

CASE_COUNT = 10_000
ROUNDS = 3
OURS, READER, ORJSON = "evalstore ingest", "its reader alone", "orjson.loads of the file"
READ = (
    "import sys; from pathlib import Path; from evalstore.harnesses.deepeval import deepeval; "
    "from evalstore.harnesses.records import SourceFile; "
    "print(sum(1 for _ in deepeval.read(SourceFile(Path(sys.argv[1]), 'a', '0' * 64))))"
)
PARSE = "import sys, orjson; print(len(orjson.loads(open(sys.argv[1], 'rb').read())))"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=CASE_COUNT)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    asked = parser.parse_args()
    path = cached(f"deepeval-{asked.cases}.json", lambda made: write(made, asked.cases))
    compare(
        f"DeepEval: {asked.cases:,} test cases, {path.stat().st_size / 1e6:.0f} MB, "
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


def write(path: Path, case_count: int) -> None:
    """Write a run of test cases with two metrics each, as DeepEval does."""
    cases = [_case(number) for number in range(case_count)]
    passed_count = sum(case["success"] is True for case in cases)
    run = {
        "testCases": cases,
        "conversationalTestCases": [],
        "metricsScores": [
            {
                "metric": metric,
                "scores": [1.0 if case["success"] else 0.25 for case in cases],
                "passes": passed_count,
                "fails": case_count - passed_count,
                "errors": 0,
            }
            for metric in ("Faithfulness", "Answer Relevancy")
        ],
        "testPassed": passed_count,
        "testFailed": case_count - passed_count,
        "runDuration": 60.0,
    }
    path.write_text(json.dumps(run), encoding="utf-8")


def _case(number: int) -> dict[str, object]:
    is_right = number % 10 != 0
    return {
        "name": f"test_case_{number}",
        "input": f"What is {number} + {number}? Answer with the number alone.",
        "actualOutput": str(2 * number + (not is_right)),
        "expectedOutput": str(2 * number),
        "retrievalContext": [f"The sum of {number} and {number} is {2 * number}. " * 8],
        "success": is_right,
        "metricsData": [
            {
                "name": metric,
                "threshold": 0.5,
                "success": is_right,
                "score": 1.0 if is_right else 0.25,
                "reason": "The score follows from what was retrieved.",
                "strictMode": False,
                "evaluationModel": "judge-1",
                "evaluationCost": 0.001,
                "verboseLogs": "Truths (limit=None):\n" + "[a truth]\n" * 40,
            }
            for metric in ("Faithfulness", "Answer Relevancy")
        ],
        "runDuration": 1.5,
        "order": number,
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
