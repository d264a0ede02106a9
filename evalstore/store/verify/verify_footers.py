"""
Compare the footers of segments with the events they hold: a footer itself is in no tree.

What a footer says of its sources, of the version that folded them and of the time is said by
``ingest_recorded`` events too, and those are leaves. Segments that were written before there were
such events are counted, and compared with nothing.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

import duckdb

from evalstore.base import sql_files
from evalstore.store.log import merge, recorded_sources
from evalstore.store.log.batch import Batch
from evalstore.store.verify.finding import IntegrityFinding, SegmentFile, SegmentRecord

WHAT = "footer altered"


@dataclass(slots=True)
class Footers:
    """What the segments up to one say; ``older_count`` of them are older than such events."""

    older_count: int = 0
    has_begun: bool = False
    # What was recorded of a source by its SHA-256.
    payloads: dict[str, list[object]] = field(default_factory=lambda: defaultdict(list))

    def recorded(self) -> Iterator[tuple[str, object]]:
        """Yield each payload with the SHA-256 of its source."""
        for subject, payloads in self.payloads.items():
            yield from ((subject, payload) for payload in payloads)


def findings(
    connection: duckdb.DuckDBPyConnection, record: SegmentRecord, footers: Footers
) -> Iterator[IntegrityFinding]:
    """Yield what footers say and events do not; ``footers`` counts what cannot be compared."""
    for part in (*record.segments[: len(record.unchanged)], *record.readable):
        events = connection.execute(
            sql_files.read("sql/verify/recorded_sources"), {"file": str(part.path)}
        ).fetchall()
        made = []
        for _, subject, recorded_at, text in events:
            # A payload that was taken out says nothing against any footer.
            payload = None if text is None else json.loads(text)
            footers.payloads[subject].append(payload)
            if recorded_at == datetime.fromisoformat(part.batch.recorded_at):
                made.append((subject, payload))
        footers.has_begun = footers.has_begun or bool(events)
        if part.path in record.unchanged:
            continue
        if not footers.has_begun:
            footers.older_count += any(_is_told(source) for source in part.batch.sources)
            continue
        for detail in _details(connection, part, footers, made, len(events)):
            yield IntegrityFinding(WHAT, f"{part.path.name}: {detail}", part.batch.first_position)


def _details(
    connection: duckdb.DuckDBPyConnection,
    part: SegmentFile,
    footers: Footers,
    made: list[tuple[str, object]],
    event_count: int,
) -> Iterator[str]:
    """Yield in words where the footer of one segment and the events differ."""
    batch = part.batch
    rows = connection.execute(
        sql_files.read("sql/verify/footer_counts"),
        {"file": str(part.path), "recorded_at": batch.recorded_at},
    ).fetchall()
    if batch.counts != {kind: count for kind, count, _ in rows}:
        yield "its footer counts other kinds of events than it holds"
    told = [source for source in batch.sources if _is_told(source)]
    for source in told:
        yield from _differences(source, batch, footers)
    named = [source.get("sha256") for source in batch.sources]
    for subject in sorted({subject for subject, _ in made} - {str(name) for name in named}):
        yield f"an event records source {subject[:16]}, of which its footer says nothing"
    has_merged = any(source.get("format") == merge.FORMAT for source in batch.sources)
    has_timely = any(timely_count for *_, timely_count in rows)
    if (told and not has_timely) or (len(made) < event_count and not has_merged):
        yield f"recorded_at is {batch.recorded_at} in its footer, and another time in its events"
    if sum(map(_added_count, batch.sources)) + len(made) != batch.event_count:
        yield (
            f"by its footer the sources added {sum(map(_added_count, batch.sources))} of its "
            f"{batch.event_count} events, and it records {len(made)} itself"
        )


def _differences(source: dict[str, object], batch: Batch, footers: Footers) -> Iterator[str]:
    """Say what no event says of a source as the footer does."""
    expected = recorded_sources.payload(source, batch.tool_version)
    known = footers.payloads[str(source["sha256"])]
    if expected in known or None in known:
        return
    name = f"source {source.get('source')!r}"
    newest = known[-1] if known else None
    if not isinstance(newest, dict):
        yield f"its footer names {name}, of which no event says that it was recorded"
        return
    fields = sorted(
        field_name for field_name in expected if expected[field_name] != newest.get(field_name)
    )
    yield f"of {name} its footer and the event that records it differ in {', '.join(fields)}"


def _is_told(source: dict[str, object]) -> bool:
    """Say whether there has to be an event for an entry of a footer."""
    return recorded_sources.is_whole(source) and _added_count(source) > 0


def _added_count(source: dict[str, object]) -> int:
    counts = (source.get("new"), source.get("revised"))
    return sum(count for count in counts if isinstance(count, int))
