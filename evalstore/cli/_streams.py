"""Standard streams that no text and no reader breaks."""

import codecs
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TextIO, cast

ESCAPING = "evalstore.escaping"
FIRST_OF_PAIRS = 0x10000


def prepare() -> None:
    """
    Let stdout and stderr escape what their encoding cannot write; replace closed ones.

    A check mark becomes ``\\u2713`` in cp1252. It does not become ``?``, the sign of an undecided
    gate. The escapes are those of JSON, so that JSON stays valid in every encoding.
    """
    codecs.register_error(ESCAPING, _escape)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            # Closed by the caller, as by `>&-`.
            setattr(sys, name, io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=ESCAPING)


@contextmanager
def unbroken() -> Iterator[None]:
    """Discard what is printed in this context after its reader has closed the pipe."""
    out, err = cast("TextIO", _Unbroken(sys.stdout)), cast("TextIO", _Unbroken(sys.stderr))
    with redirect_stdout(out), redirect_stderr(err):
        yield


def discard(stream: TextIO) -> None:
    """Discard what is written to a stream from now on, including what it has buffered."""
    with Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())


class _Unbroken:
    """A text stream that discards its output if its reader has closed the pipe."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except BrokenPipeError:
            discard(self._stream)
            return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except BrokenPipeError:
            discard(self._stream)

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


def _escape(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = "".join(map(_escaped, error.object[error.start : error.end]))
    return text, error.end


def _escaped(character: str) -> str:
    """
    Return the escapes of a character in JSON, two if it lies beyond the basic plane.

    >>> _escaped("\u2713"), _escaped("\U0001f600")
    ('\\\\u2713', '\\\\ud83d\\\\ude00')
    """
    code = ord(character)
    if code < FIRST_OF_PAIRS:
        return f"\\u{code:04x}"
    code -= FIRST_OF_PAIRS
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
