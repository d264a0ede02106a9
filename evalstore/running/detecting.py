"""The triggers of a run's suite, applied to its readings once all are there."""

from typing import Any

from evalstore.analyses.drift_detection import detect
from evalstore.errors import StoreError
from evalstore.running.events import Event
from evalstore.store.fold import fold
from evalstore.store.layout import Layout
from evalstore.store.reader import reading


def detection_events(layout: Layout, run_id: str, detection: Any) -> list[Event]:
    """
    Return the events that say what the triggers find, and that they were applied.

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
        return detect(reader, run_id, detection).events
