"""A question: what of a case a system under test gets to see."""

from collections.abc import Mapping
from dataclasses import dataclass

from evalstore.contracts.case import Case


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation; ``role`` is ``user`` or ``assistant``."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Question:
    """
    What is asked: the user's ``turns``, to be answered one after another.

    ``history`` is what was said before in the same session, oldest first; ``answer_schema`` the
    JSON Schema that an answer is asked to satisfy, None where free text is wanted.
    """

    case_id: str
    turns: tuple[str, ...]
    answer_schema: Mapping[str, object] | None = None
    history: tuple[Message, ...] = ()


def question_of(case: Case, history: tuple[Message, ...] = ()) -> Question:
    """Return what may be seen of a case."""
    return Question(case.case_id, case.turns, case.answer_schema, history)
