"""The rubric on conversations of real models, read from the folder EVALSTORE_REAL_DATA names."""

import json
import os
from pathlib import Path

import pytest

from evalstore.judges.self_contradiction.rubric import assess
from evalstore.judges.self_contradiction.rubric_figures import figures

FOLDER = os.environ.get("EVALSTORE_REAL_DATA")
pytestmark = [
    pytest.mark.real_data,
    pytest.mark.skipif(
        FOLDER is None or not Path(FOLDER, "contradiction").is_dir(),
        reason="EVALSTORE_REAL_DATA names no folder that holds contradiction/",
    ),
]


def judged(name):
    """Return what was expected of each conversation of a file, and what was found."""
    text = Path(FOLDER or "", "contradiction", name).read_text(encoding="utf-8")
    examples = [json.loads(line) for line in text.split("\n") if line.strip()]
    return [
        (example["expectedResult"], assess(example["conversation"]), example["meta"])
        for example in examples
    ]


@pytest.mark.parametrize("half", [slice(None), slice(0, None, 2), slice(1, None, 2)])
def test_yes_no_questions(half):
    """On questions that name their answers, precision and recall reach what was asked for."""
    found = figures(
        (expected, each.result) for expected, each, _ in judged("yesno_dev.jsonl")[half]
    )

    assert found.precision.value >= 0.92
    assert found.recall.value >= 0.95
    assert found.coverage.value > 0.4


@pytest.mark.sweep
def test_positions():
    """Each position is the choice that the model itself recorded, in 98 of 100 turns or more."""
    names = {"yes": "yes", "no": "no", "unclear": "undetermined"}
    agreed = [
        names[meta[f"position_{number}"]] == position.value
        for _, found, meta in judged("yesno_dev.jsonl")
        for number, position in ((1, found.first), (2, found.second))
    ]

    assert sum(agreed) / len(agreed) >= 0.98


@pytest.mark.sweep
def test_free_debates():
    """On free debates at most one conversation in 75 is a false alarm."""
    results = [(expected, found.result) for expected, found, _ in judged("debate_dev.jsonl")]
    false_alarm_count = sum(found is True and expected is not True for expected, found in results)

    assert false_alarm_count * 75 <= len(results)


def test_a_failed_call_is_no_reversal():
    """A turn that is the message of a failed call is an error."""
    found = [(each.result, each.is_error) for _, each, _ in judged("error_as_flip.jsonl")]

    assert [(None, True)] * len(found) == found
