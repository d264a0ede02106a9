"""The fields of every kind as Markdown tables, for ``docs/events.md``."""

from collections.abc import Mapping
from typing import Any

from evalstore import schemas
from evalstore.events import kinds

_UUID_LENGTH = 36


def tables() -> str:
    """
    Return one section with a table for each kind, in the order of a run.

    >>> print(tables().splitlines()[0])
    ### run_started
    """
    return "\n".join(_section(kind) for kind in kinds.SUBJECT_PARTS)


def _section(kind: str) -> str:
    schema = schemas.schema(kind)
    optional = "".join(f"[/{name}]" for name in kinds.OPTIONAL_PARTS.get(kind, ()))
    subject = "/".join(kinds.SUBJECT_PARTS[kind]) + optional
    rows = [
        f"| {_name(name, schema)} | {_values(field)} | {field['description']} |"
        for name, field in schema["properties"].items()
        if kind in kinds.FOLD_KINDS or name not in ("repairs", "redactions")
    ]
    return "\n".join(
        [
            f"### {kind}",
            "",
            schema["description"],
            f"Subject: `{subject}`." if subject else "Subject: empty; there is one in a run.",
            "",
            "| field | value | what it is |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )


def _name(name: str, schema: Mapping[str, Any]) -> str:
    return f"**{name}**" if name in schema["required"] else name


def _values(field: Mapping[str, Any]) -> str:
    if "type" not in field:
        return "any"
    if "enum" in field:
        return ", ".join(f"`{value}`" for value in field["enum"] if value is not None)
    names = [field["type"]] if isinstance(field["type"], str) else field["type"]
    text = " or ".join(_type(name, field) for name in names if name != "null")
    low, high = field.get("minimum"), field.get("maximum")
    if low is not None and high is not None:
        return f"{text}, {low} to {high}"
    return text if low is None else f"{text}, {low} or more"


def _type(name: str, field: Mapping[str, Any]) -> str:
    if name == "array" and "items" in field:
        return f"list of {_values(field['items'])}"
    if name == "object" and isinstance(field.get("additionalProperties"), dict):
        return f"object of {_values(field['additionalProperties'])}"
    if "pattern" in field and field.get("maxLength") == _UUID_LENGTH:
        return "UUID"
    return {"array": "list", "integer": "whole number"}.get(name, name)
