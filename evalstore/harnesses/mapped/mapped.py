"""Tables of any shape (CSV, JSON Lines, Parquet), by a map of your own in SQL: ``--map``."""

from collections.abc import Iterator
from pathlib import Path

import duckdb

from evalstore.base import sql_files
from evalstore.errors import UnreadableInputError, UsageError
from evalstore.events import secrets
from evalstore.harnesses.inspect.strict_json import decode, encode, repaired
from evalstore.harnesses.mapped import table
from evalstore.harnesses.mapped.event_map import EventMap, in_words
from evalstore.harnesses.mapped.given import Given
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.repeated_keys import RepeatedKeyError

MAPPING = "ingest/mapped"
# Reading 2 leaves a verdict unscored whose number is infinite or NaN.
READING = 2
HOLDS_WHOLE_RUN = False
EVENTS_AT_ONCE = 5_000
EVENTS = "select event from mapped_events where event_order > $last order by event_order limit $n"


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """No file by itself: somebody has to say what its columns mean."""
    return False


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield what the source's map gives of its records, in that order.

    Raises UsageError for a map that cannot be carried out, UnreadableInputError for a file that
    is no table, or whose values do not become what the map makes of them.
    """
    if source.event_map is None:
        raise UsageError("the format mapped needs a map; --map names it")
    with table.opened(source) as (connection, skips):
        yield from skips
        _carry_out(connection, source, source.event_map)
        given = Given()
        last = 0
        while events := connection.execute(EVENTS, {"last": last, "n": EVENTS_AT_ONCE}).fetchall():
            for (event,) in events:
                last += 1
                yield _record(event, last, given)
        given.tell(source, connection)


def _carry_out(
    connection: duckdb.DuckDBPyConnection, source: SourceFile, event_map: EventMap
) -> None:
    """Fill ``mapped_events`` with what a map gives."""
    try:
        given = connection.query(event_map.text)
        event_map.require_columns(given.columns, has_run_id=source.run_id is not None)
        given.create_view("mapped")
    except (duckdb.BinderException, duckdb.CatalogException, duckdb.PermissionException) as error:
        raise UsageError(f"{event_map.path}: {_said(error)}; of {source.name}") from error
    except duckdb.Error as error:
        raise UsageError(f"{event_map.path}: {_said(error)}") from error
    try:
        connection.execute(sql_files.read("sql/mapped/mapped_events"))
    except duckdb.Error as error:
        raise UnreadableInputError(
            f"{source.name}, read by {event_map.path}: {_said(error, is_of_map=False)}; "
            "try_cast gives NULL for a value that does not fit"
        ) from error


def _said(error: duckdb.Error, *, is_of_map: bool = True) -> str:
    """Return what DuckDB says, which may repeat a value of the file."""
    said = in_words(error)
    if isinstance(error, duckdb.PermissionException):
        said += "; a map reads `records` alone"
    # The statement that carries a map out has lines of its own.
    said = said if is_of_map else said.rpartition(" (line ")[0] or said
    return secrets.redact(said)[0][:600]


def _record(event: str, number: int, given: Given) -> SourceRecord:
    try:
        found, is_strict = decode(event.encode())
    except RepeatedKeyError:
        # Whoever checks events refuses it by the name of the key.
        return SourceRecord(f"event {number} of the map", event)
    given.note(found)
    record_number = found.get("record_number")
    location = f"event {number} of the map" if record_number is None else f"record {record_number}"
    if is_strict:
        return SourceRecord(location, event)
    given.leave_unscored(found)
    return SourceRecord(location, encode(repaired(found, "", [])))
