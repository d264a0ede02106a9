"""Errors of a failing disk: the file, the cause, and the state of the events."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evalstore.errors import StoreError

NOTHING_APPENDED = "nothing was appended"
ACCEPTED = (
    "the events are accepted and stay in the inbox or in a segment; `evalstore fold` goes on "
    "when this is mended"
)
# A message with one of these says already what became of the events.
_STATES = ("appended", "accepted", "in the inbox", "segment is safe")


@contextmanager
def naming_file(path: Path) -> Iterator[None]:
    """Add the file to an OSError: a write or an fsync knows only a file descriptor."""
    try:
        yield
    except OSError as error:
        if error.filename is not None:
            raise
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


@contextmanager
def explaining(state: str) -> Iterator[None]:
    """Add the state of the events to errors of the store and the disk, once."""
    try:
        yield
    except StoreError as error:
        if any(said in str(error) for said in _STATES):
            raise
        raise type(error)(f"{error}; {state}") from error
    except OSError as error:
        raise StoreError(f"{message(error)}; {state}") from error


def message(error: OSError) -> str:
    """
    Return an error of the disk as a sentence with its file.

    >>> message(OSError(28, "No space left on device", "warehouse/inbox"))
    'warehouse/inbox: No space left on device'
    """
    names = [str(name) for name in (error.filename, error.filename2) if name is not None]
    return f"{' to '.join(names) or 'a file'}: {error.strerror or error}"
