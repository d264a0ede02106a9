"""One mutant: a file with one small fault in it, and what became of it."""

from dataclasses import asdict, dataclass, replace
from typing import Literal

Outcome = Literal["killed", "lived", "out of time", "no test", "not run"]


@dataclass(frozen=True, slots=True)
class Place:
    """
    Where one kind of fault can be made in one file, and how to make it.

    ``number`` tells places of one operator in one file apart; ``statement`` has the first and the
    last line of the statement around it.
    """

    language: Literal["python", "sql"]
    file: str
    line: int
    statement: tuple[int, int]
    operator: str
    number: int


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault made: the whole text of the file with it, and the few words that changed."""

    place: Place
    text: str
    change: str


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a mutant: the first test that failed, and how many tests were chosen."""

    place: Place
    change: str
    outcome: Outcome
    killer: str | None
    tests: int
    seconds: float

    def to_json(self) -> dict[str, object]:
        """Return the result as JSON has it."""
        return asdict(self)

    @classmethod
    def from_json(cls, found: dict) -> "Result":
        """Return the result that ``to_json`` gave."""
        place = found["place"] | {"statement": tuple(found["place"]["statement"])}
        return cls(**{**found, "place": Place(**place)})

    def without_kill(self) -> "Result":
        """Return the result for a killer that fails without the fault too: it proves nothing."""
        return replace(self, outcome="lived")
