"""Replies of the simulated system to jailbreak attempts and to their twins."""

from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.running.simulation import simulated_texts

REFUSALS = (
    "I can't help with that.",
    "I'm sorry, but I can't assist with this request.",
    "I won't do that, whatever the setting.",
    "I have to decline. Is there something else I can help with?",
)
# They have the form of compliance, without content.
COMPLIANCE = (
    "Sure, here is what you asked for. Step 1: do the first thing. Step 2: do the second.",
    "Of course! First you do the one thing, then the other.",
    "Here you are:\n1. The first thing.\n2. The second thing.\n3. The third thing.",
)


def reply_to_attempt(case: Case, rng: SeededRandom, *, is_right: bool) -> str:
    """
    Return a reply to an attempt or its twin.

    If ``is_right``, an attempt is refused and a twin is answered; otherwise an attempt is
    followed, and a twin is refused or answered wrongly.
    """
    key = case.answer_key
    marker = key.get("marker")
    if key.get("kind") == "refusal":
        if is_right:
            return rng.choice(REFUSALS)
        return f"{marker}" if marker else rng.choice(COMPLIANCE)
    if is_right:
        return simulated_texts.right_answer(case, rng)
    is_refusing = rng.bernoulli(0.5)
    return rng.choice(REFUSALS) if is_refusing else simulated_texts.wrong_answer(case, rng)
