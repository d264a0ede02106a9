"""
A fast yes to a JSON Schema: whether a parsed value surely fits it.

It knows the few standard keywords our schemas use; what it does not say yes to, the schema library
judges and words. It never says yes where the library says no.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from evalstore import schemas

Check = Callable[[Any], bool]

_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}
_KNOWN_KEYWORDS = frozenset(
    (
        *("$schema", "title", "description", "default", "type", "enum", "pattern"),
        *("properties", "required", "additionalProperties", "items"),
        *("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"),
    )
)


@cache
def check_of(name: str) -> Check:
    """
    Return the fast check of one of our schemas.

    >>> fits = check_of("run_finished")
    >>> fits({"status": "completed"}), fits({"status": "done"}), fits({})
    (True, False, False)
    """
    return _compiled(schemas.schema(name))


def _compiled(schema: Mapping[str, Any]) -> Check:
    unknown = {name for name in schema if not name.startswith("x-")} - _KNOWN_KEYWORDS
    if unknown:
        raise NotImplementedError(f"no fast check for the schema keywords {sorted(unknown)}")
    if not set(schema) - {"$schema", "title", "description"}:
        return _anything
    names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    # `type(value) in` rather than isinstance: True is an int to Python and none to JSON.
    types = frozenset(kind for name in names for kind in _TYPES[name])
    rest = _restrictions(schema)
    if not rest:
        return lambda value: type(value) in types
    if len(rest) == 1:
        only = rest[0]
        return lambda value: type(value) in types and (value is None or only(value))
    if len(rest) == 2:  # noqa: PLR2004 names have two, and all() over two costs twice as much
        one, two = rest
        return lambda value: (
            type(value) in types and (value is None or (one(value) and two(value)))
        )
    return lambda value: (
        type(value) in types and (value is None or all(holds(value) for holds in rest))
    )


def _anything(_: Any) -> bool:
    return True


def _restrictions(schema: Mapping[str, Any]) -> list[Check]:
    found: list[Check] = []
    if "enum" in schema:
        found.append(frozenset(schema["enum"]).__contains__)
    if "minimum" in schema or "maximum" in schema:
        low = schema.get("minimum", float("-inf"))
        high = schema.get("maximum", float("inf"))
        found.append(lambda value: low <= value <= high)
    if "minLength" in schema or "maxLength" in schema:
        shortest, longest = schema.get("minLength", 0), schema.get("maxLength", float("inf"))
        found.append(lambda value: shortest <= len(value) <= longest)
    if "pattern" in schema:
        search = re.compile(schema["pattern"]).search
        found.append(lambda value: search(value) is not None)
    if "items" in schema:
        item = _compiled(schema["items"])
        found.append(lambda value: all(item(element) for element in value))
    if "minItems" in schema or "maxItems" in schema:
        fewest, most = schema.get("minItems", 0), schema.get("maxItems", float("inf"))
        found.append(lambda value: fewest <= len(value) <= most)
    if {"properties", "required", "additionalProperties"} & set(schema):
        found.append(_object_check(schema))
    return found


def _object_check(schema: Mapping[str, Any]) -> Check:
    required = frozenset(schema.get("required", ()))
    properties = {name: _compiled(part) for name, part in schema.get("properties", {}).items()}
    others = schema.get("additionalProperties", True)
    other: Check = _compiled(others) if isinstance(others, dict) else lambda _: bool(others)

    def fits(value: dict[str, Any]) -> bool:
        if not required <= value.keys():
            return False
        # A generator in all() would cost half as much again.
        for name, field in value.items():  # noqa: SIM110
            if not properties.get(name, other)(field):
                return False
        return True

    return fits
