"""
The ``ingest_recorded`` events that a fold writes, one for each source that added events or was
read again by a newer reading of its format.

The payload depends on the bytes of the source, its reader and the version of evalstore that folded
it, so that a segment's footer about its sources is covered by the tree. An inbox file names a
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
# The reading of a source whose footer does not give one.
FIRST_READING = 1
# The events belong to no run.
RUN_ID = ""
# The fields of the payload that the inbox file's writer knows, in their order.
FIELDS = (
    "source", "sha256", "format", "bytes", "reader", "run_id",
    "read", "skipped", "redactions", "repairs",
)  # fmt: skip
# Additional fields for an entry of a remote's log.
FIELDS_OF_ENTRY = ("tree_size", "root")


def payload(footer: Mapping[str, object], tool_version: str) -> dict[str, object]:
    """Return the ``ingest_recorded`` payload for a source, from the footer of its last part."""
    # Older sources do not name a reading.
    reading = {"reading": footer["reading"]} if footer.get("reading") is not None else {}
    of_entry = {name: footer[name] for name in FIELDS_OF_ENTRY if name in footer}
    return {
        **{name: footer.get(name) for name in FIELDS},
        **of_entry,
        **reading,
        "tool_version": tool_version,
    }


def is_whole(footer: Mapping[str, object]) -> bool:
    """Return True if a footer is that of the last part of a source with a SHA-256."""
    return bool(footer.get("is_last")) and isinstance(footer.get("sha256"), str)


def reading_of(footer: Mapping[str, object]) -> int:
    """Return the version of the reader that read a source; 1 if its footer has none."""
    reading = footer.get("reading")
    return reading if isinstance(reading, int) else FIRST_READING


class EndedSource(NamedTuple):
    """
    A source that was read to its end, with the payload to be recorded.

    A source that adds no event is recorded only if an older reading of it was recorded.
    """

    payload: dict[str, object]
    is_adding: bool


class AddedSources:
    """The sources of one fold and the number of events that each added, over all its rounds."""

    def __init__(self) -> None:
        self._added_counts: Counter[tuple[object, ...]] = Counter()

    def take(self, parts: Iterable[tuple[inbox.InboxPart, int]]) -> list[EndedSource]:
        """
        Add the parts of a round, each with the number of events it added.

        Return the sources that end in this round and added events, or have a newer reading.
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
    Append the events that the log does not have yet to the accepted ones; return the longer tree.

    They are in the temporary table ``recorded_sources`` until ``incoming.read_payloads``.
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
