"""Recognise files of the format ``phoenix``."""

from pathlib import Path

FIELDS = ("example_id", "repetition_number", "reference_output", "trace_id")
COLUMNS = ("example_id", "repetition_number", "input", "reference_output", "output", "error")


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """A list of objects with an example and a repetition, or a CSV with these as first columns."""
    start = head.decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    if start.startswith(",".join(COLUMNS)):
        return True
    return start.startswith("[") and all(f'"{field}"' in start for field in FIELDS)
