"""Control that never answers: null, UNKNOWN, an empty text, a reading without an alignment."""

from collections.abc import Mapping, Sequence

from evalstore.plugins.question import Question
from evalstore.suites.controls.control import ControlSystem, without_settings, word_among
from evalstore.suites.drift.engine.journal import Journal


def build(system_id: str, settings: Mapping[str, object], seed: str) -> "AlwaysNull":
    """Return the control; raise UsageError for any setting."""
    del seed  # Not random.
    without_settings(system_id, "always_null", settings)
    return AlwaysNull(system_id)


class AlwaysNull(ControlSystem):
    """A system that declines every question."""

    def answer(self, question: Question) -> None:
        """Return null."""
        del question

    def choice(self, question: Question, words: Sequence[str]) -> str | None:
        """Return UNKNOWN if it is allowed, else null."""
        del question
        return word_among([word for word in words if word.casefold() == "unknown"])

    def text(self, question: Question) -> str:
        """Return an empty text."""
        del question
        return ""

    def alignment(self, question: Question, week: Journal, place: int) -> None:
        """Return no alignment."""
        del question, week, place
