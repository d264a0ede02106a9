"""
Compare the footers of segments with their events: the tree does not cover a footer itself.

A footer's sources, the version that folded them and the time are also in ``ingest_recorded``
events, which are leaves of the tree. Segments from before such events existed are only counted.
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
    """The recorded sources of the segments so far; ``older_count`` of them are not covered."""

    older_count: int = 0
    has_begun: bool = False
    # The recorded payloads of each source, by its SHA-256.
    payloads: dict[str, list[object]] = field(default_factory=lambda: defaultdict(list))

    def recorded(self) -> Iterator[tuple[str, object]]:
        """Yield each payload with the SHA-256 of its source."""
        for subject, payloads in self.payloads.items():
            yield from ((subject, payload) for payload in payloads)


def findings(
    connection: duckdb.DuckDBPyConnection, record: SegmentRecord, footers: Footers
) -> Iterator[IntegrityFinding]:
    """Yield the differences of footers from events; count older segments in ``footers``."""
    for part in (*record.segments[: len(record.unchanged)], *record.readable):
        events = connection.execute(
            sql_files.read("sql/verify/recorded_sources"), {"file": str(part.path)}
        ).fetchall()
        made = []
        for _, subject, recorded_at, text in events:
            # A redacted payload contradicts no footer.
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
    """Yield a text for each difference between the footer of a segment and the events."""
    batch = part.batch
    rows = connection.execute(
        sql_files.read("sql/verify/footer_counts"),
        {"file": str(part.path), "recorded_at": batch.recorded_at},
    ).fetchall()
    if batch.counts != {kind: count for kind, count, *_ in rows}:
        yield "its footer counts the events by kind differently than they are in the segment"
    recorded = [source for source in batch.sources if _is_told(source)]
    for source in recorded:
        yield from _differences(source, batch, footers)
    named = [source.get("sha256") for source in batch.sources]
    for subject in sorted({subject for subject, _ in made} - {str(name) for name in named}):
        yield f"an event records source {subject[:16]}, which its footer does not list"
    has_merged = any(source.get("format") == merge.FORMAT for source in batch.sources)
    has_timely = any(timely_count for _, _, timely_count, _ in rows)
    if (recorded and not has_timely) or (len(made) < event_count and not has_merged):
        yield f"recorded_at is {batch.recorded_at} in its footer, but differs in its events"
    added_count = sum(map(_added_count, batch.sources))
    computed_count = sum(count for *_, count in rows)
    if added_count + len(made) + computed_count != batch.event_count:
        yield (
            f"its footer states {added_count} events of sources, {len(made)} record sources and "
            f"{computed_count} what was computed, expected {batch.event_count} in all"
        )


def _differences(source: dict[str, object], batch: Batch, footers: Footers) -> Iterator[str]:
    """Yield a text if no event confirms what the footer says about a source."""
    expected = recorded_sources.payload(source, batch.tool_version)
    payloads = footers.payloads[str(source["sha256"])]
    if expected in payloads or None in payloads:
        return
    name = f"source {source.get('source')!r}"
    newest = payloads[-1] if payloads else None
    if not isinstance(newest, dict):
        yield f"its footer lists {name}, which no event records"
        return
    fields = sorted(
        field_name for field_name in expected if expected[field_name] != newest.get(field_name)
    )
    yield f"its footer and the event that records {name} differ in {', '.join(fields)}"


def _is_told(source: dict[str, object]) -> bool:
    """Return True if an event must exist for a source in a footer."""
    return recorded_sources.is_whole(source) and _added_count(source) > 0


def _added_count(source: dict[str, object]) -> int:
    counts = (source.get("new"), source.get("revised"))
    return sum(count for count in counts if isinstance(count, int))
