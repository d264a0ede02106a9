"""
Which segments hold events of some runs, by the footers of all of them.

The database knows it too, but whoever asks here does not rely on the database. A footer is a few
bytes at the end of a file, so thousands of them are read in a fraction of a second; DuckDB would
read the descriptions of all columns as well.
"""

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import duckdb

from evalstore import sql_files
from evalstore.store import segment
from evalstore.store.batch import Batch
from evalstore.store.layout import Layout

TAIL_BYTES = 16_384
# A Parquet file ends with the length of its footer and these letters.
ENDING = b"PAR1"
ENDING_BYTES = 8
# The first field of a batch in JSON; a quote inside of one of its texts would be escaped.
START = b'{"batch_id":'


@dataclass(frozen=True, slots=True)
class Holding:
    """Segments that hold events of the runs asked for, and those that hold retractions."""

    of_runs: list[Path]
    of_retractions: list[Path]
    # The runs that footers list.
    run_ids: set[str]


def holding(
    connection: duckdb.DuckDBPyConnection, layout: Layout, run_ids: Iterable[str], tree_size: int
) -> Holding:
    """
    Return the segments of a log of ``tree_size`` events that hold events of these runs.

    Raises CorruptStoreError, naming the file, where a footer cannot be read.
    """
    wanted = set(run_ids)
    of_runs, of_retractions, unlisted = [], [], []
    listed: set[str] = set()
    for path in segment.on_disk(layout):
        batch = footer(path) or segment.read_footer(connection, path)
        if batch.first_position >= tree_size:
            continue
        if batch.counts.get("retracted"):
            of_retractions.append(path)
        if batch.runs is None:
            unlisted.append(path)
            continue
        listed.update(batch.runs)
        if wanted.intersection(batch.runs):
            of_runs.append(path)
    if unlisted:
        rows = connection.execute(
            sql_files.read("sql/verify/segments_of_runs"),
            {"files": [str(path) for path in unlisted], "run_ids": sorted(wanted)},
        ).fetchall()
        of_runs += [Path(name) for (name,) in rows]
    return Holding(sorted(of_runs), of_retractions, listed)


def footer(path: Path) -> Batch | None:
    """Read the batch at the end of a segment file; None where it is not found there."""
    descriptor = os.open(path, os.O_RDONLY)
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
    is_typed = isinstance(batch.first_position, int) and isinstance(batch.counts, dict)
    return batch if is_typed and isinstance(batch.runs, list | None) else None
