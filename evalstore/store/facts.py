"""Compute the facts of the touched runs from their events and replace the stored ones."""

import re
from collections.abc import Iterable
from functools import cache

import duckdb

from evalstore import sql_files
from evalstore.store.schema import FACTS, STEPS

DERIVED = ("withdrawn_events",)
# Every table that is computed from events, with its schema.
TABLES = tuple(("log", name) for name in DERIVED) + tuple(("facts", name) for name in FACTS)
# Events of these kinds change nothing but these tables: a gate's decision must not cost the
# facts of a hundred thousand answers.
KINDS_BESIDE_ANSWERS = {
    "analysis_recorded",
    "gate_evaluated",
    "ingest_recorded",
    "trend_detected",
}
TABLES_BESIDE_ANSWERS = (("log", "withdrawn_events"), ("facts", "runs"), ("facts", "gates"))


def compute(connection: duckdb.DuckDBPyConnection) -> None:
    """
    Compute the facts of ``touched_runs`` into temporary tables named like the facts.

    They come from the log and ``new_events``, outside the transaction that stores them, so that
    it stays short and joins are planned on known sizes.
    """
    # What a fold recorded itself has no run, and its bounds would make every scan read all.
    connection.execute("delete from temp.touched_runs where run_id = ''")
    bound_touched_runs(connection)
    connection.execute(sql_files.read("sql/fold/touched_events"))
    connection.execute(sql_files.read("sql/fold/all_retractions"))
    compute_tables(connection, changing_tables(connection))


def compute_tables(
    connection: duckdb.DuckDBPyConnection, tables: Iterable[tuple[str, str]]
) -> None:
    """Compute some of ``TABLES`` from the relations ``touched_events`` and ``all_retractions``."""
    connection.execute(
        "create or replace temp table withdrawn_events as "
        + sql_files.read("sql/log/derived/withdrawn_events")
    )
    connection.execute(sql_files.read("sql/fold/current_events"))
    kinds = connection.execute("select distinct kind from touched_events").fetchall()
    filled = {kind for (kind,) in kinds}
    names = [name for schema, name in tables if schema == "facts"]
    steps: set[str] = set()
    for place, table in enumerate(names):
        source = source_of(table)
        if source and source not in filled:
            # To plan a query that finds nothing takes several milliseconds.
            connection.execute(
                f"create or replace temp table {table} as from facts.{table} limit 0"
            )
        else:
            for step in STEPS.get(table, ()):
                if step not in steps:
                    _compute_table(connection, f"sql/facts/derived/{step}")
            steps.update(STEPS.get(table, ()))
            if _compute_table(connection, f"sql/facts/tables/{table}"):
                filled.add(f"facts.{table}")
        needed = {step for later in names[place + 1 :] for step in STEPS.get(later, ())}
        for step in steps - needed:
            connection.execute(f"drop table temp.{step}")
        steps &= needed


@cache
def source_of(table: str) -> str:
    """
    Return the kind of event, or the table of facts, without which a table of facts has no row.

    >>> source_of("gates")
    'gate_evaluated'
    >>> source_of("drift_values")
    'facts.drift_weeks'
    """
    text = sql_files.read(f"sql/facts/tables/{table}")
    header = re.search(r"^-- empty without: (\S+)$", text, re.MULTILINE)
    return header[1] if header else ""


def _compute_table(connection: duckdb.DuckDBPyConnection, file: str) -> int:
    """Compute a temporary table by the SELECT in a file; return how many rows it has."""
    table = file.rpartition("/")[2]
    [(row_count,)] = connection.execute(
        f"create or replace temp table {table} as {sql_files.read(file)}"
    ).fetchall()
    return int(row_count)


def store(connection: duckdb.DuckDBPyConnection) -> None:
    """Put the computed facts in place of those stored; the caller has begun a transaction."""
    for schema, table in changing_tables(connection):
        connection.execute(
            f"delete from {schema}.{table} where run_id in (select run_id from touched_runs)"
        )
        connection.execute(f"insert into {schema}.{table} from temp.{table}")


def changing_tables(connection: duckdb.DuckDBPyConnection) -> tuple[tuple[str, str], ...]:
    """Return the tables, each with its schema, that ``new_events`` can change; all where none."""
    rows = connection.execute(sql_files.read("sql/fold/changed_kinds")).fetchall()
    kinds = {kind for (kind,) in rows}
    return TABLES_BESIDE_ANSWERS if kinds and kinds <= KINDS_BESIDE_ANSWERS else TABLES


def forget(connection: duckdb.DuckDBPyConnection) -> None:
    """Drop the temporary tables and views."""
    for table in (*FACTS, *DERIVED):
        connection.execute(f"drop table if exists temp.{table}")
    for view in ("current_events", "touched_events", "all_retractions"):
        connection.execute(f"drop view if exists temp.{view}")
    for table in ("new_events", "touched_runs"):
        connection.execute(f"drop table if exists temp.{table}")


def bound_touched_runs(connection: duckdb.DuckDBPyConnection) -> None:
    """Set the variables that let the log's scans skip the row groups of other runs."""
    [bounds] = connection.execute(
        "select coalesce(min(run_id), ''), coalesce(max(run_id), '') from touched_runs"
    ).fetchall()
    connection.execute("set variable first_run_id = $run_id", {"run_id": bounds[0]})
    connection.execute("set variable last_run_id = $run_id", {"run_id": bounds[1]})
