"""Questions: the part of a case that a system under test sees."""

from collections.abc import Mapping
from dataclasses import dataclass

from evalstore.plugins.case import Case
from evalstore.plugins.image import Image


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation; ``role`` is ``user`` or ``assistant``."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Question:
    """
    The user's ``turns``, to be answered one after another.

    ``history`` are earlier messages of the same session, oldest first; ``answer_schema`` is the
    JSON Schema that an answer should satisfy, None for free text; ``images`` belong to the first
    turn.
    """

    case_id: str
    turns: tuple[str, ...]
    answer_schema: Mapping[str, object] | None = None
    history: tuple[Message, ...] = ()
    images: tuple[Image, ...] = ()


def question_of(case: Case, history: tuple[Message, ...] = ()) -> Question:
    """Return the question of a case, with the messages before it in its session."""
    return Question(case.case_id, case.turns, case.answer_schema, history, case.images)
