"""Statements of a reply that a cross-encoder compares, and the outcome of what it says of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from evalstore.judges.self_contradiction.acknowledgement import acknowledged
from evalstore.judges.text.wording import answer_text
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response

ENTAILMENT, CONTRADICTION = "entailment", "contradiction"
Pair = tuple[str, str]
# One of the labels, None where none reaches the threshold.
Label = str | None
# The kinds of answer keys whose value is the answer to the question.
ANSWERING_KINDS = frozenset(("name", "number", "date", "yes_no", "choice", "math"))
ANSWERS_MAX = 50
TURNS_MAX = 20


@dataclass(frozen=True, slots=True)
class StatementComparison:
    """
    How one validator asks a cross-encoder.

    ``pairs`` gives a premise and a hypothesis each; ``outcome`` what their labels make of the
    reply, None if they leave it open; ``tag`` is that of a wrong one. ``both_orders``: a label
    counts if it holds with premise and hypothesis exchanged, too.
    """

    pairs: Callable[[Case, Response], list[Pair]]
    outcome: Callable[[Sequence[Label]], str | None]
    tag: str
    both_orders: bool


def answer_pairs(case: Case, response: Response) -> list[Pair]:
    """
    Return the reply as the premise of each right answer, both after the question.

    >>> case = Case("c", "d", "g", ("Who?",), (), expected="Ann")
    >>> answer_pairs(case, Response("ok", text="It was she."))
    [('Who? It was she.', 'Who? Ann')]
    """
    said = answer_text(response)
    if said is None or not said.strip() or case.expected is None:
        return []
    if case.answer_key and case.answer_key.get("kind") not in ANSWERING_KINDS:
        return []
    question = case.turns[-1]
    expected = case.expected if isinstance(case.expected, tuple) else (case.expected,)
    return [
        (f"{question} {said}".strip(), f"{question} {one}".strip())
        for one in map(str, expected[:ANSWERS_MAX])
    ]


def answer_outcome(labels: Sequence[Label]) -> str | None:
    """Return right where one right answer follows, wrong where the reply contradicts them all."""
    if ENTAILMENT in labels:
        return "right"
    return "wrong" if labels and set(labels) == {CONTRADICTION} else None


def turn_pairs(case: Case, response: Response) -> list[Pair]:
    """
    Return each answer of a conversation with each later one, the first question before both.

    A turn that asks the opposite stands with its own question. Nothing is compared where a later
    answer acknowledges a change of mind: what it then says may differ.
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
    """Return wrong where two answers contradict each other, right where all say the same."""
    if CONTRADICTION in labels:
        return "wrong"
    return "right" if labels and set(labels) == {ENTAILMENT} else None


def _question(case: Case, number: int) -> str:
    return case.turns[number - 1] if number <= len(case.turns) else ""


# By the module of the validator.
COMPARISONS: Mapping[str, StatementComparison] = {
    "evalstore.judges.factual.factual": StatementComparison(
        answer_pairs, answer_outcome, "factual_error", both_orders=False
    ),
    "evalstore.judges.self_contradiction.self_contradiction": StatementComparison(
        turn_pairs, turn_outcome, "self_contradiction", both_orders=True
    ),
}
