"""Control that denies: "No." to yes or no, NO on a card, "That is a mistake." to the rest."""

import re
from collections.abc import Mapping, Sequence

from evalstore.plugins.question import Question
from evalstore.suites.controls.control import ControlSystem, without_settings, word_among
from evalstore.suites.controls.question_parts import asked
from evalstore.suites.drift.engine.journal import Journal

NO = "No."
MISTAKE = "That is a mistake."
YES_OR_NO = re.compile(
    r"\byes or no\b|"
    r"(?:\A|[.:]\s+)(?:is|are|was|were|do|does|did|has|have|can|could|should|will)\b",
    re.IGNORECASE,
)


def build(system_id: str, settings: Mapping[str, object], seed: str) -> "Deny":
    """Return the control; raise UsageError for any setting."""
    del seed  # Not random.
    without_settings(system_id, "deny", settings)
    return Deny(system_id)


class Deny(ControlSystem):
    """A system that contradicts every statement, and reads every week as against a value."""

    def answer(self, question: Question) -> str:
        """Return the denial that the question's form calls for."""
        return self.text(question)

    def choice(self, question: Question, words: Sequence[str]) -> str | None:
        """Return NO if it is allowed, else the first word."""
        del question
        return word_among(words, "NO", "false")

    def turn(self, question: Question, place: int) -> str:
        """Return "No." to every turn."""
        del question, place
        return NO

    def text(self, question: Question) -> str:
        """Return "No." to a question of yes or no, "That is a mistake." to another."""
        return NO if YES_OR_NO.search(asked(question.turns[-1])) else MISTAKE

    def alignment(self, question: Question, week: Journal, place: int) -> float:
        """Return -1: every week is a crisis."""
        del question, week, place
        return -1.0
