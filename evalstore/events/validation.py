"""Validate parsed values against the JSON Schemas, with messages that say what to do."""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from evalstore.errors import RefusedEventError
from evalstore.events import schemas
from evalstore.events.misspelling import nearest
from evalstore.events.parsing import shortened

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
_REASONS: Mapping[str, str] = {
    "required": "missing field",
    "type": "wrong type",
    "enum": "value not allowed",
    "additionalProperties": "unknown field",
    "minimum": "value out of range",
    "maximum": "value out of range",
    "minLength": "bad length",
    "maxLength": "bad length",
    "minItems": "bad length",
    "maxItems": "bad length",
    "pattern": "bad form",
}
_TYPE_NAMES: Mapping[str, str] = {
    "object": "an object",
    "array": "a list",
    "string": "a string",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}
_BOUNDS: Mapping[str, str] = {
    "minimum": "at least",
    "minLength": "at least",
    "minItems": "at least",
    "maximum": "at most",
    "maxLength": "at most",
    "maxItems": "at most",
}
_NO_NUL: str = schemas.definition("identifier")["pattern"]
_QUOTATION_LENGTH_MAX = 60


@cache
def fast_check(name: str) -> Check:
    """
    Return the fast check of one of our schemas: True only if a parsed value surely fits it.

    It supports the few standard keywords that our schemas use, and is never True for a value that
    the library ``jsonschema`` refuses.

    >>> fits = fast_check("run_finished")
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
    # `type(value) in` rather than isinstance: True is an int in Python, but not in JSON.
    types = frozenset(kind for name in names for kind in _TYPES[name])
    rest = _restrictions(schema)
    if not rest:
        return lambda value: type(value) in types
    if len(rest) == 1:
        only = rest[0]
        return lambda value: type(value) in types and (value is None or only(value))
    if len(rest) == 2:  # noqa: PLR2004 names have two, and all() over two costs twice as much
        first, second = rest
        return lambda value: (
            type(value) in types and (value is None or (first(value) and second(value)))
        )
    return lambda value: (
        type(value) in types and (value is None or all(holds(value) for holds in rest))
    )


def _anything(_: Any) -> bool:
    return True


def _restrictions(schema: Mapping[str, Any]) -> list[Check]:
    checks: list[Check] = []
    if "enum" in schema:
        checks.append(frozenset(schema["enum"]).__contains__)
    if "minimum" in schema or "maximum" in schema:
        low = schema.get("minimum", float("-inf"))
        high = schema.get("maximum", float("inf"))
        checks.append(lambda value: low <= value <= high)
    if "minLength" in schema or "maxLength" in schema:
        shortest, longest = schema.get("minLength", 0), schema.get("maxLength", float("inf"))
        checks.append(lambda value: shortest <= len(value) <= longest)
    if "pattern" in schema:
        checks.append(_pattern_check(schema["pattern"]))
    if "items" in schema:
        item = _compiled(schema["items"])
        checks.append(lambda value: all(item(element) for element in value))
    if "minItems" in schema or "maxItems" in schema:
        fewest, most = schema.get("minItems", 0), schema.get("maxItems", float("inf"))
        checks.append(lambda value: fewest <= len(value) <= most)
    if {"properties", "required", "additionalProperties"} & set(schema):
        checks.append(_object_check(schema))
    return checks


def _pattern_check(pattern: str) -> Check:
    if pattern == _NO_NUL:
        # The pattern of every identifier; a search would take five times as long.
        return lambda value: "\0" not in value
    search = re.compile(pattern).search
    return lambda value: search(value) is not None


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


def refuse_invalid(name: str, value: Mapping[str, Any], prefix: str) -> None:
    """
    Raise RefusedEventError unless the value fits the schema of that name.

    >>> refuse_invalid("run_finished", {"status": "done"}, "payload")
    Traceback (most recent call last):
    ...
    evalstore.errors.RefusedEventError: value not allowed: payload.status: found "done", \
expected "completed", "failed", "cancelled" or "stopped"; write one of these
    """
    from jsonschema.exceptions import best_match

    error = best_match(_validator(name).iter_errors(value))
    if error is None:
        return
    path = _path(prefix, error.absolute_path)
    raise RefusedEventError(_REASONS[error.validator], f"{path}{_sentence(error)}")


@cache
def _validator(name: str) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schemas.schema(name))


def _path(prefix: str, steps: Any) -> str:
    path = prefix
    for step in steps:
        if isinstance(step, int):
            path += f"[{step}]"
        else:
            path += f".{step}" if path else str(step)
    return f"{path}: " if path else ""


def _sentence(error: Any) -> str:
    return _SENTENCES[error.validator](error)


def _missing(error: Any) -> str:
    names = [name for name in error.validator_value if name not in error.instance]
    there = ", ".join(error.instance) or "nothing"
    return f"found {shortened(there)}, expected also {_listed(names, 'and')}; add what is missing"


def _unknown(error: Any) -> str:
    properties = error.schema["properties"]
    names = [name for name in error.instance if name not in properties]
    meant = nearest(names[0], properties) if len(names) == 1 else None
    if meant is not None and meant not in error.instance:
        return f"found {shortened(names[0])}, expected {shortened(meant)}; write it so"
    return (
        f"found {_listed(names, 'and')}, expected only {_listed(properties, 'and')}; "
        "put it into payload"
    )


def _of_wrong_type(error: Any) -> str:
    names = error.validator_value
    wanted = [_TYPE_NAMES[name] for name in ([names] if isinstance(names, str) else names)]
    return (
        f"found {_shown(error.instance)}, expected {_listed(wanted, 'or', quoted=False)}; "
        "write it so, or leave an optional field out"
    )


def _not_allowed(error: Any) -> str:
    allowed = _listed([item for item in error.validator_value if item is not None], "or")
    return f"found {_shown(error.instance)}, expected {allowed}; write one of these"


def _out_of_range(error: Any) -> str:
    return (
        f"found {_shown(error.instance)}, expected {_BOUNDS[error.validator]} "
        f"{error.validator_value}; write null if it is unknown"
    )


def _of_bad_length(error: Any) -> str:
    return (
        f"found a length of {len(error.instance)}, expected {_BOUNDS[error.validator]} "
        f"{error.validator_value}; keep the long form in another field"
    )


def _of_bad_form(error: Any) -> str:
    return f"found {_shown(error.instance)}, expected: {error.schema['description']}"


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return shortened(value)
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _QUOTATION_LENGTH_MAX else f"{text[:_QUOTATION_LENGTH_MAX]}…"


def _listed(names: Any, word: str, *, quoted: bool = True) -> str:
    texts = [shortened(name) if quoted else name for name in names]
    if len(texts) == 1:
        return texts[0]
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}"


_SENTENCES: Mapping[str, Callable[[Any], str]] = {
    "required": _missing,
    "additionalProperties": _unknown,
    "type": _of_wrong_type,
    "enum": _not_allowed,
    "minimum": _out_of_range,
    "maximum": _out_of_range,
    "minLength": _of_bad_length,
    "maxLength": _of_bad_length,
    "minItems": _of_bad_length,
    "maxItems": _of_bad_length,
    "pattern": _of_bad_form,
}
