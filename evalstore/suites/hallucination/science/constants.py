"""
Physical constants of CODATA, requested in their unit to five significant digits.

Difficulty: easy if the constant is one of the exact ones that define the SI, medium if its
relative uncertainty is below 1e-9, else hard.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial

from evalstore.suites.hallucination.drafts.draft import Draft, Subject, number_question
from evalstore.suites.hallucination.factual_cases import FactualQuestion
from evalstore.suites.hallucination.science.elements import DATA

# Five significant digits are requested: one unit of the fifth if the first is a one.
TOLERANCE = 0.0001
DEFINE_THE_SI = {
    "speed of light in vacuum", "Planck constant", "elementary charge", "Boltzmann constant",
    "Avogadro constant",
}  # fmt: skip
WELL_KNOWN_UNCERTAINTY = 1e-9
WORDINGS = (
    "What is the value of the {name}{unit}? Give at least five significant digits.",
    "Give the {name}{unit} to at least five significant digits.",
    "To at least five significant digits, how large is the {name}{unit}?",
)


@dataclass(frozen=True, slots=True)
class Constant:
    """A physical constant of CODATA; ``unit`` is empty if it has none."""

    name: str
    value: str
    unit: str
    uncertainty: str


@cache
def constants() -> tuple[Constant, ...]:
    """Return the constants in the order of the file."""
    rows = json.loads(DATA.read_text(encoding="utf-8"))["constants"]
    return tuple(Constant(**row) for row in rows)


@cache
def _source() -> str:
    return str(json.loads(DATA.read_text(encoding="utf-8"))["sources"]["constants"])


def drafts() -> Iterator[Draft]:
    """Yield all questions about constants."""
    for constant in constants():
        difficulty = _difficulty(constant)
        subject = Subject("constants", "constant", constant.name, _source(), difficulty)
        for wording in WORDINGS:
            yield Draft("constant", constant.name, partial(_question, subject, constant, wording))


def _question(subject: Subject, constant: Constant, wording: str) -> FactualQuestion:
    value, unit = float(constant.value), constant.unit
    text = wording.format(name=constant.name, unit=f" in {unit}" if unit else "")
    wrong = [f"{slip:.4g}" for slip in (value * 1.07, value * 100, value / 2)]
    fields: dict[str, object] = {"tolerance": TOLERANCE, **({"unit": unit} if unit else {})}
    return number_question(subject, text, f"{value:.7g}", wrong, **fields)


def _difficulty(constant: Constant) -> str:
    if constant.name in DEFINE_THE_SI:
        return "easy"
    uncertainty = abs(float(constant.uncertainty) / float(constant.value))
    return "medium" if uncertainty < WELL_KNOWN_UNCERTAINTY else "hard"
