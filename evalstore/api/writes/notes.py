"""Notes of a method to its caller: what commands print on stderr next to the result."""

from collections.abc import Callable, Sequence

from evalstore.store.layout import Layout

OnNote = Callable[[str], None]


def ignore(_note: str) -> None:
    """Do nothing with a note."""


def note_rewritten(sizes: Sequence[int], on_note: OnNote) -> None:
    """Warn about checkpoints that a fold found missing and wrote again."""
    from evalstore.store.log.checkpoint import rewritten_words

    if sizes:
        on_note(f"warning: {rewritten_words([*sizes])}")


def note_state(layout: Layout, on_note: OnNote) -> None:
    """
    Report that results do not cover all accepted events.

    That is the case if another version of evalstore built the database, or if accepted events are
    not folded yet.
    """
    from evalstore.base.phrases import counted
    from evalstore.store.query.reader import reading

    with reading(layout) as reader:
        outdated, count = reader.outdated(), reader.waiting_count()
    if outdated:
        on_note(outdated)
    if count:
        on_note(f"{counted(count, 'event')} accepted, not folded yet")
