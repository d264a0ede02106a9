"""
The events a fold writes itself: ``ingest_recorded``, one for each source that added events, or
that a newer reading of its format read again.

The payload is what the bytes of the source and its reader determine, and which evalstore folded
it, so that what a segment's footer says of its sources is in the tree too. An inbox file names a
source by its SHA-256; a source without one, as another program may write, is not recorded.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import duckdb

from evalstore.base import sql_files
from evalstore.base.version import __version__
from evalstore.store.log import inbox, incoming
from evalstore.store.log.merkle import Frontier

KIND = "ingest_recorded"
# The reading of a source that says nothing of it.
FIRST_READING = 1
# The events belong to no run.
RUN_ID = ""
# The fields of the payload that the inbox file's writer knows, in their order.
FIELDS = (
    "source", "sha256", "format", "bytes", "reader", "run_id",
    "read", "skipped", "redactions", "repairs",
)  # fmt: skip
# Those of an entry of a remote's log beside them.
FIELDS_OF_ENTRY = ("tree_size", "root")


def payload(footer: Mapping[str, object], tool_version: str) -> dict[str, object]:
    """Return what is recorded of a source whose last part has this footer."""
    # Sources from before there were readings say nothing of theirs.
    reading = {"reading": footer["reading"]} if footer.get("reading") is not None else {}
    of_entry = {name: footer[name] for name in FIELDS_OF_ENTRY if name in footer}
    return {
        **{name: footer.get(name) for name in FIELDS},
        **of_entry,
        **reading,
        "tool_version": tool_version,
    }


def is_whole(footer: Mapping[str, object]) -> bool:
    """Say whether a footer is of the last part of a source that has a SHA-256."""
    return bool(footer.get("is_last")) and isinstance(footer.get("sha256"), str)


def reading_of(footer: Mapping[str, object]) -> int:
    """Return by which reading of its format a source was read."""
    reading = footer.get("reading")
    return reading if isinstance(reading, int) else FIRST_READING


class EndedSource(NamedTuple):
    """
    A source that was read to its end, as it would be recorded.

    One that adds nothing is recorded only where an older reading of it is.
    """

    payload: dict[str, object]
    is_adding: bool


class AddedSources:
    """The sources of one fold and how many events each added, over all its rounds."""

    def __init__(self) -> None:
        self._added_counts: Counter[tuple[object, ...]] = Counter()

    def take(self, parts: Iterable[tuple[inbox.InboxPart, int]]) -> list[EndedSource]:
        """
        Take in the parts of a round, each with the number of events it added.

        Return those sources that end in this round and added any, or may be read anew.
        """
        ended = []
        for part, added_count in parts:
            key = tuple(part.footer.get(name) for name in ("sha256", "source", "format"))
            self._added_counts[key] += added_count
            if is_whole(part.footer):
                ended.append((key, part.footer))
        return [
            EndedSource(payload(footer, __version__), self._added_counts[key] > 0)
            for key, footer in ended
            if self._added_counts[key] or reading_of(footer) > FIRST_READING
        ]


def extend_tree(
    connection: duckdb.DuckDBPyConnection, sources: list[EndedSource], tree: Frontier
) -> Frontier:
    """
    Put the events that the log does not have yet behind the accepted ones; return the longer tree.

    The temporary table ``recorded_sources`` holds them until ``incoming.read_payloads``.
    """
    connection.execute("set variable tree_size = $size", {"size": tree.tree_size})
    connection.execute(
        sql_files.read("sql/fold/recorded_sources"),
        {
            "subjects": [str(source.payload["sha256"]) for source in sources],
            "payloads": [
                json.dumps(source.payload, ensure_ascii=False, separators=(",", ":"))
                for source in sources
            ],
            "are_adding": [source.is_adding for source in sources],
        },
    )
    return incoming.with_leaves(connection, tree, "recorded_sources", hex_column="leaf_hash_hex")
