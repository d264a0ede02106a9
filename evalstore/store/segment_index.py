"""
Index of the segments that hold events of some runs, built from their footers.

The database knows it too, but whoever asks here does not rely on the database. A footer is a few
bytes at the end of a file, so thousands of them are read in a fraction of a second; DuckDB would
read the descriptions of all columns as well.
"""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from evalstore import sql_files
from evalstore.errors import CorruptStoreError
from evalstore.store import segment
from evalstore.store.batch import FORMAT_VERSION, Batch
from evalstore.store.layout import Layout
from evalstore.store.log_entry import LogEntry

TAIL_BYTES = 16_384
# A Parquet file ends with the length of its footer and these letters.
ENDING = b"PAR1"
ENDING_BYTES = 8
# The first field of a batch in JSON; a quote inside of one of its texts would be escaped.
START = b'{"batch_id":'


# A row of log.batches: file name, SHA-256, tree size, counts and sources as JSON.
Recorded = tuple[str, bytes, int, str, str]


@dataclass(frozen=True, slots=True)
class Holding:
    """Segments that hold events of the runs asked for, and those that hold retractions."""

    of_runs: list[Path]
    of_retractions: list[Path]
    # The runs that footers list.
    run_ids: set[str]


def holding(
    connection: duckdb.DuckDBPyConnection,
    layout: Layout,
    run_ids: Iterable[str],
    batches: Sequence[Recorded],
    left_out: Mapping[str, LogEntry],
) -> Holding:
    """
    Return the segments that hold events of these runs, by their footers or by the log.

    ``batches`` are the rows of log.batches, as ``Recorded``. A later segment is not looked at;
    ``left_out`` are those that a partial replica does not hold. Raises
    CorruptStoreError, naming the file, where a footer cannot be read, or is not that of the
    segment that was recorded.
    """
    wanted = sorted(set(run_ids))
    of_runs, of_retractions, unlisted = set(), [], []
    listed: set[str] = set()
    first_position = 0
    for name, _, tree_size, counts, sources in batches:
        path = layout.segments / name
        if name in left_out:
            batch = left_out[name].batch
        else:
            batch = footer(path) or segment.read_footer(connection, path)
        stated = (batch.counts, counts), (batch.sources, sources)
        if (batch.first_position, batch.tree_size) != (first_position, tree_size) or any(
            json.dumps(found, sort_keys=True) != recorded for found, recorded in stated
        ):
            raise CorruptStoreError(f"segment {name} has another footer than was recorded")
        first_position = tree_size
        if name in left_out:
            continue
        if batch.counts.get("retracted"):
            of_retractions.append(path)
        if batch.runs is None:
            unlisted.append(path)
            continue
        listed.update(batch.runs)
        if not set(wanted).isdisjoint(batch.runs):
            of_runs.add(path)
    rows = connection.execute(
        sql_files.read("sql/verify/segments_by_log"), {"run_ids": wanted}
    ).fetchall()
    if unlisted:
        rows += connection.execute(
            sql_files.read("sql/verify/segments_of_runs"),
            {"files": [str(path) for path in unlisted], "run_ids": wanted},
        ).fetchall()
    of_runs.update(layout.segments / Path(name).name for (name,) in rows)
    return Holding(sorted(of_runs), of_retractions, listed)


def newest(layout: Layout, run_count: int) -> list[Path]:
    """Return the newest segments, until their footers list some runs, and as many at most."""
    found: set[str] = set()
    paths: list[Path] = []
    for path in sorted(segment.on_disk(layout), reverse=True):
        if len(found) >= run_count or len(paths) == run_count:
            break
        batch = footer(path)
        found.update((batch.runs if batch else None) or ())
        paths.append(path)
    return paths


def footer(path: Path) -> Batch | None:
    """Read the batch at the end of a segment file; None where it is not found there."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError as error:
        raise CorruptStoreError(
            f"segment {path} cannot be read: {error.strerror}; put back a good copy of this file"
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
