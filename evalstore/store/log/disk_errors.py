"""Errors of a failing disk: the file, the cause, and the state of the events."""

import errno
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evalstore.errors import DiskFullError, StoreError

NOTHING_APPENDED = "nothing was appended"
ACCEPTED = (
    "the events are accepted and stay in the inbox or in a segment; run `evalstore fold` to "
    "continue when this is fixed"
)
FULL_CODES = (errno.ENOSPC, errno.EDQUOT)
FULL = tuple(map(os.strerror, FULL_CODES))
# DuckDB's message if it could not write committed data into the database file.
NOT_CLOSED = "CHECKPOINT during DETACH failed"
# In an error of another thread the quotes have backslashes before them.
NAMED_FILE = re.compile(r'file \\?"([^"\\]+)\\?"')
# A disk with less room cannot take a database of DuckDB.
ROOM_BYTES_MIN = 1 << 20
# A message with one of these already contains the state of the events.
_STATES = ("appended", "accepted", "in the inbox", "segment is safe")


@contextmanager
def naming_file(path: Path) -> Iterator[None]:
    """Add the file to an OSError: that of a write or an fsync does not name it."""
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
    except DiskFullError as error:
        raise error if error.state else DiskFullError(error.what, state) from error
    except StoreError as error:
        if any(words in str(error) for words in _STATES):
            raise
        raise type(error)(f"{error}; {state}") from error
    except OSError as error:
        # An error without a file's name is about a temporary file.
        full_error = full(error, Path(error.filename or tempfile.gettempdir()), state)
        raise full_error or StoreError(f"{message(error)}; {state}") from error


def full(error: Exception, path: Path, state: str | None = None) -> DiskFullError | None:
    """
    Return the error for a full disk, None if an error has another cause.

    ``path`` is the file that was written, unless the error names another one.
    """
    text = str(error)
    cause = next((words for words in FULL if words in text), None)
    named = NAMED_FILE.search(text)
    place = Path(named[1]) if named else path
    disk = _disk_of(place)
    if cause is None and NOT_CLOSED in text and shutil.disk_usage(disk).free < ROOM_BYTES_MIN:
        cause = FULL[0]
    if cause is None:
        return None
    return DiskFullError(f"{place}: {cause}; free space on the disk mounted at {disk}", state)


def _disk_of(path: Path) -> Path:
    """Return the mount point of a file's disk."""
    place = path.absolute()
    return next(
        folder
        for folder in (place, *place.parents)
        if folder.is_mount() or folder == folder.parent
    )


def message(error: OSError) -> str:
    """
    Return an error of the disk as a sentence with its file.

    >>> message(OSError(28, "No space left on device", "warehouse/inbox"))
    'warehouse/inbox: No space left on device'
    """
    names = [str(name) for name in (error.filename, error.filename2) if name is not None]
    return f"{' to '.join(names) or 'a file'}: {error.strerror or error}"
