"""Findings of a verification, and the contents of the segments that it has read."""

from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

from evalstore.store.log.batch import Batch
from evalstore.store.log.merkle import Frontier

# The most altered events that are named; the first few suffice to find the damage.
POSITIONS_SHOWN_MAX = 10


@dataclass(frozen=True, slots=True)
class IntegrityFinding:
    """A problem of a store; ``position`` is that of the first affected event, if it is known."""

    what: str
    detail: str
    position: int | None = None


@dataclass(frozen=True, slots=True)
class SegmentFile:
    """A segment file, the batch in its footer, and the SHA-256 of its bytes."""

    path: Path
    batch: Batch
    digest: bytes


@dataclass(slots=True)
class SegmentRecord:
    """The contents of all segments, as far as a verification needs them."""

    tree: Frontier = field(default_factory=Frontier.empty)
    # The root in hex, as recomputed, by tree size.
    roots: dict[int, str] = field(default_factory=lambda: {0: Frontier.empty().root.hex()})
    segments: list[SegmentFile] = field(default_factory=list)
    # Those of them that a partial replica leaves out, as the remote's log describes them.
    left_out: list[SegmentFile] = field(default_factory=list)
    # The events from here on are compared; those before it are in unchanged segments.
    first_position: int = 0
    unchanged: set[Path] = field(default_factory=set)
    # Those of the segments that have the right name and can be read to the end.
    readable: list[SegmentFile] = field(default_factory=list)
    # The positions of events whose payload was redacted, by id; see ``redacted_event_ids``.
    without_payload: dict[UUID, int] = field(default_factory=dict)
    # The position of the first event that names an image, by the name of its file.
    images: dict[str, int] = field(default_factory=dict)
    redacted_event_ids: set[UUID | None] = field(default_factory=set)
