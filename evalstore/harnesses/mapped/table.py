"""A file as the table ``records`` of an isolated database."""

import glob
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from evalstore.base import input_file, sql_files
from evalstore.errors import NotRecognisedError, UnreadableInputError
from evalstore.harnesses.detect import GZIP_MAGIC, UTF_16, ZSTD_MAGIC, unpacked
from evalstore.harnesses.mapped import json_records
from evalstore.harnesses.mapped.event_map import in_words
from evalstore.harnesses.records import Skip, SourceFile
from evalstore.store.query.apart import apart, shut_in

ENDINGS = (".csv", ".tsv", ".txt", ".jsonl", ".ndjson", ".json", ".parquet")
PACKED = (".gz", ".zst")
PARQUET_MAGIC = b"PAR1"
ZIP_MAGIC = b"PK\x03\x04"
HEAD_BYTES = 65536
UNREADABLE_TEXT = re.compile("encoding|unicode", re.IGNORECASE)
MEMORY_LIMIT = "200MB"
LONG_LINE = "Maximum line size of"


def require_table(path: Path, name: str, *, is_named: bool) -> None:
    """Raise NotRecognisedError for a file of a folder without an ending of a table's name."""
    ending = path.with_suffix("").suffix if path.suffix in PACKED else path.suffix
    if not is_named and ending.lower() not in ENDINGS:
        raise NotRecognisedError(
            f"{name}: not a table; expected a file that ends in {', '.join(ENDINGS)}"
        )


@contextmanager
def opened(source: SourceFile) -> Iterator[tuple[duckdb.DuckDBPyConnection, list[Skip]]]:
    """
    Open a database with the table ``records`` of a file; yield it with the rows left out.

    The connection cannot read files, the network or other databases, and this setting is locked.
    Raises UnreadableInputError if the file is not a table.
    """
    with apart(MEMORY_LIMIT) as (connection, folder):
        skips = _loaded(connection, source, folder)
        shut_in(connection)
        yield connection, skips


def _loaded(connection: duckdb.DuckDBPyConnection, source: SourceFile, folder: Path) -> list[Skip]:
    with input_file.open_bytes(source.path) as file:
        head = file.read(HEAD_BYTES)
    start = unpacked(head).removeprefix(b"\xef\xbb\xbf").lstrip()
    try:
        if head.startswith(PARQUET_MAGIC):
            _fill(connection, "parquet", source, source.path)
            return []
        rows = json_records.rows_of_one_object(source, start)
        if rows is None:
            _require_one_table(start, source)
        if start[:1] in (b"{", b"["):
            lines = folder / "lines"
            rows = rows or json_records.objects_of(source, is_list=start[:1] == b"[")
            skips = json_records.write_lines(source, rows, lines)
            _fill(connection, "json", source, lines)
            return skips
        if not start or start[:4] == ZIP_MAGIC or (b"\x00" in start and start[:2] not in UTF_16):
            content = "nothing" if not start else "bytes that are not text"
            raise UnreadableInputError(
                f"{source.name}: found {content}, expected CSV, JSON Lines or Parquet; save a "
                "spreadsheet as CSV"
            )
        return _csv_loaded(connection, source, head, folder)
    except duckdb.Error as error:
        if LONG_LINE in str(error):
            raise UnreadableInputError(
                f"{source.name}: found a line of more than 4 MiB or a quote that is not closed; "
                "shorten the cells, or write the table as Parquet"
            ) from error
        raise UnreadableInputError(f"{source.name}: {in_words(error)}") from error


def _require_one_table(start: bytes, source: SourceFile) -> None:
    """Raise UnreadableInputError for a table in a layout that is not supported."""
    if start[:2] in UTF_16 and start.decode("utf-16", "ignore").lstrip()[:1] in ("{", "["):
        raise UnreadableInputError(
            f"{source.name}: found JSON in UTF-16, expected UTF-8; save the file as UTF-8"
        )
    first = start.partition(b"\n")[0].strip().lower()
    if first == b"{":
        raise UnreadableInputError(
            f"{source.name}: found one JSON object over several lines, expected one object a "
            "line, or a list of objects; write only the list"
        )
    if first.startswith(b"sep="):
        raise UnreadableInputError(
            f"{source.name}: its first line, {first.decode('utf-8', 'replace')[:20]!r}, is an "
            "instruction for spreadsheet programs; remove it"
        )


def _fill(
    connection: duckdb.DuckDBPyConnection, file_format: str, source: SourceFile, path: Path
) -> None:
    connection.execute(
        sql_files.read(f"sql/mapped/{file_format}/records"),
        {"file": glob.escape(str(path)), "name": source.name},
    )


def _csv_loaded(
    connection: duckdb.DuckDBPyConnection, source: SourceFile, head: bytes, folder: Path
) -> list[Skip]:
    path = source.path
    for magic, ending in ((GZIP_MAGIC, ".csv.gz"), (ZSTD_MAGIC, ".csv.zst")):
        if head.startswith(magic):
            # DuckDB detects compression by the ending.
            path = folder / f"table{ending}"
            path.symlink_to(source.path.resolve())
    encoding = "utf-16" if unpacked(head)[:2] in UTF_16 else "utf-8"
    connection.execute(
        sql_files.read("sql/mapped/text_rows"),
        {"file": glob.escape(str(path)), "encoding": encoding},
    )
    rejected = connection.execute(sql_files.read("sql/mapped/rejected_rows")).fetchall()
    connection.execute(
        sql_files.read("sql/mapped/csv/records"),
        {"name": source.name, "rejected": [row[0] for row in rejected]},
    )
    return [
        Skip(
            f"record {number}",
            reason.lower(),
            f"{' '.join(detail.split())}, in {row_text!r}; {way_out}",
        )
        for number, reason, detail, row_text in rejected
        for way_out in [
            "save the file as UTF-8"
            if UNREADABLE_TEXT.search(reason)
            else "quote cells that contain the separator"
        ]
    ]
