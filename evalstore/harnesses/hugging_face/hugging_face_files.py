"""Recognise files of the format ``hugging_face``."""

import re
from pathlib import Path

CARD = re.compile(r"---[ \t]*\r?\n.*?^model-index[ \t]*:", re.DOTALL | re.MULTILINE)
# A list whose entries have a data set and a value.
LIST = re.compile(r"(?:\s*#[^\n]*\n|\s*---[ \t]*\n|\s)*-[ \t]")
FIELDS = tuple(re.compile(rf"[\s{{,]{name}[ \t]*:") for name in ("dataset", "id", "value"))


def recognises(path: Path, head: bytes) -> bool:
    """Return whether a file is a model card with a model-index, or YAML with a list of results."""
    if path.suffix not in (".md", ".yaml", ".yml"):
        return False
    text = head.decode("utf-8", "replace").removeprefix("\ufeff")
    if path.suffix == ".md":
        return CARD.match(text) is not None
    is_list = LIST.match(text) is not None and all(pattern.search(text) for pattern in FIELDS)
    return is_list or CARD.match(f"---\n{text}") is not None
