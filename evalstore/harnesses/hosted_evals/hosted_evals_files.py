"""Recognise files of the format ``hosted_evals``."""

import re
from pathlib import Path

from evalstore.harnesses.detect import unpacked

OBJECT = re.compile(rb'"object"\s*:\s*"eval(?:\.run(?:\.output_item)?)?"')


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """Return whether a file has objects of the API, by their field ``object``."""
    start = unpacked(head).removeprefix(b"\xef\xbb\xbf").lstrip()
    return start[:1] in (b"{", b"[") and OBJECT.search(start) is not None
