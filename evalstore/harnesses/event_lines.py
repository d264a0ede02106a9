"""Event lines, split into pieces that DuckDB reads in one go, however large the file is."""

import gzip
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import IO

import duckdb
import zstandard

from evalstore.base import input_file, sql_files
from evalstore.errors import UnreadableInputError
from evalstore.events import prefilter
from evalstore.harnesses.detect import GZIP_MAGIC, ZSTD_MAGIC
from evalstore.harnesses.records import Skip

LINE_BYTES_MAX = 16 * 1024 * 1024
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# JSON allows these nowhere.
CONTROL_BYTES = bytes(byte for byte in range(32) if byte not in b"\t\n")
# DuckDB's reader treats these as separators; lines with other control bytes it refuses itself.
SEPARATORS = (b"\x00", b"\x01", b"\r")
DAMAGED = (gzip.BadGzipFile, zlib.error, zstandard.ZstdError)
# Small enough that memory is reused rather than newly allocated.
BLOCK_BYTES = 4 * 1024 * 1024


@dataclass(slots=True)
class Piece:
    """Whole lines copied to a file of their own; ``skips`` lists lines that are not text."""

    path: Path
    first_line_number: int
    is_last: bool
    skips: list[Skip] = field(default_factory=list)


def pieces(path: Path, piece_bytes: int) -> Iterator[Piece]:
    """
    Yield a file's lines, decompressed from gzip or zstd, in pieces of about ``piece_bytes``.

    A line that is not UTF-8, has raw control characters or is longer than 16 MiB is replaced by
    an empty line and reported in ``skips``, so line numbers do not change. The missing end of a
    truncated compressed file is reported there, too.
    """
    with tempfile.TemporaryDirectory(prefix="evalstore-") as folder:
        piece_path = Path(folder) / "lines"
        first_line_number = line_number = 1
        blocks = _whole_lines(path)
        is_more = True
        while is_more:
            is_more = False
            skips: list[Skip] = []
            with piece_path.open("wb") as piece:
                for data, block_skips in blocks:
                    skips += block_skips
                    piece.write(_readable(data, line_number, skips))
                    line_number += data.count(b"\n")
                    if piece.tell() >= piece_bytes:
                        is_more = True
                        break
            yield Piece(piece_path, first_line_number, not is_more, skips)
            first_line_number = line_number


def numbered_lines(path: Path) -> Iterator[tuple[int, bytes] | Skip]:
    """
    Yield the line number and text of each line that is not blank, with the checks of ``pieces``.

    Lines are stripped of surrounding white space. The Skips of a block of some megabytes come
    before its lines.
    """
    line_number = 1
    for data, block_skips in _whole_lines(path):
        skips = block_skips
        lines = _readable(data, line_number, skips).split(b"\n")
        yield from skips
        for number, line in enumerate(lines, line_number):
            stripped = line.strip()
            if stripped:
                yield number, stripped
        line_number += data.count(b"\n")


def read_candidates(
    connection: duckdb.DuckDBPyConnection, piece: Piece, file_number: int, source: str
) -> None:
    """Read a piece of a file into the temporary tables ``lines`` and ``candidates``."""
    prefilter.set_variables(connection, prefilter.FAST_PATH_MIN)
    connection.execute(
        sql_files.read("sql/append/lines"), {"file": str(piece.path), "file_number": file_number}
    )
    _make_candidates(connection, [file_number], [source], [piece.first_line_number])


def read_candidates_of_texts(
    connection: duckdb.DuckDBPyConnection,
    file_numbers: list[int],
    sources: list[str],
    texts: list[str],
) -> None:
    """Read the texts of whole files into the temporary tables ``lines`` and ``candidates``."""
    connection.execute(
        sql_files.read("sql/append/small_files/lines"),
        {"file_number": file_numbers, "text": texts},
    )
    row_counts = [text.count("\n") + 1 for text in texts]
    prefilter.set_variables(connection, sum(row_counts))
    first_rows = [0, *accumulate(row_counts)][: len(texts)]
    _make_candidates(connection, file_numbers, sources, [1 - row for row in first_rows])


def _make_candidates(
    connection: duckdb.DuckDBPyConnection,
    file_numbers: list[int],
    sources: list[str],
    line_offsets: list[int],
) -> None:
    connection.execute(
        sql_files.read("sql/append/line_files"),
        {"file_number": file_numbers, "source": sources, "line_offset": line_offsets},
    )
    connection.execute(
        "create or replace temp table candidates as " + sql_files.read("ingest/event_lines")
    )


def _whole_lines(path: Path) -> Iterator[tuple[bytes, list[Skip]]]:
    """Yield blocks of whole lines, each with a list of Skips, empty except for a cut file."""
    rest = b""
    is_first = True
    try:
        for block in _blocks(path):
            data = rest + (block.removeprefix(BYTE_ORDER_MARK) if is_first else block)
            is_first = False
            end = data.rfind(b"\n") + 1
            if end:
                yield data[:end], []
            rest = data[end:]
            if len(rest) > 2 * LINE_BYTES_MAX:
                # Long enough to be refused as too long; the rest is dropped.
                rest = rest[: LINE_BYTES_MAX + 1]
    except DAMAGED as error:
        raise UnreadableInputError(
            f"the compressed file is damaged ({error}), so nothing was read; copy the file again "
            "from its source"
        ) from error
    except EOFError as error:
        # The bytes after the last line break are an incomplete line.
        yield b"", [_cut(error)]
    else:
        if rest:
            yield rest, []


def is_packed(path: Path) -> bool:
    """Return whether a file is compressed with gzip or zstd."""
    with input_file.open_bytes(path) as file:
        magic = file.read(4)
    return magic.startswith(GZIP_MAGIC) or magic == ZSTD_MAGIC


def unpack(path: Path, target: Path) -> Skip | None:
    """
    Write the decompressed content of a gzip or zstd file to ``target``.

    If the file is truncated or damaged, write the part before that and return a Skip, else None.
    """
    with target.open("wb") as file:
        try:
            file.writelines(_blocks(path))
        except (EOFError, *DAMAGED) as error:
            return _cut(error)
    return None


def _cut(error: Exception) -> Skip:
    return Skip(
        "end of file",
        "cut short",
        f"the compressed file is truncated ({error}); everything before that point was read, copy "
        "the file again for the rest",
    )


def _blocks(path: Path) -> Iterator[bytes]:
    with input_file.open_bytes(path) as file:
        magic = file.read(4)
        file.seek(0)
        if magic.startswith(GZIP_MAGIC):
            with gzip.GzipFile(fileobj=file) as unpacked:
                yield from iter(lambda: unpacked.read1(BLOCK_BYTES), b"")
        elif magic == ZSTD_MAGIC:
            yield from _zstd_blocks(file)
        else:
            yield from iter(lambda: file.read(BLOCK_BYTES), b"")


def _zstd_blocks(file: IO[bytes]) -> Iterator[bytes]:
    """
    Yield the decompressed blocks of all frames.

    Raises EOFError if the last frame is truncated, which zstandard's stream reader ignores.
    """
    frame = None
    for packed in iter(lambda: file.read(BLOCK_BYTES), b""):
        rest = packed
        while rest:
            frame = frame or zstandard.ZstdDecompressor().decompressobj()
            yield frame.decompress(rest)
            rest = frame.unused_data if frame.eof else b""
            if frame.eof:
                frame = None
    if frame is not None:
        raise EOFError("a zstd frame is not complete")


def _readable(data: bytes, first_line_number: int, skips: list[Skip]) -> bytes:
    """Return the lines, those that are not text as empty lines, and add a Skip for each."""
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
    """
    Return whether all lines are surely text of a permitted length.

    May return False for lines that are fine, never True for a line that is too long.
    """
    if any(separator in data for separator in SEPARATORS):
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
    """Return reason and detail if a line cannot be read as text, else None."""
    if len(line) > LINE_BYTES_MAX:
        detail = (
            f"the line is longer than {LINE_BYTES_MAX} bytes; store such texts in separate files "
            "and put their names in the payload"
        )
        return "line too long", detail
    if len(line.translate(None, CONTROL_BYTES)) != len(line):
        code = next(byte for byte in line if byte in CONTROL_BYTES)
        return (
            "control character",
            f"found byte 0x{code:02x}, which JSON does not allow; escape it as \\u{code:04x}",
        )
    if not _is_utf8(line):
        return "not UTF-8", "the line is not UTF-8 text; write the file as UTF-8"
    return None
