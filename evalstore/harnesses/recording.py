"""Fold before a store is queried, and append results as evalstore's own events."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict

from evalstore.errors import StoreBusyError, StoreError
from evalstore.harnesses.append import record_own
from evalstore.store.layout import Layout
from evalstore.store.log.fold import fold
from evalstore.store.query.reader import reading
from evalstore.store.verify import integrity


def fold_before(layout: Layout, before: str) -> list[int]:
    """
    Fold the inbox; return the sizes of checkpoints that were missing and written again.

    Raises StoreError if the store cannot be folded now; ``before`` names the next step in its
    message.
    """
    layout.require()
    folded = fold(layout)
    if not folded.is_folded:
        raise StoreError(
            f"cannot fold the inbox, which is needed before {before}: {folded.holder}"
        )
    return folded.rewritten_checkpoints


def record(
    layout: Layout,
    events: Iterable[Mapping[str, object]],
    source: str,
    *,
    is_checked: bool = False,
) -> dict[str, int]:
    """
    Append events as evalstore's own and fold; return the counts of new, revised and duplicate.

    Unless ``is_checked``, the integrity of the definitions, and of the facts of the events' runs,
    is checked first. Raises StoreError if this check fails or the store is busy; then nothing was
    recorded.
    """
    events = list(events)
    if not is_checked:
        _require_sound(layout, sorted({str(event["run_id"]) for event in events}))
    try:
        counts = record_own(layout, events, command=source)
    except StoreBusyError as error:
        raise StoreBusyError(f"nothing was recorded: {error}") from error
    return asdict(counts)


def _require_sound(layout: Layout, run_ids: list[str]) -> None:
    """Raise CorruptStoreError if the definitions or the facts of these runs were altered."""
    with reading(layout) as reader:
        integrity.require_sound(reader, run_ids)
