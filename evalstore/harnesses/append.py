"""Append Python mappings as events, validated in the same way as event lines."""

import json
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from evalstore.base.phrases import counted
from evalstore.errors import SkippedRecordsError, UsageError
from evalstore.harnesses import declared, detect, requirements
from evalstore.harnesses.known import source_of
from evalstore.harnesses.pipeline import Pipeline
from evalstore.harnesses.result import FileResult
from evalstore.harnesses.scales import Scales
from evalstore.store.connections import exclusive, without_database
from evalstore.store.layout import Layout
from evalstore.store.log import disk_errors
from evalstore.store.log.event_counts import EventCounts
from evalstore.store.log.fold import fold_locked
from evalstore.store.log.inbox import InboxWriter
from evalstore.store.log.incoming import OWN_PREFIX


def _line(event: Mapping[str, object] | bytes, number: int, source: str) -> bytes:
    if isinstance(event, bytes):
        return event
    try:
        return json.dumps({"source": source, **event}).encode() + b"\n"
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError(
            f"event {number} is not a JSON object: {error}; expected a mapping of text, numbers, "
            "booleans, lists and mappings, times as ISO 8601 text"
        ) from error


def append_events(
    layout: Layout,
    events: Iterable[Mapping[str, object] | bytes],
    *,
    source: str,
    is_strict: bool = False,
) -> FileResult:
    """
    Accept events into the inbox, all or none; a fold moves them to the log.

    Each has the fields of an event line: kind, run_id, payload, and optionally occurred_at,
    schema_version, supersedes, subject. ``source`` is the source of all mappings. Bytes are a
    complete event line, with its own source and a newline at the end.

    Raises SkippedRecordsError, which names the first event that would be refused, and with
    ``is_strict`` DoubtfulInputError on the same conditions as ``ingest``. After an error no event
    was accepted.
    """
    layout.require()
    writer = InboxWriter(layout)
    try:
        with (
            tempfile.TemporaryDirectory(prefix="evalstore-") as folder,
            without_database() as connection,
        ):
            path = Path(folder) / "events.ndjson"
            with path.open("wb") as file:
                file.writelines(
                    _line(event, number, source) for number, event in enumerate(events, 1)
                )
            pipeline = Pipeline(connection, writer)
            result = pipeline.take(source_of(path, source, Scales()), detect.EVENT_LINES)
            pipeline.finish()
        if result.skips:
            skip = result.skips[0]
            raise SkippedRecordsError(
                f"{counted(result.skipped.total(), 'event')} would be refused, so nothing was "
                f"appended; the first: {skip.location}: {skip.reason}: {skip.detail}"
            )
        if is_strict:
            requirements.require_no_misspellings([result])
            declared.require_declared(layout, writer.unpublished)
        with disk_errors.explaining(disk_errors.NOTHING_APPENDED):
            writer.publish()
    finally:
        writer.discard()
    return result


def record_own(
    layout: Layout, events: Iterable[Mapping[str, object]], *, command: str
) -> EventCounts:
    """
    Append and fold the events of a command as evalstore's own events.

    The source of each event is ``evalstore:`` and the command's name. A fold accepts this source
    only for files that the same process wrote under the same lock of the store, so both steps
    share one lock. Raises StoreBusyError if the store cannot be locked, StoreError if the fold
    fails; after either, no file of this call is left in the inbox.
    """
    with exclusive(layout):
        accepted = append_events(layout, events, source=OWN_PREFIX + command)
        try:
            folded = fold_locked(layout, own_files=accepted.inbox_names)
        finally:
            # Files that were not folded; another process would fold them as foreign events.
            for name in accepted.inbox_names:
                (layout.inbox / name).unlink(missing_ok=True)
    counts = EventCounts()
    for name in accepted.inbox_names:
        counts.add(folded.by_file.get(name, EventCounts()))
    return counts
