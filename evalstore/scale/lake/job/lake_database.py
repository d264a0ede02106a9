"""
An in-memory database with a store's schema, whose log and facts are the tables of a lake.

The driver of a job queries it for the changed runs, and gates query it like a store. No data is
loaded: a table is a view over the lake's files, and a query about one run reads only the files
that may contain it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from evalstore.base import sql_files
from evalstore.errors import UsageError
from evalstore.scale.dialects.relations import LOG_FOLDER
from evalstore.scale.lake.job.spark_session import files_of
from evalstore.scale.lake.lake_table import RUNS_REPLACED_MAX, LakeTable
from evalstore.scale.lake.portable import ROWS_AT_ONCE, PortableRows
from evalstore.store.bounded_memory import copied
from evalstore.store.connections import DATABASE, connect, make_current
from evalstore.store.facts import schema
from evalstore.store.layout import Layout
from evalstore.store.query.reader import Reader

if TYPE_CHECKING:
    import pyarrow

# A folder that does not exist, since a lake has no segments.
NOWHERE = Layout(Path("of-a-lake"))


class LakeDatabase:
    """An open database; ``reader`` queries it like a store."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.connection = connection
        self.reader = Reader(connection, NOWHERE)

    def show(self, tables: Mapping[str, LakeTable]) -> None:
        """Replace tables by views of the lake's; raise UsageError if a column is missing."""
        for name, table in tables.items():
            dataset = table.table.to_pyarrow_dataset()
            relation = self.connection.table(name)
            missing = sorted(set(relation.columns) - set(dataset.schema.names))
            if missing:
                raise UsageError(
                    f"{table.uri} has no column {missing[0]}; publish it again with this version "
                    "of evalstore"
                )
            columns = ", ".join(
                f'"{column}"::{kind} as "{column}"'
                for column, kind in zip(relation.columns, relation.types, strict=True)
            )
            files = f"lake_{name.replace('.', '_')}"
            paths = files_of(table, None)
            if paths and "://" not in paths[0]:
                # Files that delta-rs rewrote have text types that Arrow cannot compare with
                # evalstore's.
                self.connection.read_parquet(paths, union_by_name=True).create_view(files)
            else:
                self.connection.register(files, dataset)
            kind = "view" if _is_view(self.connection, name) else "table"
            self.connection.execute(f"drop {kind} {name}")
            self.connection.execute(f"create view {name} as select {columns} from {files}")

    def withdraw(self) -> None:
        """Compute the withdrawn events, which a lake has no table for."""
        for name in ("touched_events", "all_retractions"):
            text = sql_files.read(f"{LOG_FOLDER}/{name}")
            self.connection.execute(f"create or replace temp view {name} as {text}")
        self.connection.execute("delete from log.withdrawn_events")
        select = sql_files.read("sql/log/derived/withdrawn_events")
        insert = f"insert into log.withdrawn_events {select}"
        copied(self.connection, lambda: self.connection.execute(insert))

    def changed_runs(self, first_position: int | None) -> list[str] | None:
        """
        Compute ``changed_runs`` from the events at and after a position; return the sorted ids.

        None means that all rows must be replaced, because the position is unknown or the runs are
        too many for a predicate. ``changed_runs`` then contains all runs.
        """
        self._find_changed_runs(first_position or 0)
        if first_position is None:
            return None
        run_ids = self.run_ids()
        if len(run_ids) <= RUNS_REPLACED_MAX:
            return run_ids
        self._find_changed_runs(0)
        return None

    def rows(self, name: str, computed: "pyarrow.dataset.Dataset") -> PortableRows:
        """Return rows computed elsewhere, with evalstore's types; those of facts get a month."""
        like = self.connection.table(name).limit(0).to_arrow_reader(1).schema
        relation = self.connection.from_arrow(computed)
        if name.startswith("facts."):
            import pyarrow

            changed = self.connection.table("changed_runs").set_alias("changed_runs")
            relation = relation.set_alias("computed").join(changed, "run_id")
            like = like.append(pyarrow.field("month", pyarrow.string()))
        return PortableRows(relation.order("run_id").to_arrow_reader(ROWS_AT_ONCE), like)

    def _find_changed_runs(self, first_position: int) -> None:
        changed_runs = sql_files.read("sql/queries/changed_runs")
        named = {"first_position": first_position}
        copied(self.connection, lambda: self.connection.execute(changed_runs, named))

    def run_ids(self) -> list[str]:
        """Return the ids of ``changed_runs``, sorted."""
        rows = self.connection.table("changed_runs").project("run_id").order("run_id").fetchall()
        return [run_id for (run_id,) in rows]


@contextmanager
def lake_database(log: Mapping[str, LakeTable]) -> Iterator[LakeDatabase]:
    """Open a database with the log of a lake; close it afterwards."""
    connection = connect()
    try:
        connection.execute(f"attach ':memory:' as {DATABASE}")
        make_current(connection, DATABASE)
        schema.create(connection)
        database = LakeDatabase(connection)
        database.show(log)
        yield database
    finally:
        connection.close()


def _is_view(connection: duckdb.DuckDBPyConnection, name: str) -> bool:
    """Return True if a relation is already a view."""
    schema_name, _, view_name = name.partition(".")
    [(count,)] = connection.execute(
        "select count(*) from duckdb_views() "
        "where database_name = current_database() and schema_name = $schema_name "
        "and view_name = $view_name",
        {"schema_name": schema_name, "view_name": view_name},
    ).fetchall()
    return bool(count)
