"""Results of an ingest: how many records each file held, and what became of them."""

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
    One file: how many records it held and what became of each.

    ``read`` is the sum of new, revised, duplicate and skipped once it is folded. ``new`` and the
    like are None while another process still holds the store. ``inbox_parts`` are the inbox files
    that hold its events, each with the number of this source there. ``event_source`` is what the
    events name as their source, ``run_id`` the run that was named for all of them, ``reading`` by
    which reading of the format they were read.
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
    # How many events a newer reading revised or withdrew; None where no older one is recorded.
    read_anew: int | None = None
    is_known: bool = False

    @property
    def inbox_names(self) -> list[str]:
        """The names of the inbox files that hold its events."""
        return [name for name, _ in self.inbox_parts]

    @property
    def accepted(self) -> int:
        """How many records were accepted."""
        return self.read - self.skipped.total()

    @property
    def redactions(self) -> Counter[str]:
        """How often which rule took out a secret."""
        return self.changed.redactions

    @property
    def repairs(self) -> Counter[str]:
        """How often which rule repaired something."""
        return self.changed.repairs

    @property
    def misspellings(self) -> list[Misspelling]:
        """The unknown fields that are probably known ones, misspelt, by their lines."""
        found = self.changed.misspellings.values()
        return sorted(found, key=lambda one: (len(one.location), one.location))

    def skip(self, skip: Skip) -> None:
        """Count a record that was left out; the first hundred are kept in words."""
        self.read += 1
        self.skipped[skip.reason] += 1
        if len(self.skips) < SKIPS_KEPT_MAX:
            self.skips.append(skip)


@dataclass(slots=True)
class Settled:
    """
    What was written beside the files: events withdrawn by reason, and how many said again.

    ``unread`` is, for the source of each file that an older reading had read, how many events the
    reader no longer reads from it.
    """

    withdrawn: dict[str, int] = field(default_factory=dict)
    said_again_count: int = 0
    unread: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Ingested:
    """
    A whole ingest.

    ``unrecognised`` are files of folders of which no format is known, and ``hints`` say of the
    first ones what they are, where that shows; ``damaged`` says of others why they could not be
    read.
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
    # What would be appended; None where it was.
    preview: Preview | None = None
    # Sizes of checkpoints that were missing, and were written again.
    rewritten_checkpoints: list[int] = field(default_factory=list)

    @property
    def read_anew(self) -> int | None:
        """How many events newer readings revised or withdrew; None where no file was read anew."""
        counts = [file.read_anew for file in self.files if file.read_anew is not None]
        return sum(counts) if counts else None

    @property
    def skipped(self) -> Counter[str]:
        """Skipped records of all files, by reason."""
        return sum((file.skipped for file in self.files), Counter())

    def total(self, field_name: str) -> int | None:
        """Return the sum of one count over all files; None where it is not known yet."""
        values = [getattr(file, field_name) for file in self.files]
        return None if any(value is None for value in values) else sum(values)

    def to_dict(self) -> dict[str, object]:
        """Return what ``ingest --json`` prints."""
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
            "warnings": [*self.warnings, *worded(self.undeclared)],
            "undeclared_cases": [asdict(found) for found in self.undeclared],
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
                    "repaired": [found.to_dict() for found in file.changed.repaired],
                    "misspelt_fields": [found.to_dict() for found in file.misspellings],
                    "warnings": [*file.warnings, *file.doubts, *map(str, file.misspellings)],
                }
                for file in self.files
            ],
        }
