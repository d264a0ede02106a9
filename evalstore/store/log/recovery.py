"""
Recovery from a crash, the first step of each fold: finish or discard incomplete work.

    state                                   action
    segments/*.tmp                          discarded: it was never recorded
    no database, or one without a schema    created, then every segment is loaded
    a segment missing in the database       loaded: since its rename it is part of the record
    a batch without a checkpoint file       the checkpoint is written again, with the same root
    a batch without its segment             refused: the record is lost
    a checkpoint longer than the log        refused: events were lost
    views of another version                defined again

A database whose tables another version computed is rebuilt from the segments before that
(``current_database.attached_current``).
"""

import re
from collections.abc import Collection
from pathlib import Path

import duckdb

from evalstore.base import sql_files
from evalstore.errors import CorruptStoreError
from evalstore.store.bounded_memory import EVENTS_MIN, bounded_memory, limit_of_recording
from evalstore.store.connections import first_line
from evalstore.store.facts import comments, definitions, facts, schema
from evalstore.store.layout import Layout, sync_folder
from evalstore.store.log import checkpoint, incoming, segment
from evalstore.store.log.batch import Batch
from evalstore.store.log.merkle import Frontier
from evalstore.store.replica import partial

SEGMENT_NAME = re.compile(r"([0-9]+)-([0-9]+)\.parquet")


def recover(connection: duckdb.DuckDBPyConnection, layout: Layout) -> tuple[list[str], list[int]]:
    """
    Update the attached database to the segments.

    Return the names of the segments it loaded, and the sizes of other checkpoints that it wrote
    again. Raises StoreError if another version computed the tables.
    """
    for leftover in leftovers(layout):
        leftover.unlink()
    if schema.is_empty(connection):
        schema.in_transaction(connection, schema.create)
        sync_folder(layout.root)
    else:
        schema.require_current_tables(connection)
        if not schema.are_views_current(connection):
            schema.in_transaction(connection, schema.refresh_views)
    definitions.require_no_added_objects(connection)
    sizes = dict(
        connection.execute(
            "select segment, tree_size from log.batches order by batch_id"
        ).fetchall()
    )
    comments.write_outdated(connection, fold_count=len(sizes))
    paths = segment.on_disk(layout)
    _require_record(layout, sizes, paths)
    loaded = [path for path in paths if path.name not in sizes]
    for path in loaded:
        finish(connection, path)
    has_all_checkpoints = not loaded and set(sizes.values()) <= {*checkpoint.sizes(layout)}
    rewritten = [] if has_all_checkpoints else write_missing_checkpoints(connection, layout)
    _require_no_loss(connection, layout)
    # A segment that had to be loaded cannot have had its checkpoint yet.
    young = {last_position(path) + 1 for path in loaded}
    return [path.name for path in loaded], [size for size in rewritten if size not in young]


def leftovers(layout: Layout) -> list[Path]:
    """Return the files of segments and checkpoints that were not finished."""
    return [*layout.segments.glob("*.tmp"), *layout.checkpoints.glob("*.tmp")]


def current_tree(connection: duckdb.DuckDBPyConnection) -> Frontier:
    """Return the Merkle tree's frontier after the newest batch."""
    rows = connection.execute(
        "select tree_size, frontier from log.batches order by batch_id desc limit 1"
    ).fetchall()
    return Frontier(*rows[0]) if rows else Frontier.empty()


def finish(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """
    Record a segment with its final name in the database.

    Raises CorruptStoreError if it does not continue the log or does not have its root.
    """
    batch = segment.read_footer(connection, path)
    tree = current_tree(connection)
    require_next(path, batch, tree)
    segment.read(connection, path)
    require_root(path, batch, incoming.with_leaves(connection, tree, "new_events"))
    filled = compute_facts(connection)
    record(connection, batch, segment.sha256_of(path), filled)
    facts.forget(connection)


def compute_facts(connection: duckdb.DuckDBPyConnection) -> frozenset[str]:
    """Compute the facts of the runs that ``new_events`` touch; return the tables with rows."""
    connection.execute(
        "create or replace temp table touched_runs as select distinct run_id from new_events"
    )
    [(retraction_count,)] = connection.execute(
        "select count(*) from new_events where kind = 'retracted'"
    ).fetchall()
    if retraction_count:
        connection.execute(sql_files.read("sql/fold/retracted_runs"))
    return facts.compute(connection)


def record(
    connection: duckdb.DuckDBPyConnection, batch: Batch, digest: bytes, filled: Collection[str]
) -> None:
    """
    Insert ``new_events``, their batch and the computed facts in one transaction.

    ``filled`` are the tables with rows, as ``compute_facts`` returns them.
    """
    connection.execute("begin")
    try:
        try:
            with bounded_memory(connection, limit_of_recording(batch.event_count)):
                _insert(connection, batch, digest, filled)
        except duckdb.OutOfMemoryException:
            connection.execute("rollback")
            connection.execute("begin")
            _insert(connection, batch, digest, filled)
        if batch.event_count >= EVENTS_MIN:
            # With these tables a commit of 80,000 events took 40 MB more.
            facts.forget_stored(connection)
        connection.execute("commit")
    except duckdb.Error as error:
        # A commit that raised an error may still be durable: the next fold checks it.
        raise CorruptStoreError(
            f"segment {batch.segment} could not be read into the database: {first_line(error)}; "
            "the segment is safe, run `evalstore fold` to try again"
        ) from error


def _insert(
    connection: duckdb.DuckDBPyConnection, batch: Batch, digest: bytes, filled: Collection[str]
) -> None:
    connection.execute(sql_files.read("sql/fold/load_segment"))
    connection.execute(sql_files.read("sql/fold/insert_batch"), batch.row(digest))
    facts.store(connection, filled)


def require_next(path: Path, batch: Batch, tree: Frontier) -> None:
    """Raise CorruptStoreError unless the segment starts where the log ends."""
    if batch.first_position != tree.tree_size or batch.segment != path.name:
        raise CorruptStoreError(
            f"segment {path.name} has positions {batch.first_position} to {batch.tree_size - 1}, "
            f"expected it to start at {tree.tree_size}: a segment is missing, renamed or "
            "duplicated; restore the segments folder from a backup"
        )


def last_position(path: Path) -> int:
    """Return the last position in a segment's name; raise CorruptStoreError for another name."""
    match = SEGMENT_NAME.fullmatch(path.name)
    if match is None:
        raise CorruptStoreError(
            f"{path} is not named like a segment (FIRST-LAST.parquet); move it out of the folder"
        )
    return int(match[2])


def require_root(path: Path, batch: Batch, tree: Frontier) -> None:
    """Raise CorruptStoreError unless the tree with a segment has the root in its footer."""
    if (tree.tree_size, tree.root.hex()) != (batch.tree_size, batch.root):
        raise CorruptStoreError(
            f"segment {path.name} does not match the root in its footer: positions "
            f"{batch.first_position} to {batch.tree_size - 1} were altered or lost; run "
            "`evalstore verify` to see which, and restore this file from a backup"
        )


def _require_record(layout: Layout, sizes: dict[str, int], paths: list[Path]) -> None:
    missing = sorted(sizes.keys() - {path.name for path in paths})
    replica = partial.of(layout) if missing else None
    if replica is not None:
        missing = sorted({*missing} - replica.left_out.keys())
    if missing:
        raise CorruptStoreError(
            f"{layout.segments} lacks {', '.join(missing)}, which the database lists; restore the "
            "segments folder from a backup"
        )
    for path in paths:
        last_position(path)


def write_missing_checkpoints(connection: duckdb.DuckDBPyConnection, layout: Layout) -> list[int]:
    """
    Write the missing checkpoints of batches; return their sizes.

    Segments that a partial replica leaves out get no checkpoint, since they were not read.
    """
    there = set(checkpoint.sizes(layout))
    rows = connection.execute(sql_files.read("sql/fold/recorded_segments")).fetchall()
    missing = [row for row in rows if row[0] not in there]
    replica = partial.of(layout) if missing else None
    if replica is not None:
        missing = [row for row in missing if row[1] not in replica.left_out]
    if not missing:
        return []
    chain = checkpoint.chained(row[:3] for row in rows)
    for tree_size, name, digest, root in missing:
        checkpoint.write(
            layout, checkpoint.Checkpoint(tree_size, root, {name: digest}, chain[tree_size])
        )
    return [row[0] for row in missing]


def _require_no_loss(connection: duckdb.DuckDBPyConnection, layout: Layout) -> None:
    tree_size = current_tree(connection).tree_size
    longest = max(checkpoint.sizes(layout), default=0)
    if longest > tree_size:
        raise CorruptStoreError(
            f"checkpoint {longest}.json covers {longest} events, but segments and "
            f"database end at {tree_size}; restore the segments folder from a backup"
        )
