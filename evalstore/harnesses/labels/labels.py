"""Labels of people: a sheet written by `evalstore label` and filled in, as CSV."""

from collections.abc import Iterator
from typing import Any

from evalstore.base.phrases import counted
from evalstore.errors import UnreadableInputError
from evalstore.events.parsing import shortened
from evalstore.harnesses import event_records, label_sheets
from evalstore.harnesses.label_sheets import NAME_LENGTH_MAX, OUTCOMES, WORDS, SheetRow
from evalstore.harnesses.labels.labels_files import recognises
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

__all__ = ["FAMILY", "HOLDS_WHOLE_RUN", "MAPPING", "read", "recognises"]

MAPPING = event_records.MAPPING
FAMILY = "labels"
HOLDS_WHOLE_RUN = False
PREFIX = "human:"
# What two labels of one reply by one person have in common.
PLACE = (
    "case_id", "system_id", "attempt", "validator_id", "sampling_probability", "response_event_id",
)  # fmt: skip


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield the rows that have an outcome; a warning counts those without one.

    Raises UnreadableInputError if the sheet has no rows.
    """
    rows, warnings = label_sheets.read(source.path)
    if not rows:
        raise UnreadableInputError(
            f"{source.name}: the file has no rows, expected one for each reply; run `evalstore "
            "label RUN -o FILE` to write it again"
        )
    source.warnings += warnings
    open_count = sum(not row.cells.get("outcome") for row in rows)
    if open_count:
        source.warnings.append(
            f"{open_count} of {counted(len(rows), 'row')} {'has' if open_count == 1 else 'have'} "
            "no outcome yet"
        )
    outcomes: dict[tuple[Any, ...], str] = {}
    changed_count = 0
    for row in rows:
        if not row.cells.get("outcome"):
            continue
        label = _label(row)
        if isinstance(label, Skip):
            yield label
            continue
        run_id, verdict = label
        yield event_records.record(f"line {row.line}", run_id, event_records.verdict(verdict))
        place = run_id, *(verdict[name] for name in PLACE)
        outcome = verdict["outcome"]
        changed_count += outcomes.setdefault(place, outcome) != outcome
        outcomes[place] = outcome
    if changed_count:
        source.doubts.append(
            f"{source.name}: {counted(changed_count, 'row')} with another outcome than an earlier "
            "row of the same person for the same reply; the last one counts"
        )


def _label(row: SheetRow) -> tuple[str, dict[str, Any]] | Skip:
    """Return run and verdict of a row, or a Skip for an invalid one."""
    location = f"line {row.line}"
    key = row.key()
    if key is None:
        return Skip(
            location,
            "bad key",
            f"key: found {shortened(row.cells.get('key', ''))}, expected the JSON that `evalstore "
            "label` wrote; restore it from the original sheet",
        )
    outcome = OUTCOMES.get(row.cells["outcome"].lower())
    if outcome is None:
        value = shortened(row.cells["outcome"])
        return Skip(location, "wrong value", f"outcome: found {value}, expected {WORDS}")
    name = row.cells.get("labelled_by", "").removeprefix(PREFIX).strip()
    if not 0 < len(name) <= NAME_LENGTH_MAX:
        value = shortened(name) if name else "nothing"
        return Skip(
            location,
            "no name",
            f"labelled_by: found {value}, expected the name of the person who labelled, up to "
            f"{NAME_LENGTH_MAX} characters; run `evalstore label --name NAME` to fill it in",
        )
    chance = key.get("sampling_probability")
    label_set = key.get(label_sheets.LABEL_SET)
    # A response that was replaced since makes this a verdict on an earlier response.
    return key["run_id"], {
        "case_id": key["case_id"],
        "system_id": key["system_id"],
        "attempt": key["attempt"],
        "validator_id": f"{PREFIX}{name}",
        "outcome": outcome,
        "reason": row.cells.get("reason") or None,
        "is_rating": True,
        "sampling_probability": None if chance is None else float(chance),
        "response_event_id": event_records.as_text(key.get("response_event_id")),
        **({label_sheets.LABEL_SET: label_set} if label_set else {}),
    }
