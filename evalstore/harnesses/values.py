"""Values of foreign JSON, returned only if they have the expected type."""

import math
import re
from collections.abc import Container
from typing import Any

from evalstore.events import secrets

# Longer texts are not used to slice by.
ATTRIBUTE_LENGTH_MAX = 200
NAME_LENGTH_MAX = 200
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def mapping(value: object) -> dict[str, Any]:
    """
    Return an object, or an empty one for a value of another type.

    >>> mapping({"a": 1}), mapping(None), mapping([1])
    ({'a': 1}, {}, {})
    """
    return value if isinstance(value, dict) else {}


def mappings(value: object) -> list[dict[str, Any]]:
    """
    Return the objects of a list; null and other elements are left out.

    >>> mappings([{"a": 1}, None, 3]), mappings("text")
    ([{'a': 1}], [])
    """
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def listed(value: object) -> list[Any]:
    """
    Return a list, or an empty one for a value of another type.

    >>> listed([1, None]), listed("text")
    ([1, None], [])
    """
    return value if isinstance(value, list) else []


def text(value: object) -> str | None:
    """
    Return a text that is not empty, else None.

    >>> text("yes"), text(""), text(3)
    ('yes', None, None)
    """
    return value if isinstance(value, str) and value else None


def name(value: object) -> str | None:
    r"""
    Return a text as a name: on one line, without control characters, cut at 200 characters.

    >>> name(" gpt\n 4 "), name("  "), name(None)
    ('gpt 4', None, None)
    """
    if not isinstance(value, str):
        return None
    if not value.isprintable() or "  " in value:
        # The plain space is the only printable white space.
        value = " ".join(CONTROL.sub(" ", value).split())
    return value.strip(" ")[:NAME_LENGTH_MAX] or None


def number(value: object) -> float | None:
    """
    Return a finite number, else None; booleans are not numbers.

    >>> number(0.5), number(True), number(float("nan")), number("1"), number(10**400)
    (0.5, None, None, None, None)
    """
    if type(value) is float:
        return value if math.isfinite(value) else None
    if type(value) is not int:
        return None
    try:
        return float(value)
    except OverflowError:
        return None


def amount(value: object) -> float | None:
    """
    Return a number of 0 or more, else None.

    >>> amount(0), amount(-1)
    (0.0, None)
    """
    quantity = number(value)
    return quantity if quantity is not None and quantity >= 0 else None


def whole(value: object) -> int | None:
    """
    Return a whole number of 0 or more, else None.

    >>> whole(3), whole(3.0), whole(3.5), whole(-1), whole(True)
    (3, 3, None, None, None)
    """
    quantity = amount(value)
    return (
        int(quantity)
        if quantity is not None and quantity == int(quantity) and quantity < 2**53
        else None
    )


def scalars(value: object) -> dict[str, Any]:
    """
    Return the entries to slice by: short texts, finite numbers and booleans.

    >>> scalars({"topic": "tea", "list": [1], "size": 3, "_internal": 1, "long": "x" * 201})
    {'topic': 'tea', 'size': 3}
    """
    return {
        key: item
        for key, item in mapping(value).items()
        if key
        and not key.startswith("_")
        and (
            isinstance(item, bool)
            or number(item) is not None
            or (isinstance(item, str) and len(item) <= ATTRIBUTE_LENGTH_MAX)
        )
    }


def without_secrets(fields: dict[str, Any]) -> dict[str, Any]:
    """
    Return the fields whose names do not suggest a secret or token.

    >>> without_secrets({"seed": 1, "api_key": "k"})
    {'seed': 1}
    """
    return {
        key: value
        for key, value in fields.items()
        if not secrets.names_secret(key) and not secrets.names_token(key)
    }


def unknown_fields(fields: dict[str, Any], names: Container[str]) -> dict[str, Any]:
    """
    Return the fields of an object that are neither in ``names`` nor secrets.

    >>> unknown_fields({"id": 1, "mood": "calm"}, {"id"})
    {'mood': 'calm'}
    """
    return without_secrets({key: value for key, value in fields.items() if key not in names})
