"""Fold accepted events from the inbox into a segment, the database and a checkpoint."""

from collections.abc import Collection
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import duckdb

from evalstore.base import sql_files
from evalstore.base.version import __version__
from evalstore.errors import StoreBusyError
from evalstore.store.bounded_memory import EVENTS_MIN, bounded_memory, limit_of_folding
from evalstore.store.connections import WAIT_SECONDS_DEFAULT, exclusive, keep_memory
from evalstore.store.facts import facts, undeclared
from evalstore.store.facts.current_database import attached_current
from evalstore.store.facts.undeclared import UndeclaredCases
from evalstore.store.layout import Layout, publish, sync_folder
from evalstore.store.log import (
    disk_errors,
    inbox,
    incoming,
    recorded_facts,
    recorded_sources,
    recovery,
    rounds,
    segment,
)
from evalstore.store.log.batch import Batch
from evalstore.store.log.event_counts import EventCounts, of_parts
from evalstore.store.log.recorded_sources import EndedSource
from evalstore.store.replica import partial, recorded_entry, replacement
from evalstore.store.verify import recorded

MANY_EVENTS = 200_000


@dataclass(slots=True)
class FoldResult:
    """
    The result of a fold; ``is_folded`` is False if another process held the store.

    ``by_part`` counts each source of an inbox file, by its number in the file.
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

    @property
    def warnings(self) -> list[str]:
        """A text for each run whose answers name cases that it does not declare."""
        return undeclared.worded(self.undeclared)

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``fold --json`` prints."""
        # JSON keys cannot be pairs; by_file has the sums of by_part.
        return {name: value for name, value in asdict(self).items() if name != "by_part"}


def fold(layout: Layout, *, wait_seconds: float = WAIT_SECONDS_DEFAULT) -> FoldResult:
    """
    Fold the whole inbox, in the order of its names.

    If another process holds the store, the events stay in the inbox and ``is_folded`` is False.
    Raises CorruptStoreError if the store or an inbox file cannot be used.
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
    Publish the files of a writer and fold them, as ``fold`` does.

    ``own_files`` are those of them with trusted sources, see ``fold_locked``. They are published
    once the store is held, so that no other process folds them in between.
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
        # The events are accepted; another process folds them, with decisions marked as foreign.
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

    ``own_files`` are the inbox files whose events are evalstore's own if their source says so:
    those that the caller wrote while it held the store. In all other files such a source is not
    trusted, whatever is on the disk.
    """
    inbox.remove_stale(layout)
    replacement.require_none(layout)
    with attached_current(layout, wait_seconds=wait_seconds) as connection:
        return _fold_inbox(connection, layout, own_files)


def _fold_inbox(
    connection: duckdb.DuckDBPyConnection, layout: Layout, own_files: Collection[str]
) -> FoldResult:
    folded = FoldResult()
    folded.recovered_segments, folded.rewritten_checkpoints = recovery.recover(connection, layout)
    added_sources = recorded_sources.AddedSources()
    locked_size = recorded.size_of_log(connection, recovery.current_tree(connection).tree_size)
    suspects: set[str] = set()
    for place, files in enumerate(rounds.grouped(connection, layout)):
        if place:
            # Not after the last round: closing the connection costs less.
            _forget(connection)
            facts.forget(connection)
        suspects |= _fold_round(
            connection, layout, files, folded, own_files, added_sources, locked_size
        )
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
    locked_size: int | None,
) -> set[str]:
    """
    Fold some files; return the runs whose answers name cases that they do not declare.

    ``locked_size`` is the size of the log when this process locked the store, see
    ``recorded.size_of_log``.
    """
    suspects: set[str] = set()
    recorded_at = datetime.now(UTC).replace(tzinfo=None)
    limit_bytes = _read(connection, files, recorded_at, own_files)
    partial.require_whole(connection, layout)
    try:
        with bounded_memory(connection, limit_bytes):
            prepared = _prepare(connection, layout, files, recorded_at, added_sources, locked_size)
    except duckdb.OutOfMemoryException:
        if limit_bytes is None:
            raise
        # Nothing was recorded, so it is repeated without a bound on memory.
        _forget(connection)
        facts.forget(connection)
        _read(connection, files, recorded_at, own_files)
        prepared = _prepare(connection, layout, files, recorded_at, added_sources, locked_size)
    by_part, batch, filled = prepared
    if batch is not None:
        suspects = _record(connection, layout, batch, filled)
        folded.segments.append(batch.segment)
    for file in files:
        file.path.unlink(missing_ok=True)
    sync_folder(layout.inbox)
    folded.by_part |= by_part
    for (name, _), counts in by_part.items():
        folded.by_file.setdefault(name, EventCounts()).add(counts)
        folded.counts.add(counts)
    return suspects


def _read(
    connection: duckdb.DuckDBPyConnection,
    files: list[inbox.InboxFile],
    recorded_at: datetime,
    own_files: Collection[str],
) -> int | None:
    """Read a round's events without payloads; return the memory bound for the following steps."""
    event_count = sum(file.event_count for file in files)
    if event_count > MANY_EVENTS:
        keep_memory(connection)
    else:
        # Two threads are hardly faster for few events, and need twice the memory.
        connection.execute("set threads = 1")
    incoming.define_macros(connection)
    incoming.read(
        connection,
        [file.path for file in files],
        recorded_at,
        own_files,
        event_count=event_count,
    )
    incoming.assign_revisions(connection)
    if event_count < EVENTS_MIN:
        return None
    [sizes] = connection.execute(sql_files.read("sql/fold/sizes")).fetchall()
    return limit_of_folding(event_count, *sizes)


def _prepare(
    connection: duckdb.DuckDBPyConnection,
    layout: Layout,
    files: list[inbox.InboxFile],
    recorded_at: datetime,
    added_sources: recorded_sources.AddedSources,
    locked_size: int | None,
) -> tuple[dict[tuple[str, int], EventCounts], Batch | None, frozenset[str]]:
    """
    Write the segment under a temporary name and compute the facts; record nothing yet.

    Returns the counts of each part, the batch, None if nothing is new, and the tables of facts
    that have rows.
    """
    tree = recovery.current_tree(connection)
    new_tree = incoming.assign_positions(connection, tree)
    by_part = of_parts(connection, files)
    ended = added_sources.take(
        (part, by_part[file.path.name, number].added)
        for file in files
        for number, part in enumerate(file.parts)
    )
    entry = recorded_entry.source(layout)
    is_adding = new_tree.tree_size > tree.tree_size or any(source.is_adding for source in ended)
    if entry is not None and is_adding:
        ended.append(EndedSource(recorded_sources.payload(entry, __version__), is_adding=True))
    new_tree = recorded_sources.extend_tree(connection, ended, new_tree)
    if new_tree.tree_size == tree.tree_size:
        return by_part, None, frozenset()
    sources = [
        {**part.footer, "inbox": file.path.name, **asdict(by_part[file.path.name, number])}
        for file in files
        for number, part in enumerate(file.parts)
    ]
    if entry is not None:
        sources.append({**entry, **asdict(EventCounts())})
    batch = rounds.batch_of(connection, tree, new_tree, sources, recorded_at)
    connection.execute("set variable batch_id = $batch_id", {"batch_id": batch.batch_id})
    incoming.read_payloads(connection, [file.path for file in files])
    if batch.event_count > EVENTS_MIN:
        _forget(connection)
    # Facts before the segment: if they cannot be computed, nothing was recorded.
    filled = recovery.compute_facts(connection)
    partial.require_whole(connection, layout)
    partial.require_matched(connection, layout)
    whole_tree = recorded_facts.extend_tree(
        connection, filled, _known_runs(connection, layout, locked_size), tree.tree_size, new_tree
    )
    batch = rounds.extended(batch, whole_tree, recorded_facts.KIND)
    segment.write(connection, batch, _temporary(layout, batch))
    return by_part, batch, filled


def _known_runs(
    connection: duckdb.DuckDBPyConnection, layout: Layout, locked_size: int | None
) -> set[str]:
    """
    Return the large runs whose facts were computed from all events, as the segments have them.

    Anyone can change the log in the database; what was computed from a changed one must not be
    recorded as right. A store that is made for a push lacks segments of runs.
    """
    if locked_size is None or facts.changing_tables(connection) != facts.TABLES:
        return set()
    rows = connection.execute(
        sql_files.read("sql/fold/large_runs"), {"event_count": recorded_facts.EVENTS_MIN}
    ).fetchall()
    run_ids = {run_id for (run_id,) in rows}
    replica = partial.of(layout)
    if replica is not None:
        run_ids -= replica.incomplete_runs
    if not run_ids:
        return set()
    return run_ids - recorded.unconfirmed_runs(connection, layout, run_ids, locked_size)


def _record(
    connection: duckdb.DuckDBPyConnection, layout: Layout, batch: Batch, filled: Collection[str]
) -> set[str]:
    """
    Rename the segment, then write the database and the checkpoint; each step can be repeated.

    Returns the runs whose answers name cases that they do not declare.
    """
    temporary = _temporary(layout, batch)
    digest = segment.sha256_of(temporary)
    publish(temporary, layout.segments / batch.segment)
    recovery.record(connection, batch, digest, filled)
    rows = connection.execute(sql_files.read("sql/undeclared/folded_runs")).fetchall()
    recovery.write_missing_checkpoints(connection, layout)
    return {run_id for (run_id,) in rows}


def _temporary(layout: Layout, batch: Batch) -> Path:
    return layout.segments / f"{batch.segment}.tmp"


def _forget(connection: duckdb.DuckDBPyConnection) -> None:
    for table in (
        "incoming", "touched_runs", "known_events", "new_ids", "conflicting_keys",
        "accepted_revisions", "positions", "leaf_hashes", "recorded_sources",
    ):  # fmt: skip
        connection.execute(f"drop table if exists temp.{table}")
