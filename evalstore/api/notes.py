"""Notes of a method to its caller: what commands print on stderr next to the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from evalstore.base.phrases import counted

if TYPE_CHECKING:
    from evalstore.store.layout import Layout
    from evalstore.store.query.reader import Reader

OnNote = Callable[[str], None]


def ignore(_note: str) -> None:
    """Do nothing with a note."""


def note_state(reader: Reader, on_note: OnNote) -> None:
    """
    Report that results do not cover all accepted events.

    That is the case if another version of evalstore built the database, or if accepted events are
    not folded yet.
    """
    if on_note is ignore:
        return
    outdated, count = reader.outdated(), reader.waiting_count()
    if outdated:
        on_note(outdated)
    if count:
        on_note(
            f"{counted(count, 'event')} accepted, not folded yet; run `evalstore fold` to include "
            "them"
        )


def note_rewritten(sizes: Sequence[int], on_note: OnNote) -> None:
    """Warn about checkpoints that a fold found missing and wrote again."""
    from evalstore.store.log.checkpoint import rewritten_words

    if sizes:
        on_note(f"warning: {rewritten_words([*sizes])}")


def fold_first(layout: Layout, before: str, on_note: OnNote) -> None:
    """
    Fold accepted events; report checkpoints that were missing and written again.

    Raises StoreError if the store cannot be folded now; ``before`` names the next step in its
    message.
    """
    from evalstore.harnesses.recording import fold_before

    note_rewritten(fold_before(layout, before), on_note)
