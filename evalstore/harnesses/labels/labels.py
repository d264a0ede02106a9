"""Labels of people: a sheet that `evalstore label` wrote and somebody filled in, as CSV."""

import json
from collections.abc import Iterator
from pathlib import Path

from evalstore.base.phrases import counted
from evalstore.errors import UnreadableInputError
from evalstore.events.parsing import shortened
from evalstore.harnesses import label_sheets
from evalstore.harnesses.label_sheets import NAME_LENGTH_MAX, OUTCOMES, WORDS, SheetRow
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

MAPPING = "ingest/labels"
HOLDS_WHOLE_RUN = False
PREFIX = "human:"


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """A first line that names the columns ``outcome`` and ``key``."""
    return label_sheets.holds(head)


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield the rows that have an outcome; those without one are counted in a warning."""
    rows, warnings = label_sheets.read(source.path)
    if not rows:
        raise UnreadableInputError(
            f"{source.name}: no row in it, expected one for each reply; write it again by "
            "`evalstore label RUN -o FILE`"
        )
    source.warnings += warnings
    open_count = sum(not row.cells.get("outcome") for row in rows)
    if open_count:
        source.warnings.append(
            f"{open_count} of {counted(len(rows), 'row')} {'has' if open_count == 1 else 'have'} "
            "no outcome yet"
        )
    said: dict[str, str] = {}
    changed_count = 0
    for row in rows:
        if row.cells.get("outcome"):
            found = _label(row)
            yield found
            if isinstance(found, SourceRecord):
                record = json.loads(found.text)
                name = json.dumps([record["key"], record["validator_id"]], sort_keys=True)
                changed_count += said.setdefault(name, record["outcome"]) != record["outcome"]
                said[name] = record["outcome"]
    if changed_count:
        source.doubts.append(
            f"{source.name}: {counted(changed_count, 'row')} of a reply that the same person "
            "labelled otherwise in a row before; the last one counts"
        )


def _label(row: SheetRow) -> SourceRecord | Skip:
    location = f"line {row.line}"
    key = row.key()
    if key is None:
        return Skip(
            location,
            "bad key",
            f"key: found {shortened(row.cells.get('key', ''))}, expected the JSON that "
            "`evalstore label` wrote there; copy it from the sheet as it was written",
        )
    outcome = OUTCOMES.get(row.cells["outcome"].lower())
    if outcome is None:
        found = shortened(row.cells["outcome"])
        return Skip(location, "wrong value", f"outcome: found {found}, expected {WORDS}")
    name = row.cells.get("labelled_by", "").removeprefix(PREFIX).strip()
    if not 0 < len(name) <= NAME_LENGTH_MAX:
        found = shortened(name) if name else "nothing"
        return Skip(
            location,
            "no name",
            f"labelled_by: found {found}, expected who labelled it, up to {NAME_LENGTH_MAX} "
            "characters; `evalstore label --name NAME` fills it in",
        )
    record = {
        "key": key,
        "outcome": outcome,
        "reason": row.cells.get("reason") or None,
        "validator_id": f"{PREFIX}{name}",
    }
    return SourceRecord(location, json.dumps(record, ensure_ascii=False))
