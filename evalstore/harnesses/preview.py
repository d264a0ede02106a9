"""Preview of an ingest: the events that would be appended, without appending them."""

import json
from dataclasses import dataclass
from typing import Any

from evalstore.base import sql_files
from evalstore.store.connections import without_database
from evalstore.store.log.inbox import InboxWriter

EVENTS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Preview:
    """Counts by kind of the events that would be accepted, and the first of them as lines."""

    counts: dict[str, int]
    events: list[dict[str, Any]]

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``ingest --dry-run --json`` prints."""
        return {"counts": self.counts, "events": self.events}


def of(writer: InboxWriter) -> Preview:
    """Return the preview of a writer's unpublished files."""
    files = [str(path) for path in writer.unpublished]
    if not files:
        return Preview({}, [])
    with without_database() as connection:
        counts = dict(
            connection.execute(
                sql_files.read("sql/append/waiting_counts"), {"files": files}
            ).fetchall()
        )
        rows = connection.execute(
            sql_files.read("sql/append/waiting_events"), {"files": files, "count": EVENTS_SHOWN}
        ).fetchall()
    return Preview(counts, [json.loads(row) for (row,) in rows])
