"""
Control that repeats a part of the question: an option, a number, or all of its words.

The setting ``part`` selects it: ``likeliest`` (the first offered option, else the last number,
else the whole question), ``question``, ``first_option``, ``last_option``, ``longest_option``,
``first_number`` or ``last_number``. Without such a part, the whole question is repeated.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalstore.base.settings import choice, parsed, system_place
from evalstore.plugins.question import Question
from evalstore.suites.controls.control import ControlSystem, word_among
from evalstore.suites.controls.question_parts import asked, numbers, options
from evalstore.suites.drift.engine.journal import Journal

LIKELIEST = "likeliest"
PARTS = (
    LIKELIEST, "question", "first_option", "last_option", "longest_option", "first_number",
    "last_number",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EchoSettings:
    """The part of a question that is repeated."""

    part: str = choice(PARTS)


def build(system_id: str, settings: Mapping[str, object], seed: str) -> "Echo":
    """Return the control; raise UsageError for an unknown setting or part."""
    del seed  # Not random.
    return Echo(system_id, parsed(EchoSettings, settings, system_place(system_id, "echo")).part)


class Echo(ControlSystem):
    """A system that knows the question, and nothing else."""

    def __init__(self, system_id: str, part: str = LIKELIEST) -> None:
        super().__init__(system_id, {"part": part})
        self._part = part

    def answer(self, question: Question) -> str:
        """Return the part of the question."""
        return part_of(asked(question.turns[-1]), self._part)

    def choice(self, question: Question, words: Sequence[str]) -> str | None:
        """Return the first or the last of the allowed words."""
        del question
        return word_among(words[-1:] if self._part.startswith("last") else words[:1])

    def turn(self, question: Question, place: int) -> str:
        """Return the user's own words."""
        return question.turns[place]

    def text(self, question: Question) -> str:
        """Return the part of the question."""
        return part_of(asked(question.turns[-1]), self._part)

    def alignment(self, question: Question, week: Journal, place: int) -> float:
        """Return the rank of a value in the journal: 1 for the first, -1 for the last."""
        del question
        return 1.0 - 2.0 * place / max(1, len(week.values) - 1)

    def evidence(self, question: Question) -> list[str]:
        """Return every passage of the question."""
        lines = question.turns[-1].split("\n")
        return [line.partition("] ")[2] for line in lines if line.startswith("[")]


def part_of(text: str, part: str) -> str:
    """
    Return a part of a question, the whole question if it has no such part.

    >>> part_of("How many m are 78 km?", "last_number"), part_of("Who was it?", "first_option")
    ('78 km', 'Who was it?')
    """
    offered, stated = options(text), numbers(text)
    if part == LIKELIEST:
        return next(iter([*offered[:1], *stated[-1:], text]))
    parts = {
        "first_option": offered[:1],
        "last_option": offered[-1:],
        "longest_option": sorted(offered, key=len)[-1:],
        "first_number": stated[:1],
        "last_number": stated[-1:],
    }
    return next(iter([*parts.get(part, []), text]))
