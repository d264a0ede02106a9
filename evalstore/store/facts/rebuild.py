"""
Rebuild the DuckDB file from the segments, at the present or an earlier size of the log.

A folder with nothing but ``segments`` becomes a store again. Nothing is written into it before
each file was found to be a segment.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb

from evalstore.base import sql_files
from evalstore.errors import CorruptStoreError, StoreError, UsageError
from evalstore.store.bounded_memory import bounded_memory, first_bounded
from evalstore.store.connections import attached_for_writing, exclusive, without_database
from evalstore.store.facts import comments, facts, schema
from evalstore.store.facts.run_rounds import each_round
from evalstore.store.layout import Layout, publish
from evalstore.store.log import checkpoint, format_mark, incoming, recovery, segment
from evalstore.store.log.log_entry import LogEntry
from evalstore.store.log.merkle import Frontier
from evalstore.store.replica import partial, replacement
from evalstore.store.replica.partial import Partial


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """
    The result of a rebuild; ``root`` is hex.

    ``rewritten_checkpoints`` are the sizes of checkpoints that it wrote because all were missing.
    """

    database: Path
    tree_size: int
    root: str
    segment_count: int
    rewritten_checkpoints: tuple[int, ...] = ()


def rebuild(layout: Layout) -> Rebuilt:
    """
    Rebuild the database and replace the old one.

    If there is no checkpoint, those of the segments are written; they cannot show segments that
    were lost before. Raises StoreError if there is neither a store nor a segment, and
    CorruptStoreError, keeping the old database, if the segments do not have their roots.
    """
    format_mark.require_known(layout.root)
    if not layout.exists():
        _require_segments(layout)
        layout.create()
    with exclusive(layout):
        replacement.require_none(layout)
        rebuilt = rebuild_locked(layout)
        if checkpoint.sizes(layout):
            return rebuilt
        with attached_for_writing(layout) as connection:
            sizes = recovery.write_missing_checkpoints(connection, layout)
    return replace(rebuilt, rewritten_checkpoints=tuple(sizes))


def _require_segments(layout: Layout) -> None:
    """Raise StoreError unless there are segments, and every file named like one is one."""
    paths = segment.on_disk(layout)
    if not paths:
        layout.require()
    with without_database() as connection:
        try:
            for path in paths:
                recovery.last_position(path)
                segment.read_footer(connection, path)
        except CorruptStoreError as error:
            raise StoreError(f"no store in {layout.root}: {error}") from error


def rebuild_locked(layout: Layout, *, has_views: bool = True) -> Rebuilt:
    """Rebuild while the caller holds the store exclusively; a fold needs no views."""
    temporary = layout.database.with_suffix(".duckdb.tmp")
    built = _build(
        layout, segment.on_disk(layout), temporary, partial.of(layout), has_views=has_views
    )
    longest = max(checkpoint.sizes(layout), default=0)
    if longest > built.tree_size:
        temporary.unlink()
        raise CorruptStoreError(
            f"checkpoint {longest}.json covers {longest} events, but the segments end "
            f"at {built.tree_size}; restore the segments folder from a backup"
        )
    # The old write-ahead log belongs to the old file.
    layout.database.with_suffix(".duckdb.wal").unlink(missing_ok=True)
    publish(temporary, layout.database)
    return Rebuilt(layout.database, built.tree_size, built.root, built.segment_count)


def rebuild_at(layout: Layout, tree_size: int, output: Path) -> Rebuilt:
    """
    Build the database as it was when the log had ``tree_size`` events, in a new file.

    Raises UsageError if the log never had that size, or the output exists.
    """
    layout.require()
    partial.require_none(layout, "an earlier state needs all events")
    layout.require_outside(output)
    if output.exists():
        raise UsageError(f"{output} already exists; name a new file with -o")
    if not output.absolute().parent.is_dir():
        raise UsageError(
            f"the folder {output.absolute().parent} does not exist; create it, or name another "
            "file"
        )
    with exclusive(layout):
        paths = []
        sizes = [0]
        for path in segment.on_disk(layout):
            last = recovery.last_position(path)
            sizes.append(last + 1)
            if last < tree_size:
                paths.append(path)
        if tree_size not in sizes:
            raise checkpoint.unknown_size(tree_size, sizes)
        temporary = output.with_suffix(output.suffix + ".tmp")
        built = _build(layout, paths, temporary)
        publish(temporary, output)
    return Rebuilt(output, built.tree_size, built.root, built.segment_count)


def _build(
    layout: Layout,
    paths: list[Path],
    database: Path,
    replica: Partial | None = None,
    *,
    has_views: bool = True,
) -> Rebuilt:
    def tree_within(limit_bytes: int | None) -> Frontier:
        # The next attempt deletes a file that a commit without enough memory made unusable.
        for leftover in (database, database.with_suffix(database.suffix + ".wal")):
            leftover.unlink(missing_ok=True)
        with (
            attached_for_writing(layout, database) as connection,
            bounded_memory(connection, limit_bytes),
        ):
            schema.create(connection, has_views=has_views)
            comments.write_outdated(connection, fold_count=len(paths))
            tree = _load_all(connection, partial.in_order(paths, replica))
            _compute_all_facts(connection, replica)
            if replica is not None:
                _load_facts(connection, layout, replica)
            connection.execute("checkpoint")
        return tree

    try:
        tree = first_bounded(tree_within)
    except CorruptStoreError:
        database.unlink(missing_ok=True)
        raise
    return Rebuilt(database, tree.tree_size, tree.root.hex(), len(paths))


def _load_all(
    connection: duckdb.DuckDBPyConnection, segments: Iterable[Path | LogEntry]
) -> Frontier:
    """Load segments in order and check their hashes; for an omitted one, record its batch."""
    incoming.define_macros(connection)
    tree = Frontier.empty()
    for part in segments:
        if isinstance(part, LogEntry):
            partial.record_left_out(connection, part)
            tree = part.batch.tree
        else:
            tree = _load(connection, part, tree)
    return tree


def _load(connection: duckdb.DuckDBPyConnection, path: Path, tree: Frontier) -> Frontier:
    """Load the segment that follows a tree; return the tree with it."""
    batch = segment.read_footer(connection, path)
    recovery.require_next(path, batch, tree)
    segment.require_hashes(connection, path)
    segment.read(connection, path)
    connection.execute(sql_files.read("sql/fold/load_segment"))
    tree = incoming.with_leaves(connection, tree, "log.events")
    recovery.require_root(path, batch, tree)
    connection.execute(sql_files.read("sql/fold/insert_batch"), batch.row(segment.sha256_of(path)))
    return tree


def _load_facts(connection: duckdb.DuckDBPyConnection, layout: Layout, replica: Partial) -> None:
    """Load the facts of the runs whose events a partial replica leaves out."""
    for _, tables in replica.facts(connection, layout):
        for (schema_name, table), rows in tables.items():
            rows.insert_into(f"{schema_name}.{table}")


def _compute_all_facts(connection: duckdb.DuckDBPyConnection, replica: Partial | None) -> None:
    """Compute the facts of all complete runs, in rounds of neighbouring runs."""
    connection.execute(
        sql_files.read("sql/queries/whole_runs/touched_runs"),
        {"incomplete_runs": sorted(replica.incomplete_runs) if replica else []},
    )
    connection.execute(sql_files.read("sql/fold/no_new_events"))
    for _ in each_round(connection):
        facts.store(connection, facts.compute(connection))
    facts.forget(connection)
