"""Write an export in the shape of promptfoo: a row that it wrote for the tests, over and over."""

import argparse
import copy
import json
from pathlib import Path
from typing import Any

EVALUATION = Path(__file__).parent.parent / "tests" / "fixtures" / "promptfoo" / "evaluation.json"


def main() -> None:
    """Write an export of as many rows of the mock provider as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=int)
    parser.add_argument("path", type=Path)
    asked = parser.parse_args()
    found = json.loads(EVALUATION.read_text())
    model = next(row for row in found["results"]["results"] if row["promptIdx"] == 0)
    found["results"]["prompts"] = [_column(found["results"]["prompts"][0], asked.rows)]
    found["results"]["stats"] |= {"successes": 0, "failures": asked.rows, "errors": 0}
    found["results"]["results"] = [_row(model, number) for number in range(asked.rows)]
    # As promptfoo writes it: two spaces for each level.
    asked.path.write_text(json.dumps(found, indent=2))


def _column(column: dict[str, Any], row_count: int) -> dict[str, Any]:
    metrics = {
        "score": 0.675 * row_count,
        "testPassCount": 0,
        "testFailCount": row_count,
        "testErrorCount": 0,
        "assertPassCount": 2 * row_count,
        "assertFailCount": row_count,
        "namedScores": {"Word": 2 * row_count},
        "namedScoresCount": {"Word": 2 * row_count},
        "namedScoreWeights": {"Word": 3 * row_count},
    }
    return {**column, "metrics": {**column["metrics"], **metrics}}


def _row(model: dict[str, Any], number: int) -> dict[str, Any]:
    row = copy.deepcopy(model)
    word = f"tea number {number}"
    variables = {"word": word, "size": number}
    row |= {"id": f"{number:08x}-0000-4000-8000-000000000000", "testIdx": number}
    row["vars"] = row["testCase"]["vars"] = variables
    row["prompt"]["raw"] = row["response"]["output"] = row["response"]["raw"] = f"Say {word}"
    return row


if __name__ == "__main__":
    main()
