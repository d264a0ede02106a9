"""Types that readers of formats use: records, skipped records, source files, and formats."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

from evalstore.harnesses.mapped.event_map import EventMap
from evalstore.harnesses.prices import Prices
from evalstore.harnesses.scales import Scales


class SourceRecord(NamedTuple):
    """
    One record of a foreign file.

    ``location`` is its place in the file (a line, a member), for messages; ``text`` is the record
    as strict JSON: UTF-8, without NaN, Infinity or lone surrogates.
    """

    location: str
    text: str


@dataclass(frozen=True, slots=True)
class Skip:
    """
    One record that was left out.

    ``reason`` is a short fixed phrase to count by; ``detail`` is a message: the value found, the
    value expected, and the remedy.
    """

    location: str
    reason: str
    detail: str

    def __str__(self) -> str:
        return f"{self.location}: {self.detail}"


@dataclass(slots=True)
class SourceFile:
    """
    A file to read: its path, its name in messages and events, SHA-256 in hex, and size.

    Readers add to ``warnings``, and to ``doubts`` if records were merged, renamed or left unread,
    which ends an ingest with ``--strict``. ``scales`` has the kinds of scorers known before the
    file is read. ``companions`` are read with the file; SHA-256 and size cover them, too.
    ``run_id`` is the run that the caller names for all events, ``event_map`` the caller's map of a
    table, ``prices`` the cost of tokens if a log does not state it.
    """

    path: Path
    name: str
    sha256: str
    byte_count: int | None = None
    warnings: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    scales: Scales = field(default_factory=Scales)
    companions: tuple[Path, ...] = ()
    run_id: str | None = None
    event_map: EventMap | None = None
    prices: Prices = field(default_factory=Prices)

    @property
    def folder(self) -> Path | None:
        """The folder of files that it may name; None if it was read from a pipe."""
        return self.path.parent if self.path == Path(self.name) else None


class Recogniser(Protocol):
    """A module that recognises the files of a format; it may also have ``companions``."""

    def recognises(self, path: Path, head: bytes) -> bool:
        """Return whether a file has this format, by its first 64 KiB and, if need be, its path."""
        ...


class RecordFormat(Recogniser, Protocol):
    """
    A foreign format: a module ``evalstore/harnesses/NAME/NAME.py``, or a module that an entry
    point of the group ``evalstore.formats`` names.

    ``list formats`` shows the first line of its docstring. A format of evalstore has
    ``recognises`` and ``companions`` in ``evalstore/harnesses/NAME/NAME_files.py``, which
    imports nothing that reads files, because all formats are asked about each file.

    A module may also have ``companions(path: Path) -> list[Path]``: the files, in any folder, that
    ``read`` reads together with a recognised file, in a stable order; an empty list for other
    files. If a file and its companion are both offered, the companion is not read by itself. A
    change in a companion is a change of the source. ``recognises`` should accept a companion
    alone if ``read`` raises UnreadableInputError with the name of the file to offer instead.

    It may also have ``READING``, a whole number, by default 1, to be raised by one whenever a file
    of the same bytes would be counted differently. Runs of an older reading are not compared with
    others until their files are read again.

    ``FAMILY`` is a text that formats have in common if their files may be of one run; by default
    it is ``MAPPING``.
    """

    # The SELECT that maps its records to events: ``ingest/records`` for records that list their
    # events, see ``event_records``. Formats of other packages use ``ingest/mapped``, for records
    # that are event lines already.
    MAPPING: str
    # Whether a file contains a whole run, so that a later file of the same run replaces it.
    HOLDS_WHOLE_RUN: bool

    def read(self, source: SourceFile) -> Iterator[SourceRecord | Skip]:
        """
        Yield the file's records in their order, with only a few in memory at a time.

        Raises UnreadableInputError if nothing in the file can be read.
        """
        ...
