"""Unknown fields of a payload that are probably a known one, misspelt."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache, lru_cache

from evalstore.events import schemas
from evalstore.events.parsing import shortened

# Shorter names are too near to each other: `text` and `test` may both be meant.
NAME_LENGTH_MIN = 5


@dataclass(slots=True)
class Misspelling:
    """
    A field that no payload of this kind has, one edit from one that it has.

    ``location`` is where it was found first, ``count`` how many events have it.
    """

    location: str
    kind: str
    field: str
    meant: str
    count: int = 1

    def __str__(self) -> str:
        more = f", and in {self.count - 1} more" if self.count > 1 else ""
        return (
            f"{self.location}{more}: found payload.{shortened(self.field)[1:-1]}, which no "
            f"{self.kind} has; {self.meant} is probably meant"
        )

    def to_dict(self) -> dict[str, object]:
        """Return what ``ingest --json`` prints of it."""
        found = asdict(self)
        return {"locus": found.pop("location"), **found}


@cache
def known_fields(kind: str) -> frozenset[str]:
    """Return the names that the payload of a kind may have with a meaning."""
    return frozenset(schemas.schema(kind)["properties"])


@lru_cache(maxsize=4096)
def meant(kind: str, name: str) -> str | None:
    """
    Return the known field that an unknown one of a kind is one edit from, if any.

    >>> meant("response_recorded", "confidense"), meant("response_recorded", "latnecy_ms")
    ('confidence', 'latency_ms')
    >>> meant("response_recorded", "confidence"), meant("response_recorded", "note")
    (None, None)
    """
    known = known_fields(kind)
    return None if name in known else nearest(name, sorted(known - schemas.WRITTEN_FIELDS))


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the first of these names, of five letters or more, that is one edit from a name."""
    for candidate in known:
        if len(candidate) >= NAME_LENGTH_MIN and is_one_edit(name, candidate):
            return candidate
    return None


def is_one_edit(one: str, other: str) -> bool:
    """
    Say whether one letter more, less or another, or two neighbours swapped, is the difference.

    >>> is_one_edit("scores", "score"), is_one_edit("socre", "score"), is_one_edit("a", "a")
    (True, True, False)
    """
    if abs(len(one) - len(other)) > 1:
        return False
    shorter = min(len(one), len(other))
    start = 0
    while start < shorter and one[start] == other[start]:
        start += 1
    end = 0
    while end < shorter - start and one[-1 - end] == other[-1 - end]:
        end += 1
    left, right = one[start : len(one) - end], other[start : len(other) - end]
    if max(len(left), len(right)) == 1:
        return True
    return len(left) == len(right) == 2 and left == right[::-1]  # noqa: PLR2004 a pair
