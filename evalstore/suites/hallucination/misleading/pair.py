"""A misleading question and its twin: their forms, their chance, and how each is built."""

from collections.abc import Mapping

from evalstore.suites.hallucination.factual_cases import FactualQuestion
from evalstore.suites.hallucination.misleading.subject import VariedFact
from evalstore.suites.hallucination.misleading.wordings import CANNOT_BE_KNOWN

# The forms of a kind, the misleading one first.
FORMS = {
    "premise": ("false_premise", "true_premise"),
    "leading": ("leading", "leading_right"),
    "near_miss": ("near_miss", "near_miss_right"),
    "answerability": ("unanswerable", "answerable"),
}
CHANCES = {"premise": 0.5, "leading": 0.5, "near_miss": 0.25, "answerability": 0.5}
Pair = tuple[FactualQuestion, FactualQuestion]


def fact_of(
    subject: VariedFact,
    kind: str,
    *,
    misleads: bool,
    question: str,
    key: Mapping[str, object],
    difficulty: str,
    expected: str | None = None,
) -> FactualQuestion:
    """Return one question of a pair; ``expected`` defaults to the subject's right answer."""
    form = FORMS[kind][0 if misleads else 1]
    return FactualQuestion(
        generator="adversarial",
        domain=subject.domain,
        question=question,
        expected=CANNOT_BE_KNOWN if key["kind"] == "abstain" else expected or subject.right,
        answer_key=key,
        cluster=subject.cluster,
        attributes={"form": form, "adversarial": form},
        tags=(form,),
        difficulty=difficulty,
        chance=CHANCES[kind],
        question_kind=kind,
    )
