"""The fold: from accepted events in the inbox to a segment, the database and a checkpoint."""

from collections import defaultdict
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime

import duckdb

from evalstore import __version__, sql_files
from evalstore.errors import StoreBusyError
from evalstore.store import (
    checkpoint,
    facts,
    faults,
    inbox,
    incoming,
    rebuild,
    recovery,
    schema,
    segment,
    undeclared,
)
from evalstore.store.batch import RUNS_LISTED_MAX, Batch
from evalstore.store.door import (
    WAIT_SECONDS_DEFAULT,
    attached_for_writing,
    exclusive,
    keep_memory,
)
from evalstore.store.layout import Layout, publish, sync_folder
from evalstore.store.merkle import Frontier
from evalstore.store.undeclared import UndeclaredCases

# Bounds the memory of one fold; more inbox than this makes more than one segment.
ROUND_EVENTS_MAX = 1_200_000
MANY_EVENTS = 200_000


@dataclass(slots=True)
class Counts:
    """What became of accepted events; ``new`` are first revisions, ``revised`` later ones."""

    new: int = 0
    revised: int = 0
    duplicate: int = 0

    def add(self, other: "Counts") -> None:
        """Count what became of others too."""
        self.new += other.new
        self.revised += other.revised
        self.duplicate += other.duplicate


@dataclass(slots=True)
class Folded:
    """
    What a fold did; ``is_folded`` is False where another process held the store.

    ``by_part`` counts each source of an inbox file by itself, by its number there.
    ``undeclared`` are the folded runs whose answers name cases that they do not declare.
    """

    is_folded: bool = True
    counts: Counts = field(default_factory=Counts)
    by_file: dict[str, Counts] = field(default_factory=dict)
    by_part: dict[tuple[str, int], Counts] = field(default_factory=dict)
    segments: list[str] = field(default_factory=list)
    recovered_segments: list[str] = field(default_factory=list)
    tree_size: int = 0
    root: str = ""
    holder: str = ""
    undeclared: list[UndeclaredCases] = field(default_factory=list)


def fold(layout: Layout, *, wait_seconds: float = WAIT_SECONDS_DEFAULT) -> Folded:
    """
    Fold the whole inbox, in the order of its names.

    When another process holds the store, the events stay in the inbox and the result says so.
    Raises CorruptStoreError when the store or an inbox file cannot be used.
    """
    layout.require()
    with faults.saying(faults.ACCEPTED):
        try:
            with exclusive(layout, wait_seconds=wait_seconds):
                return fold_locked(layout, wait_seconds=wait_seconds)
        except StoreBusyError as error:
            return Folded(is_folded=False, holder=str(error))


def fold_locked(layout: Layout, *, wait_seconds: float = WAIT_SECONDS_DEFAULT) -> Folded:
    """Fold while the caller holds the store exclusively."""
    inbox.remove_stale(layout)
    if not layout.database.exists() and segment.on_disk(layout):
        rebuild.rebuild_locked(layout)
    with attached_for_writing(layout, wait_seconds=wait_seconds) as connection:
        if schema.is_empty(connection) or schema.are_tables_current(connection):
            return _fold_inbox(connection, layout)
    # Another version computed the tables: rather all of them anew than a mixture.
    rebuild.rebuild_locked(layout)
    with attached_for_writing(layout) as connection:
        return _fold_inbox(connection, layout)


def _fold_inbox(connection: duckdb.DuckDBPyConnection, layout: Layout) -> Folded:
    folded = Folded(recovered_segments=recovery.recover(connection, layout))
    suspects: set[str] = set()
    for files in _rounds(connection, layout):
        suspects |= _fold_round(connection, layout, files, folded)
    if suspects:
        folded.undeclared = undeclared.of_runs(connection, sorted(suspects))
    tree = recovery.current_tree(connection)
    folded.tree_size, folded.root = tree.tree_size, tree.root.hex()
    return folded


def _rounds(connection: duckdb.DuckDBPyConnection, layout: Layout) -> list[list[inbox.InboxFile]]:
    """Group the inbox, in name order, into rounds of a bounded number of events."""
    rounds: list[list[inbox.InboxFile]] = []
    event_count = 0
    for name in inbox.names(layout):
        file = inbox.read(connection, layout.inbox / name)
        if not rounds or event_count + file.event_count > ROUND_EVENTS_MAX:
            rounds.append([])
            event_count = 0
        rounds[-1].append(file)
        event_count += file.event_count
    return rounds


def _fold_round(
    connection: duckdb.DuckDBPyConnection,
    layout: Layout,
    files: list[inbox.InboxFile],
    folded: Folded,
) -> set[str]:
    """Fold some files; return the runs whose answers name cases that they do not declare."""
    suspects: set[str] = set()
    recorded_at = datetime.now(UTC).replace(tzinfo=None)
    if sum(file.event_count for file in files) > MANY_EVENTS:
        keep_memory(connection)
    else:
        # Two threads are hardly quicker with so few, and hold twice as much.
        connection.execute("set threads = 1")
    tree = recovery.current_tree(connection)
    incoming.define_macros(connection)
    incoming.read(connection, [file.path for file in files], recorded_at)
    incoming.assign_revisions(connection)
    sealed_tree = incoming.seal(connection, tree)
    by_part = _counts(connection, files)
    if sealed_tree.tree_size > tree.tree_size:
        sources = [
            {"inbox": file.path.name, **asdict(by_part[file.path.name, number]), **part.footer}
            for file in files
            for number, part in enumerate(file.parts)
        ]
        batch = _batch(connection, tree, sealed_tree, sources, recorded_at)
        suspects = _record(connection, layout, batch, files)
        folded.segments.append(batch.segment)
    _forget(connection)
    for file in files:
        file.path.unlink(missing_ok=True)
    sync_folder(layout.inbox)
    folded.by_part |= by_part
    for (name, _), counts in by_part.items():
        folded.by_file.setdefault(name, Counts()).add(counts)
        folded.counts.add(counts)
    return suspects


def _counts(
    connection: duckdb.DuckDBPyConnection, files: list[inbox.InboxFile]
) -> dict[tuple[str, int], Counts]:
    """Say what became of the events of each part, by the name of its file and its number there."""
    rows: dict[str, list[int]] = defaultdict(list)
    by_part = {}
    for file_number, file in enumerate(files, 1):
        end_row = 0
        for part_number, part in enumerate(file.parts):
            by_part[file.path.name, part_number] = Counts()
            rows["file_number"].append(file_number)
            rows["part_number"].append(part_number)
            rows["first_row"].append(end_row)
            end_row += part.event_count
            rows["end_row"].append(end_row)
    for file_number, part_number, *found in connection.execute(
        sql_files.read("sql/fold/part_counts"), rows
    ).fetchall():
        by_part[files[file_number - 1].path.name, part_number] = Counts(*found)
    return by_part


def _batch(
    connection: duckdb.DuckDBPyConnection,
    tree: Frontier,
    sealed_tree: Frontier,
    sources: list[dict[str, object]],
    recorded_at: datetime,
) -> Batch:
    [(batch_id,)] = connection.execute(
        "select coalesce(max(batch_id) + 1, 0) from log.batches"
    ).fetchall()
    counts = connection.execute(
        "select kind, count(*) from incoming positional join sealed "
        "where position is not null group by kind order by kind"
    ).fetchall()
    runs = connection.execute(sql_files.read("sql/fold/new_runs")).fetchall()
    return Batch(
        batch_id=batch_id,
        first_position=tree.tree_size,
        event_count=sealed_tree.tree_size - tree.tree_size,
        counts=dict(counts),
        root=sealed_tree.root.hex(),
        frontier=sealed_tree.peaks.hex(),
        sources=sources,
        tool_version=__version__,
        recorded_at=recorded_at.isoformat(),
        runs=None if len(runs) > RUNS_LISTED_MAX else [run_id for (run_id,) in runs],
    )


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
    _forget(connection)
    segment.write(connection, batch, temporary)
    # Facts before the rename: where they cannot be computed, nothing was recorded.
    recovery.compute_facts(connection)
    digest = segment.sha256_of(temporary)
    publish(temporary, final)
    recovery.record(connection, batch, digest)
    rows = connection.execute(sql_files.read("sql/undeclared/folded_runs")).fetchall()
    facts.forget(connection)
    checkpoint.write(
        layout, checkpoint.Checkpoint(batch.tree_size, batch.root, {batch.segment: digest.hex()})
    )
    return {run_id for (run_id,) in rows}


def _forget(connection: duckdb.DuckDBPyConnection) -> None:
    for table in (
        "incoming", "touched_runs", "known_events", "unseen", "contested_keys",
        "accepted_revisions", "placed", "sealed",
    ):  # fmt: skip
        connection.execute(f"drop table if exists temp.{table}")
