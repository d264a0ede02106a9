"""Results of an ingest: for each file the number of records, accepted, skipped and new."""

from collections import Counter
from dataclasses import asdict, dataclass, field

from evalstore.events.classify import Changed
from evalstore.events.misspelling import Misspelling
from evalstore.harnesses.preview import Preview
from evalstore.harnesses.records import Skip
from evalstore.harnesses.reported import ComparedFigures
from evalstore.store.facts.undeclared import UndeclaredCases, worded

SKIPS_KEPT_MAX = 100


@dataclass(slots=True)
class FileResult:
    """
    The result for one file: its number of records, and how they were counted.

    After a fold ``read`` is the sum of ``new``, ``revised``, ``duplicate`` and ``skipped``; the
    first three are None while another process holds the store. ``inbox_parts`` are the inbox
    files with its events, each with the number of this source in it. ``event_source`` is the
    source of the events, ``run_id`` the run that the caller named for all of them, ``reading`` the
    format's reading by which they were read.
    """

    name: str
    format: str
    read: int = 0
    new: int | None = None
    revised: int | None = None
    duplicate: int | None = None
    skipped: Counter[str] = field(default_factory=Counter)
    skips: list[Skip] = field(default_factory=list)
    changed: Changed = field(default_factory=Changed)
    warnings: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    inbox_parts: list[tuple[str, int]] = field(default_factory=list)
    event_source: str = ""
    run_id: str | None = None
    reading: int = 1
    # How many events a newer reading revised or withdrew; None if no older one is recorded.
    read_anew: int | None = None
    is_known: bool = False

    @property
    def inbox_names(self) -> list[str]:
        """The names of the inbox files with its events."""
        return [name for name, _ in self.inbox_parts]

    @property
    def accepted(self) -> int:
        """How many records were accepted."""
        return self.read - self.skipped.total()

    @property
    def redactions(self) -> Counter[str]:
        """Counts of removed secrets by rule."""
        return self.changed.redactions

    @property
    def repairs(self) -> Counter[str]:
        """Counts of repairs by rule."""
        return self.changed.repairs

    @property
    def misspellings(self) -> list[Misspelling]:
        """The unknown fields that are probably misspelt known ones, in order of lines."""
        misspellings = self.changed.misspellings.values()
        return sorted(misspellings, key=lambda item: (len(item.location), item.location))

    def skip(self, skip: Skip) -> None:
        """Count a record that was left out; the first SKIPS_KEPT_MAX are kept in ``skips``."""
        self.read += 1
        self.skipped[skip.reason] += 1
        if len(self.skips) < SKIPS_KEPT_MAX:
            self.skips.append(skip)


@dataclass(slots=True)
class Settled:
    """
    Counts of the events that ``standing.settle`` wrote in addition to those of the files.

    ``withdrawn`` counts retracted events by reason, ``said_again_count`` the restated ones.
    ``unread`` counts, by source of each file that an older reading had read, the events that are
    no longer read from it.
    """

    withdrawn: dict[str, int] = field(default_factory=dict)
    said_again_count: int = 0
    unread: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Ingested:
    """
    The result of a whole ingest.

    ``unrecognised`` are names of files in folders that no format recognises; ``hints`` are
    messages about the first of them, or empty texts; ``damaged`` are messages about files that
    could not be read.
    """

    files: list[FileResult] = field(default_factory=list)
    unrecognised: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)
    is_folded: bool = False
    holder: str = ""
    tree_size: int = 0
    root: str = ""
    settled: Settled = field(default_factory=Settled)
    compared: ComparedFigures = field(default_factory=ComparedFigures)
    undeclared: list[UndeclaredCases] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    # The events of a dry run; None for an ingest that appends.
    preview: Preview | None = None
    # Sizes of checkpoints that were missing and were written again.
    rewritten_checkpoints: list[int] = field(default_factory=list)

    @property
    def read_anew(self) -> int | None:
        """How many events newer readings revised or withdrew; None if no file was read anew."""
        counts = [file.read_anew for file in self.files if file.read_anew is not None]
        return sum(counts) if counts else None

    @property
    def skipped(self) -> Counter[str]:
        """Skipped records of all files, by reason."""
        return sum((file.skipped for file in self.files), Counter())

    @property
    def all_warnings(self) -> list[str]:
        """The warnings, with those about cases that answers name and their run does not."""
        return [*self.warnings, *worded(self.undeclared)]

    def total(self, field_name: str) -> int | None:
        """Return the sum of one count over all files; None if it is not known yet."""
        values = [getattr(file, field_name) for file in self.files]
        return None if any(value is None for value in values) else sum(values)

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``ingest --json`` prints."""
        return {
            "read": self.total("read"),
            "new": self.total("new"),
            "duplicate": self.total("duplicate"),
            "revised": self.total("revised"),
            "skipped": dict(self.skipped),
            "skipped_count": self.skipped.total(),
            "read_anew": self.read_anew,
            "redactions": dict(sum((file.redactions for file in self.files), Counter())),
            "repairs": dict(sum((file.repairs for file in self.files), Counter())),
            "folded": self.is_folded,
            "tree_size": self.tree_size,
            "root": self.root,
            "unrecognised": self.unrecognised,
            "damaged": self.damaged,
            "withdrawn": self.settled.withdrawn,
            "said_again": self.settled.said_again_count,
            "warnings": self.all_warnings,
            "undeclared_cases": [asdict(item) for item in self.undeclared],
            "rewritten_checkpoints": self.rewritten_checkpoints,
            "reported_figures": self.compared.to_dict(),
            "preview": self.preview.to_dict() if self.preview is not None else None,
            "files": [
                {
                    "name": file.name,
                    "format": file.format,
                    "read": file.read,
                    "new": file.new,
                    "duplicate": file.duplicate,
                    "revised": file.revised,
                    "read_anew": file.read_anew,
                    "skipped": dict(file.skipped),
                    "skips": [
                        {"locus": skip.location, "reason": skip.reason, "detail": skip.detail}
                        for skip in file.skips
                    ],
                    "repaired": [item.to_dict() for item in file.changed.repaired],
                    "misspelt_fields": [item.to_dict() for item in file.misspellings],
                    "warnings": [*file.warnings, *file.doubts, *map(str, file.misspellings)],
                }
                for file in self.files
            ],
        }
