"""Recognise files of the format ``langfuse``."""

import re
from pathlib import Path

from evalstore.harnesses.detect import text_of, unpacked

# A trace has both, and its scores have a data type.
TRACE = ('"observations"', '"scores"')
LANGFUSE = re.compile(r'"(?:htmlPath|projectId|dataType|datasetRunItems)"\s*:')


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """Objects with observations and scores, or a dataset run with its items."""
    start = text_of(unpacked(head))
    is_trace = all(word in start for word in TRACE) or '"datasetRunItems"' in start
    return start[:1] in ("[", "{") and is_trace and LANGFUSE.search(start) is not None
