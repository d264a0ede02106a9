"""What a verification finds wrong."""

from dataclasses import dataclass

# Of many altered events the first few are named: they say where to look.
POSITIONS_SHOWN_MAX = 10


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not hold; ``position`` is the first event concerned, where known."""

    what: str
    detail: str
    position: int | None = None
