"""
Facts and metrics as of a size of the log, in a database of their own.

It has the tables, views and macros of this installation, the events of some runs up to that size
as the segments have them, every retraction, and the facts of these runs. ``evalstore.duckdb`` is
not read. What was computed once is kept (``kept_databases``).
"""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb

from evalstore.base import sql_files
from evalstore.base.phrases import counted, unknown_name
from evalstore.errors import CorruptStoreError, UsageError
from evalstore.store.connections import attached_for_writing, connect, first_line
from evalstore.store.explanation import kept_databases
from evalstore.store.explanation.record import RunRecord, log_at, record_of
from evalstore.store.facts import facts, schema
from evalstore.store.layout import Layout
from evalstore.store.log.batch import Batch
from evalstore.store.log.rounds import in_rounds
from evalstore.store.query.reader import Reader, reading
from evalstore.store.replica import partial
from evalstore.store.verify import recorded

# Of a longer log the runs have to be named: to compute a million events takes a minute.
ALL_RUNS_EVENTS_MAX = 200_000
# The facts of so many events are computed together, of one run at least.
ROUND_EVENTS_MAX = 20_000
OnProgress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Sized:
    """
    A database as of a size: the runs in it, and the log that it speaks of.

    ``left_out`` are the runs of which a partial replica lacks events. ``is_kept`` is True if
    nothing had to be computed.
    """

    reader: Reader
    record: RunRecord
    run_ids: list[str]
    left_out: list[str]
    is_kept: bool

    def __str__(self) -> str:
        """Return a sentence on what this is a reading of."""
        lacking = (
            f"; a partial replica, which lacks events of {counted(len(self.left_out), 'run')}: "
            f"they are left out"
            if self.left_out
            else ""
        )
        return (
            f"as of {self.record.tree_size} events, root {self.record.root[:12]}: "
            f"{counted(len(self.run_ids), 'run')}{lacking}"
        )


@contextmanager
def sized(
    layout: Layout,
    tree_size: int,
    run_ids: Sequence[str] = (),
    on_progress: OnProgress = lambda _done, _total: None,
) -> Iterator[Sized]:
    """
    Open a database, read-only, with facts and metrics of some runs as of a size of the log.

    Without ``run_ids`` it has all runs. ``on_progress`` gets the number of runs that are computed
    and the number of all.

    Raises UsageError if the log never ended at ``tree_size``, did not have one of the runs there,
    or is too long for all runs, or if the store lacks events of a named run; CorruptStoreError if
    a segment that is needed was altered.
    """
    layout.require()
    with tempfile.TemporaryDirectory(prefix="evalstore-") as folder:
        path = Path(folder) / "sized.duckdb"
        with closing(connect()) as connection:
            chosen, left_out, batches = _chosen(connection, layout, tree_size, run_ids)
            record = record_of(connection, layout, chosen, tree_size)
        key = kept_databases.key_of(record, chosen)
        is_kept = kept_databases.copied(layout, key, path)
        if not is_kept:
            _build(layout, path, record, batches, chosen, on_progress)
            kept_databases.keep(layout, key, path)
        with reading(layout, path, is_locked=True) as reader:
            yield Sized(reader, record, chosen, left_out, is_kept)


def _chosen(
    connection: duckdb.DuckDBPyConnection,
    layout: Layout,
    tree_size: int,
    run_ids: Sequence[str],
) -> tuple[list[str], list[str], list[Batch]]:
    """Return the runs, those that are left out, and the batches of the log at this size."""
    found = log_at(connection, layout, tree_size)
    batches = [batch for _, batch in found]
    if not run_ids and tree_size > ALL_RUNS_EVENTS_MAX:
        raise UsageError(
            f"{tree_size} events are too many to compute all runs of (up to {ALL_RUNS_EVENTS_MAX} "
            "are not); name the runs that the statement needs with --run"
        )
    known = {run_id for batch in batches for run_id in batch.runs or ()}
    unlisted = [str(path) for path, batch in found if batch.runs is None]
    if unlisted and not known.issuperset(run_ids or [""]):
        rows = connection.execute(
            sql_files.read("sql/verify/runs_in_segments"), {"files": unlisted}
        ).fetchall()
        known.update(run_id for (run_id,) in rows)
    known.discard("")
    for run_id in run_ids:
        if run_id not in known:
            raise unknown_name(
                "run", run_id, sorted(known), f" among the first {tree_size} events"
            )
    if run_ids:
        return sorted({*run_ids}), [], batches
    replica = partial.of(layout)
    left_out = sorted(known & replica.incomplete_runs) if replica else []
    return sorted(known - {*left_out}), left_out, batches


def _build(
    layout: Layout,
    path: Path,
    record: RunRecord,
    batches: list[Batch],
    run_ids: list[str],
    on_progress: OnProgress,
) -> None:
    """Make the database: the schema, the events of the runs, and their facts."""
    with attached_for_writing(layout, path) as connection:
        schema.create(connection)
        try:
            _load_events(connection, layout, record, batches, run_ids)
            _compute_facts(connection, run_ids, on_progress)
        except duckdb.Error as error:
            raise CorruptStoreError(
                f"the facts as of {record.tree_size} events cannot be computed from the "
                f"segments: {first_line(error)}; run `evalstore verify` for details"
            ) from error
        connection.execute("checkpoint")


def _load_events(
    connection: duckdb.DuckDBPyConnection,
    layout: Layout,
    record: RunRecord,
    batches: list[Batch],
    run_ids: list[str],
) -> None:
    """Load the events of the runs and every retraction; check the hashes of what was read."""
    by_segment = {batch.segment: batch for batch in batches}
    read = {item.name: item.sha256 for item in (*record.of_run, *record.of_retractions)}
    if not read:
        return
    for name, sha256 in sorted(read.items()):
        row = by_segment[name].row(bytes.fromhex(sha256))
        connection.execute(sql_files.read("sql/fold/insert_batch"), row)
    files = [str(layout.segments / name) for name in sorted(read)]
    connection.execute("set variable segment_files = $files", {"files": files})
    connection.execute("set variable checked_runs = $run_ids", {"run_ids": run_ids})
    connection.execute("set variable tree_size = $size", {"size": record.tree_size})
    connection.execute(sql_files.read("sql/explanations/sized/recorded_events"))
    for altered in recorded.altered_events(connection):
        raise CorruptStoreError(f"{altered}; restore its segment from a backup")
    connection.execute(sql_files.read("sql/explanations/sized/load_events"))
    connection.execute("drop table temp.recorded_events")


def _compute_facts(
    connection: duckdb.DuckDBPyConnection, run_ids: list[str], on_progress: OnProgress
) -> None:
    """Compute the facts of the runs, a run or some small ones at a time."""
    connection.execute(sql_files.read("sql/fold/no_new_events"))
    facts.touch(connection, run_ids)
    counts = connection.execute(sql_files.read("sql/queries/run_event_counts")).fetchall()
    done = 0
    rounds: list[list[str]] = in_rounds(counts, ROUND_EVENTS_MAX)
    for part in rounds:
        on_progress(done, len(run_ids))
        facts.touch(connection, part)
        facts.store(connection, facts.compute(connection))
        done += len(part)
    on_progress(done, len(run_ids))
    facts.forget(connection)
