"""Values of cells: texts, lists, truth values and scalars, as CSV, JSON and Parquet write them."""

import json
import math
from collections.abc import Mapping
from datetime import date, time
from decimal import Decimal

from evalstore.plugins.case import Scalar

OPTIONS_MIN, OPTIONS_MAX = 2, 26
# Larger ones are not exact as floating-point numbers.
INTEGER_MAX = 2**53 - 1
TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


class CellError(ValueError):
    """A value that a column cannot have; the text has the value and the expectation."""


def scalar_of(value: object) -> Scalar:
    """
    Return a scalar; dates, decimals and integers that JSON readers would round become texts.

    Raises CellError for lists, objects, and numbers that are not finite.
    """
    if isinstance(value, float) and not math.isfinite(value):
        raise CellError(f"found {value}; expected a finite number")
    if isinstance(value, int) and abs(value) > INTEGER_MAX:
        return str(value)
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, date | time | Decimal):
        return str(value)
    raise CellError(f"found {_named(value)}; expected a text, a number or a truth value")


def text_of(value: object) -> str:
    """
    Return a text without surrounding white space; numbers as in JSON, null as "".

    >>> text_of(3.0), text_of(True), text_of(None), text_of(" a ")
    ('3', 'True', '', 'a')
    """
    scalar = scalar_of(value)
    if isinstance(scalar, float) and scalar.is_integer():
        return str(int(scalar))
    return "" if scalar is None else str(scalar).strip()


def list_of(value: object) -> list[object]:
    """
    Return the items of a list, of a JSON array in a text, or of a text with bars between them.

    >>> list_of("a|b | c"), list_of('["x", 1]'), list_of(None), list_of(7)
    (['a', 'b', 'c'], ['x', 1], [], [7])
    """
    value = json_in(value)
    if isinstance(value, list | tuple):
        return list(value)
    if isinstance(value, str):
        return [part.strip() for part in value.split("|") if part.strip()]
    return [] if value is None else [value]


def json_in(value: object) -> object:
    """Return the array or object that a text contains as JSON; any other value unchanged."""
    if isinstance(value, str) and value.lstrip()[:1] in {"[", "{"}:
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def truth_of(value: object) -> bool:
    """Return a truth value, False for an empty cell; raise CellError for another text."""
    text = text_of(value).casefold()
    if not text:
        return False
    if text not in TRUTH:
        raise CellError(f"found {text!r}; expected true or false")
    return TRUTH[text]


def options_of(value: object) -> list[str]:
    """
    Return the options of a cell: a list, its JSON, texts with bars or on lines, or by letter.

    Raises CellError for fewer than two options, more than the letters, or two equal ones.

    >>> options_of({"label": ["A", "B"], "text": ["cat", "dog"]}), options_of("1|2")
    (['cat', 'dog'], ['1', '2'])
    """
    value = json_in(value)
    if isinstance(value, Mapping):
        listed = value.get("text")
        value = listed if isinstance(listed, list) else list(value.values())
    elif isinstance(value, str) and "|" not in value:
        value = [line for line in value.splitlines() if line.strip()]
    return checked_options([text_of(option) for option in list_of(value)])


def checked_options(options: list[str]) -> list[str]:
    """Return the options, [] if there are none; raise CellError if they are invalid."""
    if not options:
        return []
    if "" in options:
        raise CellError(f"option {options.index('') + 1} is empty; expected a text")
    if not OPTIONS_MIN <= len(options) <= OPTIONS_MAX:
        raise CellError(f"found {len(options)} options; expected 2 to 26, with | between them")
    twice = [option for option in options if options.count(option) > 1]
    if twice:
        raise CellError(f"found the option {twice[0][:60]!r} twice; expected different options")
    return options


def _named(value: object) -> str:
    return (
        "a list" if isinstance(value, list | tuple) else f"a value of type {type(value).__name__}"
    )
