"""Folding before a store is asked for good, and appending what came of it."""

from collections.abc import Iterable, Mapping

from evalstore.errors import StoreError
from evalstore.store.layout import Layout


def require_folded(layout: Layout, before: str) -> None:
    """Fold what is accepted; raises StoreError where that cannot be done now."""
    from evalstore.store.fold import fold

    layout.require()
    folded = fold(layout)
    if not folded.is_folded:
        raise StoreError(f"the inbox could not be folded before {before}: {folded.holder}")


def record(layout: Layout, events: Iterable[Mapping[str, object]], source: str) -> dict[str, int]:
    """Append events and fold; return how many were new, revised or there already."""
    from evalstore.ingest.append import append_events
    from evalstore.store.fold import fold

    accepted = append_events(layout, list(events), source=source)
    folded = fold(layout)
    if not folded.is_folded:
        raise StoreError(f"accepted, not folded yet: {folded.holder}; `evalstore fold` does it")
    counts = [folded.by_file[name] for name in accepted.inbox_names if name in folded.by_file]
    return {
        name: sum(getattr(count, name) for count in counts)
        for name in ("new", "revised", "duplicate")
    }


def worded(recorded: dict[str, int] | None) -> str:
    """
    Say what was recorded.

    >>> worded({"new": 1, "revised": 0, "duplicate": 0}), worded(None)
    ('recorded 1 new, 0 revised, 0 duplicate', 'nothing was recorded')
    """
    if recorded is None:
        return "nothing was recorded"
    return "recorded " + ", ".join(f"{count} {name}" for name, count in recorded.items())
