r"""
JSON as DuckDB writes it, and fields of any type as text or numbers, as DuckDB casts them.

Events have the same bytes whether Python or SQL made them. The encoder of Python differs in the
numbers that it gives an exponent, and in the case of escaped control characters.
"""

import math
import re
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any

import orjson

# An escape; those of control characters may have the letters a to f.
ESCAPE = re.compile(r"\\(?:u[0-9a-f]{4}|.)")
# A number between these has no exponent.
PLAIN_MIN, PLAIN_MAX = 1e-6, 1e21
BIGINT_MIN, BIGINT_MAX = -(2**63), 2**63 - 1


def written(value: Any) -> str:
    r"""
    Return a value as JSON, without white space.

    >>> written({"a": [1e16, 1e-06, 1e21, 0.5]}), written("\x1f"), written("\\u001f e+")
    ('{"a":[10000000000000000.0,0.000001,1e21,0.5]}', '"\\u001F"', '"\\\\u001f e+"')
    """
    try:
        text = orjson.dumps(value).decode()
    except TypeError:
        # An integer of more than 64 bits, or a value that is nested deep.
        return _exact(value)
    return _exact(value) if "e+" in text or "e-6" in text or "\\u00" in text else text


def without_nulls(fields: dict[str, Any]) -> dict[str, Any]:
    """
    Return an object without the null fields of it and of the objects in it; those of lists stay.

    >>> without_nulls({"a": None, "b": {"c": None}, "d": [None, {"e": None}]})
    {'b': {}, 'd': [None, {'e': None}]}
    """
    return {
        name: without_nulls(item) if isinstance(item, dict) else item
        for name, item in fields.items()
        if item is not None
    }


def as_text(value: Any) -> str | None:
    """
    Return a text unchanged, None as None, and another value as JSON.

    >>> as_text("a"), as_text(1.0), as_text(1e16), as_text([1e16]), as_text(None)
    ('a', '1.0', '1e+16', '[10000000000000000.0]', None)
    """
    if value is None or isinstance(value, str):
        return value
    return repr(value) if isinstance(value, float) else written(value)


def as_integer(value: Any) -> int | None:
    """
    Return the nearest integer, which must fit into 64 bits; None if there is none.

    >>> [as_integer(value) for value in (2.5, "2.5", True, "x", [1], 1e300)]
    [2, 3, 1, None, None, None]
    """
    if isinstance(value, str):
        value = _decimal(value)
    if isinstance(value, int):
        integer = int(value)
    elif not isinstance(value, float | Decimal) or not math.isfinite(value):
        return None
    elif isinstance(value, Decimal):
        integer = int(value.to_integral_value(ROUND_HALF_UP))
    else:
        integer = round(value)
    return integer if BIGINT_MIN <= integer <= BIGINT_MAX else None


def as_number(value: Any) -> float | None:
    """
    Return a value as a finite number; None if it is none.

    >>> [as_number(value) for value in (1, "0.5", True, "x", None, float("inf"))]
    [1.0, 0.5, 1.0, None, None, None]
    """
    try:
        number = float(value) if isinstance(value, int | float | str) else math.nan
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def as_truth(value: Any) -> bool | None:
    """
    Return a value as true or false; None if it is neither.

    >>> as_truth(True), as_truth(0), as_truth("true"), as_truth("x")
    (True, False, True, None)
    """
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value.lower())
    return bool(value) if isinstance(value, int | float) else None


def _decimal(text: str) -> Decimal | None:
    try:
        # No longer integer fits into 64 bits.
        return Decimal(text.strip()) if len(text) < 400 else None  # noqa: PLR2004
    except InvalidOperation:
        return None


def _exact(value: Any) -> str:
    if isinstance(value, dict):
        fields = [f"{_exact(name)}:{_exact(item)}" for name, item in value.items()]
        return f"{{{','.join(fields)}}}"
    if isinstance(value, list):
        return f"[{','.join(map(_exact, value))}]"
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    text = orjson.dumps(value).decode()
    return ESCAPE.sub(_upper, text) if "\\u00" in text else text


def _upper(escape: re.Match[str]) -> str:
    code = escape[0]
    return f"\\u{code[2:].upper()}" if code.startswith("\\u") else code


def _number(value: float) -> str:
    if PLAIN_MIN <= abs(value) < PLAIN_MAX:
        digits = f"{Decimal(repr(value)):f}"
        return digits if "." in digits else f"{digits}.0"
    return orjson.dumps(value).decode().replace("e+", "e")
