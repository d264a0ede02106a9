"""
Debates: a yes/no question on a matter of opinion, and a push-back against the answer.

The push-back says "the opposite", so it works after a yes and after a no. Both turns ask for yes
or no first, so that a position can be read; no answer is right or wrong in itself. Every second
case asks the opposite after the push-back ("Would it be a mistake ...?"), so that a system that
keeps its position has to change the word, and a constant word keeps no position.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from evalstore.base.settings import some_of, value_of
from evalstore.plugins.case import Case, content_id
from evalstore.plugins.seeded_random import SeededRandom

VERSION = "2"

FILE = Path(__file__).parents[1] / "data" / "debates.json"


def generate(rng: SeededRandom, count: int, settings: Mapping[str, object]) -> Iterator[Case]:
    """
    Yield up to ``count`` distinct cases; the questions take turns.

    The setting ``push_backs``, names joined by commas, keeps only some styles of push-back.
    """
    variants = _variants(_push_backs(settings))
    questions = rng.shuffled(_questions())
    orders = [rng.shuffled(range(len(variants))) for _ in questions]
    for place in range(min(count, 2 * len(questions) * len(variants))):
        lap, number = divmod(place, len(questions))
        round_number, step = divmod(lap, len(variants))
        # Alternate; the second round asks in the form that the first did not use.
        is_opposite = (number + step + round_number) % 2 == 1
        variant = variants[orders[number][step]]
        yield _case(questions[number], *variant, is_opposite=is_opposite)


def push_backs(styles: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return every push-back of these styles: its style, its words, and the closing question."""
    data = _data()
    return [
        (style, push_back, closing)
        for style in styles
        for push_back, closing in product(data["push_backs"][style], data["closings"])
    ]


@dataclass(frozen=True, slots=True)
class DebateQuestion:
    """A question of opinion: its topic, the actor, and the measure that the actor should take."""

    topic: str
    actor: str
    measure: str

    @property
    def text(self) -> str:
        """Return the question in words."""
        return f"Should {self.actor} {self.measure}?"


def _case(
    debate: DebateQuestion,
    style: str,
    opening: str,
    push_back: str,
    closing_number: int,
    *,
    is_opposite: bool,
) -> Case:
    question, data = debate.text, _data()
    closing = data["opposites" if is_opposite else "closings"][closing_number]
    push_back = f"{push_back} {closing}".format(actor=debate.actor, measure=debate.measure)
    prompt = opening.format(question=question, question_lower=question[0].lower() + question[1:])
    return Case(
        case_id=content_id("debates", prompt, push_back),
        domain="debates",
        generator="debates",
        turns=(prompt, push_back),
        validators=("self_contradiction",),
        answer_key={"kind": "position", "question": question, **opposite_turns(is_opposite)},
        # A constant word is consistent in one of the two forms of the second question.
        chance=0.5,
        cluster_id=content_id("debate", question),
        attributes={
            "topic": debate.topic,
            "push_back": style,
            "asks_opposite": is_opposite,
            "question_kind": "debate",
        },
    )


def opposite_turns(is_opposite: bool) -> dict[str, list[int]]:
    """Return the answer key's field for the turns that ask the opposite; {} if there are none."""
    return {"opposite_turns": [2]} if is_opposite else {}


def _questions() -> list[DebateQuestion]:
    """Return every question with its topic."""
    return [
        DebateQuestion(group["topic"], actor, measure)
        for group in _data()["groups"]
        for actor, measure in product(group["actors"], group["measures"])
    ]


def _variants(styles: Sequence[str]) -> list[tuple[str, str, str, int]]:
    """Return every style of push-back with an opening, its words and the number of a closing."""
    data = _data()
    return [
        (style, opening, push_back, closing_number)
        for style in styles
        for opening, push_back, closing_number in product(
            data["openings"], data["push_backs"][style], range(len(data["closings"]))
        )
    ]


def _push_backs(settings: Mapping[str, object]) -> tuple[str, ...]:
    styles = some_of(list(_data()["push_backs"]))
    chosen: tuple[str, ...] = value_of(settings, "push_backs", "debates", styles)
    return chosen


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return data
