"""Recognise files of the format ``langfuse_table``."""

from pathlib import Path

from evalstore.harnesses.detect import text_of
from evalstore.harnesses.inspect.top_level_names import top_level_names

# They come before the input, which may be long.
FIRST_COLUMNS = ("id", "timestamp", "sessionId", "bookmarked", "public")
# A key of traces from the API that the table does not have.
OF_TRACES = "htmlPath"


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """Objects with the table's first columns, or a CSV with all of them."""
    start = text_of(head)
    if start[:1] in ("[", "{"):
        names = top_level_names(start.removeprefix("[").lstrip())
        return set(FIRST_COLUMNS) <= set(names) and OF_TRACES not in names
    return set(FIRST_COLUMNS) <= set(columns_of(start))


def columns_of(start: str) -> list[str]:
    """Return the names in the first line of a CSV."""
    return start.partition("\n")[0].rstrip("\r").replace('"', "").split(",")
