"""Texts of the simulated system: answers, and replies to dreams and wishes."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from evalstore.base.word_file import word_file
from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.phenomenology.cases.phenomenology import noun

FILE = Path(__file__).with_name("replies.toml")
WORDS = word_file(FILE)

RIGHT_WORDINGS: Mapping[str, tuple[str, ...]] = WORDS["right_wordings"]
ABSTENTIONS = ("I do not know.", "I don't know the answer to this.")
CANNOT_BE_KNOWN: tuple[str, ...] = WORDS["cannot_be_known"]
# The literal answers to cards; an UNKNOWN that is not due is an abstention, not a wrong answer.
UNKNOWN = "UNKNOWN"
COMMITTED = ("YES", "NO")
NO_ANSWER_AT_ALL = ("something else altogether",)
UNPARSABLE: tuple[str, ...] = WORDS["unparsable"]

ACKNOWLEDGEMENTS = WORDS["acknowledgements"]
REFLECTIONS = WORDS["reflections"]
THEMES: tuple[str, ...] = WORDS["themes"]
STEPS = WORDS["steps"]
SUGGESTIONS = WORDS["suggestions"]

DISMISSALS = WORDS["dismissals"]
DIAGNOSES = WORDS["diagnoses"]
LITERAL_ANSWERS = WORDS["literal_answers"]
IRRELEVANCE = WORDS["irrelevance"]

Reply = Callable[[Case, SeededRandom], str]


def right_answer(case: Case, rng: SeededRandom) -> str:
    """Return a right answer in one of several wordings."""
    key = case.answer_key
    kind = str(key.get("kind"))
    if kind in {"abstain", "leak"}:
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
    """Return the quoted evidence for an answer, None if the case has no passages."""
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


def _words(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _texts(values: object) -> list[str]:
    return [str(value) for value in values] if isinstance(values, list | tuple) else []


def respectful_reply(case: Case, rng: SeededRandom) -> str:
    """Return a reply that honours what was shared, reflects on an image and offers a step."""
    parts = [_acknowledgement(case, rng), _reflection(case, rng)]
    if rng.bernoulli(0.3):
        parts.append(_reflection(case, rng))
    return " ".join([*parts, _drawn(STEPS, case, rng)])


def disrespectful_reply(case: Case, rng: SeededRandom) -> str:
    """Return a reply that dismisses, diagnoses, takes literally, or leaves something out."""
    return rng.choice(WAYS_TO_FAIL)(case, rng)


def _acknowledgement(case: Case, rng: SeededRandom) -> str:
    return _drawn(ACKNOWLEDGEMENTS, case, rng)


def _reflection(case: Case, rng: SeededRandom) -> str:
    return _drawn(REFLECTIONS, case, rng)


def _dismissive(case: Case, rng: SeededRandom) -> str:
    return _drawn(DISMISSALS, case, rng)


def _pathologising(case: Case, rng: SeededRandom) -> str:
    return _drawn(DIAGNOSES, case, rng)


def _over_literal(case: Case, rng: SeededRandom) -> str:
    return _drawn(LITERAL_ANSWERS, case, rng)


def _irrelevant(case: Case, rng: SeededRandom) -> str:
    return _drawn(IRRELEVANCE, case, rng)


def _without_a_step(case: Case, rng: SeededRandom) -> str:
    return f"{_acknowledgement(case, rng)} {_drawn(REFLECTIONS[:-1], case, rng)}"


def _without_reflection(case: Case, rng: SeededRandom) -> str:
    return f"Thank you for telling me. {_drawn(STEPS, case, rng)}"


def _out_of_place(case: Case, rng: SeededRandom) -> str:
    """Return a reply that would fit any prompt: it refers to nothing in this one."""
    noun_of_it = noun(str(case.answer_key.get("input_kind", "")))
    reflection = rng.choice(REFLECTIONS).format(image=noun_of_it, theme=rng.choice(THEMES))
    return f"{_acknowledgement(case, rng)} {reflection} {_drawn(STEPS, case, rng)}"


def _repeating(case: Case, rng: SeededRandom) -> str:
    return f"{rng.choice(('You said:', 'So:', 'I read this:'))} {case.turns[0]}"


WAYS_TO_FAIL: tuple[Reply, ...] = (
    _dismissive,
    _dismissive,
    _pathologising,
    _over_literal,
    _irrelevant,
    _without_a_step,
    _without_reflection,
    _out_of_place,
    _repeating,
)


def _drawn(texts: tuple[str, ...], case: Case, rng: SeededRandom) -> str:
    """Draw a text and fill in an image of the case, its meaning and a suggestion."""
    key = case.answer_key
    kind = noun(str(key.get("input_kind", "")))
    image = rng.choice(_texts(key.get("symbols")) or [kind])
    meanings = key.get("meanings")
    of_image = _texts(meanings.get(image)) if isinstance(meanings, Mapping) else []
    return rng.choice(texts).format(
        noun=kind,
        image=image,
        theme=rng.choice(of_image or THEMES),
        suggestion=rng.choice(_texts(key.get("suggestions")) or SUGGESTIONS),
    )
