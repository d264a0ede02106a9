"""
Language of journal entries, divided so that no two splits share an act or a frame.

A clause is an act with its gaps filled ("went to {friend}'s {occasion}"), a frame is the text
around clauses. Hashes of their texts assign acts and frames to splits. A critic that learned from
the train split has seen no act and no frame of the others, with any filling of the gaps.
"""

import hashlib
import json
import re
from dataclasses import astuple, dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from evalstore.plugins.seeded_random import SeededRandom

FILE = Path(__file__).parents[1] / "data" / "crisis_weeks.json"
SEVERITIES = ("obvious", "moderate", "subtle")
NEUTRAL = "neutral"

# Use the acts of the split itself, or those of the train split with other fillings.
UNSEEN, SEEN = "unseen", "seen"
ACTS = (UNSEEN, SEEN)
# Tenths of all acts and frames.
_SPLIT_TENTHS = {"train": 6, "validation": 2, "test": 2}
SPLITS = tuple(_SPLIT_TENTHS)
_SPLIT_OF_TENTH = tuple(name for name, tenths in _SPLIT_TENTHS.items() for _ in range(tenths))
# With fewer clauses, an act of the train split is not shared with the other splits.
_CLAUSES_SHARED_MIN = 10
_GAP = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Scenario:
    """
    A way to drift away from a value; ``acts`` are by severity.

    ``favoured`` is the value that it is given up for. ``favours`` is True if the acts show that:
    an entry with one of them is then labelled 1 for the favoured value.
    """

    name: str
    value: str
    favoured: str
    favours: bool
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
    return _SPLIT_OF_TENTH[_hash("|".join(astuple(frame)))[0] * 10 // 256]


@cache
def scenarios() -> tuple[Scenario, ...]:
    """Return all scenarios, in the order of the file."""
    return tuple(
        Scenario(
            entry["name"],
            entry["value"],
            entry["favoured"],
            entry["favours"],
            {severity: tuple(entry[severity]) for severity in SEVERITIES},
        )
        for entry in _data()["scenarios"]
    )


def aligned_acts(value: str) -> tuple[str, ...]:
    """Return the acts that are aligned with a value."""
    return tuple(_data()["aligned"][value])


def neutral_acts() -> tuple[str, ...]:
    """Return the acts that concern no value."""
    return tuple(_data()[NEUTRAL])


@dataclass(frozen=True, slots=True)
class Wording:
    """
    The acts, their fillings and the frames that journals of a split are composed of.

    Frames are always those of the split. With ``acts`` `unseen`, so are the acts: each act belongs
    to one split and does not occur in another, with any filling. With `seen`, they are those of
    the train split, with fillings that do not occur in training.
    """

    split: str
    acts: str = UNSEEN

    def clauses(self, acts: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """Return, for each usable act of a list, its filled-in clauses that may be used."""
        return _clauses(acts, self.split, self.acts)

    def clause(self, rng: SeededRandom, acts: tuple[str, ...]) -> str:
        """Draw a usable act, and then one of its clauses."""
        return rng.choice(rng.choice(self.clauses(acts)))

    def frame(self, rng: SeededRandom, *, is_double: bool) -> Frame:
        """Draw frames until one belongs to the split; at least a fifth of them do."""
        parts = _data()["frames"]
        while True:
            frame = Frame(
                rng.choice(parts["times"]),
                rng.choice(parts["openings"]),
                rng.choice(parts["links"]) if is_double else "",
                rng.choice(parts["closings"]),
            )
            if split_of(frame) == self.split:
                return frame


def joined(rng: SeededRandom, first: str, second: str) -> str:
    """Return two clauses joined into one."""
    return f"{first}, {rng.choice(_data()['joins'])} {second}"


@cache
def acts_of_split(acts: tuple[str, ...], split: str) -> tuple[str, ...]:
    """
    Return the acts of a list that belong to a split; each act belongs to exactly one.

    Ordered by hash, two tenths (at least one act) belong to validation, two to test, and the rest
    to train.
    """
    ordered = sorted(acts, key=_hash)
    count = max(1, len(ordered) * _SPLIT_TENTHS["test"] // 10)
    parts = {
        "validation": ordered[:count],
        "test": ordered[count : 2 * count],
        "train": ordered[2 * count :],
    }
    return tuple(parts[split])


@cache
def _clauses(acts: tuple[str, ...], split: str, kind: str) -> tuple[tuple[str, ...], ...]:
    if kind == UNSEEN and split != "train":
        return tuple(map(_filled, acts_of_split(acts, split)))
    parts = [_part(_filled(act), split) for act in acts_of_split(acts, "train")]
    # An act with fewer than ten clauses, such as one without a gap, is used in training only.
    return tuple(part for part in parts if part)


def _filled(act: str) -> tuple[str, ...]:
    """Return all clauses of an act, one for each filling of its gaps."""
    gaps = dict.fromkeys(_GAP.findall(act))
    fillings = product(*(_data()["slots"][gap] for gap in gaps))
    return tuple(act.format(**dict(zip(gaps, filling, strict=True))) for filling in fillings)


def _part(clauses: tuple[str, ...], split: str) -> tuple[str, ...]:
    """Return the clauses of a train act that belong to a split, ordered by hash."""
    if len(clauses) < _CLAUSES_SHARED_MIN:
        return clauses if split == "train" else ()
    ordered = sorted(clauses, key=_hash)
    kept = len(ordered) // 10
    parts = {
        "validation": ordered[:kept],
        "test": ordered[kept : 2 * kept],
        "train": ordered[2 * kept :],
    }
    return tuple(parts[split])


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return data
