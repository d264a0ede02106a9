"""
A record of the sent messages in the store's folder, ``delivered.json``.

The messages of a channel cannot be listed, so without it a repeated job would write twice.
Comments and issues are not recorded: they are looked up by their markers.
"""

import json
import secrets
import threading
from pathlib import Path
from typing import Final

from evalstore.store.layout import publish

NAME: Final = "delivered.json"
# Only the newest are kept; older decisions are not delivered again.
COUNT_MAX: Final = 1000
# Destinations are served in parallel, and each adds its message.
LOCK: Final = threading.Lock()


def has(folder: Path, message_id: str) -> bool:
    """Return True if a message is recorded as sent; False if the file is missing or unreadable."""
    return message_id in _read(folder)


def add(folder: Path, message_id: str) -> None:
    """Record a message as sent; raises OSError if the file cannot be written."""
    path = folder / NAME
    temporary = path.with_suffix(f".{secrets.token_hex(4)}.tmp")
    with LOCK:
        ids = [item for item in _read(folder) if item != message_id]
        text = json.dumps([*ids, message_id][-COUNT_MAX:], indent=0)
        try:
            temporary.write_text(text, encoding="utf-8")
            publish(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)


def _read(folder: Path) -> list[str]:
    try:
        ids = json.loads((folder / NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return [item for item in ids if isinstance(item, str)] if isinstance(ids, list) else []
