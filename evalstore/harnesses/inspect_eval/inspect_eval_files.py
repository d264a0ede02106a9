"""Recognise files of the format ``inspect_eval``."""

from pathlib import Path

from evalstore.harnesses.inspect.archive_signs import LOCAL_SIGNATURE, START

EMPTY_ARCHIVE = b"PK\x05\x06"


def recognises(path: Path, head: bytes) -> bool:
    """A zip archive that starts with an Inspect log's journal, or is named ``.eval``."""
    if head.startswith(LOCAL_SIGNATURE):
        return path.suffix == ".eval" or START.encode() in head
    return path.suffix == ".eval" and head.startswith(EMPTY_ARCHIVE)
