"""What the schema library finds wrong with an event, as one sentence of the house."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from evalstore import schemas
from evalstore.events.reading import shortened
from evalstore.events.refusals import RefusedEventError

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


def refuse_misfit(name: str, value: Mapping[str, Any], prefix: str) -> None:
    """
    Raise RefusedEventError unless the value fits the schema of that name.

    >>> refuse_misfit("run_finished", {"status": "done"}, "payload")
    Traceback (most recent call last):
    ...
    evalstore.events.refusals.RefusedEventError: value not allowed: payload.status: found "done", \
expected "completed", "failed" or "cancelled"; write one of these
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
    limit = error.validator_value
    found = _shown(error.instance)
    match error.validator:
        case "required":
            names = [name for name in limit if name not in error.instance]
            there = ", ".join(error.instance) or "nothing"
            return f"found {shortened(there)}, expected also {_listed(names, 'and')}; add it"
        case "additionalProperties":
            known = error.schema.get("properties", {})
            names = [name for name in error.instance if name not in known]
            return f"found {_listed(names, 'and')}, expected only {_listed(known, 'and')}; " + (
                "put it into payload"
            )
        case "type":
            wanted = [limit] if isinstance(limit, str) else limit
            expected = _listed([_TYPE_NAMES[name] for name in wanted], "or", quoted=False)
            return f"found {found}, expected {expected}; write it so, or leave an optional field out"
        case "enum":
            allowed = _listed([item for item in limit if item is not None], "or")
            return f"found {found}, expected {allowed}; write one of these"
        case "minimum" | "maximum":
            word = "at least" if error.validator == "minimum" else "at most"
            return f"found {found}, expected {word} {limit}; write null where it is not known"
        case "minLength" | "maxLength" | "minItems" | "maxItems":
            word = "at least" if error.validator.startswith("min") else "at most"
            return f"found a length of {len(error.instance)}, expected {word} {limit}"
        case _:
            expected = error.schema.get("description", "another form")
            return f"found {found}, expected: {expected}"


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return shortened(value)
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:60]}…"  # noqa: PLR2004 the length of a quotation


def _listed(names: Any, word: str, *, quoted: bool = True) -> str:
    texts = [shortened(name) if quoted else name for name in names]
    if len(texts) == 1:
        return texts[0]
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}"
