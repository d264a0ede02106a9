"""Recognise files of the format ``promptfoo``."""

import re
from pathlib import Path

from evalstore.harnesses import json_lines
from evalstore.harnesses.detect import text_of
from evalstore.harnesses.inspect.top_level_names import top_level_names

FIELDS = ("success", "promptIdx", "testIdx", "testCase")


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """An object whose ``results`` begin with a version, or lines that are rows of promptfoo."""
    text = text_of(head)
    if text.startswith("{") and version_in(text) is not None:
        return "results" in top_level_names(text)
    return json_lines.holds(head, FIELDS)


def version_in(head: str) -> int | None:
    """
    Return the version at the start of ``results``; None if it starts otherwise.

    >>> version_in('{"evalId": "e1", "results": {"version": 3, "prompts": []')
    3
    >>> version_in('{"results": [{"version": 3}]}')
    """
    match = re.search(r'"results"\s*:\s*\{\s*"version"\s*:\s*(\d{1,9})\s*,', head)
    return int(match[1]) if match else None
