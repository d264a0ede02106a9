"""Records that a reader gives, as JSON text, and those it left out, each with a reason."""

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

    ``location`` says where in the file it stands (a line, a member), for messages; ``text`` is the
    record as strict JSON: UTF-8, without NaN, Infinity or lone surrogates.
    """

    location: str
    text: str


@dataclass(frozen=True, slots=True)
class Skip:
    """
    One record that was left out.

    ``reason`` is a short fixed phrase to count by; ``detail`` says what was found, what was
    expected and the way out.
    """

    location: str
    reason: str
    detail: str

    def __str__(self) -> str:
        return f"{self.location}: {self.detail}"


@dataclass(slots=True)
class SourceFile:
    """
    A file to read: its path, the name messages and events give it, SHA-256 in hex, and size.

    ``warnings`` are what the reader has to say; ``doubts`` are those of what was merged, renamed
    or left unread, which end an ingest under ``--strict``. ``scales`` says what is known of
    scorers before the file is read. ``companions`` are the files that are read with it; the
    SHA-256 and the size are of them all. ``run_id`` is the run that the caller names for all of
    its events, ``event_map`` what the caller makes of a table, ``prices`` what tokens cost where a
    log does not say.
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
        """Where other files lie that it may name; None where it came through a pipe."""
        return self.path.parent if self.path == Path(self.name) else None


class RecordFormat(Protocol):
    """
    A foreign format: one module of ``evalstore/harnesses``, named after its folder, or one
    that an entry point of the group ``evalstore.formats`` names.

    Its module docstring's first line is what ``list formats`` shows.

    A module may also have ``companions(path: Path) -> list[Path]``: the files of a recognised one,
    in whatever folder, that ``read`` reads with it, in an order that does not change, and none
    for other files. They are no files of their own where both are offered, and a change in one of
    them is a change of the source. A companion alone is recognised too, if ``read`` has to say
    by UnreadableInputError what to name instead.

    And it may have ``READING``, a whole number: 1 where there is none, and one more whenever a
    file of the same bytes comes to count otherwise. Runs that were read by an older one are not
    held against others until their files were read again.
    """

    # The SELECT that maps its records to events, such as ``ingest/inspect``; by ``ingest/mapped``
    # each record is an event line already, which is the way of other packages.
    MAPPING: str
    # Whether a file is all there is of a run: a later one of the same run takes its place.
    HOLDS_WHOLE_RUN: bool

    def recognises(self, path: Path, head: bytes) -> bool:
        """Say from the first 64 KiB (and the path, where bytes do not tell) if this is it."""
        ...

    def read(self, source: SourceFile) -> Iterator[SourceRecord | Skip]:
        """
        Yield the file's records in their order, holding no more than a few at a time.

        Raises UnreadableInputError when nothing in the file can be read.
        """
        ...
