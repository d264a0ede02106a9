"""
Precedence among several files of one run, or several readings of one file.

A fold keeps the newest content of a subject. That is not enough if a log was scored again with
other scorers, if logs of one run arrive in any order, or if a file in the store is read by another
version of its reader. This module orders all statements by the run's history, and writes events
that make the last statement valid: retractions with a reason, and restated events that name the
events they supersede. The log keeps all of them.
"""

from collections.abc import Mapping

import duckdb

from evalstore.base import sql_files
from evalstore.harnesses import detect
from evalstore.harnesses.records import RecordFormat
from evalstore.harnesses.result import FileResult, Settled
from evalstore.store.layout import Layout
from evalstore.store.log import incoming
from evalstore.store.log.canonical_json import canonical
from evalstore.store.log.inbox import InboxWriter
from evalstore.store.log.recorded_sources import FIRST_READING
from evalstore.store.query.reader import reading

MACROS = ("response_subject", "scored_at", "source_format", "source_name", "source_sha256")
STEPS = (
    "versions",
    "replaced_sources",
    "kept_events",
    "news",
    "spoken_of",
    "absences",
    "outdated",
    "abandoned_events",
    "last_statements",
    "decided",
    "withdrawals",
    "said_again",
    "outgoing",
)
FETCH_ROWS = 1_000


def settle(
    layout: Layout, writer: InboxWriter, files: list[FileResult], *, has_own_run_id: bool
) -> Settled:
    """
    Write the events that make the last statements valid, as one more unpublished inbox file.

    With ``has_own_run_id`` the caller named the run, so no file is treated as the whole run.
    Raises StoreBusyError, NotFoldedError or CorruptStoreError if the store cannot be read.
    """
    mapped = detect.record_format_names()
    sources = [file.event_source for file in files if file.format in mapped and not file.is_known]
    read_files = [str(path) for path in writer.unpublished]
    if not read_files:
        return Settled()
    # Opened even if there is nothing to settle, to raise errors before events are appended.
    with reading(layout) as reader:
        if not sources:
            return Settled()
        connection = reader.connection
        connection.execute("set variable read_files = $files", {"files": read_files})
        connection.execute("set variable mapped_sources = $sources", {"sources": sources})
        for macro in MACROS:
            _run(connection, macro)
        unread = _found_older_readings(connection, files)
        _run(connection, "conflicting_runs")
        bounds = connection.execute("select min(run_id), max(run_id) from conflicting_runs")
        [(first_run_id, last_run_id)] = bounds.fetchall()
        if first_run_id is None:
            return Settled(unread=unread)
        _define_formats(connection, detect.record_formats(), has_own_run_id=has_own_run_id)
        connection.execute("set variable first_run_id = $run_id", {"run_id": first_run_id})
        connection.execute("set variable last_run_id = $run_id", {"run_id": last_run_id})
        settled = _settled(connection, writer)
        settled.unread = unread | _counts(connection, "unread_counts")
        return settled


def _define_formats(
    connection: duckdb.DuckDBPyConnection,
    mapped: Mapping[str, RecordFormat],
    *,
    has_own_run_id: bool,
) -> None:
    connection.execute(
        sql_files.read("sql/reconciliation/formats"),
        {
            "formats": list(mapped),
            "families": [getattr(module, "FAMILY", module.MAPPING) for module in mapped.values()],
            "wholes": [
                module.HOLDS_WHOLE_RUN and not has_own_run_id for module in mapped.values()
            ],
        },
    )


def _found_older_readings(
    connection: duckdb.DuckDBPyConnection, files: list[FileResult]
) -> dict[str, int]:
    """
    Create tables of the older readings of these files, also in runs that they no longer name.

    Return the sources of the files that an older reading had read, each with the count 0.
    """
    newer = [file for file in files if not file.is_known and file.reading > FIRST_READING]
    connection.execute(
        sql_files.read("sql/reconciliation/read_sources"),
        {
            "sources": [file.event_source for file in newer],
            "run_ids": [file.run_id for file in newer],
            "readings": [file.reading for file in newer],
        },
    )
    _run(connection, "older_readings")
    _run(connection, "former_runs")
    return dict.fromkeys(
        (
            source
            for (source,) in connection.execute("select source from older_readings").fetchall()
        ),
        0,
    )


def _settled(connection: duckdb.DuckDBPyConnection, writer: InboxWriter) -> Settled:
    incoming.define_macros(connection)
    _run(connection, "read_events")
    _run(connection, "recorded_events")
    _find_equal_events(connection)
    for step in STEPS:
        _run(connection, step)
    withdrawn = _counts(connection, "withdrawn_counts")
    [(said_again_count,)] = connection.execute("select count(*) from said_again").fetchall()
    if withdrawn or said_again_count:
        writer.write(connection, {"source": "standing", "format": "standing"})
    return Settled(withdrawn, said_again_count)


def _counts(connection: duckdb.DuckDBPyConnection, name: str) -> dict[str, int]:
    return dict(connection.execute(sql_files.read(f"sql/reconciliation/{name}")).fetchall())


def _run(connection: duckdb.DuckDBPyConnection, step: str) -> None:
    connection.execute(sql_files.read(f"sql/reconciliation/{step}"))


def _find_equal_events(connection: duckdb.DuckDBPyConnection) -> None:
    """Record which payloads have equal canonical JSON, so that they count as one content."""
    equal: dict[int, str] = {}
    result = connection.execute(sql_files.read("sql/reconciliation/equal_payloads"))
    while rows := result.fetchmany(FETCH_ROWS):
        for ordinal, event_id, read_payload, recorded_payload in rows:
            if canonical(read_payload) == canonical(recorded_payload):
                equal.setdefault(ordinal, str(event_id))
    if equal:
        connection.execute(
            sql_files.read("sql/reconciliation/equal_events"),
            {"ordinals": list(equal), "event_ids": list(equal.values())},
        )
