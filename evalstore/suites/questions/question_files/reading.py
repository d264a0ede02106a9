"""
Read a file of questions: CSV, JSON Lines, a JSON array, or Parquet.

The format is detected from the content, which may be packed by gzip or zstd. The file is read as a
whole, once, so that its digest matches the rows; it is untrusted, so its size is limited.
"""

import hashlib
import io
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from gzip import BadGzipFile, GzipFile
from pathlib import Path

import zstandard

from evalstore.base import input_file
from evalstore.errors import UsageError
from evalstore.suites.questions.question_files.delimited import read_delimited

FILE_BYTES_MAX = 2**30
ROWS_MAX = 1_000_000
COLUMNS_MAX = 1_000
CELL_CHARACTERS_MAX = 1_000_000
GZIP, ZSTD, PARQUET = b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PAR1"
PACKED = (".gz", ".zst")
DELIMITED = (".csv", ".tsv")


@dataclass(frozen=True, slots=True)
class FileRow:
    """One row: its number from 1, its place in words, its values by column, and any problem."""

    number: int
    place: str
    values: Mapping[str, object]
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class QuestionFile:
    """The rows of a file; ``sha256`` is that of the bytes on disk."""

    name: str
    sha256: str
    form: str
    columns: tuple[str, ...]
    rows: tuple[FileRow, ...]


def read_question_file(
    path: Path,
    *,
    encoding: str = "utf-8-sig",
    delimiter: str | None = None,
    skipped_lines: int = 0,
) -> QuestionFile:
    """
    Return the rows of a file.

    ``encoding``, ``delimiter`` and ``skipped_lines`` (above the column names) apply to CSV; a
    ``delimiter`` of None is detected.
    Raises UsageError if the file is not readable, has an unknown format or no row, is larger than
    ``FILE_BYTES_MAX`` unpacked, or has too many rows or columns.
    """
    try:
        with input_file.open_bytes(path) as file:
            content = file.read(FILE_BYTES_MAX + 1)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    sha256 = hashlib.sha256(content).hexdigest()
    form, records = _rows(path, _unpacked(content, path), encoding, delimiter, skipped_lines)
    rows: list[FileRow] = []
    columns: dict[str, None] = {}
    for place, values, problem in records:
        if len(rows) >= ROWS_MAX:
            raise UsageError(f"{path} has more than {ROWS_MAX:,} rows; split the file")
        columns.update(dict.fromkeys(values))
        if len(columns) > COLUMNS_MAX:
            raise UsageError(
                f"{path}, {place}: found more than {COLUMNS_MAX:,} columns; remove some"
            )
        rows.append(FileRow(len(rows) + 1, place, values, problem or _too_long(values)))
    if not rows:
        raise UsageError(f"{path} has no rows; expected a line of column names and rows below it")
    return QuestionFile(path.name, sha256, form, tuple(columns), tuple(rows))


Found = Iterator[tuple[str, Mapping[str, object], str | None]]


def _rows(
    path: Path, content: bytes, encoding: str, delimiter: str | None, skipped_lines: int
) -> tuple[str, Found]:
    """Return the format, and the place, values and problem of each row."""
    start = content[:64].removeprefix(b"\xef\xbb\xbf").lstrip()
    suffixes = [suffix.lower() for suffix in path.suffixes if suffix.lower() not in PACKED]
    is_delimited = delimiter is not None or (bool(suffixes) and suffixes[-1] in DELIMITED)
    if start.startswith(PARQUET):
        return "Parquet", _of_parquet(path, content)
    if not is_delimited and start.startswith((b"[", b"{")):
        return _of_json(path, _decoded(content, path, "utf-8-sig"))
    text = _decoded(content, path, encoding)
    return read_delimited(path, text, delimiter, CELL_CHARACTERS_MAX, skipped_lines)


def _unpacked(content: bytes, path: Path) -> bytes:
    try:
        if content.startswith(GZIP):
            with GzipFile(fileobj=io.BytesIO(content)) as file:
                content = file.read(FILE_BYTES_MAX + 1)
        elif content.startswith(ZSTD):
            reader = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(content))
            content = reader.read(FILE_BYTES_MAX + 1)
    except (BadGzipFile, EOFError, zlib.error, zstandard.ZstdError) as error:
        raise UsageError(f"{path} cannot be unpacked: {error}") from error
    if len(content) > FILE_BYTES_MAX:
        raise UsageError(f"{path} is larger than {FILE_BYTES_MAX // 2**20:,} MiB; split the file")
    return content


def _decoded(content: bytes, path: Path, encoding: str) -> str:
    try:
        text = content.decode(encoding)
    except LookupError as error:
        raise UsageError(
            f"encoding is {encoding!r}; expected the name of a Python encoding, such as cp1252"
        ) from error
    except UnicodeError as error:
        start = getattr(error, "start", 0)
        line = content[:start].count(b"\n") + 1
        raise UsageError(
            f"{path}, line {line} is not {encoding.removesuffix('-sig')}: {error}; save the file "
            "as UTF-8, or set its encoding, such as --set encoding=cp1252"
        ) from error
    if "\0" in text[:4096]:
        raise UsageError(
            f"{path} is not a text file; expected CSV, JSON Lines, a JSON array or Parquet"
        )
    return text


def _of_json(path: Path, text: str) -> tuple[str, Found]:
    """Return the objects of a JSON array, of an object with one such array, or of lines."""
    lines = text.split("\n")
    first = next(line for line in lines if line.strip())
    is_lines = first.strip().startswith("{") and _parsed(first) is not None
    if is_lines:
        return "JSON Lines", _of_lines(path, lines)
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is not JSON: {error}") from error
    if isinstance(whole, dict):
        arrays = [name for name, value in whole.items() if _is_array_of_objects(value)]
        if len(arrays) != 1:
            raise UsageError(
                f"{path} is a JSON object with {len(arrays)} arrays of objects; expected one such "
                "array, a JSON array, or one object per line"
            )
        whole = whole[arrays[0]]
    records = (
        (f"item {number}", value, None)
        if isinstance(value, dict)
        else (f"item {number}", {}, f"found {type(value).__name__}; expected an object")
        for number, value in enumerate(whole, 1)
    )
    return "a JSON array", records


def _is_array_of_objects(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _of_lines(path: Path, lines: list[str]) -> Found:
    del path
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        value = _parsed(line)
        problem = (
            None if isinstance(value, dict) else "found no JSON object; expected one per line"
        )
        yield f"line {number}", value if isinstance(value, dict) else {}, problem


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _of_parquet(path: Path, content: bytes) -> Found:
    import polars

    try:
        table = polars.read_parquet(io.BytesIO(content), n_rows=ROWS_MAX + 1)
    except (polars.exceptions.PolarsError, OSError) as error:
        raise UsageError(f"cannot read {path} as Parquet: {error}") from error
    for number, values in enumerate(table.iter_rows(named=True), 1):
        yield f"row {number}", values, None


def _too_long(values: Mapping[str, object]) -> str | None:
    for name, value in values.items():
        if isinstance(value, str) and len(value) > CELL_CHARACTERS_MAX:
            return (
                f"column {name}: found {len(value):,} characters; expected at most "
                f"{CELL_CHARACTERS_MAX:,}"
            )
    return None
