"""What the simulated system says: right and wrong answers, and positions kept or dropped."""

import json
from collections.abc import Mapping

from evalstore.types.case import Case
from evalstore.types.seeded_random import SeededRandom

RIGHT_WORDINGS: Mapping[str, tuple[str, ...]] = {
    "number": ("{}", "{}", "The answer is {}."),
    "date": ("{}", "{}", "The answer is {}."),
    "name": ("{}", "{}", "The answer is {}."),
}
ABSTENTIONS = ("I do not know.", "I don't know the answer to this.")
CANNOT_BE_KNOWN = (
    "This cannot be known.",
    "This cannot be known from what is given.",
    "It cannot be known: nothing that is given decides it.",
)
# A card's answer in so many words; UNKNOWN where it is not due is an abstention, no wrong answer.
UNKNOWN = "UNKNOWN"
COMMITTED = ("YES", "NO")
NO_ANSWER_AT_ALL = ("something else altogether",)
UNPARSABLE = (
    "Let me think about this step by step.",
    "{",
    "As far as I can see, there is more than one way to look at it.",
)

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


def right_answer(case: Case, rng: SeededRandom) -> str:
    """Return a right answer in one of several wordings."""
    key = case.answer_key
    kind = str(key.get("kind"))
    if kind == "abstain":
        return rng.choice(CANNOT_BE_KNOWN)
    aliases = _texts(key.get("aliases")) if kind == "name" else []
    written = rng.choice([_words(case.expected), *aliases])
    return rng.choice(RIGHT_WORDINGS.get(kind, ("{}",))).format(written)


def wrong_answer(case: Case, rng: SeededRandom) -> str:
    """Return one of the case's wrong answers in one of several wordings."""
    if case.answer_key.get("kind") == "epistemic":
        return rng.choice([word for word in COMMITTED if word != case.expected])
    wrong = _texts(case.answer_key.get("wrong")) or list(NO_ANSWER_AT_ALL)
    wordings = RIGHT_WORDINGS.get(str(case.answer_key.get("kind")), ("{}",))
    return rng.choice(wordings).format(rng.choice(wrong))


def evidence(case: Case, *, is_right: bool, is_abstaining: bool) -> list[str] | None:
    """Return the sentences that an answer is said to rest on, where passages are given."""
    passages = _texts(case.answer_key.get("passages"))
    if not passages:
        return None
    telling = _texts(case.answer_key.get("evidence"))
    if is_right:
        return telling
    if is_abstaining:
        return []
    return [passage for passage in passages if passage not in telling][:1]


def reply_text(answer: str | None, confidence: float, quoted: list[str] | None) -> str:
    """Return the JSON text of an answer."""
    fields: dict[str, object] = {"answer": answer, "confidence": confidence}
    if quoted is not None:
        fields["evidence"] = quoted
    return json.dumps(fields, ensure_ascii=False)


def debate(turn_count: int, rng: SeededRandom, *, is_contradictory: bool) -> tuple[str, ...]:
    """Return what is said in each turn: a position, and in the end the same one or another."""
    before, after = ("Yes", "No") if rng.bernoulli(0.5) else ("No", "Yes")
    said = [rng.choice(OPENINGS[before])]
    said += [_position(rng.choice(KEPT), before, after) for _ in range(turn_count - 1)]
    changed = rng.choice(DROPPED if is_contradictory else OWNED)
    is_changed = rng.bernoulli(0.3) or is_contradictory
    if turn_count > 1 and is_changed:
        said[-1] = _position(changed, after, before)
    return tuple(said)


def _position(text: str, now: str, before: str) -> str:
    return text.format(now=now, now_lower=now.lower(), before_lower=before.lower())


def _words(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _texts(values: object) -> list[str]:
    return [str(value) for value in values] if isinstance(values, list | tuple) else []
