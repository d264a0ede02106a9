"""Turn the records of files into accepted events in the inbox."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import cast

import duckdb

from evalstore.base import input_file, sql_files
from evalstore.errors import UnreadableInputError
from evalstore.events import classify
from evalstore.harnesses import detect, event_lines, readings
from evalstore.harnesses.outbox import Outbox
from evalstore.harnesses.pending_file import PendingFile
from evalstore.harnesses.records import RecordFormat, Skip, SourceFile, SourceRecord
from evalstore.harnesses.result import FileResult
from evalstore.store.connections import keep_memory
from evalstore.store.log.inbox import InboxWriter

PIECE_BYTES = 64 * 1024 * 1024
# The lines of files up to this size are gathered, up to TEXTS_LENGTH_MAX characters.
TEXT_BYTES_MAX = 256 * 1024
TEXTS_LENGTH_MAX = 8 * 1024 * 1024
# Planning a mapping takes as long as mapping some thousand records.
RECORDS_AT_ONCE = 5_000
RECORD_BYTES_AT_ONCE = 4 * 1024 * 1024
# Planning the validation takes as long as validating some ten thousand candidates.
CANDIDATES_JUDGED_MIN = 200_000
CANDIDATE_BYTES_JUDGED_MIN = 32 * 1024 * 1024


class Pipeline:
    """
    Validate the events of files and write them into the inbox of one store.

    Small files are gathered and then mapped, validated and written together, so their results are
    complete only after ``finish``. A file with more records than are mapped at once is mapped by
    itself, part by part.

    Events stay in files with temporary names until ``writer.publish``; ``writer.discard`` deletes
    them.
    """

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        writer: InboxWriter,
        *,
        is_salted: bool = False,
        on_progress: Callable[[FileResult], None] = lambda _result: None,
    ) -> None:
        self.connection = connection
        self.writer = writer
        self.on_progress = on_progress
        self._outbox = Outbox(connection, writer, is_salted=is_salted)
        self._pending: dict[int, PendingFile] = {}
        self._numbers = count()
        self._run_id: str | None = None
        self._mapping = ""
        self._records: list[tuple[PendingFile, SourceRecord]] = []
        self._record_bytes = 0
        self._texts: list[tuple[PendingFile, str]] = []
        self._text_length = 0
        self._candidate_count = 0
        self._candidate_bytes = 0
        classify.prepare(connection)

    def take(self, source: SourceFile, format_name: str, run_id: str | None = None) -> FileResult:
        """
        Read one file; its result is complete after ``finish``.

        Raises UnreadableInputError or OSError if it cannot be read; none of its events is kept.
        """
        if run_id != self._run_id:
            self.flush()
            self._run_id = run_id
        self.connection.execute("set variable run_id = $run_id", {"run_id": run_id})
        result = FileResult(
            source.name, format_name, run_id=run_id, reading=readings.current(format_name)
        )
        pending = PendingFile(next(self._numbers), source, run_id, result)
        pending.result.event_source = pending.event_source
        self._pending[pending.number] = pending
        try:
            if format_name == detect.EVENT_LINES:
                self._judge_records()
                self._take_lines(pending)
            else:
                self._judge_texts()
                # Its name was detected or checked, so there is such a module.
                module = cast(RecordFormat, detect.format_module(format_name))
                self._take_records(pending, module)
        except (OSError, UnreadableInputError):
            self._withdraw(pending)
            raise
        pending.result.warnings += source.warnings
        pending.result.doubts += source.doubts
        return pending.result

    def flush(self) -> None:
        """Write all gathered events to the writer's files."""
        self._judge_texts()
        self._judge_records()
        self._outbox.flush()

    def finish(self) -> None:
        """Write all gathered events, and for each file the footer by which it is recognised."""
        self._judge_texts()
        self._judge_records()
        self._outbox.finish(self._pending.values())

    def _take_lines(self, pending: PendingFile) -> None:
        if pending.source.path.stat().st_size > PIECE_BYTES:
            keep_memory(self.connection)
        for piece in event_lines.pieces(pending.source.path, PIECE_BYTES):
            for skip in piece.skips:
                pending.result.skip(skip)
            pending.is_judged = piece.is_last
            if piece.is_last and piece.path.stat().st_size <= TEXT_BYTES_MAX:
                self._add_text(pending, piece)
                continue
            self._judge_texts()
            if not piece.is_last:
                # If the rest is damaged, its inbox files must not contain events of others.
                self._outbox.flush()
            event_lines.read_candidates(
                self.connection, piece, pending.number, pending.event_source
            )
            self._judge(are_prefiltered=True)

    def _add_text(self, pending: PendingFile, piece: event_lines.Piece) -> None:
        """Gather the lines of a small file with those of others."""
        text = input_file.read_bytes(piece.path).decode()
        self._texts.append((pending, text))
        self._text_length += len(text)
        if self._text_length > TEXTS_LENGTH_MAX:
            self._judge_texts()

    def _judge_texts(self) -> None:
        if not self._texts:
            return
        event_lines.read_candidates_of_texts(
            self.connection,
            [pending.number for pending, _ in self._texts],
            [pending.event_source for pending, _ in self._texts],
            [text for _, text in self._texts],
        )
        self._texts, self._text_length = [], 0
        self._judge(are_prefiltered=True)

    def _take_records(self, pending: PendingFile, module: RecordFormat) -> None:
        is_part = False
        for items, is_last in _batches(module.read(pending.source)):
            if not is_last and not is_part:
                self.flush()
                is_part = True
            records = []
            for item in items:
                if isinstance(item, Skip):
                    pending.result.skip(item)
                else:
                    records.append((pending, item))
            self._add_records(records, module.MAPPING)
            if is_part:
                self._map()
        pending.is_judged = True

    def _add_records(self, records: list[tuple[PendingFile, SourceRecord]], mapping: str) -> None:
        """Gather records with those of other files that have the same mapping."""
        size = sum(len(record.text) for _, record in records)
        if (
            mapping != self._mapping
            or len(self._records) + len(records) > RECORDS_AT_ONCE
            or self._record_bytes + size > RECORD_BYTES_AT_ONCE
        ):
            self._map()
        if mapping != self._mapping:
            # The folder with the name of a mapping contains the macros that it uses.
            for macro in sql_files.names(mapping):
                self.connection.execute(sql_files.read(macro))
            self._mapping = mapping
        self._records += records
        self._record_bytes += size

    def _map(self) -> None:
        """Map the gathered records to candidates."""
        if not self._records:
            return
        if not self._candidate_count:
            for table in sql_files.names("sql/append/no_lines"):
                self.connection.execute(sql_files.read(table))
        sources = {pending.number: pending.event_source for pending, _ in self._records}
        self.connection.execute(
            sql_files.read("sql/append/records"),
            {
                "file_number": [pending.number for pending, _ in self._records],
                "source": [sources[pending.number] for pending, _ in self._records],
                "location": [record.location for _, record in self._records],
                "record": [record.text for _, record in self._records],
            },
        )
        self._candidate_bytes += self._record_bytes
        self._records, self._record_bytes = [], 0
        self.connection.execute(
            "create or replace temp table mapped as " + sql_files.read(self._mapping)
        )
        [(mapped_count,)] = self.connection.execute(
            sql_files.read("sql/append/mapped_candidates")
        ).fetchall()
        self._candidate_count += mapped_count
        if (
            self._candidate_count >= CANDIDATES_JUDGED_MIN
            or self._candidate_bytes >= CANDIDATE_BYTES_JUDGED_MIN
        ):
            self._judge(are_prefiltered=False)

    def _judge_records(self) -> None:
        self._map()
        if self._candidate_count:
            self._judge(are_prefiltered=False)

    def _judge(self, *, are_prefiltered: bool) -> None:
        """Validate ``candidates``, count the skipped ones, and pass the accepted to the outbox."""
        counts = self.connection.execute(
            "select file_number, count(*) from candidates group by all order by all"
        ).fetchall()
        accepted = dict(counts)
        for number, changed in classify.classify(
            self.connection,
            are_prefiltered=are_prefiltered,
            images=classify.ImageTaker(
                self.writer.images.add, self.writer.images.is_held, self._folders()
            ),
        ).items():
            self._pending[number].result.changed.add(changed)
        for number, *skip in self.connection.execute(
            sql_files.read("sql/append/skips")
        ).fetchall():
            self._pending[number].result.skip(Skip(*skip))
            accepted[number] -= 1
        parts = [
            (self._pending[number], accepted_count) for number, accepted_count in accepted.items()
        ]
        for pending, accepted_count in parts:
            pending.result.read += accepted_count
        self._outbox.add(parts)
        self.connection.execute("drop table temp.candidates")
        self.connection.execute("drop table temp.lines")
        self._candidate_count = self._candidate_bytes = 0
        for pending, _ in parts:
            self.on_progress(pending.result)

    def _folders(self) -> dict[int, Path]:
        """Return the folders in which images of the pending files may be, by file number."""
        return {
            number: pending.source.folder
            for number, pending in self._pending.items()
            if pending.source.folder is not None
        }

    def _withdraw(self, pending: PendingFile) -> None:
        """Remove the events of a file that cannot be read to its end."""
        if self._candidate_count:
            self.connection.execute(
                "delete from candidates where file_number = $number", {"number": pending.number}
            )
        self._outbox.withdraw(pending)
        del self._pending[pending.number]


def _batches(
    items: Iterator[SourceRecord | Skip],
) -> Iterator[tuple[list[SourceRecord | Skip], bool]]:
    """Yield batches of a file's records, limited by count and size; True marks the last."""
    batch: list[SourceRecord | Skip] = []
    size = 0
    for item in items:
        if len(batch) >= RECORDS_AT_ONCE or size > RECORD_BYTES_AT_ONCE:
            yield batch, False
            batch, size = [], 0
        batch.append(item)
        size += len(item.text) if isinstance(item, SourceRecord) else 0
    yield batch, True
