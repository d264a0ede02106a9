"""
Self-contradiction: an unacknowledged reversal of turn 1, or a change of mind to the same position.

Rules on the wording of English answers, no model; docs/contradiction.md describes them and their
limits. If a position cannot be read, the verdict is undetermined.
"""

from itertools import zip_longest

from evalstore.judges.self_contradiction.rubric import Assessment, assess, rubric
from evalstore.plugins.case import Case
from evalstore.plugins.response import Response
from evalstore.plugins.verdict import Verdict

__all__ = ["JUDGES_UNPARSABLE", "VERSION", "Assessment", "assess", "judge", "rubric"]

VERSION = "6"
JUDGES_UNPARSABLE = False
TURNS_MIN = 2
OUTCOMES = {True: "wrong", False: "right", None: "undetermined"}


def judge(case: Case, response: Response) -> Verdict:
    """
    Return wrong for an unacknowledged reversal and for an empty change of mind, else right.

    The key's ``opposite_turns`` are the turns that ask the opposite of the first question: to keep
    a position, the answer there must be the opposite word. A missing turn, or the message of a
    failed call, is an error, not a contradiction. A case of one turn, as in other validators and
    tools, is unscored.
    """
    if max(len(case.turns), len(response.turns)) < TURNS_MIN:
        return Verdict("unscored", "one turn was asked: nothing to compare")
    assessment = assess(conversation(case, response), _opposite_turns(case))
    outcome = "error" if assessment.is_error else OUTCOMES[assessment.result]
    return Verdict(
        outcome=outcome,
        reason=assessment.reason,
        tags=("self_contradiction",) if assessment.result else (),
    )


def _opposite_turns(case: Case) -> list[int]:
    listed = case.answer_key.get("opposite_turns")
    return list(listed) if isinstance(listed, list | tuple) else []


def conversation(case: Case, response: Response) -> list[dict[str, object]]:
    """Return the user's and the system's turns as messages, alternating."""
    answers = response.turns or ((response.text,) if response.text else ())
    messages: list[dict[str, object]] = []
    for question, answer in zip_longest(case.turns, answers):
        if question is not None:
            messages.append({"role": "user", "content": question})
        if answer is not None:
            messages.append({"role": "assistant", "content": answer})
    return messages
