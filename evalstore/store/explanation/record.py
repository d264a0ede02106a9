"""
The segments that hold the events of runs, found and checked without the store's database.

A footer names the runs of its segment. The checkpoint at the end of a segment has the SHA-256 of
the segment's file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from evalstore.base import sql_files
from evalstore.errors import CorruptStoreError, UsageError
from evalstore.store.layout import Layout
from evalstore.store.log import checkpoint, segment
from evalstore.store.log.batch import Batch
from evalstore.store.replica import partial
from evalstore.store.verify import segment_index


@dataclass(frozen=True, slots=True)
class ReadSegment:
    """A segment file: positions, SHA-256 in hex, and whether a checkpoint records it."""

    name: str
    first_position: int
    last_position: int
    sha256: str
    has_checkpoint: bool


@dataclass(frozen=True, slots=True)
class RunRecord:
    """
    The segments with the events of a run, or of several, and those with retractions.

    ``tree_size`` and ``root`` (hex) are those of the log that they are part of.
    """

    tree_size: int
    root: str
    of_run: list[ReadSegment]
    of_retractions: list[ReadSegment]


def record_of(
    connection: duckdb.DuckDBPyConnection,
    layout: Layout,
    run_ids: Sequence[str],
    tree_size: int | None = None,
) -> RunRecord:
    """
    Find the segments of runs in the log, or in the log as it was at ``tree_size``.

    Raises UsageError if the log never ended at ``tree_size`` or the store lacks events of a run,
    CorruptStoreError if a segment is missing, unreadable or other than its checkpoint records.
    """
    _require_events(layout, run_ids)
    batches = log_at(connection, layout, tree_size)
    unlisted = [path for path, batch in batches if batch.runs is None]
    holding = _holding(connection, unlisted, run_ids)
    of_run = [
        (path, batch)
        for path, batch in batches
        if path in holding or not set(run_ids).isdisjoint(batch.runs or ())
    ]
    of_retractions = [(path, batch) for path, batch in batches if batch.counts.get("retracted")]
    read = {path: _read(layout, path, batch) for path, batch in [*of_run, *of_retractions]}
    last = batches[-1][1]
    return RunRecord(
        last.tree_size,
        last.root,
        [read[path] for path, _ in of_run],
        [read[path] for path, _ in of_retractions],
    )


def log_at(
    connection: duckdb.DuckDBPyConnection, layout: Layout, tree_size: int | None = None
) -> list[tuple[Path, Batch]]:
    """
    Return the segments of the log, or of the log at ``tree_size``, each with its batch, in order.

    Those that a partial replica leaves out are among them. Raises as ``record_of`` does.
    """
    batches = _batches(connection, layout)
    if not batches:
        raise UsageError(
            f"{layout.root} has no segment yet; run `evalstore fold` to write the first"
        )
    return batches if tree_size is None else _until(batches, tree_size)


def _require_events(layout: Layout, run_ids: Sequence[str]) -> None:
    replica = partial.of(layout)
    lacking = sorted(replica.incomplete_runs & {*run_ids}) if replica else []
    if replica is not None and lacking:
        raise UsageError(
            f"this store is a partial replica of {replica.url} and lacks events of run "
            f"{lacking[0]}; ask a store that has them, or run `evalstore pull` with this run"
        )


def _batches(connection: duckdb.DuckDBPyConnection, layout: Layout) -> list[tuple[Path, Batch]]:
    """Return each segment with the batch in its footer; they must follow each other."""
    replica = partial.of(layout)
    left_out = {name: entry.batch for name, entry in replica.left_out.items()} if replica else {}
    found = [
        (path, segment_index.footer(path) or segment.read_footer(connection, path))
        for path in segment.on_disk(layout)
    ]
    known = {path.name for path, _ in found}
    every = [*found, *((layout.segments / n, b) for n, b in left_out.items() if n not in known)]
    every.sort(key=lambda item: item[1].first_position)
    position = 0
    for path, batch in every:
        if batch.first_position != position:
            raise CorruptStoreError(
                f"no segment has the events from position {position} to "
                f"{batch.first_position - 1}, which {path.name} follows; restore the segments "
                "folder from a backup"
            )
        if path.name != batch.segment:
            raise CorruptStoreError(
                f"segment {path.name} has the footer of {batch.segment}; restore this file from a "
                "backup"
            )
        position = batch.tree_size
    longest = max(checkpoint.sizes(layout), default=0)
    if longest > position:
        raise CorruptStoreError(
            f"checkpoint {longest}.json covers {longest} events, but the segments end at "
            f"{position}; restore the segments folder from a backup"
        )
    return every


def _until(batches: list[tuple[Path, Batch]], tree_size: int) -> list[tuple[Path, Batch]]:
    sizes = [batch.tree_size for _, batch in batches]
    if tree_size not in sizes:
        raise checkpoint.unknown_size(tree_size, sizes)
    return batches[: sizes.index(tree_size) + 1]


def _holding(
    connection: duckdb.DuckDBPyConnection, paths: Sequence[Path], run_ids: Sequence[str]
) -> set[Path]:
    """Return those of these segments that have events of the runs, if footers list no runs."""
    if not paths:
        return set()
    rows = connection.execute(
        sql_files.read("sql/verify/segments_of_runs"),
        {"files": [str(path) for path in paths], "run_ids": list(run_ids)},
    ).fetchall()
    names = {Path(name).name for (name,) in rows}
    return {path for path in paths if path.name in names}


def _read(layout: Layout, path: Path, batch: Batch) -> ReadSegment:
    """Hash a segment's file; raise CorruptStoreError if its checkpoint has another hash."""
    digest = segment.sha256_of(path).hex()
    file = layout.checkpoints / f"{batch.tree_size}.json"
    has_checkpoint = file.exists()
    if has_checkpoint:
        kept = checkpoint.read(file)
        if (kept.segments.get(path.name), kept.root) != (digest, batch.root):
            raise CorruptStoreError(
                f"segment {path.name} is not the file that checkpoint {file.name} records: its "
                f"SHA-256 is {digest}; restore this file from a backup"
            )
    return ReadSegment(
        path.name, batch.first_position, batch.tree_size - 1, digest, has_checkpoint
    )
