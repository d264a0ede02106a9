"""Output files, whose errors name the file."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evalstore.errors import StoreError


@contextmanager
def reporting_unwritable(path: Path) -> Iterator[None]:
    """Raise StoreError if the block cannot write a file."""
    try:
        yield
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror or error}") from error


def write_text(path: Path, text: str) -> None:
    """Write a text file as UTF-8; raise StoreError if it cannot be written."""
    with reporting_unwritable(path):
        path.write_text(text, encoding="utf-8")
