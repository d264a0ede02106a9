"""Two questions about the same two relations: one that cannot be answered, and one that can."""

import re
from fractions import Fraction

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.factual_cases import question_rng
from evalstore.suites.hallucination.misleading import wordings
from evalstore.suites.hallucination.misleading.pair import Pair, fact_of
from evalstore.suites.hallucination.misleading.subject import VariedFact

AMOUNT_MIN, AMOUNT_MAX = 5, 40
UNDECIDED = "nothing that is given decides it"


def answerability(subject: VariedFact) -> Pair:
    """Return the question that cannot be answered and the one that can."""
    case_rng = question_rng("answerability", subject.cluster, *subject.words.values())
    decided, undecided, third = case_rng.sample(wordings.ROLES[subject.domain], 3)
    answer, years, amount = _amounts(case_rng, subject)
    relations = [
        relation.format(
            decided=decided,
            open=undecided,
            third=third,
            years=years,
            amount=amount,
            more=case_rng.choice(("more", "fewer" if subject.domain == "science" else "less")),
            order="after" if answer > subject.value else "before",
            other_order=case_rng.choice(("after", "before")),
            **subject.words,
        )
        for relation in wordings.RELATIONS[subject.domain]
    ]
    text = ", and ".join(case_rng.shuffled(relations))
    open_question, question = (
        f"{text[0].upper()}{text[1:]}. {wordings.QUERIES[subject.domain].format(asked=role)}"
        for role in (undecided, decided)
    )
    return (
        fact_of(
            subject,
            "answerability",
            misleads=True,
            question=open_question,
            key={
                "kind": "abstain",
                "reason": UNDECIDED,
                "wrong": [subject.write(answer), str(amount)],
            },
            difficulty=subject.difficulty,
        ),
        fact_of(
            subject,
            "answerability",
            misleads=False,
            question=question,
            key={**subject.truth, "value": str(answer), "wrong": _wrong(subject, answer)},
            difficulty=subject.difficulty,
            expected=subject.write(answer),
        ),
    )


def _amounts(case_rng: SeededRandom, subject: VariedFact) -> tuple[Fraction, int, int]:
    """Return the answer, its distance from the fact, and another amount, all different."""
    while True:
        years, amount = (case_rng.randint(AMOUNT_MIN, AMOUNT_MAX) for _ in range(2))
        answer = subject.value
        if subject.domain == "history":
            answer += years * case_rng.choice((1, -1))
        numbers = {str(years), str(amount), *re.findall(r"\d+", subject.words.get("event", ""))}
        is_given = str(abs(answer)) in numbers
        if years != amount and not is_given and subject.is_possible(answer):
            return answer, years, amount


def _wrong(subject: VariedFact, answer: Fraction) -> list[str]:
    near = (answer + sign * step * subject.step for step in range(1, 9) for sign in (-1, 1))
    return [subject.write(value) for value in near if subject.is_possible(value)][:2]
