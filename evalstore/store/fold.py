"""Fold accepted events from the inbox into a segment, the database and a checkpoint."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime

import duckdb

from evalstore import sql_files
from evalstore.errors import StoreBusyError
from evalstore.store import (
    disk_errors,
    facts,
    inbox,
    incoming,
    partial,
    rebuild,
    recorded_sources,
    recovery,
    replacement,
    rounds,
    schema,
    segment,
    undeclared,
)
from evalstore.store.batch import Batch
from evalstore.store.connections import (
    WAIT_SECONDS_DEFAULT,
    attached_for_writing,
    exclusive,
    keep_memory,
)
from evalstore.store.layout import Layout, publish, sync_folder
from evalstore.store.undeclared import UndeclaredCases

MANY_EVENTS = 200_000


@dataclass(slots=True)
class EventCounts:
    """What became of accepted events; ``new`` are first revisions, ``revised`` later ones."""

    new: int = 0
    revised: int = 0
    duplicate: int = 0

    @property
    def added(self) -> int:
        """How many the log did not have."""
        return self.new + self.revised

    def add(self, other: "EventCounts") -> None:
        """Count what became of others too."""
        self.new += other.new
        self.revised += other.revised
        self.duplicate += other.duplicate


@dataclass(slots=True)
class FoldResult:
    """
    What a fold did; ``is_folded`` is False where another process held the store.

    ``by_part`` counts each source of an inbox file by itself, by its number there.
    ``undeclared`` are the folded runs whose answers name cases that they do not declare.
    """

    is_folded: bool = True
    counts: EventCounts = field(default_factory=EventCounts)
    by_file: dict[str, EventCounts] = field(default_factory=dict)
    by_part: dict[tuple[str, int], EventCounts] = field(default_factory=dict)
    segments: list[str] = field(default_factory=list)
    recovered_segments: list[str] = field(default_factory=list)
    # Sizes of checkpoints that were missing.
    rewritten_checkpoints: list[int] = field(default_factory=list)
    tree_size: int = 0
    root: str = ""
    holder: str = ""
    undeclared: list[UndeclaredCases] = field(default_factory=list)


def fold(layout: Layout, *, wait_seconds: float = WAIT_SECONDS_DEFAULT) -> FoldResult:
    """
    Fold the whole inbox, in the order of its names.

    When another process holds the store, the events stay in the inbox and the result says so.
    Raises CorruptStoreError when the store or an inbox file cannot be used.
    """
    layout.require()
    with disk_errors.explaining(disk_errors.ACCEPTED):
        try:
            with exclusive(layout, wait_seconds=wait_seconds):
                return fold_locked(layout, wait_seconds=wait_seconds)
        except StoreBusyError as error:
            return FoldResult(is_folded=False, holder=str(error))


def fold_published(
    writer: inbox.InboxWriter,
    own_files: Collection[str],
    *,
    wait_seconds: float = WAIT_SECONDS_DEFAULT,
) -> FoldResult:
    """
    Publish what a writer has and fold it, as ``fold`` does.

    ``own_files`` are those of it whose sources are believed: ``fold_locked`` says of what. They
    are published once the store is held, so that nobody else folds them in between.
    """
    layout = writer.layout
    if not own_files:
        writer.publish()
        return fold(layout, wait_seconds=wait_seconds)
    try:
        with exclusive(layout, wait_seconds=wait_seconds):
            writer.publish()
            with disk_errors.explaining(disk_errors.ACCEPTED):
                return fold_locked(layout, wait_seconds=wait_seconds, own_files=own_files)
    except StoreBusyError as error:
        # Accepted all the same; another process folds it, and keeps decisions as foreign.
        writer.publish()
        return FoldResult(is_folded=False, holder=str(error))


def fold_locked(
    layout: Layout,
    *,
    wait_seconds: float = WAIT_SECONDS_DEFAULT,
    own_files: Collection[str] = (),
) -> FoldResult:
    """
    Fold while the caller holds the store exclusively.

    ``own_files`` names the inbox files whose events are evalstore's own where their source says
    so: those the caller wrote since it holds the store, as a pull did of events that it put back
    into the inbox. In all others that is not believed.
    """
    inbox.remove_stale(layout)
    replacement.carry_out(layout)
    own_files = {*own_files, *replacement.own_files(layout)}
    if not layout.database.exists() and segment.on_disk(layout):
        rebuild.rebuild_locked(layout)
    with attached_for_writing(layout, wait_seconds=wait_seconds) as connection:
        if schema.is_empty(connection) or schema.are_tables_current(connection):
            return _fold_inbox(connection, layout, own_files)
    # Another version computed the tables: rebuild all of them rather than mix versions.
    rebuild.rebuild_locked(layout)
    with attached_for_writing(layout) as connection:
        return _fold_inbox(connection, layout, own_files)


def _fold_inbox(
    connection: duckdb.DuckDBPyConnection, layout: Layout, own_files: Collection[str]
) -> FoldResult:
    folded = FoldResult()
    folded.recovered_segments, folded.rewritten_checkpoints = recovery.recover(connection, layout)
    added_sources = recorded_sources.AddedSources()
    suspects: set[str] = set()
    for place, files in enumerate(rounds.grouped(connection, layout)):
        if place:
            # After the last round the connection is closed, which costs less.
            _forget(connection)
            facts.forget(connection)
        suspects |= _fold_round(connection, layout, files, folded, own_files, added_sources)
    if suspects:
        folded.undeclared = undeclared.of_runs(connection, sorted(suspects))
    tree = recovery.current_tree(connection)
    folded.tree_size, folded.root = tree.tree_size, tree.root.hex()
    return folded


def _fold_round(
    connection: duckdb.DuckDBPyConnection,
    layout: Layout,
    files: list[inbox.InboxFile],
    folded: FoldResult,
    own_files: Collection[str],
    added_sources: recorded_sources.AddedSources,
) -> set[str]:
    """Fold some files; return the runs whose answers name cases that they do not declare."""
    suspects: set[str] = set()
    recorded_at = datetime.now(UTC).replace(tzinfo=None)
    event_count = sum(file.event_count for file in files)
    if event_count > MANY_EVENTS:
        keep_memory(connection)
    else:
        # Two threads are hardly quicker with so few, and hold twice as much.
        connection.execute("set threads = 1")
    tree = recovery.current_tree(connection)
    incoming.define_macros(connection)
    incoming.read(
        connection,
        [file.path for file in files],
        recorded_at,
        own_files,
        event_count=event_count,
    )
    partial.require_whole(connection, layout)
    incoming.assign_revisions(connection)
    new_tree = incoming.assign_positions(connection, tree)
    by_part = _counts(connection, files)
    payloads = added_sources.take(
        (part, by_part[file.path.name, number].added)
        for file in files
        for number, part in enumerate(file.parts)
    )
    new_tree = recorded_sources.extend_tree(connection, payloads, new_tree)
    if new_tree.tree_size > tree.tree_size:
        sources = [
            {**part.footer, "inbox": file.path.name, **asdict(by_part[file.path.name, number])}
            for file in files
            for number, part in enumerate(file.parts)
        ]
        batch = rounds.batch_of(connection, tree, new_tree, sources, recorded_at)
        suspects = _record(connection, layout, batch, files)
        folded.segments.append(batch.segment)
    for file in files:
        file.path.unlink(missing_ok=True)
    sync_folder(layout.inbox)
    folded.by_part |= by_part
    for (name, _), counts in by_part.items():
        folded.by_file.setdefault(name, EventCounts()).add(counts)
        folded.counts.add(counts)
    return suspects


def _counts(
    connection: duckdb.DuckDBPyConnection, files: list[inbox.InboxFile]
) -> dict[tuple[str, int], EventCounts]:
    """Say what became of the events of each part, by the name of its file and its number there."""
    rows: dict[str, list[int]] = defaultdict(list)
    by_part = {}
    for file_number, file in enumerate(files, 1):
        end_row = 0
        for part_number, part in enumerate(file.parts):
            by_part[file.path.name, part_number] = EventCounts()
            rows["file_number"].append(file_number)
            rows["part_number"].append(part_number)
            rows["first_row"].append(end_row)
            end_row += part.event_count
            rows["end_row"].append(end_row)
    for file_number, part_number, *found in connection.execute(
        sql_files.read("sql/fold/part_counts"), rows
    ).fetchall():
        by_part[files[file_number - 1].path.name, part_number] = EventCounts(*found)
    return by_part


def _record(
    connection: duckdb.DuckDBPyConnection,
    layout: Layout,
    batch: Batch,
    files: list[inbox.InboxFile],
) -> set[str]:
    """
    Write the segment, then the database, then the checkpoint; each step can be repeated.

    Returns the runs whose answers name cases that they do not declare.
    """
    final = layout.segments / batch.segment
    temporary = final.with_suffix(".parquet.tmp")
    connection.execute("set variable batch_id = $batch_id", {"batch_id": batch.batch_id})
    incoming.read_payloads(connection, [file.path for file in files])
    if batch.event_count > MANY_EVENTS:
        _forget(connection)
    segment.write(connection, batch, temporary)
    # Facts before the rename: where they cannot be computed, nothing was recorded.
    recovery.compute_facts(connection)
    partial.require_whole(connection, layout)
    partial.require_matched(connection, layout)
    digest = segment.sha256_of(temporary)
    publish(temporary, final)
    recovery.record(connection, batch, digest)
    rows = connection.execute(sql_files.read("sql/undeclared/folded_runs")).fetchall()
    recovery.write_missing_checkpoints(connection, layout)
    return {run_id for (run_id,) in rows}


def _forget(connection: duckdb.DuckDBPyConnection) -> None:
    for table in (
        "incoming", "touched_runs", "known_events", "new_ids", "conflicting_keys",
        "accepted_revisions", "positions", "leaf_hashes", "recorded_sources",
    ):  # fmt: skip
        connection.execute(f"drop table if exists temp.{table}")
