"""Metadata of one batch: the footer of its segment and its row of log.batches."""

import json
from dataclasses import asdict, dataclass, field
from datetime import datetime

from evalstore.store.log.field_types import checked
from evalstore.store.log.format_mark import refuse_newer
from evalstore.store.log.merkle import Frontier

FORMAT_VERSION = 1
# A batch of more runs does not list them; they are then read from the segment.
RUNS_LISTED_MAX = 1000


@dataclass(frozen=True, slots=True)
class Batch:
    """
    The events that one fold added; ``recorded_at`` is UTC, hashes are hex.

    ``runs`` are those of its events, None if they are too many to list, or if the version that
    made the segment did not list them.
    """

    batch_id: int
    first_position: int
    event_count: int
    counts: dict[str, int]
    root: str
    frontier: str
    sources: list[dict[str, object]]
    tool_version: str
    recorded_at: str
    format_version: int = field(default=FORMAT_VERSION)
    runs: list[str] | None = None

    @property
    def tree_size(self) -> int:
        """Return the size of the log after this batch."""
        return self.first_position + self.event_count

    @property
    def segment(self) -> str:
        """Return the name of the segment file."""
        return f"{self.first_position:012d}-{self.tree_size - 1:012d}.parquet"

    @property
    def tree(self) -> Frontier:
        """Return the Merkle tree's frontier after this batch."""
        return Frontier(self.tree_size, bytes.fromhex(self.frontier))

    def to_json(self) -> str:
        """Return the footer's text."""
        return json.dumps(asdict(self), sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "Batch":
        """
        Read a footer's text.

        Raises ValueError or TypeError if it is invalid, NewerFormatError if its format is newer.
        """
        fields = json.loads(text)
        if not isinstance(fields, dict):
            raise TypeError("its footer is not a JSON object")
        version = fields.get("format_version")
        refuse_newer("a segment", version, FORMAT_VERSION, fields.get("tool_version"))
        if version != FORMAT_VERSION:
            raise ValueError(f"its format is {version!r}, expected {FORMAT_VERSION}")
        batch = checked(cls(**fields))
        if batch.event_count < 1 or batch.first_position < 0:
            raise ValueError(
                f"its footer states {batch.event_count} events from position "
                f"{batch.first_position} on, expected at least 1 event from position 0"
            )
        batch.tree.extended(b"")
        if batch.tree.root.hex() != batch.root:
            raise ValueError("the root in its footer does not match the frontier there")
        datetime.fromisoformat(batch.recorded_at)
        return batch

    def row(self, segment_sha256: bytes) -> dict[str, object]:
        """Return the row of log.batches."""
        return {
            "batch_id": self.batch_id,
            "first_position": self.first_position,
            "last_position": self.tree_size - 1,
            "event_count": self.event_count,
            "counts": json.dumps(self.counts, sort_keys=True),
            "segment": self.segment,
            "segment_sha256": segment_sha256,
            "tree_size": self.tree_size,
            "root": bytes.fromhex(self.root),
            "frontier": bytes.fromhex(self.frontier),
            "sources": json.dumps(self.sources, sort_keys=True),
            "tool_version": self.tool_version,
            "recorded_at": datetime.fromisoformat(self.recorded_at),
        }
