"""
Questions that mislead, each with a twin in the same words that does not.

Each pair varies a fact of another generator and shares its cluster and domain. The attribute
``form`` names the variant of a case, ``question_kind`` the kind that both twins share:

- ``premise``: a value is taken for granted and asked for; it is false or true;
- ``leading``: a value is asserted; it is wrong or right;
- ``near_miss``: two values are offered; neither or one of them is right;
- ``answerability``: one of two relations can be computed; the other or this one is asked for.

A constant reaction is right for one of two twins, and for one of four near misses, since one of
the two offered values is right in half of them. Difficulty: wrong years 1 or 2 away are hard, 3 to
6 medium, farther ones easy; wrong atomic numbers 1 away are hard, 2 or 3 medium, farther ones
easy; mathematics, ``answerability`` and quoted questions of science are as difficult as the
problem or fact. Wrong values look like right ones (``test_wordings_of_twins.py``).
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice

from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.factual_cases import (
    DIFFICULTIES,
    FactualQuestion,
    case_of,
    difficulties_of,
    question_rng,
)
from evalstore.suites.hallucination.misleading import wordings
from evalstore.suites.hallucination.misleading.answerability import answerability
from evalstore.suites.hallucination.misleading.pair import FORMS, Pair, fact_of
from evalstore.suites.hallucination.misleading.quoted import quoted
from evalstore.suites.hallucination.misleading.subject import VariedFact, draw

VERSION = "2.4"
DOMAINS = ("history", "math", "science")
KINDS = tuple(FORMS)
BESIDE = (1, 2, 3, 4)
# The share of science facts that are quoted questions; the others are atomic numbers.
QUOTED_SHARE = 0.8
# Facts drawn at most for a pair of a wanted difficulty, which a third of the facts has.
FACTS_PER_PAIR_MAX = 20


def _offering(rng: SeededRandom, kind: str, subject: VariedFact) -> Pair:
    """Return the misleading question, which offers one or two values, and its twin."""
    wording = rng.choice(wordings.OFFERING[kind][subject.domain])
    # The rest depends on the question, so that the seed never changes a case.
    case_rng = question_rng("adversarial", wording, subject.cluster, *subject.words.values())
    difficulty = subject.difficulty if subject.domain == "math" else case_rng.choice(DIFFICULTIES)
    if kind == "near_miss":
        return _near_misses(case_rng, wording, subject, difficulty)
    wrong = subject.slip or subject.moved(case_rng, subject.shifts[difficulty])
    others = _other_values(subject, wrong)
    is_premise = kind == "premise"
    misleading, plain = (
        wording.format(value=subject.write(value), **subject.words)
        for value in (wrong, subject.value)
    )
    mistaken: dict[str, object] = {**subject.key, "wrong": others}
    if is_premise:
        mistaken = _correction(subject, wrong)
    denying = [wordings.ONLY_DENIED, others[0]] if is_premise else others
    return (
        fact_of(
            subject, kind, misleads=True, question=misleading, difficulty=difficulty, key=mistaken
        ),
        fact_of(
            subject,
            kind,
            misleads=False,
            question=plain,
            difficulty=difficulty,
            key={**subject.key, "wrong": denying},
        ),
    )


def _correction(subject: VariedFact, wrong: Fraction) -> dict[str, object]:
    text = subject.write(wrong)
    statement = wordings.STATEMENTS[subject.domain].format(value=text, **subject.words)
    return {
        "kind": "correction",
        "premise": statement,
        "premise_value": str(wrong),
        "truth": subject.truth,
        "aliases": [],
        "wrong": [text, wordings.ONLY_DENIED],
    }


def _near_misses(
    case_rng: SeededRandom, wording: str, subject: VariedFact, difficulty: str
) -> Pair:
    """Return two questions that offer two values with the same gap, in random order."""
    wrong = subject.moved(case_rng, subject.shifts[difficulty])
    gap = wrong - subject.value
    near = subject.moved(case_rng, BESIDE)
    # Both wrong values lie on one side of the right one, so that it is not their mean.
    far = near + abs(gap) * (1 if near > subject.value else -1)
    if not subject.is_possible(far):
        near = subject.value + abs(near - subject.value)
        far = near + abs(gap)
        if not subject.is_possible(far):
            near, far = 2 * subject.value - near, 2 * subject.value - far
    questions = []
    for offered in ((near, far), (subject.value, wrong)):
        first, other = map(subject.write, case_rng.shuffled(offered))
        questions.append(wording.format(one=first, other=other, **subject.words))
    keys = ([subject.write(near), subject.write(far)], _other_values(subject, wrong))
    misleading, plain = (
        fact_of(
            subject,
            "near_miss",
            misleads=place == 0,
            question=questions[place],
            difficulty=difficulty,
            key={**subject.key, "wrong": keys[place]},
        )
        for place in (0, 1)
    )
    return misleading, plain


def _other_values(subject: VariedFact, wrong: Fraction) -> list[str]:
    """Return a wrong value and another one near the right one."""
    near = (subject.value + sign * step * subject.step for step in BESIDE for sign in (1, -1))
    other = next(value for value in near if value != wrong and subject.is_possible(value))
    return [subject.write(wrong), subject.write(other)]


def _pair(
    rng: SeededRandom, kind: str, domain: str, difficulties: Sequence[str]
) -> Sequence[FactualQuestion]:
    """Return a pair of one of the difficulties in random order; () if none was drawn."""
    for _ in range(FACTS_PER_PAIR_MAX):
        pair = _any_pair(rng, kind, domain)
        if pair[0].difficulty in difficulties:
            return rng.shuffled(pair)
    return ()


def _any_pair(rng: SeededRandom, kind: str, domain: str) -> Pair:
    if domain == "science" and rng.bernoulli(QUOTED_SHARE):
        return quoted(rng, kind)
    subject = draw(rng, domain)
    if kind == "answerability":
        return answerability(subject)
    # Wrong values near a small right one would mostly be larger than it.
    while not subject.has_room and (subject.slip is None or kind == "near_miss"):
        subject = draw(rng, domain)
    return _offering(rng, kind, subject)


def generate(rng: SeededRandom, count: int, settings: Mapping[str, object]) -> Iterator[Case]:
    """
    Yield ``count`` different questions, the twins of each pair in random order.

    A question always comes with its twin, so an odd count gives one fewer. The settings
    ``domains`` and ``difficulty`` restrict the questions. Every domain takes the kinds in turn, in
    random order. Drawing ends after 1000 + 20 * ``count`` pairs, with fewer questions if there are
    too few.
    """
    difficulties = difficulties_of(settings)
    wanted = settings.get("domains", DOMAINS)
    domains = [domain for domain in DOMAINS if isinstance(wanted, Sequence) and domain in wanted]
    if not domains:
        return

    def endless() -> Iterator[Sequence[FactualQuestion]]:
        while True:
            orders = [rng.shuffled(KINDS) for _ in domains]
            for kinds in zip(*orders, strict=True):
                for domain, kind in zip(domains, kinds, strict=True):
                    yield _pair(rng, kind, domain, difficulties)

    seen: set[str] = set()
    for pair in islice(endless(), 1000 + 20 * count):
        if len(seen) >= count - count % 2:
            return
        made = [case_of(question) for question in pair]
        if made and seen.isdisjoint(case.case_id for case in made):
            seen.update(case.case_id for case in made)
            yield from made
