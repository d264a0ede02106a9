"""
The JSON Schema of each kind of event: the contract, from which the other forms of it are made.

The folder is the registry. ``common.json`` holds what several schemas refer to. Beside the
standard keywords stand these:

- ``x-subject``: the fields whose values, in this order, are the natural key of an event in its
  run; ``x-subject-if-present``: those that follow only where they are not null.
- ``x-out-of-range: "null"``: a number out of its range becomes null and is not refused.
- ``x-without-field``: by value, the field that this value needs, and what it becomes without.
- ``x-written-by: "fold"``: only evalstore itself writes such events.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from evalstore.base.phrases import unknown_name

FOLDER = Path(__file__).parent
# The envelope around every payload: a schema, but not a kind.
EVENT_LINE = "event_line"
COMMON = "common"
_DEFINITIONS = f"{COMMON}.json#/$defs/"
# What evalstore writes into a payload itself, so that nobody misspells it.
WRITTEN_FIELDS = frozenset(("repairs", "redactions"))


@cache
def kinds() -> tuple[str, ...]:
    """
    List the kinds of events, sorted.

    >>> len(kinds())
    13
    """
    names = {path.stem for path in FOLDER.glob("*.json")}
    return tuple(sorted(names - {EVENT_LINE, COMMON}))


@cache
def line_kinds() -> tuple[str, ...]:
    """List the kinds that an event line may be of: those that no fold writes."""
    return tuple(kind for kind in kinds() if "x-written-by" not in schema(kind))


@cache
def schema(kind: str) -> dict[str, Any]:
    """
    Return the schema of a kind's payload, or of the ``event_line`` around it.

    It is whole: what it refers to stands in the place of the reference.

    >>> schema("retracted")["required"]
    ['event_id', 'reason']
    >>> schema("retracted")["properties"]["event_id"]["maxLength"]
    36
    """
    if kind not in (*kinds(), EVENT_LINE):
        raise unknown_name("schema", kind, (*kinds(), EVENT_LINE))
    return load(FOLDER / f"{kind}.json")


def load(path: Path) -> dict[str, Any]:
    """Return the schema that a file holds, what it refers to in the place of the reference."""
    parsed: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    for field in parsed["properties"].values():
        reference = field.pop("$ref", None)
        if reference is not None:
            for name, value in definition(reference.removeprefix(_DEFINITIONS)).items():
                field.setdefault(name, value)
    return parsed


def definition(name: str) -> dict[str, Any]:
    """Return what fields of several kinds refer to by this name."""
    found: dict[str, Any] = _definitions()[name]
    return found


@cache
def _definitions() -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads((FOLDER / f"{COMMON}.json").read_text(encoding="utf-8"))
    definitions: dict[str, Any] = parsed["$defs"]
    return definitions
