"""
Files that somebody outside names or offers, opened nowhere else: regular files alone.

A named pipe without a writer is waited for without end, and ``/dev/zero`` fills any memory. The
kind is asked of the open file, so that nothing takes its place in between. A stream that is
stated, such as ``-``, is read by the command that documents it.
"""

import errno
import os
import stat
from io import BufferedReader, TextIOWrapper
from pathlib import Path

# Opening a named pipe does not wait for its writer, then.
NOT_WAITING = getattr(os, "O_NONBLOCK", 0)
NO_LINK = getattr(os, "O_NOFOLLOW", 0)
# Of a file that is made, before the mask of the process.
FILE_MODE = 0o666
KINDS = (
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)


class NotRegularError(OSError):
    """Something other than a regular file, where one is read."""

    def __str__(self) -> str:
        """Return what was found and what was expected, without the number of the error."""
        return str(self.strerror)


def open_bytes(path: Path) -> BufferedReader:
    """Open a regular file to read; raises NotRegularError, and what ``open`` raises."""
    return open(path, "rb", opener=_regular)


def open_text(
    path: Path, *, encoding: str = "utf-8", errors: str | None = None, newline: str | None = None
) -> TextIOWrapper:
    """Open a regular file as text; errors as ``open_bytes``."""
    return open(path, encoding=encoding, errors=errors, newline=newline, opener=_regular)


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a regular file; errors as ``open_bytes``."""
    with open_bytes(path) as file:
        return file.read()


def read_text(path: Path, *, encoding: str = "utf-8") -> str:
    """Return the text of a regular file; errors as ``open_bytes``."""
    with open_text(path, encoding=encoding) as file:
        return file.read()


def require_regular(path: Path) -> None:
    """Raise NotRegularError for another kind of file that a library would open by its path."""
    _require(path.stat().st_mode, str(path))


def without_links(name: str, flags: int) -> int:
    """Open a regular file to write, or make it: an opener that follows no link to another one."""
    return _regular(name, flags | NO_LINK)


def _regular(name: str, flags: int) -> int:
    descriptor = os.open(name, flags | NOT_WAITING, FILE_MODE)
    try:
        _require(os.fstat(descriptor).st_mode, name)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _require(mode: int, name: str) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), name)
    if not stat.S_ISREG(mode):
        kind = next((words for is_kind, words in KINDS if is_kind(mode)), "no file of bytes")
        raise NotRegularError(
            errno.EINVAL,
            f"it is {kind}; expected a regular file: write what it gives to one, and name that",
            name,
        )
