"""Fold before a store is queried, and append what was found as events of evalstore's own."""

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
    Fold what is accepted; return the sizes of checkpoints that were missing and written again.

    Raises StoreError where that cannot be done now, naming what it is ``before``.
    """
    layout.require()
    folded = fold(layout)
    if not folded.is_folded:
        raise StoreError(f"the inbox could not be folded before {before}: {folded.holder}")
    return folded.rewritten_checkpoints


def record(
    layout: Layout,
    events: Iterable[Mapping[str, object]],
    source: str,
    *,
    is_checked: bool = False,
) -> dict[str, int]:
    """
    Append events as evalstore's own and fold; return how many were new, revised or there already.

    The definitions, and the facts of the runs that the events are about, are checked first, but
    where the caller did so (``is_checked``). Raises StoreError where they do not hold or the store
    cannot be had, and then nothing was recorded.
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
    """Raise CorruptStoreError where what is to be recorded rests on facts that were altered."""
    with reading(layout) as reader:
        integrity.require_sound(reader, run_ids)
