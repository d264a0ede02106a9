"""Recognise files of the format ``inspect_json``."""

from pathlib import Path

from evalstore.harnesses.detect import text_of
from evalstore.harnesses.inspect.top_level_names import top_level_names

# An object with `eval` and one of these near its start is a log.
COMPANIONS = {"status", "plan", "samples", "stats"}
# Every version of the log has these two in its `eval`.
SPEC_NAMES = ('"task"', '"model"')


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """An object with ``eval`` and another of an Inspect log's parts, with a task and a model."""
    text = text_of(head)
    if not text.startswith("{") or not all(name in text for name in SPEC_NAMES):
        return False
    names = set(top_level_names(text))
    return "eval" in names and bool(names & COMPANIONS)
