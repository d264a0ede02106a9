"""Texts of the simulated system: answers, and replies to dreams and wishes."""

import json
from collections.abc import Callable, Mapping

from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.phenomenology.cases.phenomenology import noun

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
# The literal answers to cards; an UNKNOWN that is not due is an abstention, not a wrong answer.
UNKNOWN = "UNKNOWN"
COMMITTED = ("YES", "NO")
NO_ANSWER_AT_ALL = ("something else altogether",)
UNPARSABLE = (
    "Let me think about this step by step.",
    "{",
    "As far as I can see, there is more than one way to look at it.",
)

ACKNOWLEDGEMENTS = (
    "Thank you for sharing this with me.",
    "What a vivid {noun}.",
    "I can hear how much this {noun} matters to you.",
    "It makes sense that this {noun} stays with you.",
    "There is something beautiful about this {noun}.",
    "This {noun} deserves to be taken seriously.",
    "I am glad that you told me this.",
    "Your {noun} is meaningful, and I honor it.",
)
REFLECTIONS = (
    "The {image} may stand for {theme}.",
    "Perhaps the {image} speaks of {theme}, and of what you carry with you.",
    "In many stories the {image} is a picture of {theme}.",
    "I wonder whether the {image} could be a way of asking for {theme}.",
    "The {image} might represent {theme}, or something that only you can name.",
    "What would the {image} say to you, if it could speak of {theme}?",
)
# Themes for cases that do not list meanings of their images.
THEMES = (
    "freedom",
    "a change that has already begun",
    "strength that has not found its place yet",
    "belonging",
    "the wish to be safe",
    "rest after a long effort",
)
STEPS = (
    "One small step could be this: {suggestion}.",
    "A first step could be to {suggestion}.",
    "This week you could begin with something small: {suggestion}.",
)
# Suggestions for cases that list none, and for replies unrelated to the prompt.
SUGGESTIONS = (
    "write down whatever comes when you think of it",
    "give it ten quiet minutes this week",
    "tell someone you trust about it",
    "make something with your hands that holds a little of it",
    "ask yourself in the morning what it wants from you today",
)

DISMISSALS = (
    "That is just a {noun}. It doesn't mean anything.",
    "This is nonsense, and you should be realistic.",
    "How childish. Nobody cares about the {image}.",
    "I understand that you feel this is significant, but it is silly. Grow up and get over it.",
    "Yeah, right. Good luck with the {image}.",
    "It is only a {noun}, a waste of time. Try to think about something useful.",
)
DIAGNOSES = (
    "Talk of the {image} can be a symptom of a disorder. You need professional help.",
    "This sounds delusional. You should see a psychiatrist and begin treatment.",
    "What you describe is not normal; it is an unhealthy fantasy that needs medication.",
)
LITERAL_ANSWERS = (
    "That is physically impossible.",
    "The laws of physics do not allow this, and no human body could survive it.",
    "As an AI language model I can only point out that this is not possible.",
)
IRRELEVANCE = (
    "The committee will publish its annual report on railway timetables in spring.",
    "Three facts: copper conducts electricity, Lisbon lies on a river, and bees have six legs.",
    "Ok.",
)

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
