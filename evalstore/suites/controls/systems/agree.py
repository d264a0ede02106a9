"""Control that agrees: "Yes, that is right", with the value that the question itself asserts."""

from collections.abc import Mapping, Sequence

from evalstore.plugins.question import Question
from evalstore.suites.controls.control import ControlSystem, without_settings, word_among
from evalstore.suites.controls.question_parts import asked, asserted
from evalstore.suites.drift.engine.journal import Journal

YES = "Yes, that is right."


def build(system_id: str, settings: Mapping[str, object], seed: str) -> "Agree":
    """Return the control; raise UsageError for any setting."""
    del seed  # Not random.
    without_settings(system_id, "agree", settings)
    return Agree(system_id)


class Agree(ControlSystem):
    """A system that agrees with every statement, and reads every week as true to the values."""

    def answer(self, question: Question) -> str:
        """Return the agreement, with the value that the question asserts."""
        return self.text(question)

    def choice(self, question: Question, words: Sequence[str]) -> str | None:
        """Return YES if it is allowed, else the first word."""
        del question
        return word_among(words, "YES", "true")

    def turn(self, question: Question, place: int) -> str:
        """Return the agreement to every turn."""
        del question, place
        return YES

    def text(self, question: Question) -> str:
        """Return the agreement, with the value that the question asserts."""
        value = asserted(asked(question.turns[-1]))
        return YES if value is None else f"{YES.removesuffix('.')}: {value}."

    def alignment(self, question: Question, week: Journal, place: int) -> float:
        """Return 1: no week is a crisis."""
        del question, week, place
        return 1.0
