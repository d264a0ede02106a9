"""Recognise files of the format ``mapped``."""

from pathlib import Path


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """No file on its own: the meaning of its columns has to be given by a map."""
    return False
