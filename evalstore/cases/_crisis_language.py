"""
Language of journal entries, partitioned so that no two splits share a sentence.

A clause is an act with its gaps filled ("went to {friend}'s {occasion}"), a frame is the text
around clauses. Which split may use a clause or a frame is decided by a hash of its text: the
splits share the words of the language and not one filled-in clause and not one frame.
"""

import hashlib
import json
import re
from dataclasses import astuple, dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from evalstore.types.seeded_random import SeededRandom

FILE = Path(__file__).parent / "data" / "crisis_weeks.json"
SEVERITIES = ("obvious", "moderate", "subtle")
NEUTRAL = "neutral"

# Tenths of all phrasings.
_SPLIT_TENTHS = {"train": 6, "validation": 2, "test": 2}
SPLITS = tuple(_SPLIT_TENTHS)
_SPLIT_OF_TENTH = tuple(name for name, tenths in _SPLIT_TENTHS.items() for _ in range(tenths))
_EXCLUSIVE_TENTHS = 3
_GAP = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Scenario:
    """A way to drift away from a value; ``acts`` are by severity."""

    name: str
    value: str
    acts: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Frame:
    """The text around one clause, or around two if there is a ``link``."""

    time: str
    opening: str
    link: str
    closing: str

    def around(self, *clauses: str) -> str:
        """Return the entry with one clause, or with two."""
        first, *second = clauses
        parts = [self.time, f"{self.opening} {first}."]
        parts += [f"{self.link} {clause}." for clause in second]
        return " ".join(part for part in (*parts, self.closing) if part)


def split_of(frame: Frame) -> str:
    """Return the one split that may use this frame."""
    return _split_of_text("|".join(astuple(frame)))


@cache
def scenarios() -> tuple[Scenario, ...]:
    """Return all scenarios, in the order of the file."""
    return tuple(
        Scenario(
            entry["name"],
            entry["value"],
            {severity: tuple(entry[severity]) for severity in SEVERITIES},
        )
        for entry in _data()["scenarios"]
    )


def aligned_acts(value: str) -> tuple[str, ...]:
    """Return the acts that keep to a value."""
    return tuple(_data()["aligned"][value])


def neutral_acts() -> tuple[str, ...]:
    """Return the acts that speak of no value."""
    return tuple(_data()[NEUTRAL])


@cache
def clauses_of_split(acts: tuple[str, ...], split: str) -> tuple[tuple[str, ...], ...]:
    """
    Return, act by act, the filled-in clauses that a split may use.

    Three acts in ten belong to one split alone, so that each split says some things in a way
    that the others never do. The other acts are shared: of their clauses a split has its tenths.
    An act with fewer clauses than tenths cannot be shared, and belongs to one split by its hash.
    """
    ordered = sorted(acts, key=_hash)
    single = [act for act in ordered if len(_filled(act)) < len(_SPLIT_OF_TENTH)]
    ordered = [act for act in ordered if act not in single]
    exclusive_count = len(ordered) * _EXCLUSIVE_TENTHS // 10
    # Rounding does not always disadvantage the same split.
    turn = _hash("".join(ordered))[0] + SPLITS.index(split)
    own = ordered[:exclusive_count][turn % len(SPLITS) :: len(SPLITS)]
    own += [act for act in single if _split_of_text(act) == split]
    shared = ordered[exclusive_count:]
    return (*map(_filled, own), *(_part(_filled(act), split) for act in shared))


def drawn_clause(rng: SeededRandom, acts: tuple[str, ...], split: str) -> str:
    """Draw one of the acts that the split may use, and then one of its clauses."""
    return rng.choice(rng.choice(clauses_of_split(acts, split)))


def drawn_frame(rng: SeededRandom, split: str, *, is_double: bool) -> Frame:
    """Draw frames until one is of the split; a fifth of them at least is."""
    parts = _data()["frames"]
    while True:
        frame = Frame(
            rng.choice(parts["times"]),
            rng.choice(parts["openings"]),
            rng.choice(parts["links"]) if is_double else "",
            rng.choice(parts["closings"]),
        )
        if split_of(frame) == split:
            return frame


def _split_of_text(text: str) -> str:
    return _SPLIT_OF_TENTH[_hash(text)[0] * 10 // 256]


def _filled(act: str) -> tuple[str, ...]:
    """Return every clause that an act's gaps allow."""
    gaps = dict.fromkeys(_GAP.findall(act))
    fillings = product(*(_data()["slots"][gap] for gap in gaps))
    return tuple(act.format(**dict(zip(gaps, filling, strict=True))) for filling in fillings)


def _part(clauses: tuple[str, ...], split: str) -> tuple[str, ...]:
    """Return a split's tenths of these clauses, in the order of their hashes."""
    ordered = sorted(clauses, key=_hash)
    first = _SPLIT_OF_TENTH.index(split)
    last = first + _SPLIT_TENTHS[split]
    return tuple(ordered[first * len(ordered) // 10 : last * len(ordered) // 10])


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return data
