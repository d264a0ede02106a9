"""Recognise files of the format ``epistemic_results``."""

from pathlib import Path

from evalstore.harnesses import json_lines


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """Return whether a line is an object with id, gold, system, and with pred or pass."""
    return json_lines.holds(head, ("id", "gold", "system"), ("pred", "pass"))
