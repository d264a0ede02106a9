"""
Readings: the versions of a format's reader by which files were read, and the current ones.

A format's module has its version in ``READING``, by default 1. It grows by one when a file of the
same bytes would be counted differently.
"""

import shlex
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

from evalstore.base import sql_files
from evalstore.harnesses import detect
from evalstore.store.log.recorded_sources import FIRST_READING
from evalstore.store.query.reader import Reader
from evalstore.store.query.run_range import run_range


@dataclass(frozen=True, slots=True)
class ReadFile:
    """
    A file of a run, and the reading by which it was read.

    ``named_run_id`` is the run that the caller named, if any.
    """

    run_id: str
    format: str
    source: str
    sha256: str
    reading: int
    named_run_id: str | None = None

    @property
    def is_outdated(self) -> bool:
        """Whether its format has a newer reading."""
        return self.reading < current(self.format)

    @property
    def command(self) -> str:
        """
        The command that reads the file again.

        >>> ReadFile("r1", "junit", "a b.xml", "0a", 1, "r1").command
        "`evalstore ingest 'a b.xml' --run-id r1`"
        """
        named = f" --run-id {shlex.quote(self.named_run_id)}" if self.named_run_id else ""
        mapped = " --map MAP" if self.format == detect.MAPPED else ""
        return f"`evalstore ingest {shlex.quote(self.source)}{named}{mapped}`"


@cache
def current(format_name: str) -> int:
    """
    Return the current reading of a format.

    >>> current("event_lines")
    1
    """
    module = detect.format_module(format_name)
    return int(getattr(module, "READING", FIRST_READING))


def files_of(reader: Reader, run_ids: Collection[str] | None = None) -> list[ReadFile]:
    """
    Return the files of these runs, or of all runs, without superseded states.

    If a file contains a whole run and was read by the current reading, its outdated earlier
    states are left out, since their bytes no longer exist. The list is empty if the database was
    made by a version of evalstore that does not record readings.
    """
    if not reader.rows(sql_files.read("sql/readings/is_known")):
        return []
    if run_ids is None:
        [row] = reader.rows(sql_files.read("sql/readings/bounds"))
        about: Mapping[str, object] = {**row, "listed_runs": None}
    else:
        about = run_range(set(run_ids))
    rows = reader.rows(sql_files.read("sql/readings/files"), **about)
    files = [
        ReadFile(
            str(row["run_id"]),
            str(row["format"]),
            str(row["source"]),
            str(row["sha256"]),
            int(str(row["reading"])),
            None if row["named_run_id"] is None else str(row["named_run_id"]),
        )
        for row in rows
        if run_ids is None or row["run_id"] in run_ids
    ]
    newest = {_state(file) for file in files if not file.is_outdated}
    return [
        file
        for file in files
        if not file.is_outdated or not _holds_whole_run(file) or _state(file) not in newest
    ]


def _state(file: ReadFile) -> tuple[str, str, str]:
    return file.run_id, file.format, file.source


def _holds_whole_run(file: ReadFile) -> bool:
    module = detect.format_module(file.format)
    return file.named_run_id is None and bool(getattr(module, "HOLDS_WHOLE_RUN", False))
