"""
Compute the facts of one run again from the segments, in a database in memory.

The database has seen neither ``evalstore.duckdb`` nor the facts in it: its tables, views and
macros are made from the SQL of this installation, its events are read from the segments that the
footers and checkpoints name.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

import duckdb

from evalstore.base import sql_files
from evalstore.errors import CorruptStoreError
from evalstore.store.connections import connect, first_line
from evalstore.store.explanation.record import RunRecord, record_of
from evalstore.store.facts import facts, schema
from evalstore.store.layout import Layout
from evalstore.store.query.reader import Reader
from evalstore.store.verify import recorded


@dataclass(frozen=True, slots=True)
class RecomputedRun:
    """A database in memory with the facts of one run, and the segments that it was read from."""

    reader: Reader
    record: RunRecord


@contextmanager
def recomputed(
    layout: Layout, run_id: str, sql_names: Iterable[str], tree_size: int | None = None
) -> Iterator[RecomputedRun]:
    """
    Open a database in memory with the facts of a run, computed from the segments alone.

    It has the views and macros that ``sql_names`` depend on, and the files themselves, each with
    one statement. ``tree_size`` is a size at which a fold ended, by default the present one.
    Raises as ``record_of`` does, and CorruptStoreError if an event does not match its hashes.
    """
    with closing(connect()) as connection:
        connection.execute("set threads = 1")
        record = record_of(connection, layout, [run_id], tree_size)
        schema.create(connection, has_views=False)
        try:
            _read_events(connection, layout, record, run_id)
            _store_facts(connection, run_id)
        except duckdb.Error as error:
            raise CorruptStoreError(
                f"the facts of run {run_id} cannot be computed from the segments: "
                f"{first_line(error)}; run `evalstore verify` for details"
            ) from error
        _define_views(connection, sql_names)
        yield RecomputedRun(Reader(connection, layout), record)


def _read_events(
    connection: duckdb.DuckDBPyConnection, layout: Layout, record: RunRecord, run_id: str
) -> None:
    """Read the events of the run, and every retraction; check the hashes of what was read."""
    connection.execute("set variable tree_size = $size", {"size": record.tree_size})
    of_runs, of_retractions = (
        [layout.segments / item.name for item in segments]
        for segments in (record.of_run, record.of_retractions)
    )
    recorded.load_files(connection, [run_id], of_runs, of_retractions)
    for altered in recorded.altered_events(connection):
        raise CorruptStoreError(f"{altered}; restore its segment from a backup")
    connection.execute(sql_files.read("sql/verify/recorded/touched_events"))
    connection.execute(sql_files.read("sql/verify/recorded/all_retractions"))


def _store_facts(connection: duckdb.DuckDBPyConnection, run_id: str) -> None:
    """Compute the facts of the run from the events that were read; keep ``current_events``."""
    facts.touch(connection, [run_id])
    connection.execute(sql_files.read("sql/fold/no_new_events"))
    facts.store(connection, facts.compute_tables(connection, facts.TABLES))


def _define_views(connection: duckdb.DuckDBPyConnection, sql_names: Iterable[str]) -> None:
    needed: dict[str, None] = {}
    for name in sql_names:
        needed |= dict.fromkeys((*sql_files.used_by(name), name))
    for name in needed:
        connection.execute(sql_files.read(name))
