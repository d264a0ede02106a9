"""
Questions about chemical elements and physical constants, with units and a stated tolerance.

The data are in ``data/science.json``, extracted from the libraries named there by
``data/make_science.py``. Atomic weights are asked of elements with a stable isotope only, and
groups not of lanthanum and actinium, whose place is disputed.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from evalstore.cases._factual import FactualQuestion, case_of, question_rng
from evalstore.types.case import Case
from evalstore.types.seeded_random import SeededRandom

VERSION = "1.0"
DATA = Path(__file__).parent / "data" / "science.json"

# Four significant digits are asked for; a tenth of a percent leaves room for their rounding.
CONSTANT_TOLERANCE = 0.001
# Abridged and conventional atomic weights differ by less.
WEIGHT_TOLERANCE = 0.002
NEIGHBOUR_DISTANCE = 2
DISPUTED_GROUPS = {"La", "Ac"}

CONSTANT_WORDINGS = (
    "What is the value of the {name}{unit}? Give at least four significant digits.",
    "Give the {name}{unit} to at least four significant digits.",
)
NUMBER_WORDINGS = (
    "What is the atomic number of {name}?",
    "How many protons does an atom of {name} have?",
    "Which atomic number belongs to the element {name}?",
)
SYMBOL_WORDINGS = (
    "What is the chemical symbol of {name}?",
    "Which symbol stands for {name} in the periodic table?",
)
NAME_WORDINGS = (
    "Which chemical element has the symbol {symbol}?",
    "Which element has the atomic number {number}?",
)
WEIGHT_WORDINGS = (
    "What is the standard atomic weight of {name}? Give at least four significant digits.",
    "Give the standard atomic weight of {name} to at least four significant digits.",
)
PERIOD_WORDINGS = ("In which period of the periodic table is {name}?",)
GROUP_WORDINGS = ("In which group (1 to 18) of the periodic table is {name}?",)
# British or American spelling variants.
OTHER_NAMES = {
    "Aluminum": ["Aluminium"],
    "Aluminium": ["Aluminum"],
    "Cesium": ["Caesium"],
    "Caesium": ["Cesium"],
    "Sulfur": ["Sulphur"],
}


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
        return f"science:{self.symbol}"


@dataclass(frozen=True, slots=True)
class Constant:
    """A physical constant of CODATA; ``unit`` is empty if it has none."""

    name: str
    value: str
    unit: str
    uncertainty: str


@cache
def _data() -> dict[str, object]:
    loaded: dict[str, object] = json.loads(DATA.read_text(encoding="utf-8"))
    return loaded


@cache
def elements() -> tuple[Element, ...]:
    """Return the elements by atomic number."""
    rows = _data()["elements"]
    return tuple(Element(**row) for row in rows) if isinstance(rows, list) else ()


@cache
def constants() -> tuple[Constant, ...]:
    """Return the constants in the order of the file."""
    rows = _data()["constants"]
    return tuple(Constant(**row) for row in rows) if isinstance(rows, list) else ()


def _source(of: str) -> str:
    sources = _data()["sources"]
    return str(sources[of]) if isinstance(sources, dict) else ""


def constant_fact(constant: Constant, wording: int) -> FactualQuestion:
    """Return the question for the value of a constant."""
    value = float(constant.value)
    unit = f" {constant.unit}" if constant.unit else ""
    key: dict[str, object] = {
        "kind": "number",
        "value": constant.value,
        "tolerance": CONSTANT_TOLERANCE,
        "wrong": [f"{slip:.4g}{unit}" for slip in (value * 1.07, value * 100, value / 2)],
    }
    if constant.unit:
        key["unit"] = constant.unit
    return FactualQuestion(
        generator="science",
        domain="science",
        question=CONSTANT_WORDINGS[wording].format(
            name=constant.name, unit=f" in {constant.unit}" if constant.unit else ""
        ),
        expected=f"{value:.7g}{unit}",
        answer_key=key,
        cluster=f"science:{constant.name}",
        attributes={"form": "constant", "source": _source("constants")},
    )


def _element_fact(
    element: Element, form: str, question: str, expected: str, key: Mapping[str, object]
) -> FactualQuestion:
    return FactualQuestion(
        generator="science",
        domain="science",
        question=question,
        expected=expected,
        answer_key=key,
        cluster=element.cluster,
        attributes={"form": form, "source": _source("elements")},
    )


def number_fact(element: Element, wording: int) -> FactualQuestion:
    """Return the question for the atomic number of an element."""
    question = NUMBER_WORDINGS[wording].format(name=element.name.lower())
    slips = [element.number + 1, element.number - 1 or 3, element.number + 8]
    return _element_fact(
        element, "atomic number", question, str(element.number), _whole_key(element.number, slips)
    )


def _whole_key(right: int, slips: list[int]) -> dict[str, object]:
    return {"kind": "number", "value": str(right), "wrong": [str(slip) for slip in slips]}


def _symbol_fact(element: Element, wording: int) -> FactualQuestion:
    rivals = [other.symbol for other in neighbours(element)]
    return _element_fact(
        element,
        "symbol",
        SYMBOL_WORDINGS[wording].format(name=element.name.lower()),
        element.symbol,
        {"kind": "name", "value": element.symbol, "aliases": [], "is_symbol": True,
         "wrong": rivals, "rivals": rivals},
    )  # fmt: skip


def _name_fact(element: Element, wording: int) -> FactualQuestion:
    rivals = [other.name for other in neighbours(element)]
    return _element_fact(
        element,
        "name",
        NAME_WORDINGS[wording].format(symbol=element.symbol, number=element.number),
        element.name,
        {"kind": "name", "value": element.name, "aliases": OTHER_NAMES.get(element.name, []),
         "wrong": rivals, "rivals": rivals},
    )  # fmt: skip


def _weight_fact(element: Element, wording: int) -> FactualQuestion:
    slips = [f"{float(other.atomic_weight):.5g}" for other in neighbours(element)]
    return _element_fact(
        element,
        "atomic weight",
        WEIGHT_WORDINGS[wording].format(name=element.name.lower()),
        f"{float(element.atomic_weight):.5g}",
        {"kind": "number", "value": element.atomic_weight, "tolerance": WEIGHT_TOLERANCE,
         "wrong": slips},
    )  # fmt: skip


def _period_fact(element: Element, wording: int) -> FactualQuestion:
    slips = [element.period % 7 + 1, (element.period + 1) % 7 + 1]
    question = PERIOD_WORDINGS[wording].format(name=element.name.lower())
    return _element_fact(
        element, "period", question, str(element.period), _whole_key(element.period, slips)
    )


def _group_fact(element: Element, wording: int) -> FactualQuestion:
    group = element.group or 0
    slips = [group % 18 + 1, (group + 1) % 18 + 1]
    question = GROUP_WORDINGS[wording].format(name=element.name.lower())
    return _element_fact(element, "group", question, str(group), _whole_key(group, slips))


def neighbours(element: Element) -> list[Element]:
    """Return two other elements that one may take for this one: those beside it."""
    near = [
        other
        for other in elements()
        if 0 < abs(other.number - element.number) <= NEIGHBOUR_DISTANCE
    ]
    return question_rng("neighbours", element.symbol).sample(near, 2)


def _all_facts() -> Iterator[FactualQuestion]:
    for constant in constants():
        for wording in range(len(CONSTANT_WORDINGS)):
            yield constant_fact(constant, wording)
    forms: tuple[tuple[Callable[[Element, int], FactualQuestion], tuple[str, ...]], ...] = (
        (number_fact, NUMBER_WORDINGS),
        (_symbol_fact, SYMBOL_WORDINGS),
        (_name_fact, NAME_WORDINGS),
        (_weight_fact, WEIGHT_WORDINGS),
        (_period_fact, PERIOD_WORDINGS),
        (_group_fact, GROUP_WORDINGS),
    )
    for element in elements():
        for fact_of, wordings in forms:
            if _may_be_asked(element, wordings):
                for wording in range(len(wordings)):
                    yield fact_of(element, wording)


def _may_be_asked(element: Element, wordings: tuple[str, ...]) -> bool:
    if wordings is WEIGHT_WORDINGS:
        return element.is_stable
    if wordings is GROUP_WORDINGS:
        return element.group is not None and element.symbol not in DISPUTED_GROUPS
    return True


def generate(
    rng: SeededRandom,
    count: int,
    settings: Mapping[str, object],  # noqa: ARG001 - every generator takes settings
) -> Iterator[Case]:
    """Yield ``count`` different questions, or all there are."""
    for fact in rng.sample(list(_all_facts()), count):
        yield case_of(fact)
