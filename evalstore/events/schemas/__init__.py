"""
The JSON Schema of each kind of event: the contract from which its other forms are generated.

The folder is the registry. ``common.json`` contains definitions that several schemas refer to.
The schemas also use these keywords:

- ``x-subject``: the fields whose values, in this order, are the natural key of an event in its
  run; ``x-subject-if-present``: those that follow only if they are not null.
- ``x-out-of-range: "null"``: a number out of its range becomes null and is not refused.
- ``x-without-field``: by value, the field that this value needs, and its replacement without it.
- ``x-written-by: "fold"``: only evalstore itself writes such events.

Validation in ``evalstore.events`` and ``evalstore schema`` read them. See
docs/architecture.md#events.
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
# Fields of a payload that only evalstore writes, so that they are never misspelt.
WRITTEN_FIELDS = frozenset(("repairs", "redactions"))


@cache
def kinds() -> tuple[str, ...]:
    """
    List the kinds of events, sorted.

    >>> len(kinds())
    14
    """
    names = {path.stem for path in FOLDER.glob("*.json")}
    return tuple(sorted(names - {EVENT_LINE, COMMON}))


@cache
def line_kinds() -> tuple[str, ...]:
    """List the kinds that an event line may have: those that only a fold writes are left out."""
    return tuple(kind for kind in kinds() if "x-written-by" not in schema(kind))


@cache
def schema(kind: str) -> dict[str, Any]:
    """
    Return the schema of a kind's payload, or of the ``event_line`` around it.

    Each reference is replaced by its definition. Raises UsageError for an unknown kind.

    >>> schema("retracted")["required"]
    ['event_id', 'reason']
    >>> schema("retracted")["properties"]["event_id"]["maxLength"]
    36
    """
    if kind not in (*kinds(), EVENT_LINE):
        raise unknown_name("schema", kind, (*kinds(), EVENT_LINE))
    return load(FOLDER / f"{kind}.json")


def load(path: Path) -> dict[str, Any]:
    """Return the schema in a file, with each reference replaced by its definition."""
    parsed: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    for field in parsed["properties"].values():
        reference = field.pop("$ref", None)
        if reference is not None:
            for name, value in definition(reference.removeprefix(_DEFINITIONS)).items():
                field.setdefault(name, value)
    return parsed


def definition(name: str) -> dict[str, Any]:
    """Return the shared definition of this name, which fields of several kinds refer to."""
    value: dict[str, Any] = _definitions()[name]
    return value


@cache
def _definitions() -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads((FOLDER / f"{COMMON}.json").read_text(encoding="utf-8"))
    definitions: dict[str, Any] = parsed["$defs"]
    return definitions
