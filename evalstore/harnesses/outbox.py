"""Write accepted events as inbox files: those of many small files into one of them."""

import os
from collections.abc import Iterable

import duckdb

from evalstore.base import sql_files
from evalstore.harnesses.pending_file import PendingFile
from evalstore.store.log.inbox import InboxWriter

# Fewer events than this at once are gathered, so that an inbox file is not too small.
EVENTS_GATHERED_MAX = 15_000
EVENTS_IN_FILE_MAX = 15_000
SALT_BYTES = 16

# How many events of which file, in their order.
Parts = list[tuple[PendingFile, int]]


class Outbox:
    """
    Gather what is accepted and write it as inbox files, each with a footer for every source.

    The relation ``accepted`` holds what ``add`` takes.
    """

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, writer: InboxWriter, *, is_salted: bool
    ) -> None:
        self.connection = connection
        self.writer = writer
        self.is_salted = is_salted
        self._parts: Parts = []
        connection.execute(sql_files.read("sql/append/gathered"))

    def add(self, parts: Parts) -> None:
        """Take over the accepted events, which are those of these files in this order."""
        if sum(count for _, count in parts) < EVENTS_GATHERED_MAX:
            self.connection.execute(sql_files.read("sql/append/gather"))
            self._parts = _joined(self._parts + parts)
            if _event_count(self._parts) >= EVENTS_IN_FILE_MAX:
                self.flush()
        else:
            # Many at once: they become a file of their own, with no copy in between.
            self.flush(continued={pending.number for pending, _ in parts})
            self._write("accepted", parts)

    def flush(self, continued: Iterable[int] = ()) -> None:
        """Write what is gathered, if anything; of the ``continued`` files more is to come."""
        if self._parts:
            self._write("gathered", self._parts, set(continued))
            self.connection.execute("delete from gathered")
            self._parts = []

    def finish(self, files: Iterable[PendingFile]) -> None:
        """Write the rest, and a footer for each file that has none yet, though without events."""
        gathered = {pending.number for pending, _ in self._parts}
        self._parts += [
            (pending, 0)
            for pending in files
            if not pending.is_noted and pending.number not in gathered
        ]
        self.flush()

    def withdraw(self, pending: PendingFile) -> None:
        """
        Take a file's events out again.

        Those in inbox files already have to be the only ones there: ``flush`` comes before the
        first of a file that is not yet read to its end.
        """
        self.connection.execute(
            "delete from gathered where file_number = $number", {"number": pending.number}
        )
        self._parts = [part for part in self._parts if part[0] is not pending]
        self.writer.withdraw(pending.result.inbox_names)

    def _write(self, relation: str, parts: Parts, continued: Iterable[int] = ()) -> None:
        """Write gathered or accepted events as one inbox file."""
        self.connection.execute(sql_files.read(f"sql/append/outgoing_{relation}"))
        if self.is_salted:
            self._salt(_event_count(parts))
        footers = []
        for pending, event_count in parts:
            is_last = pending.is_judged and pending.number not in continued
            footers.append(pending.footer(event_count, is_last=is_last))
            pending.is_noted = pending.is_noted or is_last
        name = self.writer.write(self.connection, {"sources": footers})
        for number, (pending, _) in enumerate(parts):
            pending.result.inbox_parts.append((name, number))

    def _salt(self, count: int) -> None:
        random = os.urandom(SALT_BYTES * count)
        self.connection.execute(
            sql_files.read("sql/append/salted"),
            {"salt": [random[at : at + SALT_BYTES] for at in range(0, len(random), SALT_BYTES)]},
        )
        self.connection.execute("create or replace temp view outgoing as from salted")


def _joined(parts: Parts) -> Parts:
    """Return the parts with neighbours of the same file as one."""
    joined: Parts = []
    for pending, count in parts:
        if joined and joined[-1][0] is pending:
            joined[-1] = (pending, joined[-1][1] + count)
        else:
            joined.append((pending, count))
    return joined


def _event_count(parts: Parts) -> int:
    return sum(count for _, count in parts)
