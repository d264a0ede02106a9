"""
The inbox: accepted events as Parquet files, which anyone may add to at any time.

    inbox/<uuid7>-<SHA-256 of the bytes>.parquet
"""

import json
import os
import re
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

import duckdb

from evalstore.base import input_file, sql_files
from evalstore.errors import CorruptStoreError, StoreError
from evalstore.store.connections import first_line
from evalstore.store.layout import Layout, publish
from evalstore.store.log import disk_errors, segment
from evalstore.store.log.attachments import WaitingImages

FOOTER = "evalstore_inbox"
# The digest is outside of the bytes it covers; the id before it keeps the order of arrival.
DIGEST_NAME = re.compile(r"[0-9a-f-]{36}-([0-9a-f]{64})\.parquet")
COLUMNS = {
    "kind": "VARCHAR",
    "run_id": "VARCHAR",
    "subject": "VARCHAR",
    "supersedes": "VARCHAR",
    "schema_version": "SMALLINT",
    "occurred_at": "TIMESTAMP",
    "recorded_at": "TIMESTAMP",
    "source": "VARCHAR",
    "payload": "VARCHAR",
    "payload_salt": "BLOB",
    "payload_hash": "BLOB",
}
# The fields of a source in a footer that are texts.
TEXTS_OF_SOURCES = ("source", "format", "sha256", "reader", "run_id")
# A temporary file may belong to a running writer, unless it is older than this.
STALE_SECONDS = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class InboxPart:
    """The part of an inbox file from one source: its number of events, and its footer."""

    event_count: int
    footer: dict[str, object]


@dataclass(frozen=True, slots=True)
class InboxFile:
    """A file of accepted events: path, number of events, and a part for each source, in order."""

    path: Path
    event_count: int
    parts: list[InboxPart]


class InboxWriter:
    """
    Write accepted events as files that appear in the inbox only when ``publish`` is called.

    Every file is complete and durable before it gets its final name: it is accepted as a whole.
    ``images`` are those that the events name.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._temporary: list[Path] = []
        self.images = WaitingImages(layout)

    @property
    def unpublished(self) -> list[Path]:
        """Return the written files that do not have their final names yet."""
        return list(self._temporary)

    def write(self, connection: duckdb.DuckDBPyConnection, footer: dict[str, object]) -> str:
        """Write the rows of the connection's relation ``outgoing``; return the file's name."""
        name = uuid_version_7()
        path = self.layout.inbox / f"{name}.parquet.tmp"
        self._temporary.append(path)
        connection.execute("set variable inbox_footer = $footer", {"footer": json.dumps(footer)})
        try:
            [(is_in_order,)] = connection.execute(
                sql_files.read("sql/append/is_in_order")
            ).fetchall()
            # Sorting moves every payload, and is rarely needed.
            statement = "inbox_file" if is_in_order else "sorted_inbox_file"
            connection.execute(sql_files.read(f"sql/append/{statement}"), {"file": str(path)})
            named = path.with_name(f"{name}-{segment.sha256_of(path).hex()}.parquet.tmp")
            path.rename(named)
        except (duckdb.IOException, OSError) as error:
            self.discard()
            full = disk_errors.full(error, path, disk_errors.NOTHING_APPENDED)
            raise full or StoreError(
                f"cannot write to {self.layout.inbox}: {first_line(error)}; nothing was appended"
            ) from error
        self._temporary[-1] = named
        return named.with_suffix("").name

    def publish(self) -> list[str]:
        """
        Rename the written files, in their order; return the final names.

        Images come first: no event is accepted before the images that it names.
        """
        names: list[str] = []
        self.images.publish()
        while self._temporary:
            temporary = self._temporary[0]
            final = temporary.with_suffix("")
            try:
                publish(temporary, final)
            except OSError as error:
                raise self._unpublished(error, final, len(names)) from error
            self._temporary.pop(0)
            names.append(final.name)
        return names

    def _unpublished(self, error: OSError, final: Path, published_count: int) -> StoreError:
        """Return the error for a failed rename, with the number of files renamed before it."""
        there_count = published_count + final.exists()
        state = disk_errors.NOTHING_APPENDED
        if there_count:
            file_count = published_count + len(self._temporary)
            state = (
                f"{there_count} of {file_count} inbox files are appended, but may be lost if the "
                "machine stops now; when this is fixed, ingest the same again: duplicates count "
                "once"
            )
        return StoreError(f"{disk_errors.message(error)}; {state}")

    def discard(self) -> None:
        """Remove the files that were written and not published."""
        for temporary in self._temporary:
            # A file that cannot be removed now is removed by a later fold, or does not exist.
            with suppress(OSError):
                temporary.unlink()
        self._temporary.clear()
        self.images.discard()

    def withdraw(self, names: Iterable[str]) -> None:
        """Remove some files that were written and not published, by their final names."""
        withdrawn = {f"{name}.tmp" for name in names}
        for temporary in [path for path in self._temporary if path.name in withdrawn]:
            self._temporary.remove(temporary)
            temporary.unlink(missing_ok=True)


def names(layout: Layout) -> list[str]:
    """List the files of the inbox by name, in the order in which they are folded."""
    return sorted(
        entry.name for entry in os.scandir(layout.inbox) if entry.name.endswith(".parquet")
    )


def read(connection: duckdb.DuckDBPyConnection, path: Path) -> InboxFile:
    """
    Read a file's footer; check its bytes against its name, and its columns.

    Raises CorruptStoreError, naming the file and the remedy.
    """
    _require_digest(path)
    file = {"file": str(path)}
    try:
        columns = dict(
            connection.execute(
                "select column_name, column_type from (describe from read_parquet($file))", file
            ).fetchall()
        )
        [(event_count,)] = connection.execute(
            "select num_rows from parquet_file_metadata($file)", file
        ).fetchall()
        footers = connection.execute(
            "select decode(value) from parquet_kv_metadata($file) "
            "where decode(key) = 'evalstore_inbox'",
            file,
        ).fetchall()
    except duckdb.Error as error:
        raise unfoldable(path, first_line(error)) from error
    if columns != COLUMNS:
        raise unfoldable(path, f"its columns are {columns}, expected {COLUMNS}")
    return InboxFile(path, event_count, _parts(path, event_count, _footer(path, footers)))


def _require_digest(path: Path) -> None:
    """
    Raise CorruptStoreError if a file's bytes do not have the digest in its name.

    Parquet has no protection of its own: one in six bits of an inbox file can change without
    any reader noticing. Files of other writers, and older ones, have no digest.
    """
    match = DIGEST_NAME.fullmatch(path.name)
    try:
        if match is None:
            input_file.require_regular(path)
            return
        digest = segment.sha256_of(path).hex()
    except OSError as error:
        raise unfoldable(path, f"it cannot be read: {error.strerror}") from error
    if digest != match[1]:
        raise unfoldable(path, f"it has SHA-256 {digest}, expected the one in its name")


def _footer(path: Path, rows: list[tuple[str]]) -> dict[str, object]:
    """Return the footer of evalstore's writer, empty if another program wrote the file."""
    try:
        footer = json.loads(rows[0][0]) if rows else {}
    except ValueError as error:
        raise unfoldable(path, f"its footer is not JSON: {error}") from error
    if not isinstance(footer, dict):
        raise unfoldable(path, "its footer is not a JSON object")
    return footer


def _parts(path: Path, event_count: int, footer: dict[str, object]) -> list[InboxPart]:
    """Return the parts of a file by its sources; a file without sources is a single part."""
    sources: Any = footer.get("sources", [footer | {"event_count": event_count}])
    try:
        parts = [
            InboxPart(
                int(source["event_count"]),
                {name: value for name, value in source.items() if name != "event_count"},
            )
            for source in sources
        ]
        counted = sum(part.event_count for part in parts)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise unfoldable(path, "its footer lists sources without their event_count") from error
    for part in parts:
        for name in TEXTS_OF_SOURCES:
            if not isinstance(part.footer.get(name), str | None):
                raise unfoldable(path, f"the {name} of a source in its footer is not text")
    if counted != event_count:
        raise unfoldable(path, f"its footer counts {counted} events, but it has {event_count}")
    return parts


def waiting_count(connection: duckdb.DuckDBPyConnection, layout: Layout) -> int:
    """Return the number of events that are accepted and not folded yet."""
    files = [str(layout.inbox / name) for name in names(layout)]
    if not files:
        return 0
    try:
        rows = connection.execute(
            "select sum(num_rows)::bigint from parquet_file_metadata($files)", {"files": files}
        ).fetchall()
    except duckdb.Error:
        # A file was folded meanwhile, or cannot be read: the next fold reports it.
        return len(files)
    return int(rows[0][0])


def remove_stale(layout: Layout, *, now_seconds: float | None = None) -> list[str]:
    """Remove temporary files older than a day; a younger one may belong to a live writer."""
    now_seconds = time.time() if now_seconds is None else now_seconds
    removed = []
    for path in sorted([*layout.inbox.glob("*.tmp"), *layout.attachments.glob("*.tmp")]):
        try:
            if now_seconds - path.stat().st_mtime > STALE_SECONDS:
                path.unlink()
                removed.append(path.name)
        except FileNotFoundError:
            continue
    return removed


def unfoldable(path: Path, problem: str) -> CorruptStoreError:
    """Return the error for an inbox file that cannot be folded, with the remedy."""
    return CorruptStoreError(
        f"inbox file {path} cannot be folded: {problem}; "
        "move it out of the inbox and ingest its source again"
    )


_clock = threading.Lock()
_last_tick = 0


def uuid_version_7() -> UUID:
    """
    Return a time-ordered UUIDv7 (RFC 9562), later than any that this process made before.

    >>> uuid_version_7() < uuid_version_7()
    True
    """
    global _last_tick  # noqa: PLW0603 - the clock of this process
    with _clock:
        # 48 bits of milliseconds and 12 of their fraction, as section 6.2 method 3 has it.
        tick = max(time.time_ns() * 4096 // 1_000_000, _last_tick + 1)
        _last_tick = tick
    milliseconds, fraction = divmod(tick, 4096)
    random = int.from_bytes(os.urandom(8), "big") >> 2
    return UUID(int=milliseconds << 80 | 0x7 << 76 | fraction << 64 | 0x2 << 62 | random)
