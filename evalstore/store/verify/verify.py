"""
Verify that a store contains exactly the events that were appended to it.

Segments are checked against their hashes, roots and checksums, without the database; footers
against the events of their segments; images against the hashes in the events; the database against
the segments, its triggers, tables and views against this installation's, its facts against a new
computation; checkpoints against the tree.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import duckdb

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.errors import CorruptStoreError, EvalstoreError
from evalstore.plugins.image import MEDIA_TYPES, file_name
from evalstore.store import bounded_memory
from evalstore.store.connections import attached_for_reading, connect, exclusive
from evalstore.store.layout import Layout
from evalstore.store.log import attachments, checkpoint, incoming, segment
from evalstore.store.log.batch import Batch
from evalstore.store.log.checkpoint import Checkpoint
from evalstore.store.log.log_entry import LogEntry
from evalstore.store.replica import partial, partial_facts, recorded_entry, replacement
from evalstore.store.replica.partial import Partial
from evalstore.store.verify import (
    verify_checkpoints,
    verify_database,
    verify_digests,
    verify_footers,
)
from evalstore.store.verify.finding import (
    POSITIONS_SHOWN_MAX,
    IntegrityFinding,
    SegmentFile,
    SegmentRecord,
)


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of a verification; ``root`` is hex."""

    tree_size: int
    root: str
    segment_count: int
    findings: list[IntegrityFinding]
    # Events whose payload was redacted; their hashes are still in the tree.
    redacted_count: int = 0
    # Segments from before ingest_recorded: no event confirms their footers.
    older_count: int = 0
    # Segments of the remote that a partial replica leaves out, and the number of their events by
    # the remote's log: they were not read.
    left_out_count: int = 0
    unverified_count: int = 0
    # Events of segments whose bytes are unchanged since a checkpoint; they were not read again.
    unchanged_count: int = 0

    @property
    def holds(self) -> bool:
        """Return True if there are no findings."""
        return not self.findings

    @property
    def verified_count(self) -> int:
        """Return the number of events that were hashed, or are in unchanged segments."""
        return self.tree_size - self.unverified_count


def verify(layout: Layout, against: Path | None = None, since: Path | None = None) -> Verified:
    """
    Check a whole store, and that it continues a checkpoint kept elsewhere.

    With a checkpoint in ``since``, segments up to it are compared by their bytes only, and the
    database only from there on, with all facts of the runs that changed.

    Raises StoreBusyError while another process folds, UnreadableInputError if ``against`` or
    ``since`` is not a checkpoint. Problems of the store itself are returned as findings.
    """
    layout.require()
    kept = [checkpoint.read(path) for path in (against, since) if path is not None]
    findings: list[IntegrityFinding] = []
    with exclusive(layout, is_reading=True):
        paths = segment.on_disk(layout)
        replica = partial.of(layout)
        record = SegmentRecord()
        if since is not None:
            take_unchanged(kept[-1], paths, replica, record)
        for finding in _segment_findings(layout, partial.in_order(paths, replica), record):
            findings.append(finding)  # noqa: PERF402 - what was found before an error stays
        footers = verify_footers.Footers()
        with connect() as connection:
            findings += verify_footers.findings(connection, record, footers)
            findings += verify_digests.misplaced(connection, record)
        findings += recorded_entry.findings(footers.recorded(), replica)
        findings += _held_findings(paths, replica)
        if replacement.is_planned(layout):
            findings.append(IntegrityFinding("pull broken off", replacement.BROKEN_OFF))
        if paths or replica is not None or layout.database.exists():
            findings += _database_findings(layout, record, replica)
        findings += _redaction_findings(record)
        findings += _image_findings(layout, record)
        findings += verify_checkpoints.findings(layout, record)
        for kept_checkpoint in kept:
            findings += verify_checkpoints.against(layout, kept_checkpoint, record, findings)
    return Verified(
        record.tree.tree_size,
        record.tree.root.hex(),
        len(paths),
        findings,
        len(record.without_payload),
        footers.older_count,
        len(record.left_out),
        sum(part.batch.event_count for part in record.left_out),
        record.first_position,
    )


def _segment_findings(
    layout: Layout, parts: list[Path | LogEntry], record: SegmentRecord
) -> Iterator[IntegrityFinding]:
    """
    Recompute every hash and the root after each segment, into ``record``.

    A segment that a partial replica leaves out is taken from the remote's log, unchecked.
    """
    with connect() as connection:
        incoming.define_macros(connection)
        for part in parts:
            if isinstance(part, LogEntry):
                batch = part.batch
                path = layout.segments / batch.segment
                record.left_out.append(SegmentFile(path, batch, part.digest))
                record.segments.append(record.left_out[-1])
                record.tree = batch.tree
                record.roots[batch.tree_size] = batch.root
                continue
            path = part
            if path in record.unchanged:
                continue
            try:
                batch = segment.read_footer(connection, path)
                record.segments.append(SegmentFile(path, batch, segment.sha256_of(path)))
                if batch.segment == path.name:
                    yield from _check_segment(connection, path, batch, record)
                    record.readable.append(record.segments[-1])
                else:
                    yield IntegrityFinding(
                        "segment renamed",
                        f"{path.name} has the footer of {batch.segment}, so it is a copy of it or "
                        "was renamed",
                        batch.first_position,
                    )
            except CorruptStoreError as error:
                yield IntegrityFinding("segment", str(error), _first_position(path))
            except (duckdb.Error, ValueError) as error:
                yield IntegrityFinding(
                    "segment", f"{path.name} cannot be read: {error}", _first_position(path)
                )


def _check_segment(
    connection: duckdb.DuckDBPyConnection, path: Path, batch: Batch, record: SegmentRecord
) -> Iterator[IntegrityFinding]:
    for position in segment.wrong_positions(connection, path)[:POSITIONS_SHOWN_MAX]:
        yield IntegrityFinding(
            "event altered", f"{path.name}: the event does not match its hash", position
        )
    connection.execute(sql_files.read("sql/verify/segment_leaves"))
    yield from _place_findings(connection, path, batch, record)
    for position, event_id, redacted_event_id in connection.execute(
        sql_files.read("sql/verify/lost_payloads")
    ).fetchall():
        if event_id is not None:
            record.without_payload[event_id] = position
        record.redacted_event_ids.add(redacted_event_id)
    for position, sha256, media_type in connection.execute(
        sql_files.read("sql/verify/named_images")
    ).fetchall():
        if media_type in MEDIA_TYPES:
            record.images.setdefault(file_name(sha256, media_type), position)
    tree = record.tree
    record.tree = batch.tree
    # If the previous segment is missing, the tree before this one is unknown.
    if batch.first_position != tree.tree_size:
        return
    root = incoming.with_leaves(connection, tree, "segment_leaves").root.hex()
    if root == batch.root:
        record.roots[batch.tree_size] = root
    else:
        yield IntegrityFinding(
            "root",
            f"{path.name}: the root of its events is {root}, expected {batch.root} as in its "
            "footer",
            batch.first_position,
        )


def _place_findings(
    connection: duckdb.DuckDBPyConnection, path: Path, batch: Batch, record: SegmentRecord
) -> Iterator[IntegrityFinding]:
    expected_size = record.tree.tree_size
    if batch.first_position != expected_size:
        yield IntegrityFinding(
            "positions",
            f"{path.name} starts at position {batch.first_position}, expected {expected_size}: a "
            "segment is missing or duplicated",
            expected_size,
        )
    [row] = connection.execute(
        "select min(position), max(position), count(*), count(distinct position), "
        "count(*) filter (where batch_id is distinct from $batch_id) from segment_leaves",
        {"batch_id": batch.batch_id},
    ).fetchall()
    runs = connection.execute(
        "select distinct run_id from segment_leaves where run_id <> '' order by run_id"
    ).fetchall()
    if batch.runs is not None and batch.runs != [run_id for (run_id,) in runs]:
        yield IntegrityFinding(
            "footer altered",
            f"{path.name}: the runs in its footer differ from those of its events",
            batch.first_position,
        )
    expected = (batch.first_position, batch.tree_size - 1, batch.event_count, batch.event_count, 0)
    if row != expected:
        yield IntegrityFinding(
            "positions",
            f"{path.name} has {counted(row[2], 'event')}, positions {row[0]} to {row[1]}, "
            f"{row[4]} of them of another batch; expected {batch.event_count} from position "
            f"{batch.first_position} on, as in its footer",
            batch.first_position,
        )


def _held_findings(paths: list[Path], replica: Partial | None) -> Iterator[IntegrityFinding]:
    """Yield a finding for each missing segment that a pull brought into a partial replica."""
    held = replica.held if replica else frozenset()
    for name in sorted(held - {path.name for path in paths}):
        yield IntegrityFinding(
            "segment missing",
            f"{name} is missing, and the pull did not leave it out; {partial.WAY_OUT}",
            _first_position(Path(name)),
        )


def _redaction_findings(record: SegmentRecord) -> list[IntegrityFinding]:
    """Return a finding for each of the first events without payload that no redaction names."""
    unexplained = [
        position
        for event_id, position in record.without_payload.items()
        if event_id not in record.redacted_event_ids
    ]
    events = counted(len(unexplained), "event has", "events have")
    detail = f"{events} no payload, and no redaction is recorded for them"
    return [
        IntegrityFinding("payload missing", detail, position)
        for position in sorted(unexplained)[:POSITIONS_SHOWN_MAX]
    ]


def _image_findings(layout: Layout, record: SegmentRecord) -> Iterator[IntegrityFinding]:
    """Compare the images that events name with the files of the store."""
    for name, position in sorted(record.images.items(), key=lambda item: item[1]):
        problem = attachments.problem_of(layout.attachments / name)
        if problem is not None:
            yield IntegrityFinding(
                "attachment",
                f"{name}, an image that an event names, {problem}; restore it from a backup, or "
                "ingest again the file that contains it",
                position,
            )


def _database_findings(
    layout: Layout, record: SegmentRecord, replica: Partial | None
) -> list[IntegrityFinding]:
    findings: list[IntegrityFinding] = []
    try:
        with attached_for_reading(layout, is_locked=True) as connection:

            def find() -> None:
                findings.clear()
                for finding in verify_database.findings(connection, layout, record, replica):
                    findings.append(finding)

            # Findings from before an error are kept.
            bounded_memory.copied(connection, find)
            if replica is not None:
                findings += [
                    IntegrityFinding("facts altered", problem)
                    for problem in partial_facts.problems(connection, layout, replica)
                ]
    except EvalstoreError as error:
        findings.append(IntegrityFinding("database", str(error)))
    return findings


def _first_position(path: Path) -> int | None:
    first = path.stem.partition("-")[0]
    return int(first) if first.isascii() and first.isdigit() else None


def take_unchanged(
    kept: Checkpoint,
    paths: list[Path],
    replica: Partial | None,
    record: SegmentRecord,
) -> None:
    """
    Add the segments up to a checkpoint to ``record`` as unchanged if their bytes have its hash.

    Otherwise nothing is added, so that all of them are read; likewise for a partial replica, and
    for a checkpoint by an earlier evalstore, which has no such hash.
    """
    if kept.record_sha256 is None or replica is not None:
        return
    covered = []
    with connect() as connection:
        for path in paths:
            try:
                batch = segment.read_footer(connection, path)
            except CorruptStoreError:
                break
            if batch.tree_size > kept.tree_size or batch.segment != path.name:
                break
            covered.append(SegmentFile(path, batch, segment.sha256_of(path)))
    chain = checkpoint.chained(
        (part.batch.tree_size, part.path.name, part.digest.hex()) for part in covered
    )
    if chain.get(kept.tree_size) != kept.record_sha256:
        return
    record.segments += covered
    record.unchanged = {part.path for part in covered}
    record.first_position = kept.tree_size
    record.roots |= {part.batch.tree_size: part.batch.root for part in covered}
    record.tree = covered[-1].batch.tree
