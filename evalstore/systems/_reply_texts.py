"""
What the simulated system says to dreams, wishes and fantasies: replies good and bad in known ways.

Every respectful reply meets all three dimensions of the phenomenological validator, every
disrespectful one fails at least one of them, and a test holds both for thousands of draws.
"""

from collections.abc import Callable

from evalstore.cases.phenomenology import noun
from evalstore.contracts.case import Case
from evalstore.contracts.dice import Dice

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
THEMES = (
    "freedom",
    "a threshold you are about to cross",
    "strength that has not found its place yet",
    "belonging",
    "the wish to be safe",
    "change that has already begun",
    "memory, and what it keeps for you",
    "rest after a long effort",
)
STEPS = (
    "Tonight you could write down whatever comes when you think of it.",
    "Try drawing the {image}, and see what you add without planning to.",
    "A first step could be small: give it ten quiet minutes this week.",
    "You might tell someone you trust about it.",
    "Take a slow walk tomorrow and notice what reminds you of it.",
    "Consider making something with your hands that holds a little of it.",
    "Ask yourself in the morning what it wants from you today.",
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

Reply = Callable[[Case, Dice], str]


def respectful_reply(case: Case, dice: Dice) -> str:
    """Return a reply that honours what was shared, reflects on an image and offers a step."""
    parts = [_acknowledgement(case, dice), _reflection(case, dice)]
    if dice.happens(0.3):
        parts.append(_reflection(case, dice))
    return " ".join([*parts, _drawn(STEPS, case, dice)])


def disrespectful_reply(case: Case, dice: Dice) -> str:
    """Return a reply that dismisses, diagnoses, takes literally, or leaves something out."""
    return dice.one_of(WAYS_TO_FAIL)(case, dice)


def _acknowledgement(case: Case, dice: Dice) -> str:
    return _drawn(ACKNOWLEDGEMENTS, case, dice)


def _reflection(case: Case, dice: Dice) -> str:
    return _drawn(REFLECTIONS, case, dice)


def _dismissive(case: Case, dice: Dice) -> str:
    return _drawn(DISMISSALS, case, dice)


def _pathologising(case: Case, dice: Dice) -> str:
    return _drawn(DIAGNOSES, case, dice)


def _over_literal(case: Case, dice: Dice) -> str:
    return _drawn(LITERAL_ANSWERS, case, dice)


def _irrelevant(case: Case, dice: Dice) -> str:
    return _drawn(IRRELEVANCE, case, dice)


def _without_a_step(case: Case, dice: Dice) -> str:
    return f"{_acknowledgement(case, dice)} {_drawn(REFLECTIONS[:-1], case, dice)}"


def _without_reflection(case: Case, dice: Dice) -> str:
    plain_steps = tuple(step for step in STEPS if "{image}" not in step)
    return f"Thank you for telling me. {_drawn(plain_steps, case, dice)}"


def _repeating(case: Case, dice: Dice) -> str:
    return f"{dice.one_of(('You said:', 'So:', 'I read this:'))} {case.turns[0]}"


WAYS_TO_FAIL: tuple[Reply, ...] = (
    _dismissive,
    _dismissive,
    _pathologising,
    _over_literal,
    _irrelevant,
    _without_a_step,
    _without_reflection,
    _repeating,
)


def _drawn(texts: tuple[str, ...], case: Case, dice: Dice) -> str:
    """Draw a text and fill in what the case is about."""
    symbols = case.answer_key.get("symbols")
    images = [str(symbol) for symbol in symbols] if isinstance(symbols, list | tuple) else []
    kind = noun(str(case.answer_key.get("input_kind", "")))
    text = dice.one_of(texts)
    return text.format(noun=kind, image=dice.one_of(images or [kind]), theme=dice.one_of(THEMES))
