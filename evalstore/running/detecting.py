"""What the triggers find in the readings of a run, as events."""

from typing import Any

from evalstore import sql_files
from evalstore.errors import StoreError
from evalstore.running.events import Event, event
from evalstore.store.fold import fold
from evalstore.store.layout import Layout
from evalstore.store.reader import reading

FIELDS = ("case_id", "system_id", "value_dim", "trigger", "drop", "level", "weeks", "uncertainty")


def detection_events(layout: Layout, run_id: str, detection: Any) -> list[Event]:
    """
    Return a ``drift_detected`` event for each trigger, those held back by uncertainty too.

    ``detection`` is an ``evalstore.drift.thresholds.Detection``. The readings are folded first:
    the triggers are SQL over facts. Raises StoreError where they cannot be folded.
    """
    folded = fold(layout)
    if not folded.is_folded:
        raise StoreError(
            f"the readings could not be folded ({folded.holder}), so no trigger was looked for; "
            f"`evalstore run --resume {run_id}` does it"
        )
    with reading(layout) as reader:
        rows = reader.rows(
            sql_files.read("sql/ask/drift_detections"),
            run_id=run_id,
            thresholds=detection.rows(),
            ema_alpha=detection.ema_alpha,
        )
    return [event("drift_detected", run_id, _payload(row)) for row in rows]


def _payload(row: dict[str, Any]) -> dict[str, object]:
    said = {name: row[name] for name in FIELDS if row[name] is not None}
    return {**said, "is_suppressed": bool(row["is_suppressed"])}
