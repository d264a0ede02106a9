"""
SQL conditions under which the JSON text of a field surely fits its schema, as expression trees.

They need not find all that is valid: the slow path looks at the others. A type, pattern or length
that no condition here can be sure of has none, and so only the slow path accepts such values.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from sqlglot import exp

from evalstore.events import schemas

Schema = Mapping[str, Any]

_SCALARS = frozenset(("string", "number", "boolean", "null"))
_INT32 = (-(2**31), 2**31 - 1)
_TEXT_LENGTH_MAX = 2**24
_SUBJECT_LENGTH_MAX = 512
# So many whole numbers are listed in a pattern.
_LISTED_MAX = 10
_TEXT = r'"[^"\\]*"'
# Numbers of a range, as they are mostly written.
_NUMBERS = {
    (None, None): r"-?[0-9]+(?:\.[0-9]+)?",
    (0, None): r"[0-9]+(?:\.[0-9]+)?",
    (0, 1): r"[01]|[01]\.0|0\.[0-9]+",
}


def types(field: Schema) -> tuple[str, ...]:
    """Return the types that a field may have; none where it may have any."""
    named = field.get("type", ())
    return (named,) if isinstance(named, str) else tuple(named)


def call(name: str, *arguments: exp.Expression) -> exp.Expression:
    """Return the call of a macro or function as it is written."""
    return exp.Anonymous(this=name, expressions=list(arguments))


def condition(
    field: Schema, column: exp.Column, *, is_required: bool, is_part: bool
) -> exp.Expression | None:
    """
    Return when a field is surely valid; None where it always is.

    ``is_part`` says that its text becomes a part of the subject.
    """
    named = types(field)
    if not named:
        return column.is_(exp.null()).not_() if is_required else None
    if set(named) == _SCALARS and not is_required:
        return call("is_scalar", column)
    alternatives = [_NULL[is_required, "null" in named](column)]
    alternatives += [_CHECKS[name](field, column, is_part) for name in named if name != "null"]
    found = [alternative for alternative in alternatives if alternative is not None]
    if not found:
        return exp.false()
    return exp.paren(exp.or_(*found)) if len(found) > 1 else found[0]


def text(value: object) -> exp.Expression:
    """Return a value as the SQL text of its JSON text."""
    return exp.Literal.string(json.dumps(value, ensure_ascii=False))


# By whether a field is required, and whether it may be null.
_NULL: Mapping[tuple[bool, bool], Callable[[exp.Column], exp.Expression | None]] = {
    (False, True): lambda column: call("is_absent", column),
    (False, False): lambda column: column.is_(exp.null()),
    (True, True): lambda column: column.eq(text(None)),
    (True, False): lambda _: None,
}


def _string(field: Schema, column: exp.Column, is_part: bool) -> exp.Expression | None:
    if "enum" in field:
        return column.isin(*(text(value) for value in field["enum"] if value is not None))
    pattern = field.get("pattern")
    if pattern == schemas.definition("uuid")["pattern"]:
        return call("is_uuid", column)
    if pattern == schemas.definition("sha256")["pattern"]:
        return call("is_sha256", column)
    if pattern not in (None, schemas.definition("identifier")["pattern"]):
        return None
    if pattern is None and not is_part and not {"minLength", "maxLength"} & field.keys():
        return call("is_text", column)
    longest = _SUBJECT_LENGTH_MAX if is_part else _TEXT_LENGTH_MAX
    bounds = field.get("minLength", 0), min(field.get("maxLength", longest), longest)
    return call("is_bounded_text", column, *map(exp.Literal.number, bounds))


def _number(field: Schema, column: exp.Column, _is_part: bool) -> exp.Expression:
    return call("is_number", column, *_bounds(field))


def _integer(field: Schema, column: exp.Column, _is_part: bool) -> exp.Expression:
    low, high = _INT32
    within = {
        "minimum": max(field.get("minimum", low), low),
        "maximum": min(field.get("maximum", high), high),
    }
    widest = {"minimum": low, "maximum": high}
    return call(
        "is_integer",
        column,
        *_bounds({name: bound for name, bound in within.items() if bound != widest[name]}),
    )


def _bounds(field: Schema) -> list[exp.Expression]:
    return [
        exp.PropertyEQ(this=exp.to_identifier(name), expression=exp.convert(field[keyword]))
        for keyword, name in (("minimum", "low"), ("maximum", "high"))
        if keyword in field
    ]


def _boolean(_field: Schema, column: exp.Column, _is_part: bool) -> exp.Expression:
    return call("is_boolean", column)


def _array(field: Schema, column: exp.Column, _is_part: bool) -> exp.Expression | None:
    if {"minItems", "maxItems"} & field.keys():
        return None
    if not types(field.get("items", {})):
        return call("is_list", column)
    pieces = _flat_object(field["items"]) or [_scalar(field["items"])]
    return call("is_list_of", column, _concatenated(pieces)) if pieces[0] else None


def _object(field: Schema, column: exp.Column, is_part: bool) -> exp.Expression | None:
    if is_part:
        # Canonical JSON is a part of the subject: SQL knows that of an empty object.
        return column.eq(exp.Literal.string("{}"))
    if field.get("properties"):
        return None
    values = field.get("additionalProperties", {})
    if not values:
        return call("is_object", column)
    if set(types(values)) == _SCALARS:
        return call("is_flat_object", column)
    pattern = _scalar(values)
    return call("is_object_of", column, exp.Literal.string(pattern)) if pattern else None


def _concatenated(pieces: list[str]) -> exp.Expression:
    literals = [exp.Literal.string(piece) for piece in pieces]
    return literals[0] if len(literals) == 1 else call("concat", *literals)


def _scalar(schema: Schema) -> str:
    """Return a pattern of the JSON text of some scalars; empty where there is none."""
    patterns = [_scalar_of(name, schema) for name in types(schema)]
    return "|".join(patterns) if all(patterns) else ""


def _scalar_of(name: str, schema: Schema) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if name == "string" and not {"enum", "pattern", "maxLength"} & schema.keys():
        return {0: _TEXT, 1: _TEXT.replace("*", "+")}.get(schema.get("minLength", 0), "")
    if name == "integer" and low is not None and high is not None and high - low <= _LISTED_MAX:
        return "|".join(str(number) for number in range(low, high + 1))
    if name == "integer" and (low, high) == (0, None):
        return "0|[1-9][0-9]{0,8}"
    if name == "number":
        return _NUMBERS.get((low, high), "")
    return {"boolean": "true|false", "null": "null"}.get(name, "")


def _flat_object(schema: Schema) -> list[str]:
    """Return a pattern, in pieces, of objects of scalars whose keys stand in their order."""
    if types(schema) != ("object",) or not schema.get("properties"):
        return []
    first, *others = schema["properties"]
    if schema.get("required") != [first]:
        return [""]
    patterns = {name: _scalar(field) for name, field in schema["properties"].items()}
    if not all(patterns.values()):
        return [""]
    return [
        rf'\{{"{re.escape(first)}":(?:{patterns[first]})',
        *(rf'(?:,"{re.escape(name)}":(?:{patterns[name]}))?' for name in others),
        r"\}",
    ]


_CHECKS: Mapping[str, Callable[[Schema, exp.Column, bool], exp.Expression | None]] = {
    "string": _string,
    "number": _number,
    "integer": _integer,
    "boolean": _boolean,
    "array": _array,
    "object": _object,
}
