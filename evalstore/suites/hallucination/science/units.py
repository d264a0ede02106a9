"""
Units: prefixes, derived units, conversion factors, and the largest of four.

Difficulty: a prefix is easy from nano to giga, medium from atto to exa, hard beyond. A conversion
is easy between units of daily life or of the SI, medium if one of them is neither; an amount
other than one makes it a step harder. Of four sizes it is easy if the largest is ten times the
next, hard if less than twice.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from math import isclose
from pathlib import Path
from typing import Any

from evalstore.base.word_file import word_file
from evalstore.suites.hallucination.drafts.draft import (
    Draft,
    Subject,
    apart_from,
    choice_question,
    graded,
    kept,
    name_question,
    number_question,
    worded,
)
from evalstore.suites.hallucination.factual_cases import (
    DIFFICULTIES,
    FactualQuestion,
    question_rng,
)

FILE = Path(__file__).with_name("units.toml")
WORDS = word_file(FILE)

Unit = Mapping[str, Any]
EVERYDAY = frozenset(WORDS["everyday"])
PLURALS = WORDS["plurals"]
SINGULARS = {
    "psi": "pound per square inch", "pound force": "pound-force", "ton TNT": "ton of TNT",
    "kilogram force": "kilogram-force",
}  # fmt: skip
# The units of volume and weight with this name differ between countries.
AMERICAN = {"gallon", "quart", "pint", "cup", "fluid ounce", "tablespoon", "teaspoon"}
SPELLED = {"barrel": "oil barrel", "horsepower": "mechanical horsepower",
           "calorie": "thermochemical calorie", "point": "typographic (DTP) point"}  # fmt: skip
SI = WORDS["si"]
SI_SYMBOLS = {"length": ("m", "metres"), "area": ("m^2",), "volume": ("m^3",), "mass": ("kg",)}
# Further apart than this, two units of one dimension are never converted into each other.
FACTOR_MAX = 1e7
# Five significant digits are requested: one unit of the fifth if the first is a one.
TOLERANCE = 0.0001
AMOUNTS = (2, 3, 5, 7, 12, 15, 25, 40, 60, 150)
LARGEST = WORDS["largest"]
POWER_WORDINGS = WORDS["power_wordings"]
PREFIX_WORDINGS = WORDS["prefix_wordings"]
FACTOR_WORDINGS = WORDS["factor_wordings"]
AMOUNT_WORDING = "Convert {amount} {ones} to {many}. Give at least five significant digits."
QUANTITY_WORDINGS = WORDS["quantity_wordings"]
LARGEST_WORDINGS = ("Which of these is {words}", "Of these, which is {words}")
BASE_WORDINGS = WORDS["base_wordings"]


def drafts() -> Iterator[Draft]:
    """Yield all questions about units."""
    yield from _prefixes()
    yield from _derived()
    yield from _factors()
    yield from _sizes()


def _source() -> str:
    return str(kept("units")["sources"]["units"])


def _prefixes() -> Iterator[Draft]:
    prefixes = kept("units")["prefixes"]
    for place, prefix in enumerate(prefixes):
        name, power = prefix["name"], prefix["power"]
        near = prefixes[max(0, place - 2) : place] + prefixes[place + 1 : place + 3]
        grade = graded(-abs(power), easy=-9, medium=-18)
        for wording in POWER_WORDINGS:
            subject = Subject("units", "prefix power", name, _source(), grade)
            # The question itself contains "ten".
            key = {"others": [{"kind": "number", "value": f"1e{power}"}]} if power != 1 else {}
            wrong = [str(-power), *(str(other["power"]) for other in near if other["power"])][:3]
            yield Draft("prefix power", str(power), partial(
                number_question, subject, wording.format(name=name), str(power), wrong, **key
            ))  # fmt: skip
        for wording in PREFIX_WORDINGS:
            subject = Subject("units", "prefix name", name, _source(), grade)
            rivals = [other["name"] for other in (*near, *prefixes) if other["name"] != name]
            aliases = ["deka"] if name == "deca" else []
            yield Draft("prefix name", name, partial(
                name_question, subject, wording.format(power=power), name,
                list(dict.fromkeys(rivals)), aliases,
            ))  # fmt: skip


def _derived() -> Iterator[Draft]:
    rows = kept("units")["derived"]
    for row in rows:
        others = [other["name"] for other in rows if other["powers"] != row["powers"]]
        is_alone = len(others) == len(rows) - 1
        rivals = question_rng("derived", row["name"]).sample(others, 3)
        grade = graded(-len(row["powers"]), easy=-2, medium=-3)
        for wording in BASE_WORDINGS if is_alone and "rad" not in row["powers"] else ():
            subject = Subject("units", "derived unit", row["name"], _source(), grade)
            text = wording.format(base=_in_base_units(row["powers"]))
            yield Draft("derived unit", row["name"], partial(
                name_question, subject, text, row["name"], rivals,
                [row["symbol"]] if len(row["symbol"]) > 1 else [], right_alone=[row["symbol"]],
            ))  # fmt: skip
        for measured in row["measures"]:
            fits = [other["name"] for other in rows if measured not in other["measures"]]
            options = question_rng(measured, row["name"]).sample(fits, 3)
            if len(fits) < len(rows) - 1:
                continue
            subject = Subject("units", "unit of a quantity", row["name"], _source(), grade)
            yield Draft(
                "unit of a quantity",
                row["name"],
                partial(
                    choice_question,
                    subject,
                    worded(QUANTITY_WORDINGS, row["name"], measured=measured),
                    row["name"],
                    options,
                    right_alone=[row["symbol"]],
                ),
            )


def _in_base_units(powers: Mapping[str, int]) -> str:
    return " ".join(unit if power == 1 else f"{unit}^{power}" for unit, power in powers.items())


def _one(unit: Unit) -> str:
    plain = str(unit["name"])
    name = SINGULARS.get(plain, SPELLED.get(plain, plain))
    return f"US {name}" if name in AMERICAN else name


def _many(unit: Unit) -> str:
    name = str(unit["name"])
    plural = PLURALS.get(name, SPELLED.get(name, name) + "s")
    return f"US {plural}" if name in AMERICAN else plural


def _factors() -> Iterator[Draft]:
    units: list[Unit] = [
        *kept("units")["units"],
        *({"name": unit, "dimension": name, "factor": "1"} for name, (unit, _) in SI.items()),
    ]
    plurals = dict(SI.values())
    for unit in units:
        for other in units:
            ratio = float(unit["factor"]) / float(other["factor"])
            is_fit = unit["dimension"] == other["dimension"] and 1 < ratio <= FACTOR_MAX
            is_daily = {unit["name"], other["name"]} & EVERYDAY or "1" in {
                unit["factor"],
                other["factor"],
            }
            if unit["name"] == other["name"] or not is_fit or not is_daily:
                continue
            many = plurals.get(other["name"]) or _many(other)
            # The question itself contains "five".
            for wording in FACTOR_WORDINGS if not isclose(ratio, 5, rel_tol=TOLERANCE) else ():
                text = wording.format(one=_one(unit), many=many)
                yield _conversion(unit, other, 1, text)
            amount = question_rng("amount", unit["name"], other["name"]).choice(AMOUNTS)
            ones = plurals.get(unit["name"]) or _many(unit)
            text = AMOUNT_WORDING.format(amount=amount, ones=ones, many=many)
            yield _conversion(unit, other, amount, text)


def _conversion(source: Unit, other: Unit, amount: int, text: str) -> Draft:
    value = amount * float(source["factor"]) / float(other["factor"])
    daily = [unit["name"] in EVERYDAY or unit["factor"] == "1" for unit in (source, other)]
    grade = DIFFICULTIES[min(2, 2 - sum(daily) + (amount != 1))]
    form = "conversion factor" if amount == 1 else "conversion"
    name = f"{source['name']} in {other['name']}"
    subject = Subject("units", form, name, _source(), grade)
    wrong = [f"{slip:.4g}" for slip in (value * 1.1, value * 10, value / 2)]
    shown = f"{value:.7g}"
    return Draft(form, shown, partial(
        number_question, subject, text, shown, wrong, tolerance=TOLERANCE,
        other_units=_other_units(other),
    ))  # fmt: skip


def _other_units(target: Unit) -> list[str]:
    """Return the names of the other units of the same dimension, in singular and plural."""
    names = {
        words
        for unit in kept("units")["units"]
        if unit["dimension"] == target["dimension"] and unit["name"] != target["name"]
        for words in (_one(unit), _many(unit))
    }
    if target["name"] not in SI[target["dimension"]]:
        names |= {*SI[target["dimension"]], *SI_SYMBOLS.get(target["dimension"], ())}
    return sorted(name.removeprefix("US ") for name in names)


def _sizes() -> Iterator[Draft]:
    for dimension, words in LARGEST.items():
        ranked = sorted(
            (unit for unit in kept("units")["units"] if unit["dimension"] == dimension),
            key=lambda unit: -float(unit["factor"]),
        )
        for place, unit in enumerate(ranked):
            for distance in (1, 2, 3):
                yield from _largest(words, unit, apart_from(ranked, place, distance, 3))


def _largest(words: str, unit: Unit, others: list[Unit]) -> Iterator[Draft]:
    ratio = float(unit["factor"]) / float(others[0]["factor"]) if others else 1
    if len(others) < len("abc") or ratio < 1.05:  # noqa: PLR2004 - nearer ones are the same size
        return
    subject = Subject(
        "units", "largest unit", unit["name"], _source(), graded(ratio, easy=10, medium=2)
    )
    text = worded(LARGEST_WORDINGS, unit["name"], words=words)
    options = [f"one {_one(other)}" for other in others]
    yield Draft("largest unit", unit["name"], partial(_size, subject, text, _one(unit), options))


def _size(subject: Subject, text: str, right: str, others: list[str]) -> FactualQuestion:
    return choice_question(subject, text, f"one {right}", others, [right])
