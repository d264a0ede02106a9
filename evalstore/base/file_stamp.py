"""The stamp of a file, which changes when somebody writes to it."""

from pathlib import Path

from evalstore.errors import UsageError


def stamp_of(path: Path) -> tuple[int, int]:
    """
    Return the modification time and the size of a file, to detect changes.

    Raises UsageError if there is no such file.
    """
    try:
        status = path.stat()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from error
    return status.st_mtime_ns, status.st_size
