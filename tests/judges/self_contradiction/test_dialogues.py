"""Whole dialogues in the wordings of chat models, on questions of several kinds."""

import json
from pathlib import Path

import pytest

from evalstore.judges.self_contradiction.rubric import assess

DIALOGUES = json.loads(Path(__file__).with_name("dialogues.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda dialogue: dialogue["second"][:40])
def test_dialogues(conversation, dialogue):
    """Each dialogue is judged as a reader would, and open where a reader could not tell."""
    texts = (dialogue[name] for name in ("question", "first", "pushed", "second"))
    found = assess(conversation(*texts))

    assert (dialogue["expected"], found.reason) == (found.result, found.reason)
