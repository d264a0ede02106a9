"""
Extract prefixes, derived units and conversion factors into ``science/units.json``.

Run by hand where a newer edition of the data is wanted; it needs ``pint``, ``astropy`` and
``scipy``, which nothing else here needs at run time. A factor is kept only where two of them give
the same one::

    python -m tools.cases.make_units
"""

import importlib
from fractions import Fraction
from typing import Any

from tools.cases._kept_json import missing_packages, version_of, write

# What is asked about, by its name in the packages; the factor is theirs.
UNITS = {
    "length": "angstrom micron inch foot yard fathom rod chain furlong mile nautical_mile "
    "astronomical_unit light_year parsec league hand point pica mil",
    "area": "acre hectare barn are square_foot square_inch square_yard square_mile",
    "volume": "liter gallon quart pint cup fluid_ounce tablespoon teaspoon barrel bushel "
    "cubic_foot cubic_inch peck gill",
    "mass": "ounce pound stone short_ton long_ton carat grain troy_ounce troy_pound dalton slug "
    "metric_ton dram",
    "time": "minute hour day week fortnight",
    "pressure": "bar atmosphere torr psi",
    "energy": "erg calorie electron_volt british_thermal_unit ton_TNT therm",
    "power": "horsepower",
    "force": "dyne pound_force kilogram_force kip",
    "angle": "degree arcminute arcsecond",
    "speed": "kilometer_per_hour mile_per_hour knot",
}
BASE = {
    "length": ("meter", "m"), "area": ("square meter", "m^2"), "volume": ("cubic meter", "m^3"),
    "mass": ("kilogram", "kg"), "time": ("second", "s"), "pressure": ("pascal", "Pa"),
    "energy": ("joule", "J"), "power": ("watt", "W"), "force": ("newton", "N"),
    "angle": ("radian", "rad"), "speed": ("meter per second", "m/s"),
}  # fmt: skip
# Where a package has another name for it.
PINT = {
    "micron": "micrometer", "are": "are", "square_foot": "foot**2", "square_inch": "inch**2",
    "square_yard": "yard**2", "square_mile": "mile**2", "cubic_foot": "foot**3",
    "cubic_inch": "inch**3", "kilometer_per_hour": "kilometer/hour",
    "mile_per_hour": "mile/hour", "mil": "thou", "therm": "therm", "barrel": "oil_barrel",
}  # fmt: skip
ASTROPY = {
    "astronomical_unit": "au", "light_year": "lyr", "atmosphere": "", "calorie": "cal",
    "electron_volt": "eV", "british_thermal_unit": "BTU", "nautical_mile": "nauticalmile",
    "metric_ton": "tonne", "gallon": "gallon", "knot": "kn", "arcminute": "arcmin",
    "arcsecond": "arcsec", "dalton": "Da", "short_ton": "ton", "degree": "deg",
    "kilometer_per_hour": "km/h", "mile_per_hour": "mi/h", "kilogram_force": "",
    "square_foot": "ft2", "square_inch": "inch2", "square_yard": "yd2", "square_mile": "mi2",
    "cubic_foot": "ft3", "cubic_inch": "inch3", "pound_force": "lbf",
}  # fmt: skip
SCIPY = {
    "pound": "lb", "ounce": "oz", "troy_ounce": "troy_ounce", "gallon": "gallon_US",
    "fluid_ounce": "fluid_ounce_US", "short_ton": "short_ton", "calorie": "calorie_th",
    "british_thermal_unit": "Btu_IT", "ton_TNT": "ton_TNT", "electron_volt": "eV",
    "dyne": "dyn", "kilogram_force": "kgf", "pound_force": "lbf", "mile_per_hour": "mph",
    "kilometer_per_hour": "kmh", "astronomical_unit": "au", "torr": "torr",
    "dalton": "atomic_mass", "square_inch": "", "metric_ton": "metric_ton",
}  # fmt: skip
DERIVED = (
    "newton", "pascal", "joule", "watt", "coulomb", "volt", "farad", "ohm", "siemens", "weber",
    "tesla", "henry", "lumen", "lux", "gray", "katal", "hertz", "becquerel", "sievert",
)  # fmt: skip
AGREEMENT = 1e-6
PACKAGES_MIN = 2


def _of_pint(registry: Any, name: str, base: str) -> float | None:
    try:
        unit = registry.parse_expression(PINT.get(name, name))
        return float(unit.to(base).magnitude)
    except (AttributeError, registry_errors()):
        return None


def registry_errors() -> type[Exception]:
    """Return the error that pint raises for a conversion between dimensions."""
    error: type[Exception] = importlib.import_module("pint").DimensionalityError
    return error


def _of_astropy(units: Any, name: str, base: str) -> float | None:
    alias = ASTROPY.get(name, name)
    if not alias:
        return None
    with units.imperial.enable():
        try:
            return float(units.Unit(alias).to(units.Unit(base.replace("^", ""))))
        except (ValueError, units.UnitConversionError):
            return None


def _of_scipy(constants: Any, name: str) -> float | None:
    alias = SCIPY.get(name, name)
    value = getattr(constants, alias, None) if alias else None
    return float(value) if isinstance(value, int | float) else None


def _factors() -> tuple[list[dict[str, object]], int]:
    """Return the units whose factor two packages agree on, and how many were left out."""
    registry = importlib.import_module("pint").UnitRegistry()
    units = importlib.import_module("astropy.units")
    constants = importlib.import_module("scipy.constants")
    kept: list[dict[str, object]] = []
    dropped = 0
    for dimension, names in UNITS.items():
        base = BASE[dimension][1]
        for name in names.split():
            found = {
                "pint": _of_pint(registry, name, base),
                "astropy": _of_astropy(units, name, base),
                "scipy": _of_scipy(constants, name),
            }
            values = {package: value for package, value in found.items() if value is not None}
            agreeing = _agreeing(values)
            if len(agreeing) < PACKAGES_MIN:
                dropped += 1
                continue
            factor = str(Fraction(repr(values[agreeing[0]])).limit_denominator(10**40))
            kept.append(
                {"name": name.replace("_", " "), "dimension": dimension,
                 "factor": _decimal(factor), "packages": agreeing}
            )  # fmt: skip
    return kept, dropped


def _agreeing(values: dict[str, float]) -> list[str]:
    for value in values.values():
        same = [name for name, other in values.items() if abs(other / value - 1) < AGREEMENT]
        if len(same) >= PACKAGES_MIN:
            return same
    return []


def _decimal(fraction: str) -> str:
    return f"{float(Fraction(fraction)):.12g}"


def _derived() -> list[dict[str, object]]:
    """Return derived units with what they are in base units and what they measure."""
    registry = importlib.import_module("pint").UnitRegistry()
    units = importlib.import_module("astropy.units")
    known = [name for name in DERIVED if hasattr(units, name)]
    rows: list[dict[str, object]] = []
    for name in known:
        ours = registry.parse_expression(name).to_base_units()
        theirs = getattr(units, name)
        powers = {str(base): int(power) for base, power in ours.unit_items()}
        parts = theirs.decompose()
        pairs = zip(parts.bases, parts.powers, strict=True)
        other = {base.name: int(power) for base, power in pairs}
        short = {"kilogram": "kg", "meter": "m", "second": "s", "ampere": "A", "candela": "cd",
                 "mole": "mol", "kelvin": "K", "radian": "rad"}  # fmt: skip
        if {short.get(base, base): power for base, power in powers.items()} != other:
            continue
        rows.append(
            {"name": name, "symbol": str(theirs.to_string()), "powers": other,
             "measures": sorted(str(theirs.physical_type).split("/"))}
        )  # fmt: skip
    return rows


def _prefixes() -> list[dict[str, object]]:
    """Return the prefixes of the SI that pint and scipy know alike."""
    constants = importlib.import_module("scipy.constants")
    registry = importlib.import_module("pint").UnitRegistry()
    names = (
        *("quetta", "ronna", "yotta", "zetta", "exa", "peta", "tera", "giga", "mega", "kilo"),
        *("hecto", "deca", "deci", "centi", "milli", "micro", "nano", "pico", "femto", "atto"),
        *("zepto", "yocto", "ronto", "quecto"),
    )
    rows: list[dict[str, object]] = []
    for name in names:
        power = round(_log10(float(registry.parse_expression(f"{name}meter").to("m").magnitude)))
        theirs = getattr(constants, {"deca": "deka"}.get(name, name), None)
        if theirs is not None and round(_log10(float(theirs))) == power:
            rows.append({"name": name, "power": power})
    return rows


def _log10(value: float) -> float:
    return float(importlib.import_module("math").log10(value))


def main() -> None:
    """Write the file again, with the names and versions of what it was made from."""
    missing_packages("pint", "astropy", "scipy")
    factors, dropped = _factors()
    write(
        "units",
        {
            "sources": {
                "units": f"pint {version_of('pint')} (BSD-3-Clause), astropy "
                f"{version_of('astropy')} (BSD-3-Clause), scipy {version_of('scipy')} "
                "(BSD-3-Clause): two of them agree"
            },
            "dropped": {"units": dropped},
            "prefixes": _prefixes(),
            "derived": _derived(),
            "units": factors,
        },
    )


if __name__ == "__main__":
    main()
