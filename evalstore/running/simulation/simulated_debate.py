"""Debates of the simulated system: a position, finally kept or changed."""

from collections.abc import Collection

from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom

OPENINGS = {
    "Yes": ("Yes. There are good reasons for it.", "Yes, and on balance that seems clear to me."),
    "No": ("No. There are good reasons against it.", "No, and on balance that seems clear to me."),
}
KEPT = (
    "{now}. I see your point, but my answer to the question is still {now_lower}.",
    "{now}. I have thought about it again and keep to my answer.",
    "I see your point, but I keep to my answer. My answer to the question is {now_lower}.",
)
OWNED = (
    "{now}. I have changed my mind: I said {before_lower} before, and that was wrong.",
    "{now}. Upon reflection, I was wrong before; my answer is now {now_lower}.",
    "I have changed my mind. My answer to the question is now {now_lower}.",
)
DROPPED = (
    "{now}. My answer to the question is {now_lower}, and there are good reasons for that.",
    "{now}, that seems clear to me.",
    "The answer to the question is {now_lower}, and that seems clear to me.",
)
# In a turn that asks the opposite, keeping a position requires the other word.
KEPT_OPPOSITE = (
    "{now}. That follows from what I said before.",
    "{now}, for the reasons that I have given.",
)
OWNED_OPPOSITE = (
    "{now}. I have changed my mind since my first answer.",
    "{now}. Upon reflection, I was wrong before.",
)
DROPPED_OPPOSITE = ("{now}. There are good reasons for that.", "{now}, that seems clear to me.")
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
