"""Files to read: named files, files in a folder, and the content of pipes."""

import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError, UsageError
from evalstore.store.log import merge

STDIN = "-"
# Paths of a shell's process substitution, <(a command), and of stdin.
STREAMS = ("/dev/fd/", "/proc/self/fd/", "/dev/stdin")


def offered_files(paths: Iterable[str], stack: ExitStack) -> Iterator[tuple[Path, str, bool]]:
    """
    Yield path, display name, and whether the caller named it, for every file to read.

    Pipes and stdin are copied to temporary files that live as long as ``stack``. Raises UsageError
    for a path that does not exist, UnreadableInputError for one that is neither file, folder nor
    pipe.
    """
    for text in paths:
        if not text:
            raise UsageError("the path is empty; check that the shell variable is set")
        path = Path(text)
        if text == STDIN:
            yield _spooled_stdin(stack), "stdin", True
        elif not path.exists():
            raise UsageError(f"{text} does not exist")
        elif path.is_file() or merge.is_store(path):
            yield path, text, True
        elif path.is_dir():
            yield from _files_below(path)
        elif text.startswith(STREAMS):
            # A pipe can be read only once.
            with path.open("rb") as pipe:
                yield _spooled(pipe, stack), text, True
        else:
            _refuse(path, text)


def _refuse(path: Path, text: str) -> None:
    try:
        input_file.require_regular(path)
    except OSError as error:
        raise UnreadableInputError(f"{text}: {error.strerror}; use `-` to read stdin") from error


def _files_below(folder: Path) -> Iterator[tuple[Path, str, bool]]:
    for child in sorted(folder.rglob("*")):
        is_hidden = any(part.startswith(".") for part in child.relative_to(folder).parts)
        if child.is_file() and not is_hidden:
            yield child, str(child), False


def _spooled_stdin(stack: ExitStack) -> Path:
    if sys.stdin is None:
        raise UnreadableInputError("stdin is closed; pass a file")
    return _spooled(sys.stdin.buffer, stack)


def _spooled(stream: IO[bytes], stack: ExitStack) -> Path:
    """Copy a stream to a file, so that it can be hashed and then read, however long it is."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="evalstore-")))
    path = folder / "stdin"
    with path.open("wb") as file:
        shutil.copyfileobj(stream, file)
    return path
