"""Units are those of scipy's constants and, where one is made of others, of its definition."""

import math

import pytest
from scipy import constants

from evalstore.judges.text.values.units import PREFIXES, SPOKEN_PREFIXES, TABLE, UNITS, unit_after

DEFINITIONS = {
    "g": "m m kg / (m m)", "Hz": "1 / s", "N": "kg m / s^2", "Pa": "N / m^2", "J": "N m",
    "W": "J / s", "C": "A s", "V": "W / A", "F": "C / V", "ohm": "V / A", "S": "A / V",
    "Wb": "V s", "T": "Wb / m^2", "H": "Wb / A", "L": "m^3", "l": "m^3", "eV": "J", "Wh": "J",
    "u": "kg", "min": "s", "h": "s", "d": "s", "t": "kg", "in": "m", "ft": "m", "mi": "m",
    "lb": "kg", "atm": "Pa", "bar": "Pa", "cal": "J", "kph": "m / s", "kmh": "m / s",
}  # fmt: skip
# The base units, each by its own dimension, and what has none.
BASES = ("m", "kg", "s", "A", "K", "mol")
FACTORS = {
    "g": constants.gram, "L": constants.liter, "l": constants.liter, "eV": constants.eV,
    "Wh": constants.hour, "u": constants.atomic_mass, "min": constants.minute,
    "h": constants.hour, "d": constants.day, "t": constants.metric_ton, "in": constants.inch,
    "ft": constants.foot, "mi": constants.mile, "lb": constants.pound, "atm": constants.atm,
    "bar": constants.bar, "cal": constants.calorie, "%": 0.01, "kph": constants.kmh,
    "kmh": constants.kmh,
}  # fmt: skip
NAMED_PREFIXES = {
    "Q": "quetta", "R": "ronna", "Y": "yotta", "Z": "zetta", "E": "exa", "P": "peta", "T": "tera",
    "G": "giga", "M": "mega", "k": "kilo", "h": "hecto", "da": "deka", "d": "deci", "c": "centi",
    "m": "milli", "u": "micro", "n": "nano", "p": "pico", "f": "femto", "a": "atto",
}  # fmt: skip
# scipy does not have these two.
NEWER = {"quetta": 1e30, "ronna": 1e27}


def test_base_units_have_a_dimension_each():
    """A base unit counts once in its own dimension and in no other."""
    expected = [tuple(int(place == own) for place in range(7)) for own in range(7) if own != 6]

    # Kelvin stands before the mole, and nothing is measured in candela.
    assert expected == [UNITS[symbol].dimensions for symbol in BASES]
    assert 1 == UNITS["kg"].factor == UNITS["m"].factor == UNITS["s"].factor
    assert {*TABLE} == {*DEFINITIONS, *BASES, "%"} - {"kg"}


@pytest.mark.parametrize("symbol", DEFINITIONS)
def test_a_unit_is_what_it_is_made_of(symbol):
    """Dimensions are those of the definition, and the size is that of scipy or 1."""
    made_of, _ = unit_after(DEFINITIONS[symbol])

    assert made_of.dimensions == UNITS[symbol].dimensions
    assert math.isclose(FACTORS.get(symbol, 1.0), UNITS[symbol].factor, rel_tol=1e-9)


def test_prefixes_are_those_of_scipy():
    """By symbol and by name, which a prefixed unit has to take up."""
    sizes = {
        symbol: NEWER.get(name) or getattr(constants, name)
        for symbol, name in NAMED_PREFIXES.items()
    }

    assert {*PREFIXES} == {*sizes, ""}
    for symbol, size in sizes.items():
        assert math.isclose(size, 10.0 ** PREFIXES[symbol])
        assert math.isclose(size, UNITS[f"{symbol}m"].factor)
    for name in SPOKEN_PREFIXES:
        size = getattr(constants, name) if name else 1.0
        assert math.isclose(size, UNITS[f"{name}meters"].factor)
