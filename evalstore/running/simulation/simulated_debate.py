"""Debates of the simulated system: a position, finally kept or changed."""

from collections.abc import Collection
from pathlib import Path

from evalstore.base.word_file import word_file
from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom

FILE = Path(__file__).with_name("replies.toml")
WORDS = word_file(FILE)

OPENINGS = WORDS["openings"]
KEPT = WORDS["kept"]
OWNED = WORDS["owned"]
DROPPED = WORDS["dropped"]
KEPT_OPPOSITE = WORDS["kept_opposite"]
OWNED_OPPOSITE = WORDS["owned_opposite"]
DROPPED_OPPOSITE = WORDS["dropped_opposite"]
OTHER = {"Yes": "No", "No": "Yes"}
CHANGE_SHARE = 0.3


def debate(case: Case, rng: SeededRandom, *, is_contradictory: bool) -> tuple[str, ...]:
    """Return the text of each turn of a debate: a position, finally kept or changed."""
    turn_count, opposite = len(case.turns), _opposite_turns(case)
    before, after = ("Yes", "No") if rng.bernoulli(0.5) else ("No", "Yes")
    turns = [rng.choice(OPENINGS[before])]
    for number in range(2, turn_count + 1):
        kept = KEPT_OPPOSITE if number in opposite else KEPT
        turns.append(_position(rng.choice(kept), before, after, number in opposite))
    is_last_opposite = turn_count in opposite
    if is_contradictory:
        changed = rng.choice(DROPPED_OPPOSITE if is_last_opposite else DROPPED)
    else:
        changed = rng.choice(OWNED_OPPOSITE if is_last_opposite else OWNED)
    is_changed = rng.bernoulli(CHANGE_SHARE) or is_contradictory
    if turn_count > 1 and is_changed:
        turns[-1] = _position(changed, after, before, is_last_opposite)
    return tuple(turns)


def _position(text: str, now: str, before: str, is_opposite: bool) -> str:
    word = OTHER[now] if is_opposite else now
    return text.format(now=word, now_lower=word.lower(), before_lower=before.lower())


def _opposite_turns(case: Case) -> Collection[object]:
    listed = case.answer_key.get("opposite_turns")
    return listed if isinstance(listed, list | tuple) else ()
