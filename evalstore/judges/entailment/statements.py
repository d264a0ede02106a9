"""Pairs of statements that a cross-encoder compares, and the outcome of their labels."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from evalstore.judges.self_contradiction.acknowledgement import acknowledged
from evalstore.judges.text.wording import answer_text
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response

ENTAILMENT, CONTRADICTION = "entailment", "contradiction"
Pair = tuple[str, str]
# A label, or None if no label reaches the threshold.
Label = str | None
# Kinds of answer keys whose value answers the question.
ANSWERING_KINDS = frozenset(("name", "number", "date", "yes_no", "choice", "math"))
ANSWERS_MAX = 50
TURNS_MAX = 20


@dataclass(frozen=True, slots=True)
class StatementComparison:
    """
    The comparison that one validator makes with a cross-encoder.

    ``pairs`` returns pairs of premise and hypothesis; ``outcome`` maps their labels to an outcome,
    None if they decide nothing; ``tag`` is the tag of a wrong reply. With ``both_orders`` a label
    counts only if it also holds with premise and hypothesis exchanged.
    """

    pairs: Callable[[Case, Response], list[Pair]]
    outcome: Callable[[Sequence[Label]], str | None]
    tag: str
    both_orders: bool


def answer_pairs(case: Case, response: Response) -> list[Pair]:
    """
    Return pairs of the reply as premise and each right answer as hypothesis.

    The question precedes both.

    >>> case = Case("c", "d", "g", ("Who?",), (), expected="Ann")
    >>> answer_pairs(case, Response("ok", text="It was she."))
    [('Who? It was she.', 'Who? Ann')]
    """
    reply = answer_text(response)
    if reply is None or not reply.strip() or case.expected is None:
        return []
    if case.answer_key and case.answer_key.get("kind") not in ANSWERING_KINDS:
        return []
    question = case.turns[-1]
    expected = case.expected if isinstance(case.expected, tuple) else (case.expected,)
    return [
        (f"{question} {reply}".strip(), f"{question} {answer}".strip())
        for answer in map(str, expected[:ANSWERS_MAX])
    ]


def answer_outcome(labels: Sequence[Label]) -> str | None:
    """Return right if one right answer is entailed, wrong if all are contradicted, else None."""
    if ENTAILMENT in labels:
        return "right"
    return "wrong" if labels and set(labels) == {CONTRADICTION} else None


def turn_pairs(case: Case, response: Response) -> list[Pair]:
    """
    Return each answer of a conversation paired with each later one, both after the question.

    The question is the first one, except for turns that ask the opposite, which keep their own.
    Return an empty list if a later answer acknowledges a change of mind.
    """
    answers = (response.turns or ((response.text,) if response.text else ()))[:TURNS_MAX]
    if any(not answer.strip() or acknowledged(answer) for answer in answers[1:]):
        return []
    listed = case.answer_key.get("opposite_turns")
    opposite = set(listed) if isinstance(listed, list | tuple) else set()
    statements = [
        f"{_question(case, number if number in opposite else 1)} {answer}".strip()
        for number, answer in enumerate(answers, 1)
    ]
    return list(combinations(statements, 2))


def turn_outcome(labels: Sequence[Label]) -> str | None:
    """Return wrong if two answers contradict, right if all entail each other, else None."""
    if CONTRADICTION in labels:
        return "wrong"
    return "right" if labels and set(labels) == {ENTAILMENT} else None


def _question(case: Case, number: int) -> str:
    return case.turns[number - 1] if number <= len(case.turns) else ""


# By the name of the validator's module.
COMPARISONS: Mapping[str, StatementComparison] = {
    "evalstore.judges.factual.factual": StatementComparison(
        answer_pairs, answer_outcome, "factual_error", both_orders=False
    ),
    "evalstore.judges.self_contradiction.self_contradiction": StatementComparison(
        turn_pairs, turn_outcome, "self_contradiction", both_orders=True
    ),
}
