"""Folding before a store is queried, and a sentence about recorded events."""

from evalstore.cli._printing import print_rewritten
from evalstore.store.layout import Layout


def require_folded(layout: Layout, before: str) -> list[int]:
    """
    Fold accepted events; report and return the sizes of checkpoints that were restored.

    Raises StoreError if the store cannot be folded now.
    """
    from evalstore.harnesses.recording import fold_before

    rewritten = fold_before(layout, before)
    print_rewritten(rewritten)
    return rewritten


def recorded_sentence(recorded: dict[str, int] | None) -> str:
    """
    Return a sentence about the recorded events.

    >>> recorded_sentence({"new": 1, "revised": 0, "duplicate": 0}), recorded_sentence(None)
    ('recorded 1 new, 0 revised, 0 duplicate', 'nothing was recorded')
    """
    if recorded is None:
        return "nothing was recorded"
    return "recorded " + ", ".join(f"{count} {name}" for name, count in recorded.items())
