"""Recognise files of the format ``context_cards``."""

from pathlib import Path

from evalstore.harnesses import json_lines


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """Return whether a line is an object with ``id``, ``facts`` and ``question``."""
    return json_lines.holds(head, ("id", "facts", "question"))
