"""From a file's records to accepted events in the inbox."""

import os
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from types import ModuleType

import duckdb

from evalstore import __version__, sql_files
from evalstore.events import classify
from evalstore.ingest import detect, event_lines
from evalstore.ingest.records import Record, Skip, Source
from evalstore.ingest.result import FileResult
from evalstore.store.door import keep_memory
from evalstore.store.inbox import InboxWriter

PIECE_BYTES = 64 * 1024 * 1024
# Every JSON function of a mapping holds the records of one vector parsed: few at once.
RECORDS_AT_ONCE = 500
RECORD_BYTES_AT_ONCE = 16 * 1024 * 1024
# Judging costs a tenth of a second before the first candidate: many at once.
CANDIDATES_JUDGED_MIN = 20_000
# Fewer events than this at once are gathered, so that an inbox file is not too small.
EVENTS_GATHERED_MAX = 15_000
EVENTS_IN_FILE_MAX = 15_000
SALT_BYTES = 16


class Pipeline:
    """
    Take files through the door into the inbox of one store.

    Events of all files wait under temporary names until ``publish``; with ``discard`` none of
    them was ever there.
    """

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        writer: InboxWriter,
        *,
        run_id: str | None = None,
        is_salted: bool = False,
        on_progress: Callable[[FileResult], None] = lambda _result: None,
    ) -> None:
        self.connection = connection
        self.writer = writer
        self.run_id = run_id
        self.is_salted = is_salted
        self.on_progress = on_progress

    def take(self, source: Source, format_name: str) -> FileResult:
        """Read one file and write its accepted events, under temporary names."""
        result = FileResult(source.name, format_name)
        self.connection.execute(
            "set variable source = $source",
            {"source": f"{format_name}:{source.name}#sha256={source.sha256}"},
        )
        self.connection.execute("set variable run_id = $run_id", {"run_id": self.run_id})
        self.connection.execute(sql_files.read("sql/append/gathered"))
        if format_name == detect.EVENT_LINES:
            self._take_lines(source, result)
        else:
            self._take_records(source, detect.record_formats()[format_name], result)
        result.warnings += source.warnings
        self._write(source, result, "gathered", is_last=True)
        return result

    def _take_lines(self, source: Source, result: FileResult) -> None:
        classify.prepare(self.connection)
        if source.path.stat().st_size > PIECE_BYTES:
            keep_memory(self.connection)
        for piece in event_lines.pieces(source.path, PIECE_BYTES):
            for skip in piece.skips:
                result.skip(skip)
            event_lines.read_candidates(self.connection, piece)
            self._judge(source, result, are_screened=True)
            self.connection.execute("drop table temp.lines")

    def _take_records(self, source: Source, module: ModuleType, result: FileResult) -> None:
        ordinal = 0
        # The folder beside a mapping, of its name, holds the macros it uses.
        for macro in sql_files.names(module.MAPPING):
            self.connection.execute(sql_files.read(macro))
        self.connection.execute(sql_files.read("sql/append/no_lines"))
        self.connection.execute(sql_files.read("sql/append/no_candidates"))
        for batch in _batches(module.read(source)):
            records = []
            for item in batch:
                if isinstance(item, Skip):
                    result.skip(item)
                else:
                    records.append(item)
            self._map(records, ordinal, module.MAPPING)
            ordinal += len(records)
            [(waiting_count,)] = self.connection.execute(
                "select count(*) from candidates"
            ).fetchall()
            if waiting_count >= CANDIDATES_JUDGED_MIN:
                self._judge(source, result, are_screened=False)
                self.connection.execute(sql_files.read("sql/append/no_candidates"))
        self._judge(source, result, are_screened=False)

    def _map(self, records: list[Record], first_ordinal: int, mapping: str) -> None:
        import pyarrow

        ordinals = range(first_ordinal, first_ordinal + len(records))
        table = pyarrow.table(
            {
                "ordinal": pyarrow.array(ordinals, pyarrow.int64()),
                "locus": pyarrow.array([item.locus for item in records], pyarrow.string()),
                "record": pyarrow.array([item.text for item in records], pyarrow.string()),
            }
        )
        self.connection.register("read_records", table)
        self.connection.execute(sql_files.read("sql/append/records"))
        self.connection.unregister("read_records")
        self.connection.execute(
            "create or replace temp table mapped as " + sql_files.read(mapping)
        )
        self.connection.execute(sql_files.read("sql/append/mapped_candidates"))

    def _judge(self, source: Source, result: FileResult, *, are_screened: bool) -> None:
        """Sort ``candidates`` into accepted and skipped, and gather the accepted ones."""
        [(read_count,)] = self.connection.execute("select count(*) from candidates").fetchall()
        classified = classify.classify(self.connection, are_screened=are_screened)
        result.redactions += classified.redactions
        result.repairs += classified.repairs
        skips = self.connection.execute(
            "select locus, reason, detail from skipped order by ordinal"
        ).fetchall()
        result.read += read_count - len(skips)
        for skip in skips:
            result.skip(Skip(*skip))
        [(accepted_count,)] = self.connection.execute("select count(*) from accepted").fetchall()
        if accepted_count < EVENTS_GATHERED_MAX:
            self.connection.execute(sql_files.read("sql/append/gather"))
            self._write_if_many(source, result)
        else:
            # Many at once: they become a file of their own, with no copy in between.
            self._write(source, result, "gathered")
            self._write(source, result, "accepted")
        self.connection.execute("drop table temp.candidates")
        self.on_progress(result)

    def _write_if_many(self, source: Source, result: FileResult) -> None:
        [(count,)] = self.connection.execute("select count(*) from gathered").fetchall()
        if count >= EVENTS_IN_FILE_MAX:
            self._write(source, result, "gathered")

    def _write(
        self, source: Source, result: FileResult, relation: str, *, is_last: bool = False
    ) -> None:
        """Write gathered or accepted events as one inbox file; an empty one only at the end."""
        [(count,)] = self.connection.execute(f"select count(*) from {relation}").fetchall()
        if count == 0 and not is_last:
            return
        self.connection.execute(sql_files.read(f"sql/append/outgoing_{relation}"))
        if self.is_salted:
            self._salt(count)
        footer: dict[str, object] = {"source": source.name, "format": result.format}
        if is_last:
            # What lets the same file be known again without reading it.
            footer |= {
                "sha256": source.sha256,
                "reader": reader_fingerprint(),
                "run_id": self.run_id,
                "read": result.read,
                "skipped": dict(result.skipped),
                "redactions": dict(result.redactions),
                "repairs": dict(result.repairs),
                "is_last": True,
            }
        result.inbox_names.append(self.writer.write(self.connection, footer))
        if relation == "gathered":
            self.connection.execute("delete from gathered")

    def _salt(self, count: int) -> None:
        import pyarrow as pa

        random = os.urandom(SALT_BYTES * count)
        salts = [random[start : start + SALT_BYTES] for start in range(0, len(random), SALT_BYTES)]
        table = pa.table(
            {
                "salt_number": pa.array(range(count), pa.int64()),
                "payload_salt": pa.array(salts, pa.binary()),
            }
        )
        self.connection.register("salts", table)
        self.connection.execute(sql_files.read("sql/append/salted"))
        self.connection.unregister("salts")
        self.connection.execute("create or replace temp view outgoing as from salted")


def reader_fingerprint() -> str:
    """Return what says that a file would be read the same way again."""
    return f"{__version__}/{sql_files.fingerprint('ingest', 'sql/append')}"


def source_of(path: Path, name: str) -> Source:
    """Return a file as a source, its bytes hashed."""
    import hashlib

    with path.open("rb") as file:
        return Source(path, name, hashlib.file_digest(file, "sha256").hexdigest())


def _batches(items: Iterator[Record | Skip]) -> Iterator[list[Record | Skip]]:
    """Group records by count and by size, so that memory stays bounded."""
    while batch := list(islice(_until_full(items), RECORDS_AT_ONCE)):
        yield batch


def _until_full(items: Iterator[Record | Skip]) -> Iterator[Record | Skip]:
    size = 0
    for item in items:
        yield item
        size += len(item.text) if isinstance(item, Record) else 0
        if size > RECORD_BYTES_AT_ONCE:
            return
