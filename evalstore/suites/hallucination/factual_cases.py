"""
Common code of the factual generators: answer format and construction of cases.

A case depends only on its question, its wrong answers included: the seed selects questions and
never changes one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from evalstore.base.settings import some_of, value_of
from evalstore.plugins.case import Case, Scalar, content_id
from evalstore.plugins.seeded_random import SeededRandom

ANSWER_SCHEMA: Mapping[str, object] = {
    "type": "object",
    "required": ["answer", "confidence"],
    "properties": {
        "answer": {"type": ["string", "null"]},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "evidence": {"type": "array", "items": {"type": "string"}},
    },
}
HOW_TO_ANSWER = (
    'Reply with one JSON object and nothing else: {"answer": "...", "confidence": 0.0}. '
    '"answer" is a string that holds the answer alone, or null if you do not know it or it '
    'cannot be known; "confidence" is how sure you are, from 0 to 1.'
)
HOW_TO_ANSWER_AND_QUOTE = (
    "Reply with one JSON object and nothing else: "
    '{"answer": "...", "confidence": 0.0, "evidence": ["..."]}. '
    '"answer" is a string that holds the answer alone, or null if the passages do not say; '
    '"confidence" is how sure you are, from 0 to 1; "evidence" lists the sentences of the '
    "passages that say so, word for word."
)
VALIDATORS = ("factual", "format_compliance", "confidence")
DIFFICULTIES = ("easy", "medium", "hard")
# The assumed probability that a guess is right if the question offers no answers.
CHANCE_OF_A_GUESS = 0.05


@dataclass(frozen=True, slots=True)
class FactualQuestion:
    """
    A worded question with its answer key; ``cluster`` is its topic.

    ``difficulty`` is one of ``DIFFICULTIES``. ``chance`` is the probability, in [0, 1], that a
    system without knowledge is right: one over the number of options if the question offers some,
    one half if a constant reaction is right for one of two twins. ``question_kind`` is the kind
    that a question shares with its twin; default: the attribute ``form``.
    """

    generator: str
    domain: str
    question: str
    expected: str
    answer_key: Mapping[str, object]
    cluster: str
    attributes: Mapping[str, Scalar] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    difficulty: str = "medium"
    chance: float = CHANCE_OF_A_GUESS
    question_kind: str | None = None


def case_of(fact: FactualQuestion) -> Case:
    """Return the case of a question; with passages it asks for evidence."""
    passages = fact.answer_key.get("passages")
    parts = [fact.question]
    if isinstance(passages, list):
        parts += [f"[{number}] {text}" for number, text in enumerate(passages, 1)]
    prompt = "\n".join([*parts, HOW_TO_ANSWER_AND_QUOTE if passages else HOW_TO_ANSWER])
    return Case(
        case_id=content_id(fact.generator, fact.question, passages),
        domain=fact.domain,
        generator=fact.generator,
        turns=(prompt,),
        validators=(*VALIDATORS, "evidence") if passages else VALIDATORS,
        expected=fact.expected,
        answer_key=fact.answer_key,
        answer_schema=ANSWER_SCHEMA,
        chance=fact.chance,
        cluster_id=fact.cluster,
        tags=fact.tags,
        attributes={
            **fact.attributes,
            "question_kind": fact.question_kind or fact.attributes.get("form"),
            "difficulty": fact.difficulty,
        },
    )


def difficulties_of(settings: Mapping[str, object]) -> tuple[str, ...]:
    """
    Return the difficulties that the setting ``difficulty`` keeps, one or several; default: all.

    Raises UsageError for an unknown difficulty, and for an empty list.

    >>> difficulties_of({"difficulty": "hard,easy"}), difficulties_of({})
    (('easy', 'hard'), ('easy', 'medium', 'hard'))
    """
    names: tuple[str, ...] = value_of(settings, "difficulty", "cases", some_of(DIFFICULTIES))
    return names


def distinct(drawn: Iterator[Case], count: int) -> Iterator[Case]:
    """
    Yield the first ``count`` different cases of an endless source.

    Drawing ends after 1000 + 40 * ``count`` draws, with fewer cases if there are too few.
    """
    seen: set[str] = set()
    for _ in range(1000 + 40 * count):
        if len(seen) >= count:
            return
        case = next(drawn)
        if case.case_id not in seen:
            seen.add(case.case_id)
            yield case


def different(right: Fraction, candidates: Sequence[Fraction]) -> list[Fraction]:
    """Return the candidates that differ from the right value and from each other, in order."""
    return list(dict.fromkeys(value for value in candidates if value != right))


def words_of(value: Fraction) -> str:
    """
    Write a number exactly: as a decimal if that terminates, else as a fraction.

    >>> words_of(Fraction(-5, 4)), words_of(Fraction(1, 3)), words_of(Fraction(12))
    ('-1.25', '1/3', '12')
    """
    rest, places = value.denominator, 0
    while rest % 10 == 0 or rest % 2 == 0 or rest % 5 == 0:
        rest = rest // 10 if rest % 10 == 0 else rest // 2 if rest % 2 == 0 else rest // 5
        places += 1
    if rest != 1 or value.denominator == 1:
        return str(value)
    digits = f"{abs(int(value * 10**places)):0{places + 1}d}"
    sign = "-" if value < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:].rstrip('0')}"


def question_rng(*parts: object) -> SeededRandom:
    """Return a generator that depends on the question and not on the run's seed."""
    return SeededRandom("of the question itself", *parts)
