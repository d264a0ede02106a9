"""What is said of a disk that fails: which file, what happened, and what became of the events."""

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
def naming(path: Path) -> Iterator[None]:
    """Let an error of the disk name its file: a write or an fsync knows only a number."""
    try:
        yield
    except OSError as error:
        if error.filename is not None:
            raise
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


@contextmanager
def saying(state: str) -> Iterator[None]:
    """Let errors of the store and the disk say what became of the events, once."""
    try:
        yield
    except StoreError as error:
        if any(said in str(error) for said in _STATES):
            raise
        raise type(error)(f"{error}; {state}") from error
    except OSError as error:
        raise StoreError(f"{worded(error)}; {state}") from error


def worded(error: OSError) -> str:
    """
    Return an error of the disk as a sentence with its file.

    >>> worded(OSError(28, "No space left on device", "warehouse/inbox"))
    'warehouse/inbox: No space left on device'
    """
    names = [str(name) for name in (error.filename, error.filename2) if name is not None]
    return f"{' to '.join(names) or 'a file'}: {error.strerror or error}"
