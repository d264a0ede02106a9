"""
Verdicts of ``scan.SCANNER`` from the results of one scanner in one transcript.

A scanner reports what is there, not whether the answer is right, so truth values and numbers are
measured. Of several results the greatest counts, and all are kept in the metadata. A scanner that
failed is an error; an answer of its model that it could not read is unscored.
"""

from typing import Any

from evalstore.harnesses import event_records
from evalstore.harnesses.non_finite import INFINITE

REASON_LENGTH_MAX, TEXT_LENGTH_MAX = 4000, 200
NOTHING: dict[str, Any] = dict.fromkeys(
    ("number", "truth", "text", "label", "answer", "explanation", "error")
)


def verdict_of(record: dict[str, Any], scan_id: str | None) -> dict[str, Any]:
    """Return the payload of the verdict from a record of results."""
    results = record["results"]
    chosen = min(results, key=_rank, default=NOTHING)
    number = None if chosen["number"] is None else float(chosen["number"])
    outcome = "unscored" if chosen["error"] is None else "error"
    metadata = {
        "scan_id": scan_id,
        "label": chosen["label"],
        "results": results if len(results) > 1 else None,
    }
    return {
        "case_id": record["case_id"],
        "system_id": record["system_id"],
        "attempt": record["attempt"],
        "validator_id": f"scan.{record['scanner']}",
        "outcome": outcome if number is None else "measured",
        "value": number,
        "reason": _reason(chosen, number),
        "scorer_value": chosen["text"] if number is None else None,
        "answer": chosen["answer"],
        # A scan that is read later may be an older one.
        "scanned_at": event_records.moment(record["at"]),
        "judge": record["judge"],
        "metadata": {name: value for name, value in metadata.items() if value is not None},
    }


def _rank(result: dict[str, Any]) -> tuple[bool, float, bool, str]:
    number, error = result["number"], result["error"]
    return number is None, -(number or 0), error is None, error or ""


def _reason(chosen: dict[str, Any], number: float | None) -> str:
    error, explanation, text = chosen["error"], chosen["explanation"], chosen["text"]
    if error is not None:
        return str(error)[:REASON_LENGTH_MAX]
    if chosen.get("is_unread"):
        said = "" if explanation is None else f": {explanation[:REASON_LENGTH_MAX]}"
        return f"the answer could not be read{said}"
    if text in INFINITE:
        return f"the scanner gave {text}, which is infinite"
    if explanation is not None:
        return str(explanation)[:REASON_LENGTH_MAX]
    shown = None if text is None else text[:TEXT_LENGTH_MAX]
    if chosen["truth"] is not None:
        shown = "true" if chosen["truth"] else "false"
    elif number is not None:
        shown = str(number)
    if shown is None and chosen["label"] is not None:
        return f"the label is {chosen['label'][:TEXT_LENGTH_MAX]}"
    return "the scanner found nothing" if shown is None else f"the scanner gave {shown}"
