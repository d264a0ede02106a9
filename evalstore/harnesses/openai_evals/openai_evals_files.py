"""Recognise files of the format ``openai_evals``."""

from pathlib import Path

from evalstore.harnesses import json_lines

EVENT = ("run_id", "event_id", "sample_id", "type", "data")
SPECIFICATION = (b'"spec"', b'"eval_name"', b'"run_id"')


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """A line with the specification of a run, or with an event of a sample."""
    if json_lines.holds(head, EVENT):
        return True
    return all(word in head for word in SPECIFICATION) and json_lines.holds(head, ("spec",))
