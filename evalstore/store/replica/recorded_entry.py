"""
The event by which a partial replica records the entry of the remote's log that it continues.

    {"kind": "ingest_recorded", "payload": {"sha256": "<of the entry>", "format": "remote_log",
     "tree_size": 105, "root": "…", …}}

An entry names the packs of facts by their hashes, and the entry before it by its hash. The root
covers the event, so a checkpoint written after it also covers the packs.
"""

from collections.abc import Iterable, Iterator

from evalstore.store.layout import Layout
from evalstore.store.log.log_entry import LogEntry
from evalstore.store.replica import partial
from evalstore.store.replica.partial import Partial
from evalstore.store.verify.finding import IntegrityFinding

FORMAT = "remote_log"


def source(layout: Layout) -> dict[str, object] | None:
    """Return the last entry of a partial replica as a source of its next fold, or None."""
    replica = partial.of(layout)
    if replica is None or replica.is_for_push or not replica.entries:
        return None
    last = replica.entries[-1]
    return {
        "source": "the remote's log",
        "sha256": last.sha256,
        "format": FORMAT,
        "bytes": len(last.to_bytes()),
        "tree_size": last.batch.tree_size,
        "root": last.batch.root,
        "is_last": True,
    }


def findings(
    payloads: Iterable[tuple[str, object]], replica: Partial | None
) -> Iterator[IntegrityFinding]:
    """
    Yield a finding for each recorded entry that differs from the log of a partial replica.

    ``payloads`` are those of all ``ingest_recorded`` events, by subject. An event with another
    root at that size is about another remote.
    """
    if replica is None:
        return
    by_root: dict[tuple[object, object], LogEntry] = {
        (entry.batch.tree_size, entry.batch.root): entry for entry in replica.entries
    }
    for subject, payload in payloads:
        if not isinstance(payload, dict) or payload.get("format") != FORMAT:
            continue
        entry = by_root.get((payload.get("tree_size"), payload.get("root")))
        if entry is not None and entry.sha256 != subject:
            yield IntegrityFinding(
                "packs altered",
                f"remote/log.ndjson has the entry {entry.sha256[:16]} at {entry.batch.tree_size} "
                f"events, but the pull recorded {subject[:16]}, so the facts of runs without "
                f"events may have been replaced; {partial.WAY_OUT}",
            )
