"""Epistemic results: what systems answered to context cards, one JSON object a line."""

from collections.abc import Iterator
from typing import Any

from evalstore.harnesses import json_lines
from evalstore.harnesses.case_ids import question_digest
from evalstore.harnesses.epistemic import GOLD, ID, LABEL, NAME_LENGTH_MAX, is_name, is_text
from evalstore.harnesses.epistemic_results.epistemic_results_files import recognises
from evalstore.harnesses.json_lines import Field
from evalstore.harnesses.named_records import by_question
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

__all__ = ["HOLDS_WHOLE_RUN", "MAPPING", "READING", "read", "recognises"]

MAPPING = "ingest/epistemic_results"
HOLDS_WHOLE_RUN = False
# 2: results with the same id and different right answers are of different cases.
READING = 2


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


FIELDS = (
    ID,
    GOLD,
    Field("pred", is_text, "text, or null if there was no answer", is_required=False),
    Field("pass", _is_truth, "true, false or null", is_required=False),
    Field("system", is_name, f"text of 1 to {NAME_LENGTH_MAX} characters"),
    LABEL,
)


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield the run's start, the results in their order, and, if no line was skipped, the run's end.

    Results with the same id and different right answers are of different cases. If a system has
    two results for one case, the last one counts.
    """
    is_whole = True
    results = json_lines.read(source, "result", FIELDS)
    for item in by_question(results, _asked, _is_known, source):
        yield item
        is_whole = is_whole and not isinstance(item, Skip)
    # With a line missing, the answers are not complete.
    if is_whole:
        yield SourceRecord("the file", json_lines.RUN_FINISHED)


def _asked(fields: dict[str, Any]) -> tuple[str, str]:
    return fields["id"], question_digest(fields["gold"].strip().upper())


def _is_known(fields: dict[str, Any]) -> tuple[object, object]:
    """Return a result's key, and the content by which a repeated result is compared."""
    return (_asked(fields), fields["system"]), fields.get("pred")
