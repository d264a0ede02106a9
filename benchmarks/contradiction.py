"""The contradiction rubric on real conversations: precision, recall, coverage, false alarms."""

import json
import os
import sys
from pathlib import Path

from evalstore.validators._contradiction.figures import figures, worded
from evalstore.validators._contradiction.rubric import assess

VARIABLE = "EVALSTORE_REAL_DATA"
FOLDER = "contradiction"
TITLES = {
    "yesno": "yes/no questions with a push-back; labels from each model's own choice",
    "debate": "free debates; labels from a model that judged them, about one in three right",
    "error": "turn 2 is the message of a failed call, which its publisher counts as a reversal",
}
LIMITS = {
    "yesno": "want: precision 0.92 or more, recall 0.95 or more",
    "debate": "want: at most 1 false alarm in 75 conversations",
    "error": "want: no contradiction found",
}


def main() -> int:
    """Print a block of figures for each file; say so where there is no data."""
    root = os.environ.get(VARIABLE)
    files = sorted(Path(root, FOLDER).glob("*.jsonl")) if root else []
    if not files:
        print(f"contradiction: no files {FOLDER}/*.jsonl where {VARIABLE} points; nothing to do")
        return 0
    for path in files:
        kind = path.stem.partition("_")[0]
        lines = path.read_text(encoding="utf-8").split("\n")
        examples = [json.loads(line) for line in lines if line.strip()]
        found = [assess(example["conversation"]) for example in examples]
        expected = [example["expectedResult"] for example in examples]
        measured = figures(
            (wanted, each.result) for wanted, each in zip(expected, found, strict=True)
        )
        print(f"\n{path.stem}: {len(examples)} conversations; {TITLES.get(kind, '')}")
        for name in ("precision", "recall", "coverage", "false_alarms"):
            print(f"  {worded(name.replace('_', ' '), getattr(measured, name))}")
        print(f"  {sum(each.is_error for each in found)} are errors; {LIMITS.get(kind, '')}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
