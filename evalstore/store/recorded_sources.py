"""
The events a fold writes itself: ``ingest_recorded``, one for each source that added events.

The payload is what the bytes of the source and its reader determine, and which evalstore folded
it, so that what a segment's footer says of its sources is in the tree too. An inbox file names a
source by its SHA-256; a source without one, as another program may write, is not recorded.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping

import duckdb

from evalstore import __version__, sql_files
from evalstore.store import inbox, incoming
from evalstore.store.merkle import Frontier

KIND = "ingest_recorded"
# The events belong to no run.
RUN_ID = ""
# The fields of the payload that the inbox file's writer knows, in their order.
FIELDS = (
    "source", "sha256", "format", "bytes", "reader", "run_id",
    "read", "skipped", "redactions", "repairs",
)  # fmt: skip


def payload(footer: Mapping[str, object], tool_version: str) -> dict[str, object]:
    """Return what is recorded of a source whose last part has this footer."""
    return {
        **{name: footer.get(name) for name in FIELDS},
        "tool_version": tool_version,
    }


def is_whole(footer: Mapping[str, object]) -> bool:
    """Say whether a footer is of the last part of a source that has a SHA-256."""
    return bool(footer.get("is_last")) and isinstance(footer.get("sha256"), str)


class AddedSources:
    """The sources of one fold and how many events each added, over all its rounds."""

    def __init__(self) -> None:
        self._added_counts: Counter[tuple[object, ...]] = Counter()

    def take(self, parts: Iterable[tuple[inbox.InboxPart, int]]) -> list[dict[str, object]]:
        """
        Take in the parts of a round, each with the number of events it added.

        Return the payloads of those sources that end in this round and added any.
        """
        ended = []
        for part, added_count in parts:
            key = tuple(part.footer.get(name) for name in ("sha256", "source", "format"))
            self._added_counts[key] += added_count
            if is_whole(part.footer):
                ended.append((key, part.footer))
        return [payload(footer, __version__) for key, footer in ended if self._added_counts[key]]


def extend_tree(
    connection: duckdb.DuckDBPyConnection, payloads: list[dict[str, object]], tree: Frontier
) -> Frontier:
    """
    Put the events that the log does not have yet behind the accepted ones; return the longer tree.

    The temporary table ``recorded_sources`` holds them until ``incoming.read_payloads``.
    """
    connection.execute("set variable tree_size = $size", {"size": tree.tree_size})
    connection.execute(
        sql_files.read("sql/fold/recorded_sources"),
        {
            "subjects": [str(item["sha256"]) for item in payloads],
            "payloads": [
                json.dumps(item, ensure_ascii=False, separators=(",", ":")) for item in payloads
            ],
        },
    )
    return incoming.with_leaves(connection, tree, "recorded_sources", hex_column="leaf_hash_hex")
