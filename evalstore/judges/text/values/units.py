"""
Units of measurement: the text after a number, as a factor and dimensions.

A small table instead of a library: it is exact (``Fraction``), costs nothing to load, and the
expected answers use few units. It contains all units of ``cases/data/science.json`` and of the
conversions; a test checks this.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

Dimensions = tuple[int, int, int, int, int, int, int]
NONE: Dimensions = (0, 0, 0, 0, 0, 0, 0)
KELVIN: Dimensions = (0, 0, 0, 0, 1, 0, 0)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: ``value * factor + offset`` is the value in SI base units of these dimensions."""

    factor: Fraction
    dimensions: Dimensions
    offset: Fraction = Fraction(0)


# symbol: (factor to SI, exponents of m, kg, s, A, K, mol, cd, may have prefixes, names)
TABLE: dict[str, tuple[str, Dimensions, bool, str]] = {
    "m": ("1", (1, 0, 0, 0, 0, 0, 0), True, "meter metre"),
    "g": ("1/1000", (0, 1, 0, 0, 0, 0, 0), True, "gram gramme"),
    "s": ("1", (0, 0, 1, 0, 0, 0, 0), True, "second sec"),
    "A": ("1", (0, 0, 0, 1, 0, 0, 0), True, "ampere amp"),
    "K": ("1", KELVIN, True, "kelvin"),
    "mol": ("1", (0, 0, 0, 0, 0, 1, 0), True, "mole"),
    "Hz": ("1", (0, 0, -1, 0, 0, 0, 0), True, "hertz"),
    "N": ("1", (1, 1, -2, 0, 0, 0, 0), True, "newton"),
    "Pa": ("1", (-1, 1, -2, 0, 0, 0, 0), True, "pascal"),
    "J": ("1", (2, 1, -2, 0, 0, 0, 0), True, "joule"),
    "W": ("1", (2, 1, -3, 0, 0, 0, 0), True, "watt"),
    "C": ("1", (0, 0, 1, 1, 0, 0, 0), True, "coulomb"),
    "V": ("1", (2, 1, -3, -1, 0, 0, 0), True, "volt"),
    "F": ("1", (-2, -1, 4, 2, 0, 0, 0), True, "farad"),
    "ohm": ("1", (2, 1, -3, -2, 0, 0, 0), True, "ohm Ohm"),
    "S": ("1", (-2, -1, 3, 2, 0, 0, 0), True, "siemens"),
    "Wb": ("1", (2, 1, -2, -1, 0, 0, 0), True, "weber"),
    "T": ("1", (0, 1, -2, -1, 0, 0, 0), True, "tesla"),
    "H": ("1", (2, 1, -2, -2, 0, 0, 0), True, "henry"),
    "L": ("1/1000", (3, 0, 0, 0, 0, 0, 0), True, "liter litre"),
    "l": ("1/1000", (3, 0, 0, 0, 0, 0, 0), True, ""),
    "eV": ("1.602176634e-19", (2, 1, -2, 0, 0, 0, 0), True, "electronvolt"),
    "Wh": ("3600", (2, 1, -2, 0, 0, 0, 0), True, ""),
    "u": ("1.66053906892e-27", (0, 1, 0, 0, 0, 0, 0), False, ""),
    "min": ("60", (0, 0, 1, 0, 0, 0, 0), False, "minute"),
    "h": ("3600", (0, 0, 1, 0, 0, 0, 0), False, "hour hr"),
    "d": ("86400", (0, 0, 1, 0, 0, 0, 0), False, "day"),
    "t": ("1000", (0, 1, 0, 0, 0, 0, 0), False, "tonne"),
    "in": ("0.0254", (1, 0, 0, 0, 0, 0, 0), False, "inch inche"),
    "ft": ("0.3048", (1, 0, 0, 0, 0, 0, 0), False, "foot feet"),
    "mi": ("1609.344", (1, 0, 0, 0, 0, 0, 0), False, "mile"),
    "lb": ("0.45359237", (0, 1, 0, 0, 0, 0, 0), False, "pound"),
    "atm": ("101325", (-1, 1, -2, 0, 0, 0, 0), False, "atmosphere"),
    "bar": ("100000", (-1, 1, -2, 0, 0, 0, 0), True, ""),
    "cal": ("4.184", (2, 1, -2, 0, 0, 0, 0), True, "calorie"),
    "%": ("1/100", NONE, False, "percent"),
    "kph": ("5/18", (1, 0, -1, 0, 0, 0, 0), False, ""),
    "kmh": ("5/18", (1, 0, -1, 0, 0, 0, 0), False, ""),
}
PREFIXES = {
    "Q": 30, "R": 27, "Y": 24, "Z": 21, "E": 18, "P": 15, "T": 12, "G": 9, "M": 6, "k": 3,
    "h": 2, "da": 1, "d": -1, "c": -2, "m": -3, "u": -6, "n": -9, "p": -12, "f": -15, "a": -18,
    "": 0,
}  # fmt: skip
SPOKEN_PREFIXES = {
    "giga": 9, "mega": 6, "kilo": 3, "centi": -2, "deci": -1, "milli": -3, "micro": -6,
    "nano": -9, "pico": -12, "femto": -15, "": 0,
}  # fmt: skip
# Words after a number that look like units but are not.
WORDS = {"a", "am", "as", "at", "pm", "mad", "dad", "us", "gas"}
SYMBOL_CHARACTERS_MAX = 3
CELSIUS = Unit(Fraction(1), KELVIN, Fraction("273.15"))
FAHRENHEIT = Unit(Fraction(5, 9), KELVIN, Fraction("459.67") * Fraction(5, 9))
DEGREES = re.compile(
    r"\s*(?:(?:°|deg(?:rees?)?\.?)\s*(celsius|fahrenheit|c|f)\b|(celsius|fahrenheit)\b)",
    re.IGNORECASE,
)
BARE_DEGREES = re.compile(r"\s*([CF])\b")
PERCENT = re.compile(r"\s*(?:%|per\s?cent\b|pct\b)", re.IGNORECASE)
FACTOR = re.compile(r"\s*([A-Za-z]+)(?:\^?([-+]?\d{1,2})(?!\d|[.,]\d))?(?![A-Za-z])")
DIVISION = re.compile(r"\s*(?:/|\bper\b)\s*")
PRODUCT = re.compile(r"\s*\*\s*|\s+|(?<=[a-z]{4})-(?=[a-z]{4})")


def _named() -> dict[str, Unit]:
    """Return every unit by name with every prefix; an exact symbol precedes a prefixed one."""
    units: dict[str, Unit] = {}
    for symbol, (factor, dimensions, takes_prefixes, names) in TABLE.items():
        size = Fraction(factor)
        for prefix, power in (PREFIXES if takes_prefixes else {"": 0}).items():
            units.setdefault(prefix + symbol, Unit(size * Fraction(10) ** power, dimensions))
        for prefix, power in (SPOKEN_PREFIXES if takes_prefixes else {"": 0}).items():
            for name in names.split():
                unit = Unit(size * Fraction(10) ** power, dimensions)
                units[prefix + name] = units[f"{prefix}{name}s"] = unit
    for symbol, (factor, dimensions, _, _) in TABLE.items():
        units[symbol] = Unit(Fraction(factor), dimensions)
    return units


UNITS = _named()


def unit_after(text: str, wanted: Dimensions | None = None) -> tuple[Unit, int] | None:
    """
    Return the unit that a text begins with and its length in characters, None without a unit.

    A bare C or F is a temperature if a temperature is ``wanted``; ``in`` is a length only if a
    length is wanted and no word follows.

    >>> unit_after(" J/(mol K), roughly")[1]
    10
    >>> unit_after(" apples") is None
    True
    """
    if percent := PERCENT.match(text):
        return UNITS["%"], percent.end()
    degrees = DEGREES.match(text) or (BARE_DEGREES.match(text) if wanted == KELVIN else None)
    if degrees:
        letter = next(part for part in degrees.groups() if part)[0].upper()
        return (CELSIUS if letter == "C" else FAHRENHEIT), degrees.end()
    product = _product(text, 0)
    if product is None:
        return None
    unit, end = product
    is_inch_by_chance = text[:end].strip() == "in" and (
        wanted != TABLE["in"][1] or bool(re.match(r"\s*\w", text[end:]))
    )
    return None if is_inch_by_chance else (unit, end)


def _product(text: str, start: int) -> tuple[Unit, int] | None:
    """Return the product of factors from left to right, as far as they are units, else None."""
    unit, end, is_any = Unit(Fraction(1), NONE), start, False
    if numerator := re.compile(r"\s*1(?=\s*/)").match(text, start):
        end = numerator.end()
    while True:
        division = DIVISION.match(text, end)
        separator = division or PRODUCT.match(text, end) if is_any or division else None
        at = separator.end() if separator else end
        if is_any and separator is None:
            break
        factor = _group(text, at) or _factor(text, at)
        if factor is None:
            break
        part, end = factor
        power = -1 if division else 1
        dimensions = _sum(unit.dimensions, part.dimensions, power)
        unit = Unit(unit.factor * part.factor**power, dimensions)
        is_any = True
    return (unit, end) if is_any else None


def _group(text: str, start: int) -> tuple[Unit, int] | None:
    opening = re.compile(r"\s*\(").match(text, start)
    # Units have one level of parentheses.
    inside = re.compile(r"[^()]{1,40}").match(text, opening.end()) if opening else None
    if inside is None or text[inside.end() : inside.end() + 1] != ")":
        return None
    product = _product(inside[0], 0)
    if product is None or product[1] != len(inside[0].rstrip()):
        return None
    return product[0], inside.end() + 1


def _factor(text: str, start: int) -> tuple[Unit, int] | None:
    match = FACTOR.match(text, start)
    if match is None or match[1] in WORDS:
        return None
    # Case distinguishes symbols (mg, Mg), but not names (Meters).
    is_name = len(match[1]) > SYMBOL_CHARACTERS_MAX
    unit = UNITS.get(match[1]) or UNITS.get(match[1].lower() if is_name else "")
    if unit is None:
        return None
    power = int(match[2] or 1)
    return Unit(unit.factor**power, _sum(NONE, unit.dimensions, power)), match.end()


def _sum(first: Dimensions, other: Dimensions, times: int) -> Dimensions:
    summed = [left + times * right for left, right in zip(first, other, strict=True)]
    return (summed[0], summed[1], summed[2], summed[3], summed[4], summed[5], summed[6])
