"""Fold before a store is queried, and say what was recorded."""

from evalstore.cli._printing import print_rewritten
from evalstore.store.layout import Layout


def require_folded(layout: Layout, before: str) -> list[int]:
    """
    Fold what is accepted; return the sizes of checkpoints that were missing, and say them.

    Raises StoreError where that cannot be done now.
    """
    from evalstore.harnesses.recording import fold_before

    rewritten = fold_before(layout, before)
    print_rewritten(rewritten)
    return rewritten


def recorded_sentence(recorded: dict[str, int] | None) -> str:
    """
    Say what was recorded.

    >>> recorded_sentence({"new": 1, "revised": 0, "duplicate": 0}), recorded_sentence(None)
    ('recorded 1 new, 0 revised, 0 duplicate', 'nothing was recorded')
    """
    if recorded is None:
        return "nothing was recorded"
    return "recorded " + ", ".join(f"{count} {name}" for name, count in recorded.items())
