"""Event lines: cut into pieces that DuckDB reads at once, whatever the size of the file."""

import gzip
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import duckdb
import zstandard

from evalstore import sql_files
from evalstore.ingest.detect import GZIP_MAGIC, ZSTD_MAGIC
from evalstore.ingest.records import Skip

LINE_BYTES_MAX = 16 * 1024 * 1024
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# JSON allows these in no place; DuckDB's reader would take some for separators.
CONTROL_BYTES = bytes(byte for byte in range(32) if byte not in b"\t\n")
CUT_SHORT = (EOFError, OSError, zlib.error, zstandard.ZstdError)


@dataclass(slots=True)
class Piece:
    """Some whole lines in a file of their own; ``skips`` are lines that cannot even be text."""

    path: Path
    first_line_number: int
    skips: list[Skip] = field(default_factory=list)


def pieces(path: Path, piece_bytes: int) -> Iterator[Piece]:
    """
    Yield a file's lines, unpacked from gzip or zstd, in pieces of about ``piece_bytes``.

    A line that is no UTF-8, holds raw control characters or is longer than 16 MiB is left out
    and named; so is the end of a compressed file that was cut short. Line numbers stay true.
    """
    with tempfile.TemporaryDirectory(prefix="evalstore-") as folder:
        piece_path = Path(folder) / "lines"
        line_number = 1
        for data, skips in _whole_lines(path, piece_bytes):
            text = _readable(data, line_number, skips)
            piece_path.write_bytes(text)
            yield Piece(piece_path, line_number, skips)
            line_number += data.count(b"\n")


def read_candidates(connection: duckdb.DuckDBPyConnection, piece: Piece) -> None:
    """Read a piece into the temporary table ``candidates``."""
    connection.execute(
        "set variable first_line_number = $number", {"number": piece.first_line_number}
    )
    connection.execute(sql_files.read("sql/append/lines"), {"file": str(piece.path)})
    connection.execute(
        "create or replace temp table candidates as " + sql_files.read("ingest/event_lines")
    )
    connection.execute("drop table lines")


def _whole_lines(path: Path, piece_bytes: int) -> Iterator[tuple[bytes, list[Skip]]]:
    """Yield bytes that end with a line, and what had to be left out of them."""
    rest = b""
    is_first = True
    skips: list[Skip] = []
    with _unpacked(path) as stream:
        while True:
            try:
                block = stream.read(piece_bytes)
            except CUT_SHORT as error:
                if not isinstance(stream, (gzip.GzipFile, zstandard.ZstdDecompressionReader)):
                    raise
                block = b""
                rest = b""
                skips.append(
                    Skip(
                        "end of file",
                        "cut short",
                        f"the compressed file ends in the middle ({error}); what was whole "
                        "before is read, copy the file again for the rest",
                    )
                )
            if is_first:
                block = block.removeprefix(BYTE_ORDER_MARK)
                is_first = False
            if not block:
                break
            data = rest + block
            end = data.rfind(b"\n") + 1
            if end:
                yield data[:end], skips
                skips = []
            rest = data[end:]
            if len(rest) > 2 * LINE_BYTES_MAX:
                # Enough to be refused as too long; the rest of it need not be held.
                rest = rest[: LINE_BYTES_MAX + 1]
    if rest or skips:
        yield rest, skips


def _unpacked(path: Path) -> IO[bytes]:
    with path.open("rb") as file:
        magic = file.read(4)
    if magic.startswith(GZIP_MAGIC):
        return gzip.open(path, "rb")  # type: ignore[return-value]
    if magic == ZSTD_MAGIC:
        # The reader owns the file and closes it.
        reader = zstandard.ZstdDecompressor().stream_reader(
            path.open("rb"), read_across_frames=True, closefd=True
        )
        return reader  # type: ignore[return-value]
    return path.open("rb")


def _readable(data: bytes, first_line_number: int, skips: list[Skip]) -> bytes:
    """Return the lines with those blanked that are no text; ``skips`` says which and why."""
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    if _is_plain(data):
        return data
    lines = data.split(b"\n")
    for place, line in enumerate(lines):
        problem = _problem(line)
        if problem is not None:
            skips.append(Skip(f"line {first_line_number + place}", *problem))
            lines[place] = b""
    return b"\n".join(lines)


def _is_plain(data: bytes) -> bool:
    """Say whether every line is text; finds every line that is too long, and some that are not."""
    if len(data.translate(None, CONTROL_BYTES)) != len(data):
        return False
    half = LINE_BYTES_MAX // 2
    for start in range(0, len(data) - half, half):
        if data.find(b"\n", start, start + half) < 0:
            return False
    return data.isascii() or _is_utf8(data)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _problem(line: bytes) -> tuple[str, str] | None:
    """Return reason and detail where a line cannot be read as text."""
    if len(line) > LINE_BYTES_MAX:
        return (
            "line too long",
            f"the line is longer than {LINE_BYTES_MAX} bytes; keep such texts in files of their "
            "own and name them in the payload",
        )
    if len(line.translate(None, CONTROL_BYTES)) != len(line):
        found = next(byte for byte in line if byte in CONTROL_BYTES)
        return (
            "control character",
            f"found byte 0x{found:02x}, which JSON allows in no place; escape it as \\u{found:04x}",
        )
    if not _is_utf8(line):
        return "not UTF-8", "the line is not UTF-8 text; write the file as UTF-8"
    return None
