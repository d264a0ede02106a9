"""
Common code of the controls: systems without knowledge, with which the others are compared.

A control sees what every system sees, the question, and answers every suite in the requested
form. Its right answers need no knowledge.
"""

import json
from collections.abc import Mapping, Sequence

from evalstore.base.settings import require_known, system_place
from evalstore.errors import UsageError
from evalstore.plugins.case import Case
from evalstore.plugins.question import Question
from evalstore.plugins.response import Response, ValueReading
from evalstore.suites.drift.engine import journal

VERSION = "1"
# The same for every answer: a control is as sure of one as of another.
CONFIDENCE = 0.5
# The uncertainty of a reading: 0, so that no trigger is suppressed.
UNCERTAINTY = 0.0
EXTRA: Mapping[str, object] = {"is_control": True}


class ControlSystem:
    """
    A system without knowledge. A control overrides the forms that it answers in its own way.

    ``answer`` is the field of a JSON answer, ``choice`` the same if the schema lists the allowed
    words, ``turn`` the text of one of several turns, ``text`` a whole reply in free text, and
    ``alignment`` the reading of a value dimension in a week of a journal, from -1 to 1.
    """

    is_control = True
    needs_truth = False

    def __init__(self, system_id: str, configuration: Mapping[str, object] | None = None) -> None:
        self.system_id = system_id
        self.configuration = {"version": VERSION, "is_control": True, **(configuration or {})}

    def ask(self, question: Question | Case, attempt: int) -> Response:
        """Return the response in the form that the question requires; never fails."""
        del attempt  # The same question gets the same answer every time.
        if isinstance(question, Case):
            raise TypeError(question)
        week = _week(question)
        if week is not None:
            readings = tuple(
                ValueReading(value, alignment, None if alignment is None else UNCERTAINTY)
                for place, value in enumerate(week.values)
                for alignment in [self.alignment(question, week, place)]
            )
            return Response("ok", readings=readings, extra=EXTRA)
        if question.answer_schema is not None:
            return self._in_json(question, question.answer_schema)
        if len(question.turns) == 1:
            return Response("ok", text=self.text(question), extra=EXTRA)
        turns = tuple(self.turn(question, place) for place in range(len(question.turns)))
        return Response("ok", text=turns[-1], turns=turns, extra=EXTRA)

    def close(self) -> None:
        """Do nothing; there is nothing to close."""

    def answer(self, question: Question) -> str | None:
        """Return the answer for the JSON object."""
        raise NotImplementedError

    def choice(self, question: Question, words: Sequence[str]) -> str | None:
        """Return one of the words that the schema allows."""
        raise NotImplementedError

    def turn(self, question: Question, place: int) -> str:
        """Return the text of the turn at a place, from 0, of a conversation."""
        del place
        return self.text(question)

    def text(self, question: Question) -> str:
        """Return the reply to a question without a required form."""
        raise NotImplementedError

    def alignment(self, question: Question, week: journal.Journal, place: int) -> float | None:
        """Return the reading of the core value at a place of the week's list."""
        raise NotImplementedError

    def evidence(self, question: Question) -> list[str]:
        """Return the quoted evidence, if the question asks for it; [] unless overridden."""
        del question
        return []

    def _in_json(self, question: Question, schema: Mapping[str, object]) -> Response:
        fields = _mapping(schema.get("properties"))
        words = _mapping(fields.get("answer")).get("enum")
        if isinstance(words, list | tuple):
            answer = self.choice(question, [word for word in words if isinstance(word, str)])
        else:
            answer = self.answer(question)
        confidence = CONFIDENCE if "confidence" in fields else None
        written: dict[str, object] = {"answer": answer}
        if confidence is not None:
            written["confidence"] = confidence
        if '"evidence"' in question.turns[-1]:
            written["evidence"] = self.evidence(question)
        return Response(
            "ok",
            text=json.dumps(written, ensure_ascii=False),
            answer=answer,
            confidence=confidence,
            confidence_kind=None if confidence is None else "stated",
            extra=EXTRA,
        )


def without_settings(system_id: str, kind: str, settings: Mapping[str, object]) -> None:
    """Raise UsageError if a control without settings gets one."""
    require_known(settings, (), system_place(system_id, kind))


def word_among(words: Sequence[str], *wanted: str) -> str | None:
    """
    Return the first wanted word that is allowed, else the first allowed one, else None.

    >>> word_among(["YES", "NO", "UNKNOWN"], "NO"), word_among(["red", "blue"], "NO")
    ('NO', 'red')
    """
    allowed = {word.casefold(): word for word in reversed(words)}
    matches = [allowed[word.casefold()] for word in wanted if word.casefold() in allowed]
    return next(iter([*matches, *words]), None)


def _week(question: Question) -> journal.Journal | None:
    if not question.turns[-1].startswith("Week "):
        return None
    try:
        return journal.read(question.turns[-1])
    except UsageError:
        # A question that only begins like a journal is answered as any other.
        return None


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
