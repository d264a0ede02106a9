"""Fold before a store is queried, and append the results as events."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict

from evalstore.cli._printing import print_rewritten
from evalstore.errors import StoreBusyError, StoreError
from evalstore.store.layout import Layout


def require_folded(layout: Layout, before: str) -> list[int]:
    """
    Fold what is accepted; return the sizes of checkpoints that were missing, and say them.

    Raises StoreError where that cannot be done now.
    """
    from evalstore.store.fold import fold

    layout.require()
    folded = fold(layout)
    if not folded.is_folded:
        raise StoreError(f"the inbox could not be folded before {before}: {folded.holder}")
    print_rewritten(folded.rewritten_checkpoints)
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
    from evalstore.ingest.append import record_own

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
    from evalstore.store import integrity
    from evalstore.store.reader import reading

    with reading(layout) as reader:
        integrity.require(integrity.definition_problems(reader))
        integrity.require(integrity.fact_problems(reader, run_ids))


def recorded_sentence(recorded: dict[str, int] | None) -> str:
    """
    Say what was recorded.

    >>> recorded_sentence({"new": 1, "revised": 0, "duplicate": 0}), recorded_sentence(None)
    ('recorded 1 new, 0 revised, 0 duplicate', 'nothing was recorded')
    """
    if recorded is None:
        return "nothing was recorded"
    return "recorded " + ", ".join(f"{count} {name}" for name, count in recorded.items())
