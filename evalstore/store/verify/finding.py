"""Contents of the segments as a verification reads them, and its findings."""

from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

from evalstore.store.log.batch import Batch
from evalstore.store.log.merkle import Frontier

# Of many altered events the first few are named: they say where to look.
POSITIONS_SHOWN_MAX = 10


@dataclass(frozen=True, slots=True)
class IntegrityFinding:
    """Something that does not hold; ``position`` is the first event concerned, where known."""

    what: str
    detail: str
    position: int | None = None


@dataclass(frozen=True, slots=True)
class SegmentFile:
    """A segment file, the batch facts in its footer, and the SHA-256 of its bytes."""

    path: Path
    batch: Batch
    digest: bytes


@dataclass(slots=True)
class SegmentRecord:
    """What the segments say, taken together."""

    tree: Frontier = field(default_factory=Frontier.empty)
    # The root in hex, as recomputed, by tree size.
    roots: dict[int, str] = field(default_factory=lambda: {0: Frontier.empty().root.hex()})
    segments: list[SegmentFile] = field(default_factory=list)
    # Those of them that a partial replica does not hold: what the remote's log states of them.
    left_out: list[SegmentFile] = field(default_factory=list)
    # The events that are compared begin here; those before it are in segments that are unchanged.
    first_position: int = 0
    unchanged: set[Path] = field(default_factory=set)
    # Those of them that bear their own name and can be read to the end.
    readable: list[SegmentFile] = field(default_factory=list)
    # The positions of events whose payload was taken out, by id, and what redactions name.
    without_payload: dict[UUID, int] = field(default_factory=dict)
    # The position of the first event that names an image, by the name of its file.
    images: dict[str, int] = field(default_factory=dict)
    redacted_event_ids: set[UUID | None] = field(default_factory=set)
