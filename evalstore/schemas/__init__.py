"""The JSON Schema of each kind of event; the folder is the registry."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from evalstore.phrases import unknown_name

FOLDER = Path(__file__).parent
# The envelope around every payload: a schema, but not a kind.
EVENT_LINE = "event_line"


@cache
def kinds() -> tuple[str, ...]:
    """
    List the kinds of events, sorted.

    >>> len(kinds())
    13
    """
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json") if path.stem != EVENT_LINE))


@cache
def schema(kind: str) -> dict[str, Any]:
    """
    Return the schema of a kind's payload, or of the ``event_line`` around it.

    >>> schema("retracted")["required"]
    ['event_id', 'reason']
    """
    if kind not in (*kinds(), EVENT_LINE):
        raise unknown_name("schema", kind, (*kinds(), EVENT_LINE), listed_by="schema")
    parsed: dict[str, Any] = json.loads((FOLDER / f"{kind}.json").read_text(encoding="utf-8"))
    return parsed
