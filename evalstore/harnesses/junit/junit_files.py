"""Recognise files of the format ``junit``."""

import re
from pathlib import Path

FIRST_TAG = re.compile(r"<(?:[\w.-]+:)?(testsuites|testsuite)(?=[\s/>])")
ANY_TAG = re.compile(r"<[A-Za-z_]")
BESIDE = re.compile(r"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)", re.DOTALL)


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """XML whose first element is ``testsuites`` or ``testsuite``."""
    encoding = "utf-16" if head[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    text = BESIDE.sub("", head.decode(encoding, "replace").removeprefix("\ufeff"))
    if not text.lstrip().startswith("<"):
        return False
    first = ANY_TAG.search(text)
    return first is not None and FIRST_TAG.match(text, first.start()) is not None
