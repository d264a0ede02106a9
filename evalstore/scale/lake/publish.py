"""Publishing of a store's log and facts as Delta tables, each event exactly once."""

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
    The result for one table: ``row_count`` rows written, of events from ``first_position`` on.

    ``first_position`` None means that the whole table was written. ``is_caught_up`` is True if the
    table had been behind the lake's log, for example after an interrupted call.
    """

    name: str
    uri: str
    row_count: int
    first_position: int | None
    event_count: int
    is_caught_up: bool
    removed_file_count: int = 0

    def to_dict(self) -> dict[str, object]:
        """Return the entry in the output of ``publish --json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Published:
    """The tables that a call of ``publish`` updated."""

    uri: str
    format: str
    tables: list[PublishedTable]

    @property
    def event_count(self) -> int:
        """The number of events in the lake."""
        return max(table.event_count for table in self.tables)

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``publish --json`` prints."""
        return {
            "uri": self.uri,
            "format": self.format,
            "event_count": self.event_count,
            "tables": [table.to_dict() for table in self.tables],
        }


def publish(
    layout: Layout, uri: str, *, is_compacting: bool = False, is_log_only: bool = False
) -> Iterator[PublishedTable]:
    """
    Update every table under ``uri`` to the state of the store, and yield each when done.

    With ``is_log_only`` only those of the log: a job computes the facts from them. A copy of the
    database is read, so that the store can be written to in the meantime. Raises UsageError if the
    lake contains another store's events or more than this store, and for a partial replica, whose
    missing events would be recorded as published; CorruptStoreError, before anything is written,
    if the definitions, log or facts to be written are damaged, or the lake has lost a part of its
    log; StoreBusyError if other writers were first each time; StoreError if the place cannot be
    read or written.
    """
    require_installed()
    if "://" not in uri:
        layout.require_outside(Path(uri))
    partial.require_none(layout, "a lake needs all events")
    with tempfile.TemporaryDirectory(prefix="evalstore-") as folder:
        copy = Path(folder) / layout.database.name
        copy_database(layout, copy)
        with reading(layout, copy, is_locked=True) as reader:
            names = (*(() if is_log_only else FACT_TABLES), EVENTS, BATCHES)
            publication = _Publication(reader, uri.rstrip("/"), names, is_compacting=is_compacting)
            yield from publication.log()
            if not is_log_only:
                yield from publication.facts()


def facts_application(tables_sha256: str) -> str:
    """Return the application that counts the events of facts with this definition."""
    return f"{APPLICATION} {tables_sha256[:16]}"


def require_installed() -> None:
    """Raise UsageError if deltalake is missing."""
    try:
        import deltalake  # noqa: F401 - asked for, not used
    except ImportError as error:
        raise UsageError(
            f"a lake needs deltalake ({error}); run `pip install 'evalstore[lake]'`"
        ) from error


class _Publication:
    """One call: the state of the store, the tables ``names``, and their place."""

    def __init__(
        self, reader: Reader, uri: str, names: Sequence[str], *, is_compacting: bool
    ) -> None:
        self._reader = reader
        self._uri = uri
        self._is_compacting = is_compacting
        [state] = reader.rows(sql_files.read("sql/lake/state"))
        self._event_count = int(str(state["event_count"]))
        # The number of events in the lake before this call: a table with fewer is behind.
        self._known_before = 0
        facts = facts_application(str(state["tables_sha256"]))
        # Batches are opened last: a concurrent writer updates no other table further than them.
        self._tables = {
            name: LakeTable(
                f"{self._uri}/{name.replace('.', '/')}",
                APPLICATION if name in {BATCHES, EVENTS} else facts,
            )
            for name in names
        }
        self._is_sound = False

    def log(self) -> Iterator[PublishedTable]:
        """Publish the log; batches come first, since they identify the store."""
        for name, query in ((BATCHES, "sql/lake/batches"), (EVENTS, "sql/lake/events")):
            yield self._brought(name, functools.partial(self._append, query))

    def facts(self) -> Iterator[PublishedTable]:
        """Publish the tables of facts, after the events they are computed from."""
        for name in FACT_TABLES:
            yield self._brought(name, functools.partial(self._replace, name))

    def _brought(self, name: str, write: Callable[[LakeTable], PortableRows]) -> PublishedTable:
        """Update one table to the state of the store, after concurrent writers."""
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
        """Raise unless the lake has this store's log, and the rows to be written are sound."""
        self._require_same_store(table)
        if not self._is_sound:
            require_kept(self._reader, self._tables)
            self._require_sound()
            self._is_sound = True

    def _require_sound(self) -> None:
        """Raise CorruptStoreError unless the log and facts to be written are sound."""
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
        """Raise UsageError unless the lake's batches are the store's own, or the first of them."""
        own_roots = {
            int(str(row["tree_size"])): row["root"]
            for row in self._reader.rows("select tree_size, root from log.batches")
        }
        published = {
            int(row["tree_size"]): row["root"] for row in table.rows(["tree_size", "root"])
        }
        self._known_before = max(published, default=0)
        if self._known_before > self._event_count:
            raise UsageError(
                f"{self._uri} has {self._known_before} events, but the store only "
                f"{self._event_count}: it is an older copy; publish the newest one, or to another "
                "place"
            )
        if any(own_roots.get(size) != root for size, root in published.items()):
            raise UsageError(
                f"{self._uri} has the events of another store; publish to another place"
            )

    def _append(self, query: str, table: LakeTable) -> PortableRows:
        """Write the rows of the log from the table's position on."""
        relation: duckdb.DuckDBPyRelation = self._reader.connection.sql(
            sql_files.read(query), params={"first_position": table.event_count or 0}
        )
        rows = PortableRows(relation.to_arrow_reader(ROWS_AT_ONCE))
        table.append(rows.stream(), self._event_count)
        return rows

    def _replace(self, name: str, table: LakeTable) -> PortableRows:
        """Write the facts of runs with new events, or of all runs if the definitions are new."""
        connection = self._reader.connection
        run_ids = None if table.event_count is None else self._changed_runs(table.event_count)
        if run_ids is None or len(run_ids) > RUNS_REPLACED_MAX:
            # All rows are replaced, so the rows of unchanged runs are written as well.
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
        """Compute ``changed_runs`` from the events at and after a position; return the run ids."""
        connection = self._reader.connection
        connection.execute(
            sql_files.read("sql/queries/changed_runs"), {"first_position": first_position}
        )
        return [
            run_id for (run_id,) in connection.table("changed_runs").project("run_id").fetchall()
        ]
