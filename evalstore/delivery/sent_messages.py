"""
The messages that were sent, kept in the store's folder as ``delivered.json``.

A channel cannot be asked what it has, so a job that runs again would write twice. Comments and
issues need none of this: they are found by their markers.
"""

import json
from pathlib import Path
from typing import Final

from evalstore.store.layout import publish

NAME: Final = "delivered.json"
# The newest; an older decision is not delivered again.
COUNT_MAX: Final = 1000


def has(folder: Path, message_id: str) -> bool:
    """Say whether a message was sent; False where the file is not there or not readable."""
    return message_id in _read(folder)


def add(folder: Path, message_id: str) -> None:
    """Remember a message as sent; raises OSError."""
    found = [item for item in _read(folder) if item != message_id]
    path = folder / NAME
    temporary = path.with_suffix(".tmp")
    text = json.dumps([*found, message_id][-COUNT_MAX:], indent=0)
    temporary.write_text(text, encoding="utf-8")
    publish(temporary, path)


def _read(folder: Path) -> list[str]:
    try:
        found = json.loads((folder / NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return [item for item in found if isinstance(item, str)] if isinstance(found, list) else []
