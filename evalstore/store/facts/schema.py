"""Schema of the DuckDB file: tables, triggers, macros and views, and their fingerprint."""

import hashlib
from collections.abc import Callable

import duckdb

from evalstore.base import sql_files
from evalstore.base.version import __version__
from evalstore.errors import StoreError
from evalstore.store.facts import sums, views

# Advice for a file that another version made.
WAY_OUT = "run `evalstore fold` to update it"
LOG_TABLES = ("events", "batches", "refusals")
TRIGGERS = (
    "events_no_delete",
    "events_no_update",
    "batches_no_delete",
    "batches_no_update",
)
# The names of the triggers in the database, with their tables.
TRIGGER_NAMES = tuple(f"log.{name.partition('_')[0]}.{name}" for name in TRIGGERS)
# In the order they are computed: `scored`, the two after it and those of drift read those above
# them.
FACTS = (
    "runs",
    "run_weights",
    "cases",
    "case_attributes",
    "responses",
    "images",
    "verdicts",
    "verdict_scores",
    "reported_figures",
    "unasked_attempts",
    "scored",
    "unjudged",
    "sliced_attempts",
    "alignments",
    "undeclared_cases",
    "drift_detections",
    "drift_weeks",
    "drift_values",
    "gates",
)
# The further relations that a table of facts is computed from, in their order; they exist only
# while it is computed.
STEPS = {
    "scored": (
        "run_systems",
        "run_cases",
        "case_validators",
        "expected_attempts",
        "judged_attempts",
    ),
    "unjudged": ("run_systems",),
    "drift_weeks": ("run_systems", "examined_systems"),
}
# The SQL that a database depends on, without that of reports, charts and exports.
FINGERPRINT_FOLDERS = (
    "sql/analyses",
    "sql/append",
    "sql/causes",
    "sql/facts",
    "sql/fold",
    "sql/lake",
    "sql/log",
    "sql/macros",
    "sql/mapped",
    "sql/metrics",
    "sql/paired",
    "sql/queries",
    "sql/readings",
    "sql/reconciliation",
    "sql/remote",
    "sql/reported",
    "sql/trends",
    "sql/undeclared",
    "sql/verify",
    "views",
)
# The SQL that makes the tables of the file: if it changed, new views are not enough.
TABLE_FOLDERS = (
    "sql/facts/derived",
    "sql/facts/sums",
    "sql/facts/tables",
    "sql/fold",
    "sql/log/derived",
    "sql/log/tables",
    "sql/log/triggers",
)


def tables_fingerprint() -> str:
    """Return the fingerprint, in hex, of the SQL that the tables are computed by."""
    digest = hashlib.sha256(sql_files.fingerprint(*TABLE_FOLDERS).encode())
    for name in sorted(sums.files()):
        digest.update(sql_files.read(name).encode())
    return digest.hexdigest()


def in_transaction(connection: duckdb.DuckDBPyConnection, change: Callable[..., None]) -> None:
    """Call ``create`` or ``refresh_views`` in one transaction, and again if it was aborted."""
    for over_placeholders in (True, False):
        connection.execute("begin")
        try:
            change(connection, over_placeholders=over_placeholders)
        except duckdb.Error:
            connection.execute("rollback")
            if not over_placeholders:
                raise
        else:
            connection.execute("commit")
            return


def create(
    connection: duckdb.DuckDBPyConnection,
    *,
    has_views: bool = True,
    over_placeholders: bool = True,
) -> None:
    """
    Create every schema, table, trigger and view in the attached, empty database.

    Views take most of the time, and a database that is made for a fold only needs none. The
    caller has made the database the current one (``USE``). ``over_placeholders`` is that of
    ``views.define``.
    """
    for schema in views.SCHEMAS:
        connection.execute(f"create schema if not exists {schema}")
    for table in LOG_TABLES:
        connection.execute(sql_files.read(f"sql/log/tables/{table}"))
    for trigger in TRIGGERS:
        connection.execute(sql_files.read(f"sql/log/triggers/{trigger}"))
    create_facts(connection)
    sums.create(connection)
    if has_views:
        views.define(connection, over_placeholders=over_placeholders)
    _record_fingerprint(connection)


def define_macros(connection: duckdb.DuckDBPyConnection) -> None:
    """Define the macros for computing facts, in this connection only."""
    for name in sql_files.names("sql/fold/macros"):
        connection.execute(sql_files.read(name))


def create_facts(connection: duckdb.DuckDBPyConnection) -> None:
    """Create the empty facts tables, with the types of the SELECT of each."""
    define_macros(connection)
    for relation in ("touched_events", "all_retractions"):
        connection.execute(f"create or replace temp view {relation} as from log.events")
    connection.execute(
        "create table if not exists log.withdrawn_events as "
        f"from ({sql_files.read('sql/log/derived/withdrawn_events')}) limit 0"
    )
    connection.execute("create or replace temp view current_events as from touched_events")
    for table in FACTS:
        for name in (*(f"derived/{step}" for step in STEPS.get(table, ())), f"tables/{table}"):
            select = sql_files.read(f"sql/facts/{name}")
            connection.execute(
                f"create or replace temp table {name.rpartition('/')[2]} as "
                f"from ({select}\n) limit 0"
            )
        connection.execute(f"create table if not exists facts.{table} as from temp.{table}")
        for step in STEPS.get(table, ()):
            connection.execute(f"drop table temp.{step}")
    for table in reversed(FACTS):
        connection.execute(f"drop table temp.{table}")
    for relation in ("current_events", "touched_events", "all_retractions"):
        connection.execute(f"drop view temp.{relation}")


def refresh_views(
    connection: duckdb.DuckDBPyConnection, *, over_placeholders: bool = True
) -> None:
    """Define every view again, and record the fingerprint of their SQL."""
    _drop_views(connection)
    views.define(connection, over_placeholders=over_placeholders)
    _record_fingerprint(connection)


def _record_fingerprint(connection: duckdb.DuckDBPyConnection) -> None:
    connection.execute(
        sql_files.read("sql/log/tables/fingerprint"),
        {
            "tool_version": __version__,
            "views_sha256": sql_files.fingerprint(*FINGERPRINT_FOLDERS),
            "tables_sha256": tables_fingerprint(),
        },
    )


def _drop_views(connection: duckdb.DuckDBPyConnection) -> None:
    """Drop all views and macros, since another version may have had other ones."""
    for kind, schema, name in connection.execute(
        sql_files.read("sql/log/replaced_objects"), {"schemas": list(views.SCHEMAS)}
    ).fetchall():
        connection.execute(f'drop {kind} {schema}."{name.replace(chr(34), chr(34) * 2)}"')


def is_empty(connection: duckdb.DuckDBPyConnection) -> bool:
    """Return True if the database has no schema ``log``: all tables are made at once."""
    [(count,)] = connection.execute(
        "select count(*) from duckdb_schemas() "
        "where database_name = current_database() and schema_name = 'log'"
    ).fetchall()
    return bool(count == 0)


def are_views_current(connection: duckdb.DuckDBPyConnection) -> bool:
    """Return True if the views in the file are those of this installation."""
    rows = connection.execute("select views_sha256 from log.fingerprint").fetchall()
    return rows == [(sql_files.fingerprint(*FINGERPRINT_FOLDERS),)]


def are_tables_current(connection: duckdb.DuckDBPyConnection) -> bool:
    """Return True if the tables in the file were computed as this installation computes them."""
    columns = connection.execute("from log.fingerprint limit 0").description or []
    if "tables_sha256" not in [column[0] for column in columns]:
        return False
    rows = connection.execute("select tables_sha256 from log.fingerprint").fetchall()
    return rows == [(tables_fingerprint(),)]


def require_current_tables(connection: duckdb.DuckDBPyConnection) -> None:
    """Raise StoreError if another version computed the tables in the file."""
    if not are_tables_current(connection):
        raise StoreError(f"{made_by(connection)}; {WAY_OUT}")


def is_current(connection: duckdb.DuckDBPyConnection) -> bool:
    """Return True if tables and views in the file are those that this installation makes."""
    return are_tables_current(connection) and are_views_current(connection)


def outdated(connection: duckdb.DuckDBPyConnection) -> str:
    """Return a warning if another state of evalstore made the file's views, else ""."""
    try:
        if are_views_current(connection):
            return ""
        made = made_by(connection)
    except duckdb.CatalogException:
        made = "the database does not record which version of evalstore made it"
    return f"{made}; queries use the SQL of that version until you update: {WAY_OUT}"


def made_by(connection: duckdb.DuckDBPyConnection) -> str:
    """Return a text about the version that made the file, if it is not this one."""
    columns = connection.execute("from log.fingerprint limit 0").description or []
    version = None
    if "tool_version" in [column[0] for column in columns]:
        [(version,)] = connection.execute(
            "select max(tool_version) from log.fingerprint"
        ).fetchall()
    word = f"version {version}" if version not in {None, __version__} else "another build"
    return (
        f"the database was made by {word} of evalstore, whose SQL differs from that of "
        f"{__version__}"
    )
