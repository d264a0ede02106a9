"""Write accepted events as inbox files; events of many small files share one."""

import os
from collections.abc import Iterable

import duckdb

from evalstore.base import sql_files
from evalstore.harnesses.pending_file import PendingFile
from evalstore.store.log.inbox import InboxWriter

# Smaller batches than this are gathered, so that inbox files are not too small.
EVENTS_GATHERED_MAX = 15_000
EVENTS_IN_FILE_MAX = 15_000
SALT_BYTES = 16

# Files with their event counts, in the order of the events.
Parts = list[tuple[PendingFile, int]]


class Outbox:
    """
    Gather accepted events and write them as inbox files, each with a footer for every source.

    ``add`` takes the events of the relation ``accepted``.
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
        """Take the events of the relation ``accepted``; ``parts`` are their files in order."""
        if sum(count for _, count in parts) < EVENTS_GATHERED_MAX:
            self.connection.execute(sql_files.read("sql/append/gather"))
            self._parts = _joined(self._parts + parts)
            if _event_count(self._parts) >= EVENTS_IN_FILE_MAX:
                self.flush()
        else:
            # A large batch becomes an inbox file of its own, without a copy.
            self.flush(continued={pending.number for pending, _ in parts})
            self._write("accepted", parts)

    def flush(self, continued: Iterable[int] = ()) -> None:
        """Write the gathered events, if any; files in ``continued`` will add more events."""
        if self._parts:
            self._write("gathered", self._parts, set(continued))
            self.connection.execute("delete from gathered")
            self._parts = []

    def finish(self, files: Iterable[PendingFile]) -> None:
        """Write the rest, with a footer for each file that has none, even without events."""
        gathered = {pending.number for pending, _ in self._parts}
        self._parts += [
            (pending, 0)
            for pending in files
            if not pending.is_noted and pending.number not in gathered
        ]
        self.flush()

    def withdraw(self, pending: PendingFile) -> None:
        """
        Remove a file's events from the gathered ones and delete its inbox files.

        Its inbox files must not contain events of other files: call ``flush`` before the first
        events of a file that is not yet read to its end.
        """
        self.connection.execute(
            "delete from gathered where file_number = $number", {"number": pending.number}
        )
        self._parts = [part for part in self._parts if part[0] is not pending]
        self.writer.withdraw(pending.result.inbox_names)

    def _write(self, relation: str, parts: Parts, continued: Iterable[int] = ()) -> None:
        """Write gathered or accepted events as one inbox file."""
        self.connection.execute(sql_files.read(f"sql/append/{relation}/outgoing"))
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
    """Return the parts with adjacent parts of the same file merged."""
    joined: Parts = []
    for pending, count in parts:
        if joined and joined[-1][0] is pending:
            joined[-1] = (pending, joined[-1][1] + count)
        else:
            joined.append((pending, count))
    return joined


def _event_count(parts: Parts) -> int:
    return sum(count for _, count in parts)
