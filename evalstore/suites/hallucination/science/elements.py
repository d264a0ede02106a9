"""
Chemical elements: numbers, symbols, names, atomic weights, and their place in the periodic table.

Questions for atomic weights cover only elements with a stable isotope, and questions for groups
leave out lanthanum and actinium, whose place is disputed. Period and group are a choice of four
elements: as numbers, few answers would be right too often.

Difficulty: the first 20 elements are easy, the next 36 medium, the others hard; an atomic weight
to four digits, and a choice between elements of neighbouring groups, is a step harder.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from evalstore.base.word_file import word_file
from evalstore.suites.hallucination.drafts.draft import (
    Draft,
    Subject,
    choice_question,
    graded,
    name_question,
    number_question,
    worded,
)
from evalstore.suites.hallucination.factual_cases import DIFFICULTIES, question_rng

FILE = Path(__file__).with_name("elements.toml")
WORDS = word_file(FILE)

DATA = Path(__file__).parents[1] / "data" / "science.json"
# Abridged and conventional atomic weights differ by less.
WEIGHT_TOLERANCE = 0.0005
NEIGHBOUR_DISTANCE = 2
# Largest distance of the other elements of a choice, in atomic numbers and in groups.
PERIOD_DISTANCE = 40
GROUP_DISTANCE = 3
DISPUTED_GROUPS = {"La", "Ac"}

NUMBER_WORDINGS = WORDS["number_wordings"]
SYMBOL_WORDINGS = WORDS["symbol_wordings"]
NAME_WORDINGS = WORDS["name_wordings"]
WEIGHT_WORDINGS = WORDS["weight_wordings"]
PERIOD_WORDINGS = WORDS["period_wordings"]
GROUP_WORDINGS = WORDS["group_wordings"]
OTHER_NAMES = WORDS["other_names"]


@dataclass(frozen=True, slots=True)
class Element:
    """A chemical element; ``group`` is None for most lanthanides and actinides."""

    number: int
    symbol: str
    name: str
    atomic_weight: str
    group: int | None
    period: int
    is_stable: bool

    @property
    def cluster(self) -> str:
        """The cluster of all questions about this element."""
        return f"science:elements:{self.symbol}"


@cache
def elements() -> tuple[Element, ...]:
    """Return the elements by atomic number."""
    rows = json.loads(DATA.read_text(encoding="utf-8"))["elements"]
    return tuple(Element(**row) for row in rows)


def neighbours(element: Element) -> list[Element]:
    """Return two elements with similar atomic numbers, which may be confused with this one."""
    near = [
        other
        for other in elements()
        if 0 < abs(other.number - element.number) <= NEIGHBOUR_DISTANCE
    ]
    return question_rng("neighbours", element.symbol).sample(near, 2)


@cache
def _source() -> str:
    return str(json.loads(DATA.read_text(encoding="utf-8"))["sources"]["elements"])


def _subject(element: Element, form: str, *, step: int = 0) -> Subject:
    grade = DIFFICULTIES.index(graded(-element.number, easy=-20, medium=-56))
    difficulty = DIFFICULTIES[min(2, grade + step)]
    return Subject("elements", form, element.symbol, _source(), difficulty)


def drafts() -> Iterator[Draft]:
    """Yield all questions about elements."""
    for element in elements():
        yield from _numbers(element)
        yield from _names(element)
        yield from _choices(element)


def _numbers(element: Element) -> Iterator[Draft]:
    name, near = element.name.lower(), neighbours(element)
    slips = [str(slip) for slip in (element.number + 1, element.number - 1 or 3)]
    slips.append(str(element.number + 8))
    for wording in NUMBER_WORDINGS:
        subject = _subject(element, "atomic number")
        yield Draft("atomic number", str(element.number), partial(
            number_question, subject, wording.format(name=name), str(element.number), slips
        ))  # fmt: skip
    for wording in WEIGHT_WORDINGS if element.is_stable else ():
        subject = _subject(element, "atomic weight", step=1)
        wrong = [_weight(other) for other in near]
        yield Draft("atomic weight", element.symbol, partial(
            number_question, subject, wording.format(name=name), _weight(element), wrong,
            tolerance=WEIGHT_TOLERANCE,
        ))  # fmt: skip


def _weight(element: Element) -> str:
    return f"{float(element.atomic_weight):.5g}"


def _names(element: Element) -> Iterator[Draft]:
    near = neighbours(element)
    for wording in SYMBOL_WORDINGS:
        text = wording.format(name=element.name.lower())
        yield Draft("symbol", element.symbol, partial(
            name_question, _subject(element, "symbol"), text, element.symbol,
            [other.symbol for other in near], is_symbol=True,
        ))  # fmt: skip
    for wording in NAME_WORDINGS:
        text = wording.format(symbol=element.symbol, number=element.number)
        yield Draft("name", element.name, partial(
            name_question, _subject(element, "name"), text, element.name,
            [other.name for other in near], OTHER_NAMES.get(element.name, []),
            right_alone=[] if "{number}" not in wording else [element.symbol],
        ))  # fmt: skip


def _choices(element: Element) -> Iterator[Draft]:
    elsewhere = [
        other
        for other in elements()
        if other.period != element.period and abs(other.number - element.number) <= PERIOD_DISTANCE
    ]
    text = worded(PERIOD_WORDINGS, element.symbol, period=element.period)
    yield from _choice(element, "period", text, elsewhere)
    near_groups = [
        other
        for other in elements()
        if other.group is not None
        and other.symbol not in DISPUTED_GROUPS
        and 0 < abs(other.group - (element.group or 0)) <= GROUP_DISTANCE
    ]
    if element.group is not None and element.symbol not in DISPUTED_GROUPS:
        yield from _choice(
            element,
            "group",
            worded(GROUP_WORDINGS, element.symbol, group=element.group),
            near_groups,
        )


def _choice(element: Element, form: str, text: str, pool: list[Element]) -> Iterator[Draft]:
    for variant in range(2):
        others = question_rng(form, element.symbol, variant).sample(pool, 3)
        subject = _subject(element, form, step=int(form == "group"))
        yield Draft(form, element.name, partial(
            choice_question, subject, text, element.name.lower(),
            sorted(other.name.lower() for other in others), right_alone=[element.symbol],
        ))  # fmt: skip
