"""
The messages that were sent, kept in the store's folder as ``delivered.json``.

A channel cannot be asked what it has, so a job that runs again would write twice. Comments and
issues need none of this: they are found by their markers.
"""

import json
import secrets
import threading
from pathlib import Path
from typing import Final

from evalstore.store.layout import publish

NAME: Final = "delivered.json"
# The newest; an older decision is not delivered again.
COUNT_MAX: Final = 1000
# Channels are told at the same time, and each adds its own.
LOCK: Final = threading.Lock()


def has(folder: Path, message_id: str) -> bool:
    """Say whether a message was sent; False where the file is not there or not readable."""
    return message_id in _read(folder)


def add(folder: Path, message_id: str) -> None:
    """Remember a message as sent; raises OSError."""
    path = folder / NAME
    temporary = path.with_suffix(f".{secrets.token_hex(4)}.tmp")
    with LOCK:
        found = [item for item in _read(folder) if item != message_id]
        text = json.dumps([*found, message_id][-COUNT_MAX:], indent=0)
        try:
            temporary.write_text(text, encoding="utf-8")
            publish(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)


def _read(folder: Path) -> list[str]:
    try:
        found = json.loads((folder / NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return [item for item in found if isinstance(item, str)] if isinstance(found, list) else []
