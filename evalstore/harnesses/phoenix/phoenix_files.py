"""Recognise files of the format ``phoenix``."""

from pathlib import Path

from evalstore.harnesses.detect import text_of

FIELDS = ("example_id", "repetition_number", "reference_output", "trace_id")
COLUMNS = ("example_id", "repetition_number", "input", "reference_output", "output", "error")


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """A list of objects with an example and a repetition, or a CSV with these as first columns."""
    start = text_of(head)
    if start.startswith(",".join(COLUMNS)):
        return True
    return start.startswith("[") and all(f'"{field}"' in start for field in FIELDS)
