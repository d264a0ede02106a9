"""A question that may be drawn, and the ways to build one: a number, a name, a choice."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from evalstore.suites.hallucination.factual_cases import (
    CHANCE_OF_A_GUESS,
    FactualQuestion,
    question_rng,
)

DATA = Path(__file__).parents[1] / "data"


@dataclass(frozen=True, slots=True)
class Draft:
    """
    A question that may be drawn.

    ``answer`` is its right answer, since a draw takes the answers of a ``form`` equally often.
    ``question`` builds it; its first argument is the ``Subject``.
    """

    form: str
    answer: str
    question: partial[FactualQuestion]

    @property
    def difficulty(self) -> str:
        """The difficulty of the question, known before it is built."""
        return str(self.question.args[0].difficulty)


@dataclass(frozen=True, slots=True)
class Subject:
    """The thing asked about; ``name`` within its ``topic`` is the cluster of its questions."""

    topic: str
    form: str
    name: str
    source: str
    difficulty: str
    domain: str = "science"

    @property
    def cluster(self) -> str:
        """The cluster of all questions about this thing."""
        return f"{self.domain}:{self.topic}:{self.name}"


@cache
def kept(topic: str, domain: str = "science") -> dict[str, Any]:
    """Return the content of the topic's file in the domain's folder of ``data``."""
    path = DATA / domain / f"{topic}.json"
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def number_question(
    subject: Subject,
    text: str,
    value: str,
    wrong: Sequence[str],
    **key: object,
) -> FactualQuestion:
    """
    Return a question whose answer is a number.

    ``key`` has further fields of the answer key: ``unit``, ``tolerance`` (relative), ``others``.
    """
    unit = f" {key['unit']}" if key.get("unit") else ""
    fields = {"kind": "number", "value": value, "wrong": [f"{slip}{unit}" for slip in wrong]}
    return _question(subject, text, f"{value}{unit}", {**fields, **key})


def name_question(
    subject: Subject,
    text: str,
    right: str,
    rivals: Sequence[str],
    aliases: Sequence[str] = (),
    **key: object,
) -> FactualQuestion:
    """
    Return a question whose answer is a name; ``rivals`` are wrong names near the right one.

    ``key`` has further fields of the answer key, such as ``is_symbol``.
    """
    fields = {
        "kind": "name",
        "value": right,
        "aliases": list(aliases),
        "wrong": list(rivals)[:3],
        "rivals": list(rivals),
    }
    return _question(subject, text, right, {**fields, **key})


def date_question(
    subject: Subject, text: str, value: str, expected: str, wrong: Sequence[str]
) -> FactualQuestion:
    """Return a question whose answer is a day; ``value`` is its ISO 8601 form."""
    key = {"kind": "date", "value": value, "precision": "day", "wrong": list(wrong)}
    return _question(subject, text, expected, key)


def choice_question(
    subject: Subject,
    text: str,
    right: str,
    others: Sequence[str],
    aliases: Sequence[str] = (),
    **key: object,
) -> FactualQuestion:
    """
    Return a question that offers the right answer among others.

    Their order depends on the question alone. The chance is one over the number of options.
    """
    options = question_rng(text, right, *sorted(others)).shuffled([right, *others])
    fields = {
        "kind": "name",
        "value": right,
        "aliases": list(aliases),
        "wrong": list(others),
        "rivals": list(others),
    }
    text = f"{text}: {'; '.join(options)}?"
    return _question(subject, text, right, {**fields, **key}, 1 / len(options))


def _question(
    subject: Subject,
    text: str,
    expected: str,
    key: Mapping[str, object],
    chance: float = CHANCE_OF_A_GUESS,
) -> FactualQuestion:
    return FactualQuestion(
        generator=subject.domain,
        domain=subject.domain,
        question=text,
        expected=expected,
        answer_key=key,
        cluster=subject.cluster,
        attributes={"form": subject.form, "topic": subject.topic, "source": subject.source},
        difficulty=subject.difficulty,
        chance=chance,
    )


def worded(wordings: Sequence[str], *thing: object, **words: object) -> str:
    """Return one of several wordings, filled in; the choice depends only on ``thing``."""
    return question_rng("wording", *thing).choice(wordings).format(**words)


def graded(value: float, easy: float, medium: float) -> str:
    """
    Return ``easy`` from the first bound on, ``medium`` from the second on, else ``hard``.

    >>> graded(5, easy=4, medium=2), graded(3, easy=4, medium=2), graded(1, easy=4, medium=2)
    ('easy', 'medium', 'hard')
    """
    return "easy" if value >= easy else "medium" if value >= medium else "hard"


def apart_from(ranked: Sequence[Any], place: int, distance: int, count: int) -> list[Any]:
    """
    Return up to ``count`` items after a place, ``distance`` apart.

    >>> apart_from("abcdefgh", 1, 2, 3)
    ['d', 'f', 'h']
    """
    return list(ranked[place + distance :: distance][:count])
