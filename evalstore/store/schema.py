"""What stands in the DuckDB file: its schemas, tables, triggers and views, and their fingerprint."""

import duckdb

from evalstore import sql_files
from evalstore.errors import CorruptStoreError

SCHEMAS = ("log", "facts", "macros", "metrics")
LOG_TABLES = ("events", "batches", "refusals")
TRIGGERS = (
    "events_no_delete",
    "events_no_update",
    "batches_no_delete",
    "batches_no_update",
)
# In the order they are computed: `scored` reads those above it.
FACTS = (
    "runs",
    "cases",
    "case_attributes",
    "responses",
    "verdicts",
    "verdict_scores",
    "scored",
    "alignments",
    "drift_detections",
    "gates",
)
# Facts are ordered by run, so that a question about one run reads only its rows.
FINGERPRINT_FOLDERS = ("sql", "views")


def create(connection: duckdb.DuckDBPyConnection) -> None:
    """
    Create every schema, table, trigger and view in the attached, empty database.

    The caller has made the database the current one (``USE``).
    """
    for schema in SCHEMAS:
        connection.execute(f"create schema if not exists {schema}")
    for table in LOG_TABLES:
        connection.execute(sql_files.read(f"sql/log/tables/{table}"))
    for trigger in TRIGGERS:
        connection.execute(sql_files.read(f"sql/log/triggers/{trigger}"))
    create_facts(connection)
    refresh_views(connection)


def create_facts(connection: duckdb.DuckDBPyConnection) -> None:
    """Create the empty facts tables, typed as the SELECT of each says."""
    for relation in ("touched_events", "all_retractions"):
        connection.execute(f"create or replace temp view {relation} as from log.events")
    connection.execute(
        "create table if not exists log.withdrawn_events as "
        f"from ({sql_files.read('sql/log/derived/withdrawn_events')}) limit 0"
    )
    connection.execute("create or replace temp view current_events as from touched_events")
    for table in FACTS:
        select = sql_files.read(f"sql/facts/tables/{table}")
        connection.execute(f"create or replace temp table {table} as from ({select}\n) limit 0")
        connection.execute(f"create table if not exists facts.{table} as from temp.{table}")
    for table in reversed(FACTS):
        connection.execute(f"drop table temp.{table}")
    for relation in ("current_events", "touched_events", "all_retractions"):
        connection.execute(f"drop view temp.{relation}")


def refresh_views(connection: duckdb.DuckDBPyConnection) -> None:
    """Define every view again, and record the fingerprint of the SQL they come from."""
    from evalstore.metrics import installation

    for name in sql_files.names("sql/log/views"):
        connection.execute(sql_files.read(name))
    for name in sql_files.names("sql/facts/views"):
        connection.execute(sql_files.read(name))
    for statement in installation.statements():
        connection.execute(statement)
    connection.execute(
        "create or replace table log.fingerprint as select $views_sha256 as views_sha256",
        {"views_sha256": sql_files.fingerprint(*FINGERPRINT_FOLDERS)},
    )


def are_views_current(connection: duckdb.DuckDBPyConnection) -> bool:
    """Say whether the views in the file are those of this installation."""
    try:
        rows = connection.execute("select views_sha256 from log.fingerprint").fetchall()
    except duckdb.CatalogException as error:
        raise CorruptStoreError(
            f"the database holds no evalstore schema ({error}); "
            "`evalstore rebuild` makes it again from the segments"
        ) from error
    return rows == [(sql_files.fingerprint(*FINGERPRINT_FOLDERS),)]
