"""Recognise files of the format ``langsmith``."""

import re
from pathlib import Path

COLUMNS = ("execution_time", "example_id", "id")
PARTS = re.compile(r"(?:^|,)\"?(?:inputs|outputs)\.")


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """A first row with inputs or outputs, the time, the example and the run."""
    first = head.decode("utf-8", "replace").removeprefix("\ufeff").partition("\n")[0].rstrip("\r")
    return PARTS.search(first) is not None and set(COLUMNS) <= set(first.split(","))
