"""Append events given as Python objects: the same door as for event lines."""

import json
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from evalstore.errors import SkippedRecordsError, UsageError
from evalstore.ingest import declared, detect, requirements
from evalstore.ingest.pipeline import Pipeline
from evalstore.ingest.records import Source
from evalstore.ingest.result import FileResult
from evalstore.store import faults
from evalstore.store.door import connect
from evalstore.store.inbox import InboxWriter
from evalstore.store.layout import Layout


def _line(event: Mapping[str, object], number: int, source: str) -> str:
    try:
        return json.dumps({"source": source, **event}) + "\n"
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError(
            f"event {number} is no JSON object: {error}; expected a mapping of text, numbers, "
            "booleans, lists and mappings, times as ISO 8601 text"
        ) from error


def append_events(
    layout: Layout, events: Iterable[Mapping[str, object]], *, source: str, is_strict: bool = False
) -> FileResult:
    """
    Accept events into the inbox, all or none; a fold puts them into the log.

    Each has the fields of an event line: kind, run_id, payload, and optionally occurred_at,
    schema_version, supersedes, subject. ``source`` says where they come from.

    Raises SkippedRecordsError, naming the first that would be refused, and under ``is_strict``
    DoubtfulInputError as ``ingest`` does; then none was accepted.
    """
    layout.require()
    writer = InboxWriter(layout)
    try:
        with tempfile.TemporaryDirectory(prefix="evalstore-") as folder, connect() as connection:
            path = Path(folder) / "events.ndjson"
            with path.open("w", encoding="utf-8") as file:
                for number, event in enumerate(events, 1):
                    file.write(_line(event, number, source))
            pipeline = Pipeline(connection, writer)
            result = pipeline.take(Source(path, source, "of-objects"), detect.EVENT_LINES)
            pipeline.finish()
        if result.skips:
            skip = result.skips[0]
            raise SkippedRecordsError(
                f"{result.skipped.total()} events would have been refused, so none was appended; "
                f"the first: {skip.locus}: {skip.reason}: {skip.detail}"
            )
        if is_strict:
            requirements.require_no_misspellings([result])
            declared.require_declared(layout, writer.unpublished)
        with faults.saying(faults.NOTHING_APPENDED):
            writer.publish()
    finally:
        writer.discard()
    return result
