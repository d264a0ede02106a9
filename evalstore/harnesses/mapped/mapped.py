"""Tables of any shape (CSV, JSON Lines, Parquet), mapped by a SELECT of your own: ``--map``."""

from collections.abc import Iterator

import duckdb

from evalstore.base import sql_files
from evalstore.errors import UnreadableInputError, UsageError
from evalstore.events import secrets
from evalstore.harnesses.inspect.strict_json import decode, encode, repaired
from evalstore.harnesses.mapped import table
from evalstore.harnesses.mapped.event_map import EventMap, in_words
from evalstore.harnesses.mapped.given import Given
from evalstore.harnesses.mapped.mapped_files import recognises
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.repeated_keys import RepeatedKeyError

__all__ = ["HOLDS_WHOLE_RUN", "MAPPING", "READING", "read", "recognises"]

MAPPING = "ingest/mapped"
# Reading 2: a verdict with an infinite or NaN number is unscored.
READING = 2
HOLDS_WHOLE_RUN = False
EVENTS_AT_ONCE = 5_000
EVENTS = "select event from mapped_events where event_order > $last order by event_order limit $n"


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield the events that the source's map returns for its records, in the map's order.

    Raises UsageError for a map that cannot be executed, UnreadableInputError for a file that is
    not a table, or whose values the map cannot convert.
    """
    if source.event_map is None:
        raise UsageError("the format mapped needs a map; set it with --map FILE")
    with table.opened(source) as (connection, skips):
        yield from skips
        _carry_out(connection, source, source.event_map)
        counts = Given()
        last = 0
        while events := connection.execute(EVENTS, {"last": last, "n": EVENTS_AT_ONCE}).fetchall():
            for (event,) in events:
                last += 1
                yield _record(event, last, counts)
        counts.tell(source, connection)


def _carry_out(
    connection: duckdb.DuckDBPyConnection, source: SourceFile, event_map: EventMap
) -> None:
    """
    Execute a map and store its events in ``mapped_events``.

    Raises UsageError for an invalid map, UnreadableInputError for a value that it cannot convert.
    """
    try:
        relation = connection.query(event_map.text)
        event_map.require_columns(relation.columns, has_run_id=source.run_id is not None)
        relation.create_view("mapped")
    except (duckdb.BinderException, duckdb.CatalogException, duckdb.PermissionException) as error:
        raise UsageError(f"{event_map.path}: {_said(error)}; of {source.name}") from error
    except duckdb.Error as error:
        raise UsageError(f"{event_map.path}: {_said(error)}") from error
    try:
        connection.execute(sql_files.read("sql/mapped/mapped_events"))
    except duckdb.Error as error:
        raise UnreadableInputError(
            f"{source.name}, read by {event_map.path}: {_said(error, is_of_map=False)}; use "
            "try_cast, which returns NULL for a value that does not convert"
        ) from error


def _said(error: duckdb.Error, *, is_of_map: bool = True) -> str:
    """Return DuckDB's message, without secrets: it may quote a value of the file."""
    message = in_words(error)
    if isinstance(error, duckdb.PermissionException):
        message += "; a map can read only `records`"
    # A line number in a statement other than the map would mislead.
    message = message if is_of_map else message.rpartition(" (line ")[0] or message
    return secrets.redact(message)[0][:600]


def _record(event: str, number: int, counts: Given) -> SourceRecord:
    try:
        decoded, is_strict = decode(event.encode())
    except RepeatedKeyError:
        # The validation of events refuses it, and names the key.
        return SourceRecord(f"event {number} of the map", event)
    counts.note(decoded)
    record_number = decoded.get("record_number")
    location = f"event {number} of the map" if record_number is None else f"record {record_number}"
    if is_strict:
        return SourceRecord(location, event)
    counts.leave_unscored(decoded)
    return SourceRecord(location, encode(repaired(decoded, "", [])))
