"""Publish the log and the facts of a store as Delta tables, each event exactly once."""

import functools
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import duckdb

from evalstore.base import sql_files
from evalstore.errors import UsageError
from evalstore.scale.lake.lake_log import BATCHES, EVENTS, require_kept
from evalstore.scale.lake.lake_table import RUNS_REPLACED_MAX, LakeTable
from evalstore.scale.lake.portable import ROWS_AT_ONCE, PortableRows
from evalstore.store import bounded_memory
from evalstore.store.facts.schema import FACTS
from evalstore.store.facts.sums import SUMS
from evalstore.store.layout import Layout
from evalstore.store.query.reader import Reader, reading
from evalstore.store.query.snapshot import copy_database
from evalstore.store.replica import partial
from evalstore.store.verify import sending

APPLICATION = "evalstore"
FACT_TABLES = tuple(f"facts.{name}" for name in sorted((*FACTS, *SUMS)))


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """
    What became of one table: ``row_count`` rows written, of the events from ``first_position``.

    ``first_position`` None means that the table was written anew. ``is_caught_up`` says that it
    had stayed behind the log, as after a call that was broken off.
    """

    name: str
    uri: str
    row_count: int
    first_position: int | None
    event_count: int
    is_caught_up: bool
    removed_file_count: int = 0

    def to_dict(self) -> dict[str, object]:
        """Return what ``publish --json`` prints of it."""
        return asdict(self)


def publish(
    layout: Layout, uri: str, *, is_compacting: bool = False, is_log_only: bool = False
) -> Iterator[PublishedTable]:
    """
    Bring every table under ``uri`` to the state of the store, and yield each that is done.

    With ``is_log_only`` those of the log alone: a job computes the facts from them.

    A copy of the database is read, so that the store can be written to meanwhile. Raises
    UsageError where the lake holds another store's events or more than this store has, and for a
    partial replica, whose missing events a lake would take for written; CorruptStoreError, before
    anything is written, if definitions, log or facts of what is to be written do not hold, or the
    lake lost a part of its log; StoreBusyError where other writers were first each time,
    StoreError where the place cannot be read or written.
    """
    require_installed()
    if "://" not in uri:
        layout.require_outside(Path(uri))
    partial.require_none(layout, f"{uri} is to have all events")
    with tempfile.TemporaryDirectory(prefix="evalstore-") as folder:
        copy = Path(folder) / layout.database.name
        copy_database(layout, copy)
        with reading(layout, copy, is_locked=True) as reader:
            names = (*(() if is_log_only else FACT_TABLES), EVENTS, BATCHES)
            found = _Publication(reader, uri.rstrip("/"), names, is_compacting=is_compacting)
            yield from found.log()
            if not is_log_only:
                yield from found.facts()


def facts_application(tables_sha256: str) -> str:
    """Return who counts the events of facts of a definition, whoever computes them."""
    return f"{APPLICATION} {tables_sha256[:16]}"


def require_installed() -> None:
    """Raise UsageError where the library of Delta is missing."""
    try:
        import deltalake  # noqa: F401 - asked for, not used
    except ImportError as error:
        raise UsageError(
            f"a lake needs deltalake ({error}); pip install 'evalstore[lake]'"
        ) from error


class _Publication:
    """One call: the state of the store that is published, the tables ``names``, and where to."""

    def __init__(
        self, reader: Reader, uri: str, names: Sequence[str], *, is_compacting: bool
    ) -> None:
        self._reader = reader
        self._uri = uri
        self._is_compacting = is_compacting
        [state] = reader.rows(sql_files.read("sql/lake/state"))
        self._event_count = int(str(state["event_count"]))
        # Up to where a lake's batches went before this call: a table that ends earlier is behind.
        self._known_before = 0
        facts = facts_application(str(state["tables_sha256"]))
        # Batches come last: whoever writes at the same time brings no table further than them.
        self._tables = {
            name: LakeTable(
                f"{self._uri}/{name.replace('.', '/')}",
                APPLICATION if name in {BATCHES, EVENTS} else facts,
            )
            for name in names
        }
        self._is_sound = False

    def log(self) -> Iterator[PublishedTable]:
        """Publish the batches first: they say whose events a lake holds."""
        for name, query in ((BATCHES, "sql/lake/batches"), (EVENTS, "sql/lake/events")):
            yield self._brought(name, functools.partial(self._append, query))

    def facts(self) -> Iterator[PublishedTable]:
        """Publish the tables of facts, after the events that they are made of."""
        for name in FACT_TABLES:
            yield self._brought(name, functools.partial(self._replace, name))

    def _brought(self, name: str, write: Callable[[LakeTable], PortableRows]) -> PublishedTable:
        """Bring one table to the state of the store, after those who were first."""
        table = self._tables[name]
        row_count, first = table.bring(
            self._event_count,
            lambda: bounded_memory.copied(self._reader.connection, lambda: write(table).row_count),
            again="publish again",
            check=lambda: self._require_allowed(table) if name == BATCHES else None,
        )
        return PublishedTable(
            name=name,
            uri=table.uri,
            row_count=row_count,
            first_position=first,
            event_count=max(first or 0, self._event_count),
            is_caught_up=name != BATCHES and (first or 0) < self._known_before,
            removed_file_count=table.compact() if self._is_compacting else 0,
        )

    def _require_allowed(self, table: LakeTable) -> None:
        """Raise unless the lake's log is one to go on with, and what is to be written holds."""
        self._require_same_store(table)
        if not self._is_sound:
            require_kept(self._reader, self._tables)
            self._require_sound()
            self._is_sound = True

    def _require_sound(self) -> None:
        """Raise CorruptStoreError unless log and facts behind the tables that are behind hold."""
        firsts = {
            name: table.event_count or 0
            for name, table in self._tables.items()
            if table.event_count is None or table.event_count < self._event_count
        }
        first = min(firsts.values(), default=self._event_count)
        if firsts.keys() <= {BATCHES, EVENTS}:
            if firsts:
                sending.require_log(self._reader, first)
            return
        if len(self._changed_runs(first)) > RUNS_REPLACED_MAX:
            first = 0
        sending.require_from(self._reader, first)

    def _require_same_store(self, table: LakeTable) -> None:
        """Raise UsageError unless the lake's batches are the store's own, or some of them."""
        own = {
            int(str(row["tree_size"])): row["root"]
            for row in self._reader.rows("select tree_size, root from log.batches")
        }
        published = {
            int(row["tree_size"]): row["root"] for row in table.rows(["tree_size", "root"])
        }
        self._known_before = max(published, default=0)
        if self._known_before > self._event_count:
            raise UsageError(
                f"{self._uri} holds {self._known_before} events, the store {self._event_count}: "
                "an older copy of it; publish the newest, or to another place"
            )
        if any(own.get(size) != root for size, root in published.items()):
            raise UsageError(
                f"{self._uri} holds the events of another store; publish to another place"
            )

    def _append(self, query: str, table: LakeTable) -> PortableRows:
        """Write what the log has from the table's position on."""
        relation: duckdb.DuckDBPyRelation = self._reader.connection.sql(
            sql_files.read(query), params={"first_position": table.event_count or 0}
        )
        rows = PortableRows(relation.to_arrow_reader(ROWS_AT_ONCE))
        table.append(rows.stream(), self._event_count)
        return rows

    def _replace(self, name: str, table: LakeTable) -> PortableRows:
        """Write the facts of the runs with new events, or of all where definitions are new."""
        connection = self._reader.connection
        run_ids = None if table.event_count is None else self._changed_runs(table.event_count)
        if run_ids is None or len(run_ids) > RUNS_REPLACED_MAX:
            # All rows are replaced, so those of the runs that did not change are written, too.
            self._changed_runs(0)
            run_ids = None
        changed = connection.table("changed_runs")
        facts = connection.table(name).set_alias("facts")
        rows = PortableRows(
            facts.join(changed.set_alias("changed_runs"), "run_id")
            .order("run_id")
            .to_arrow_reader(ROWS_AT_ONCE)
        )
        table.replace(rows.stream(), self._event_count, run_ids)
        return rows

    def _changed_runs(self, first_position: int) -> list[str]:
        """Make ``changed_runs`` of the events from a position on; return their run ids."""
        connection = self._reader.connection
        connection.execute(
            sql_files.read("sql/queries/changed_runs"), {"first_position": first_position}
        )
        return [
            run_id for (run_id,) in connection.table("changed_runs").project("run_id").fetchall()
        ]
