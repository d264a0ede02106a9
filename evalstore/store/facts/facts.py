"""Compute the facts of the touched runs from their events and replace the stored ones."""

from collections.abc import Collection, Iterable
from functools import cache

import duckdb

from evalstore.base import sql_files
from evalstore.store.facts import sums
from evalstore.store.facts.schema import FACTS, STEPS, define_macros

DERIVED = ("withdrawn_events",)
# Every table that is computed from events, with its schema.
TABLES = tuple(("log", name) for name in DERIVED) + tuple(("facts", name) for name in FACTS)
# Events of these kinds change nothing but these tables: a gate's decision must not cost the
# facts of a hundred thousand answers.
KINDS_BESIDE_ANSWERS = {
    "analysis_recorded",
    "facts_computed",
    "gate_evaluated",
    "ingest_recorded",
    "trend_detected",
}
TABLES_BESIDE_ANSWERS = (("log", "withdrawn_events"), ("facts", "runs"), ("facts", "gates"))


def compute(connection: duckdb.DuckDBPyConnection) -> frozenset[str]:
    """
    Compute the facts of ``touched_runs`` into temporary tables named like the facts.

    They are computed from the log and ``new_events``, outside the transaction that stores them, so
    that it stays short and joins are planned on known sizes. Returns the tables that have rows.
    """
    # Events that a fold recorded itself have no run; '' as a bound would make scans read all runs.
    connection.execute("delete from temp.touched_runs where run_id = ''")
    bound_touched_runs(connection)
    connection.execute(sql_files.read("sql/fold/touched_events"))
    connection.execute(sql_files.read("sql/fold/all_retractions"))
    return compute_tables(connection, changing_tables(connection))


def compute_tables(
    connection: duckdb.DuckDBPyConnection, tables: Iterable[tuple[str, str]]
) -> frozenset[str]:
    """
    Compute some of ``TABLES`` from the relations ``touched_events`` and ``all_retractions``.

    Returns the tables that have rows, each as ``schema.table``.
    """
    define_macros(connection)
    filled = set()
    if _compute_table(connection, "sql/log/derived/withdrawn_events"):
        filled.add("log.withdrawn_events")
    connection.execute(sql_files.read("sql/fold/current_events"))
    names = [name for schema, name in tables if schema == "facts"]
    present = _sources_there_are(connection, names)
    steps: set[str] = set()
    for place, table in enumerate(names):
        sources = sources_of(table)
        if sources and not sources & (present | filled):
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
    return frozenset(filled)


@cache
def sources_of(table: str) -> frozenset[str]:
    """
    Return the sources without which a table of facts is empty; empty if none are declared.

    A source is a kind of event, a kind of event with a field, or an earlier table of facts.

    >>> sorted(sources_of("gates")), sorted(sources_of("drift_values"))
    (['gate_evaluated'], ['facts.drift_weeks'])
    >>> sorted(sources_of("verdict_scores"))
    ['verdict_recorded with scores']
    >>> sorted(sources_of("images"))
    ['case_generated with media_type', 'response_recorded with media_type']
    """
    noted = sql_files.noted(f"sql/facts/tables/{table}", "empty without")
    if noted is None:
        return frozenset()
    sources, source = set(), ""
    for part in noted.split(", "):
        # A field without a source is another field of the source before it.
        named, _, field = part.rpartition(" with ")
        source = named or source
        sources.add(f"{source} with {field}" if source else field)
    return frozenset(sources)


def _sources_there_are(connection: duckdb.DuckDBPyConnection, names: Iterable[str]) -> set[str]:
    """Return the sources of these tables that the touched events contain, or a few more."""
    rows = connection.execute(sql_files.read("sql/fold/touched_kinds")).fetchall()
    counts = dict(rows)
    needed = {source.partition(" with ")[::2] for name in names for source in sources_of(name)}
    fields = {(kind, field) for kind, field in needed if field and kind in counts}
    if fields:
        # To search the text of events for a field takes a tenth of the time that parsing it does.
        kinds, names_of_fields = zip(*sorted(fields), strict=True)
        fields = {
            *connection.execute(
                sql_files.read("sql/fold/named_fields"),
                {"kinds": list(kinds), "fields": list(names_of_fields)},
            ).fetchall()
        }
    return {*counts, *(f"{kind} with {field}" for kind, field in fields)}


def _compute_table(connection: duckdb.DuckDBPyConnection, file: str) -> int:
    """Compute a temporary table by the SELECT in a file; return its number of rows."""
    table = file.rpartition("/")[2]
    [(row_count,)] = connection.execute(
        f"create or replace temp table {table} as {sql_files.read(file)}"
    ).fetchall()
    return int(row_count)


def store(connection: duckdb.DuckDBPyConnection, filled: Collection[str]) -> None:
    """
    Replace the stored facts by the computed ones; the caller has begun a transaction.

    ``filled`` are the tables that have rows, as ``compute`` returns them: planning statements
    without rows would take most of the time of a small fold.
    """
    tables = changing_tables(connection)
    [(are_stored,)] = connection.execute(sql_files.read("sql/fold/are_runs_stored")).fetchall()
    for schema, table in tables:
        if are_stored:
            connection.execute(
                f"delete from {schema}.{table} where run_id in (select run_id from touched_runs)"
            )
        if f"{schema}.{table}" in filled:
            connection.execute(f"insert into {schema}.{table} from temp.{table}")
    if tables == TABLES:
        sums.store(connection, are_stored=are_stored)


def changing_tables(connection: duckdb.DuckDBPyConnection) -> tuple[tuple[str, str], ...]:
    """Return schema and name of the tables that ``new_events`` can change; all if it is empty."""
    rows = connection.execute(sql_files.read("sql/fold/changed_kinds")).fetchall()
    kinds = {kind for (kind,) in rows}
    return TABLES_BESIDE_ANSWERS if kinds and kinds <= KINDS_BESIDE_ANSWERS else TABLES


def touch(connection: duckdb.DuckDBPyConnection, run_ids: Iterable[str]) -> None:
    """Create the temporary table ``touched_runs`` with these runs."""
    connection.execute(
        "create or replace temp table touched_runs as select unnest($run_ids) as run_id",
        {"run_ids": list(run_ids)},
    )


def forget_stored(connection: duckdb.DuckDBPyConnection) -> None:
    """Drop the temporary tables that ``store`` has stored, and ``new_events``."""
    for table in (*FACTS, *DERIVED, "new_events"):
        connection.execute(f"drop table if exists temp.{table}")


def forget(connection: duckdb.DuckDBPyConnection) -> None:
    """Drop the temporary tables and views."""
    forget_stored(connection)
    for view in ("current_events", "touched_events", "all_retractions"):
        connection.execute(f"drop view if exists temp.{view}")
    connection.execute("drop table if exists temp.touched_runs")


def bound_touched_runs(connection: duckdb.DuckDBPyConnection) -> None:
    """Set the variables by which the log's scans skip the row groups of other runs."""
    [bounds] = connection.execute(
        "select coalesce(min(run_id), ''), coalesce(max(run_id), '') from touched_runs"
    ).fetchall()
    connection.execute("set variable first_run_id = $run_id", {"run_id": bounds[0]})
    connection.execute("set variable last_run_id = $run_id", {"run_id": bounds[1]})
