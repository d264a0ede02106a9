"""
Comparison of the statements in a remote's log with the segments and packs they describe.

An entry is written by the pusher, and no later entry confirms the last one. Before a segment or
pack is used, its footer, kinds of events, runs and size must therefore match the entry.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from evalstore.base import sql_files
from evalstore.errors import CorruptStoreError
from evalstore.store.connections import connect
from evalstore.store.facts import facts_pack
from evalstore.store.log import segment
from evalstore.store.log.log_entry import FactsPack, LogEntry
from evalstore.store.verify import segment_index

WAY_OUT = "it was pushed with wrong contents: restore the remote from a backup"


def require_segments(
    url: str, entries: Sequence[LogEntry], brought: Iterable[LogEntry], folder: Path
) -> None:
    """
    Raise CorruptStoreError unless the segments of these entries, in a folder, match them.

    For segments that are not in ``brought``, only the footer and the size are compared.
    """
    with connect() as connection:
        for entry in entries:
            path = folder / entry.batch.segment
            footer = segment_index.footer(path) or segment.read_footer(connection, path)
            if footer.to_json() != entry.batch.to_json():
                raise _other(url, entry, "another batch than the footer of its segment")
            if path.stat().st_size != entry.segment_bytes:
                raise _other(
                    url,
                    entry,
                    f"{entry.segment_bytes} bytes, but its segment has {path.stat().st_size}",
                )
        new = {str(folder / entry.batch.segment): entry for entry in brought}
        if not new:
            return
        rows = connection.execute(
            sql_files.read("sql/remote/segment_contents"), {"files": list(new)}
        ).fetchall()
    counts: dict[str, dict[str, int]] = defaultdict(dict)
    runs: dict[str, set[str]] = defaultdict(set)
    for file, kind, event_count, run_ids in rows:
        counts[file][kind] = event_count
        runs[file].update(run_ids or ())
    for file, entry in new.items():
        if counts[file] != entry.batch.counts:
            raise _other(url, entry, "other counts of events than its segment has")
        if not _is_list_of(entry.batch.runs, runs[file]):
            raise _other(url, entry, "other runs than its segment has")


def require_packs(packs: Iterable[FactsPack], folder: Path) -> None:
    """Raise CorruptStoreError unless packs of facts, in a folder, have the runs of their entry."""
    with connect() as connection:
        for pack in packs:
            with facts_pack.opened(connection, folder, pack, pack.run_ids, facts_pack.RUNS):
                # Opening the pack compares the runs.
                continue


def _is_list_of(stated: list[str] | None, actual: set[str]) -> bool:
    """Return True if a list equals the runs of a segment; None allows any runs."""
    if stated is None:
        return True
    return len(stated) == len(actual) and set(stated) == actual


def _other(url: str, entry: LogEntry, what: str) -> CorruptStoreError:
    return CorruptStoreError(
        f"{url}: the entry of {entry.batch.segment} states {what}; {WAY_OUT}, or push to another "
        "place"
    )
