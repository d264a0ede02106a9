"""Counts of accepted events: new, revised or duplicate, by the part of an inbox file."""

from collections import defaultdict
from dataclasses import dataclass

import duckdb

from evalstore.base import sql_files
from evalstore.store.log import inbox


@dataclass(slots=True)
class EventCounts:
    """Counts of accepted events; ``new`` are first revisions, ``revised`` later ones."""

    new: int = 0
    revised: int = 0
    duplicate: int = 0

    @property
    def added(self) -> int:
        """Return the number of events that the log did not have."""
        return self.new + self.revised

    def add(self, other: "EventCounts") -> None:
        """Add other counts."""
        self.new += other.new
        self.revised += other.revised
        self.duplicate += other.duplicate


def of_parts(
    connection: duckdb.DuckDBPyConnection, files: list[inbox.InboxFile]
) -> dict[tuple[str, int], EventCounts]:
    """Return the counts of each part, by the name of its file and its number in the file."""
    rows: dict[str, list[int]] = defaultdict(list)
    by_part = {}
    for file_number, file in enumerate(files, 1):
        end_row = 0
        for part_number, part in enumerate(file.parts):
            by_part[file.path.name, part_number] = EventCounts()
            rows["file_number"].append(file_number)
            rows["part_number"].append(part_number)
            rows["first_row"].append(end_row)
            end_row += part.event_count
            rows["end_row"].append(end_row)
    for file_number, part_number, *counts in connection.execute(
        sql_files.read("sql/fold/part_counts"), rows
    ).fetchall():
        by_part[files[file_number - 1].path.name, part_number] = EventCounts(*counts)
    return by_part
