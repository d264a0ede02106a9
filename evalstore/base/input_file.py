"""
Open files whose paths come from outside: regular files only.

Reading from a named pipe without a writer never ends, and ``/dev/zero`` fills any memory. The
kind of the open file is checked, so that the file cannot be replaced in between. A documented
stream, such as ``-``, is read by its command instead.
"""

import errno
import os
import stat
from io import BufferedReader, TextIOWrapper
from pathlib import Path

# Opening a named pipe then does not wait for its writer.
NOT_WAITING = getattr(os, "O_NONBLOCK", 0)
NO_LINK = getattr(os, "O_NOFOLLOW", 0)
# The mode of a new file, before the umask of the process.
FILE_MODE = 0o666
KINDS = (
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)


class NotRegularError(OSError):
    """A path does not name a regular file."""

    def __str__(self) -> str:
        """Return the message without the number of the error."""
        return str(self.strerror)


def open_bytes(path: Path) -> BufferedReader:
    """Open a regular file for reading; raises NotRegularError, and the errors of ``open``."""
    return open(path, "rb", opener=_regular)


def open_text(
    path: Path, *, encoding: str = "utf-8", errors: str | None = None, newline: str | None = None
) -> TextIOWrapper:
    """Open a regular file as text; raises as ``open_bytes`` does."""
    return open(path, encoding=encoding, errors=errors, newline=newline, opener=_regular)


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a regular file; raises as ``open_bytes`` does."""
    with open_bytes(path) as file:
        return file.read()


def read_text(path: Path, *, encoding: str = "utf-8") -> str:
    """Return the text of a regular file; raises as ``open_bytes`` does."""
    with open_text(path, encoding=encoding) as file:
        return file.read()


def require_regular(path: Path) -> None:
    """Raise NotRegularError if a path that a library will open is not a regular file."""
    _require(path.stat().st_mode, str(path))


def without_links(name: str, flags: int) -> int:
    """Open or create a regular file, as an ``opener`` of ``open`` that does not follow links."""
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
        kind = next((words for is_kind, words in KINDS if is_kind(mode)), "of unknown kind")
        raise NotRegularError(
            errno.EINVAL,
            f"it is {kind}, expected a regular file; write its content to a file and name that",
            name,
        )
