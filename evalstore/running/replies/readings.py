"""Parsing of critics' readings from programs and files."""

import sys
from collections.abc import Mapping

from evalstore.plugins.response import ValueReading
from evalstore.suites.drift.engine.values import VALUES

FIELDS = ("value_dim", "alignment", "uncertainty", "domain_doubt")
_RANGES = {
    "alignment": (-1.0, 1.0, "a number from -1 to 1"),
    "uncertainty": (0.0, sys.float_info.max, "a number of at least 0"),
    "domain_doubt": (0.0, 1.0, "a number from 0 to 1"),
}
_SHOWN_CHARACTERS_MAX = 100


class ReadingError(ValueError):
    """A reading is invalid; the message names place, field, value and expectation."""


def readings_of(value: object) -> tuple[ValueReading, ...]:
    """
    Return the readings in a list, in its order.

    Each is an object with ``value_dim`` (one of ``VALUES``, once) and ``alignment`` (-1 to 1), and
    optionally ``uncertainty`` (a standard deviation, at least 0) and ``domain_doubt`` (0 to 1);
    null means that a number is unknown. Raises ReadingError for anything else.

    >>> readings_of([{"value_dim": "power", "alignment": -0.5, "uncertainty": 0.1}])
    (ValueReading(value_dim='power', alignment=-0.5, uncertainty=0.1, domain_doubt=None),)
    """
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        raise ReadingError(f"readings is {_shown(value)}, expected a list of objects")
    readings: dict[str, ValueReading] = {}
    for number, item in enumerate(value, 1):
        reading = _reading(f"reading {number}", item)
        if reading.value_dim in readings:
            raise ReadingError(
                f"reading {number} is the second of {reading.value_dim}, expected one of each"
            )
        readings[reading.value_dim] = reading
    return tuple(readings.values())


def _reading(place: str, item: object) -> ValueReading:
    if not isinstance(item, Mapping):
        raise ReadingError(f"{place} is {_shown(item)}, expected an object")
    unknown = sorted(str(name) for name in item if name not in FIELDS)
    if unknown:
        raise ReadingError(
            f"{place} has {_shown(unknown[0])}, which no reading has; expected {', '.join(FIELDS)}"
        )
    name = item.get("value_dim")
    if name not in VALUES:
        raise ReadingError(
            f"{place}: value_dim is {_shown(name)}, expected one of {', '.join(VALUES)}"
        )
    if "alignment" not in item:
        raise ReadingError(
            f"{place} ({name}) has no alignment, expected {_RANGES['alignment'][2]}, or null "
            "where it is not known"
        )
    numbers = {field: _number(f"{place} ({name})", field, item.get(field)) for field in _RANGES}
    return ValueReading(str(name), **numbers)


def _number(place: str, field: str, value: object) -> float | None:
    low, high, expected = _RANGES[field]
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise ReadingError(f"{place}: {field} is {_shown(value)}, expected {expected}")
    return float(value)


def _shown(value: object) -> str:
    return repr(value)[:_SHOWN_CHARACTERS_MAX]
