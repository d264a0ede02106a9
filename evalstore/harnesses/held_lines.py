"""A buffer of lines that wait until the whole file was read, with random access."""

import os
import tempfile
from types import TracebackType
from typing import IO, Self

# Beyond this the lines are written to a temporary file, so that memory stays bounded.
HELD_LENGTH_MAX = 8 * 1024 * 1024
# Bytes read at once: lines are mostly read in the order in which they were added.
BLOCK_BYTES = 256 * 1024


class HeldLines:
    """Lines in the order in which they were added, each readable by its place."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._written_length = 0
        self._file: IO[bytes] | None = None
        # Bytes of the file that were read last, and where they start.
        self._block = b""
        self._block_start = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, line: bytes) -> tuple[int, int]:
        """Store a line; return its place: offset and length in bytes."""
        start = self._written_length + len(self._held)
        self._held += line
        if len(self._held) > HELD_LENGTH_MAX:
            self._write()
        return start, len(line)

    def line(self, place: tuple[int, int]) -> bytes:
        """Return the line at a place that ``add`` returned."""
        start, length = place
        if start >= self._written_length:
            begin = start - self._written_length
            return bytes(self._held[begin : begin + length])
        begin = start - self._block_start
        if begin < 0 or begin + length > len(self._block):
            if self._file is None:
                raise ValueError("nothing was written before this line")
            self._block = os.pread(self._file.fileno(), max(length, BLOCK_BYTES), start)
            self._block_start, begin = start, 0
        return self._block[begin : begin + length]

    def _write(self) -> None:
        if self._file is None:
            # Closed by __exit__.
            self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115
        self._file.write(self._held)
        self._written_length += len(self._held)
        self._held = bytearray()
