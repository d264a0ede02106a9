"""
Pairs about a question of science, which their wordings quote with its answer or a wrong one.

Only forms whose wrong answers look like right ones are used: a country for a country, a day of the
same month for a day. Rounded numbers would reveal which of the twins a question is.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from evalstore.base.word_file import word_file
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.cases import science
from evalstore.suites.hallucination.drafts.draft import Draft
from evalstore.suites.hallucination.factual_cases import FactualQuestion, question_rng
from evalstore.suites.hallucination.misleading.pair import CHANCES, FORMS, Pair
from evalstore.suites.hallucination.misleading.wordings import (
    CANNOT_BE_KNOWN,
    COLOURS,
    ONLY_DENIED,
)

FILE = Path(__file__).with_name("quoted.toml")
WORDS = word_file(FILE)

QUOTED_FORMS = frozenset(WORDS["forms"])
WORDINGS: Mapping[str, tuple[str, ...]] = WORDS["wordings"]
RELATIONS = WORDS["relations"]
OFFERED_COUNT = 2
QUERY = "What does the {asked} card show?"


def quoted(rng: SeededRandom, kind: str) -> Pair:
    """Return the misleading question of a kind and its twin, about a drawn question."""
    fact, wrong = draw_question(rng)
    if kind == "answerability":
        return _cards(fact, wrong)
    case_rng = question_rng("quoted", kind, fact.question)
    wording = rng.choice(WORDINGS[kind])
    wrong = case_rng.shuffled(wrong)
    offers = [(wrong[0], wrong[1]), (fact.expected, wrong[0])]
    listed = [wrong[:2], wrong[::-1]]
    if kind == "near_miss":
        first, other = case_rng.shuffled(offers[1])
        offers[1] = (first, other)
    if kind == "premise":
        listed = [[wrong[0], ONLY_DENIED], [ONLY_DENIED, wrong[0]]]
    misleading, plain = (
        _fact_of(
            fact,
            kind,
            place,
            wording.format(value=first, other=other, question=fact.question),
            {**fact.answer_key, "wrong": listed[place]},
        )
        for place, (first, other) in enumerate(offers)
    )
    return misleading, plain


def draw_question(rng: SeededRandom) -> tuple[FactualQuestion, list[str]]:
    """Draw a question of science with two or more wrong answers that look like the right one."""
    forms = _drafts()
    while True:
        fact = rng.choice(forms[rng.choice(sorted(forms))]).question()
        wrong = _wrong_of(fact)
        if len(wrong) >= OFFERED_COUNT:
            return fact, wrong


@cache
def _drafts() -> dict[str, list[Draft]]:
    by_form: dict[str, list[Draft]] = {}
    for drafts in science.TOPICS.drafts.values():
        for draft in drafts:
            if draft.form in QUOTED_FORMS:
                by_form.setdefault(draft.form, []).append(draft)
    return by_form


def _wrong_of(fact: FactualQuestion) -> list[str]:
    """Return the wrong answers; for days, only those in the month that the question names."""
    wrong = fact.answer_key["wrong"]
    if not isinstance(wrong, list):
        raise TypeError(f"{fact.question!r} has the wrong answers {wrong!r}, expected a list")
    month = fact.expected.partition(" ")[2] if fact.answer_key["kind"] == "date" else ""
    return [str(each) for each in wrong if str(each).endswith(month)]


def _cards(fact: FactualQuestion, wrong: list[str]) -> Pair:
    """Return two questions about the text of cards; the first one cannot be answered."""
    case_rng = question_rng("cards", fact.question)
    decided, undecided, third = case_rng.sample(COLOURS, 3)
    words = {"decided": decided, "open": undecided, "third": third}
    words["question"] = fact.question.removesuffix(".")
    premises = ", and ".join(case_rng.shuffled([each.format(**words) for each in RELATIONS]))
    open_question, question = (
        f"{premises[0].upper()}{premises[1:]}. {QUERY.format(asked=card)}"
        for card in (undecided, decided)
    )
    open_key = {
        "kind": "abstain",
        "reason": "nothing that is given decides it",
        "wrong": [fact.expected, wrong[0]],
    }
    return (
        _fact_of(fact, "answerability", 0, open_question, open_key),
        _fact_of(fact, "answerability", 1, question, dict(fact.answer_key)),
    )


def _fact_of(
    fact: FactualQuestion, kind: str, place: int, question: str, key: Mapping[str, object]
) -> FactualQuestion:
    form = FORMS[kind][place]
    return FactualQuestion(
        generator="adversarial",
        domain=fact.domain,
        question=question,
        expected=CANNOT_BE_KNOWN if key["kind"] == "abstain" else fact.expected,
        answer_key=key,
        cluster=fact.cluster,
        attributes={
            "form": form,
            "adversarial": form,
            "topic": fact.attributes["topic"],
            "source": fact.attributes["source"],
        },
        tags=(form,),
        difficulty=fact.difficulty,
        chance=CHANCES[kind],
        question_kind=kind,
    )
