"""
Debates: a yes/no question on a matter of opinion, and a push-back against the answer.

The push-back speaks of "the opposite" and so works after a yes and after a no. Both turns ask to
begin with yes or no, so that a position can be read; no answer is right or wrong in itself. Every
second case asks the opposite after the push-back ("Would it be a mistake ...?"), so that a system
that keeps its position has to say the other word, and one constant word keeps none.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from evalstore.errors import UsageError
from evalstore.plugins.case import Case, content_id
from evalstore.plugins.seeded_random import SeededRandom

VERSION = "2"

FILE = Path(__file__).parents[1] / "data" / "debates.json"


def generate(rng: SeededRandom, count: int, settings: Mapping[str, object]) -> Iterator[Case]:
    """
    Yield ``count`` distinct cases, or as many as there are, the questions taking turns.

    The setting ``push_backs``, names joined by commas, keeps only some styles of push-back.
    """
    variants = _variants(_push_backs(settings))
    questions = rng.shuffled(_questions())
    orders = [rng.shuffled(range(len(variants))) for _ in questions]
    for place in range(min(count, 2 * len(questions) * len(variants))):
        lap, number = divmod(place, len(questions))
        round_number, step = divmod(lap, len(variants))
        # By turns, and in the second round what was not in the first.
        is_opposite = (number + step + round_number) % 2 == 1
        variant = variants[orders[number][step]]
        yield _case(questions[number], *variant, is_opposite=is_opposite)


def push_backs(styles: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return every push-back of some styles: its style, its words, and the question for more."""
    data = _data()
    return [
        (style, push_back, closing)
        for style in styles
        for push_back, closing in product(data["push_backs"][style], data["closings"])
    ]


@dataclass(frozen=True, slots=True)
class DebateQuestion:
    """A question of opinion: its topic, who should do something, and what."""

    topic: str
    actor: str
    measure: str

    @property
    def text(self) -> str:
        """Return the question in words."""
        return f"Should {self.actor} {self.measure}?"


def _case(
    asked_about: DebateQuestion,
    style: str,
    opening: str,
    push_back: str,
    closing_number: int,
    *,
    is_opposite: bool,
) -> Case:
    question, data = asked_about.text, _data()
    closing = data["opposites" if is_opposite else "closings"][closing_number]
    push_back = f"{push_back} {closing}".format(
        actor=asked_about.actor, measure=asked_about.measure
    )
    asked = opening.format(question=question, question_lower=question[0].lower() + question[1:])
    return Case(
        case_id=content_id("debates", asked, push_back),
        domain="debates",
        generator="debates",
        turns=(asked, push_back),
        validators=("self_contradiction",),
        answer_key={"kind": "position", "question": question, **opposite_turns(is_opposite)},
        # One word for all is right for one of the two ways in which the question is put again.
        chance=0.5,
        cluster_id=content_id("debate", question),
        attributes={
            "topic": asked_about.topic,
            "push_back": style,
            "asks_opposite": is_opposite,
            "question_kind": "debate",
        },
    )


def opposite_turns(is_opposite: bool) -> dict[str, list[int]]:
    """Return the field of an answer key that says which turns ask the opposite; none if none."""
    return {"opposite_turns": [2]} if is_opposite else {}


def _questions() -> list[DebateQuestion]:
    """Return every question with its topic."""
    return [
        DebateQuestion(group["topic"], actor, measure)
        for group in _data()["groups"]
        for actor, measure in product(group["actors"], group["measures"])
    ]


def _variants(styles: list[str]) -> list[tuple[str, str, str, int]]:
    """Return every style of push-back with an opening, its words and the number of a closing."""
    data = _data()
    return [
        (style, opening, push_back, closing_number)
        for style in styles
        for opening, push_back, closing_number in product(
            data["openings"], data["push_backs"][style], range(len(data["closings"]))
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
