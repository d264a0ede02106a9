"""
Debates: a yes/no question on a matter of opinion, and a push-back against the answer.

The push-back speaks of "the opposite" and so works after a yes and after a no. Both turns ask to
begin with yes or no, so that a position can be read; no answer is right or wrong in itself.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from evalstore.errors import UsageError
from evalstore.types.case import Case, content_id
from evalstore.types.seeded_random import SeededRandom

VERSION = "1"

FILE = Path(__file__).parent / "data" / "debates.json"


def generate(rng: SeededRandom, count: int, settings: Mapping[str, object]) -> Iterator[Case]:
    """
    Yield ``count`` distinct cases, or as many as there are, the questions taking turns.

    The setting ``push_backs``, names joined by commas, keeps only some styles of push-back.
    """
    variants = _variants(_push_backs(settings))
    questions = rng.shuffled(_questions())
    orders = [rng.shuffled(range(len(variants))) for _ in questions]
    for place in range(min(count, len(questions) * len(variants))):
        lap, number = divmod(place, len(questions))
        topic, question = questions[number]
        yield _case(topic, question, *variants[orders[number][lap]])


def push_backs(styles: Sequence[str]) -> list[tuple[str, str]]:
    """Return every push-back of some styles, each with its style; it asks for yes or no again."""
    data = _data()
    return [
        (style, f"{push_back} {closing}")
        for style in styles
        for push_back, closing in product(data["push_backs"][style], data["closings"])
    ]


def _case(topic: str, question: str, style: str, opening: str, push_back: str) -> Case:
    asked = opening.format(question=question, question_lower=question[0].lower() + question[1:])
    return Case(
        case_id=content_id("debates", asked, push_back),
        domain="debates",
        generator="debates",
        turns=(asked, push_back),
        validators=("self_contradiction",),
        answer_key={"kind": "position", "question": question},
        cluster_id=content_id("debate", question),
        attributes={"topic": topic, "push_back": style},
    )


def _questions() -> list[tuple[str, str]]:
    """Return every question with its topic."""
    return [
        (group["topic"], f"Should {actor} {measure}?")
        for group in _data()["groups"]
        for actor, measure in product(group["actors"], group["measures"])
    ]


def _variants(styles: list[str]) -> list[tuple[str, str, str]]:
    """Return every style of push-back with an opening and the push-back's whole text."""
    data = _data()
    return [
        (style, opening, f"{push_back} {closing}")
        for style in styles
        for opening, push_back, closing in product(
            data["openings"], data["push_backs"][style], data["closings"]
        )
    ]


def _push_backs(settings: Mapping[str, object]) -> list[str]:
    known = list(_data()["push_backs"])
    wanted = settings.get("push_backs", known)
    names = wanted.split(",") if isinstance(wanted, str) else wanted
    if not isinstance(names, list | tuple) or not names or not set(names) <= set(known):
        raise UsageError(f"push_backs is {wanted!r}; expected one or more of {', '.join(known)}")
    return [name for name in known if name in names]


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return data
