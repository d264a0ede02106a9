"""
Generate the fields of every kind as Markdown tables, for the end of ``docs/events.md``.

``python -m tools.events.reference docs/events.md`` writes them there.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evalstore.events import schemas

_HEADLINE = "\n## The kinds\n"
_SECTION = "\n### "


def page(text: str) -> str:
    """Return the page with the tables made anew: one section for each kind, sorted by name."""
    before, headline, after = text.partition(_HEADLINE)
    introduction = after.partition(_SECTION)[0]
    sections = "\n".join(_section(kind) for kind in schemas.kinds())
    return f"{before}{headline}{introduction}\n{sections}"


def _section(kind: str) -> str:
    schema = schemas.schema(kind)
    optional = "".join(f"[/{name}]" for name in schema.get("x-subject-if-present", ()))
    subject = "/".join(schema["x-subject"]) + optional
    rows = [
        row
        for name, field in schema["properties"].items()
        if "x-written-by" in schema or name not in schemas.WRITTEN_FIELDS
        for row in (_row(_name(name, schema), field), *_inner_rows(name, field))
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


def _row(name: str, field: Mapping[str, Any]) -> str:
    return f"| {name} | {_values(field)} | {field['description']} |"


def _inner_rows(name: str, field: Mapping[str, Any]) -> list[str]:
    """Return the rows of the fields of an object; none where it may hold anything."""
    inner = field.get("properties", {})
    return [_row(f"{name}.{inner_name}", inner[inner_name]) for inner_name in inner]


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
    if field.get("pattern") == schemas.definition("uuid")["pattern"]:
        return "UUID"
    if field.get("pattern") == schemas.definition("sha256")["pattern"]:
        return "SHA-256"
    return {"array": "list", "integer": "whole number"}.get(name, name)


def main() -> None:
    """Write the tables of the page that is named."""
    path = Path(sys.argv[1])
    path.write_text(page(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
