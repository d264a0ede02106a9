"""
Index of the segments by the runs of their events, built from their footers.

The database has it too, but an integrity check must not rely on the database. A footer is a few
bytes at the end of a file, so thousands of them are read in a fraction of a second; DuckDB would
read the descriptions of all columns as well.
"""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from evalstore.base import sql_files
from evalstore.errors import CorruptStoreError
from evalstore.store.layout import Layout
from evalstore.store.log import segment
from evalstore.store.log.batch import FORMAT_VERSION, Batch
from evalstore.store.log.log_entry import LogEntry

TAIL_BYTES = 16_384
# A Parquet file ends with the length of its footer and these letters.
ENDING = b"PAR1"
ENDING_BYTES = 8
# The first field of a batch in JSON; a quote inside of one of its texts would be escaped.
START = b'{"batch_id":'


# A row of log.batches: file name, SHA-256, tree size, counts and sources as JSON.
Recorded = tuple[str, bytes, int, str, str]
# Device, inode, size, and the times of the last change of content and of status, in nanoseconds.
Identity = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Holding:
    """Segments with events of the wanted runs, and segments with retractions."""

    of_runs: list[Path]
    of_retractions: list[Path]


class SegmentIndex:
    """The recorded segments, in their order, each with the batch in its footer."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        layout: Layout,
        batches: Sequence[Recorded],
        left_out: Mapping[str, LogEntry],
    ) -> None:
        """
        Read the footers of ``batches``, the rows of log.batches.

        ``left_out`` are segments that a partial replica lacks. Raises CorruptStoreError, naming
        the file, if a footer cannot be read, or is not that of the recorded segment.
        """
        self._connection = connection
        self._layout = layout
        self._digests = {name: digest for name, digest, *_ in batches}
        self._segments: list[tuple[Path, Batch]] = []
        # Files that are the recorded ones, as they were just before they were hashed.
        self._hashed: dict[Path, Identity] = {}
        first_position = 0
        for name, _, tree_size, counts, sources in batches:
            path = layout.segments / name
            if name in left_out:
                batch = left_out[name].batch
            else:
                batch = footer(path) or segment.read_footer(connection, path)
                self._segments.append((path, batch))
            stated = (batch.counts, counts), (batch.sources, sources)
            if (batch.first_position, batch.tree_size) != (first_position, tree_size) or any(
                json.dumps(value, sort_keys=True) != recorded for value, recorded in stated
            ):
                raise CorruptStoreError(
                    f"the footer of segment {name} differs from the recorded one"
                )
            first_position = tree_size

    @property
    def run_ids(self) -> set[str]:
        """Return the runs that the footers list."""
        return {run_id for _, batch in self._segments for run_id in batch.runs or ()}

    def holding(self, run_ids: Iterable[str]) -> Holding:
        """
        Return the segments with events of these runs, by their footers or by the log.

        Raises CorruptStoreError if a segment without a list of runs cannot be read.
        """
        wanted = sorted(set(run_ids))
        parameters: dict[str, object] = {"run_ids": wanted}
        rows = self._rows("sql/verify/segments_by_log", parameters)
        unlisted = [str(path) for path, batch in self._segments if batch.runs is None]
        if unlisted:
            rows += self._rows("sql/verify/segments_of_runs", {"files": unlisted, **parameters})
        of_runs = {self._layout.segments / Path(name).name for (name,) in rows}
        of_runs.update(
            path for path, batch in self._segments if not set(wanted).isdisjoint(batch.runs or ())
        )
        of_retractions = [path for path, batch in self._segments if batch.counts.get("retracted")]
        return Holding(sorted(of_runs), of_retractions)

    def at(self, position: int) -> tuple[Path, Batch] | None:
        """Return the segment with a position, and its batch; None if no segment has it."""
        for path, batch in self._segments:
            if batch.first_position <= position < batch.tree_size:
                return path, batch
        return None

    def require_recorded(self, paths: Iterable[Path]) -> None:
        """
        Raise CorruptStoreError unless these are the files whose SHA-256 was recorded.

        A file is hashed once, and again if it was written to or exchanged since.
        """
        for path in paths:
            identity = _identity_of(path)
            if identity is not None and self._hashed.get(path) == identity:
                continue
            if self._digests.get(path.name) != segment.sha256_of(path):
                raise CorruptStoreError(f"segment {path.name} differs from the recorded file")
            if identity is not None:
                self._hashed[path] = identity

    def runs_since(self, run_ids: Iterable[str]) -> set[str]:
        """
        Return the runs with events in the first segment of one of these runs, or a later one.

        These are all runs if ``run_ids`` is empty or one of them is in no list of a footer.
        """
        first_of: dict[str, int] = {}
        for place, (_, batch) in enumerate(self._segments):
            for run_id in batch.runs or ():
                first_of.setdefault(run_id, place)
        first = min((first_of.get(run_id, 0) for run_id in run_ids), default=0)
        later = self._segments[first:]
        runs = {run_id for _, batch in later for run_id in batch.runs or ()}
        unlisted = [str(path) for path, batch in later if batch.runs is None]
        if unlisted:
            rows = self._rows("sql/verify/runs_in_segments", {"files": unlisted})
            runs.update(run_id for (run_id,) in rows)
        return runs - {""}

    def _rows(self, file: str, parameters: dict[str, object]) -> list[tuple[str, ...]]:
        return self._connection.execute(sql_files.read(file), parameters).fetchall()


def _identity_of(path: Path) -> Identity | None:
    """Return what changes when a file is written to or exchanged; None if there is no file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (
        status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
    )  # fmt: skip


def footer(path: Path) -> Batch | None:
    """
    Read the batch at the end of a segment file; return None if it is not found there.

    Raises CorruptStoreError if the file cannot be opened.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError as error:
        raise CorruptStoreError(
            f"segment {path} cannot be read: {error.strerror}; restore this file from a backup"
        ) from error
    try:
        size = os.fstat(descriptor).st_size
        text = os.pread(descriptor, TAIL_BYTES, max(0, size - TAIL_BYTES))
        if START not in text and text.endswith(ENDING):
            length = int.from_bytes(text[-ENDING_BYTES : -len(ENDING)], "little") + ENDING_BYTES
            text = os.pread(descriptor, length, max(0, size - length))
    finally:
        os.close(descriptor)
    start = text.rfind(START)
    if start < 0:
        return None
    try:
        fields, _ = json.JSONDecoder().raw_decode(text[start:].decode(errors="replace"))
        batch = Batch(**fields)
    except (ValueError, TypeError):
        return None
    if batch.format_version != FORMAT_VERSION:
        return None
    is_typed = isinstance(batch.first_position, int) and isinstance(batch.counts, dict)
    return batch if is_typed and isinstance(batch.runs, list | None) else None
