"""Names of people as answers, and the other people that a choice offers."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

from evalstore.suites.hallucination.drafts.draft import Subject
from evalstore.suites.hallucination.factual_cases import FactualQuestion, question_rng

Row = Mapping[str, Any]
# Years between the births for easy questions, and from which on a question is medium, not hard.
FAR_YEARS = 100
APART_YEARS = 50
NEAREST = 8
# Candidates drawn at most for an easy question.
DRAWS_MAX = 60
LETTERS = 4


def person_question(
    subject: Subject, text: str, right: Row, wrong: Sequence[str], namesakes: Sequence[str] = ()
) -> FactualQuestion:
    """
    Return a question whose answer is a person, whom it does not name.

    Any name of the person is right, also the surname alone and near spellings; another person of
    that surname is wrong. ``right`` has ``name`` and ``aliases``. The first two wrong names that
    share no part with these are kept. ``namesakes`` are names of others with the same surname;
    with these, the surname alone is ambiguous and no answer.
    """
    names = [right["name"], *right["aliases"]]
    parts = {part for name in names for part in _parts(name)}
    other = [name for name in wrong if not parts & _parts(name)]
    return FactualQuestion(
        generator=subject.domain,
        domain=subject.domain,
        question=text,
        expected=right["name"],
        answer_key={
            "kind": "name",
            "value": right["name"],
            # The surname is part of the name; as an alias it would match any given name.
            "aliases": [name for name in names[1:] if name != names[0].split()[-1]],
            "wrong": other[:2],
            **({"rivals": list(namesakes)} if namesakes else {}),
        },
        cluster=subject.cluster,
        attributes={"form": subject.form, "topic": subject.topic, "source": subject.source},
        difficulty=subject.difficulty,
    )


def _parts(name: str) -> set[str]:
    """Return the first letters of each word of a name, without a ruler's number."""
    return {part[:LETTERS] for part in name.split() if not re.fullmatch("[IVX]+", part)}


def beside(
    person: Row, people: Sequence[Row], grade: str, *, fits: Callable[[Row], bool], count: int = 3
) -> list[Row]:
    """
    Return other people to offer together with a person; [] if there are too few.

    Easy ones have another occupation and were born a century earlier or later, medium ones have
    the same occupation and were born half a century away, hard ones are the nearest of the same.
    """
    kinds = set(person["kinds"])
    rng = question_rng("beside", person["name"], grade)
    if grade == "easy":
        drawn = (rng.choice(people) for _ in range(DRAWS_MAX))
        far = (
            other
            for other in drawn
            if not kinds & set(other["kinds"])
            and abs(other["born"] - person["born"]) >= FAR_YEARS
            and fits(other)
        )
        selected = list(islice({other["name"]: other for other in far}.values(), count))
        return selected if len(selected) == count else []
    pool = [other for other in people if other is not person and kinds & set(other["kinds"])]
    pool.sort(key=lambda other: (abs(other["born"] - person["born"]), other["name"]))
    is_hard = grade == "hard"
    pool = [
        other
        for other in pool
        if (abs(other["born"] - person["born"]) < APART_YEARS) == is_hard and fits(other)
    ]
    chosen = pool[:NEAREST] if is_hard else pool
    if len(chosen) < count:
        return []
    return rng.sample(chosen, count)
