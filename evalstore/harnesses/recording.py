"""Fold before a store is queried, and append results as evalstore's own events."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict

from evalstore.errors import StoreBusyError, StoreError
from evalstore.harnesses.append import record_own
from evalstore.store.layout import Layout
from evalstore.store.log.fold import fold
from evalstore.store.query.reader import Reader, reading
from evalstore.store.verify import integrity
from evalstore.store.verify.needs_fold import needs_fold


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


@contextmanager
def reading_folded(layout: Layout, before: str) -> Iterator[tuple[Reader, list[int]]]:
    """
    Open a store read-only, folded, with the sizes of checkpoints that were written again.

    If a fold would change nothing, the store is opened once. Raises StoreError as ``fold_before``
    and ``reading`` do.
    """
    with ExitStack() as stack:
        reader = _opened(stack, layout)
        rewritten: list[int] = []
        if reader is None:
            rewritten = fold_before(layout, before)
            reader = stack.enter_context(reading(layout))
        yield reader, rewritten


def _opened(stack: ExitStack, layout: Layout) -> Reader | None:
    """Open a store that needs no fold; return None if it needs one, or cannot be opened now."""
    with suppress(StoreError), ExitStack() as attempt:
        # A fold waits for a lock, and reports a damaged store.
        reader = attempt.enter_context(reading(layout, wait_seconds=0))
        if not needs_fold(reader, is_checked=True):
            stack.enter_context(attempt.pop_all())
            return reader
    return None


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
