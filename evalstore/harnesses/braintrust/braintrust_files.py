"""Recognise files of the format ``braintrust``."""

import re
from pathlib import Path

from evalstore.harnesses.detect import text_of

FIELDS = ("span_id", "root_span_id", "input", "output")
# Rows of a log have the same fields, but no experiment.
EXPERIMENT = re.compile(r'"experiment_id"\s*:\s*"')


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """Return whether a file has objects with spans of an experiment, as a list or as lines."""
    start = text_of(head)
    names = all(f'"{field}"' in start for field in FIELDS)
    return start[:1] in ("[", "{") and names and EXPERIMENT.search(start) is not None
