"""Epistemic results: what systems answered to context cards, one JSON object a line."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalstore.ingest import json_lines
from evalstore.ingest.epistemic import GOLD, ID, LABEL, NAME_LENGTH_MAX, is_name, is_text
from evalstore.ingest.json_lines import Field
from evalstore.ingest.records import Skip, SourceFile, SourceRecord

MAPPING = "ingest/epistemic_results"
HOLDS_WHOLE_RUN = False


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


FIELDS = (
    ID,
    GOLD,
    Field("pred", is_text, "text, or null where no answer came", is_required=False),
    Field("pass", _is_truth, "true, false or nothing", is_required=False),
    Field("system", is_name, f"text of 1 to {NAME_LENGTH_MAX} characters"),
    LABEL,
)


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """An object a line, with ``id``, ``gold`` and ``system``, and ``pred`` or ``pass``."""
    return json_lines.holds(head, ("id", "gold", "system"), ("pred", "pass"))


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield the run's start, the results in their order, and the run's end."""
    is_whole = True
    for found in json_lines.read(source, "result", FIELDS):
        yield found
        is_whole = is_whole and not isinstance(found, Skip)
    # With a line missing, nobody has all of what was answered.
    if is_whole:
        yield SourceRecord("the file", json_lines.RUN_FINISHED)
