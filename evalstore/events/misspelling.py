"""Unknown fields of a payload that are probably misspelt known ones."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache, lru_cache

from evalstore.events import schemas
from evalstore.events.parsing import shortened

# Shorter names are too similar: `text` and `test` may both be meant.
NAME_LENGTH_MIN = 5


@dataclass(slots=True)
class Misspelling:
    """
    A field that is unknown in payloads of its kind, one edit from a known one.

    ``location`` is the first place with the field, ``count`` the number of events that have it.
    """

    location: str
    kind: str
    field: str
    meant: str
    count: int = 1

    def __str__(self) -> str:
        more = f", and in {self.count - 1} more" if self.count > 1 else ""
        return (
            f"{self.location}{more}: found payload.{shortened(self.field)[1:-1]}, which is not a "
            f"field of {self.kind}; did you mean {self.meant}?"
        )

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``ingest --json`` prints."""
        fields = asdict(self)
        return {"locus": fields.pop("location"), **fields}


@cache
def known_fields(kind: str) -> frozenset[str]:
    """Return the fields that the schema of a kind defines."""
    return frozenset(schemas.schema(kind)["properties"])


@lru_cache(maxsize=4096)
def meant(kind: str, name: str) -> str | None:
    """
    Return the known field of a kind that is one edit from an unknown one, else None.

    >>> meant("response_recorded", "confidense"), meant("response_recorded", "latnecy_ms")
    ('confidence', 'latency_ms')
    >>> meant("response_recorded", "confidence"), meant("response_recorded", "note")
    (None, None)
    """
    fields = known_fields(kind)
    return None if name in fields else nearest(name, sorted(fields - schemas.WRITTEN_FIELDS))


def nearest(name: str, names: Iterable[str]) -> str | None:
    """Return the first of ``names``, of 5 letters or more, that is one edit from ``name``."""
    for candidate in names:
        if len(candidate) >= NAME_LENGTH_MIN and is_one_edit(name, candidate):
            return candidate
    return None


def is_one_edit(name: str, other: str) -> bool:
    """
    Return True if the names differ by one letter (added, removed, replaced) or one swapped pair.

    >>> is_one_edit("scores", "score"), is_one_edit("socre", "score"), is_one_edit("a", "a")
    (True, True, False)
    """
    if abs(len(name) - len(other)) > 1:
        return False
    shorter = min(len(name), len(other))
    start = 0
    while start < shorter and name[start] == other[start]:
        start += 1
    end = 0
    while end < shorter - start and name[-1 - end] == other[-1 - end]:
        end += 1
    left, right = name[start : len(name) - end], other[start : len(other) - end]
    if max(len(left), len(right)) == 1:
        return True
    return len(left) == len(right) == 2 and left == right[::-1]  # noqa: PLR2004 a pair
