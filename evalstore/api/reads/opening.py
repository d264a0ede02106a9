"""Access of the read methods to an open store."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.api.methods import Methods
from evalstore.api.notes import OnNote, ignore
from evalstore.errors import OutdatedDatabaseWarning

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Sequence

    from evalstore.store.query.reader import Reader


class Opening(Methods):
    """A store that is opened to read, and the paths next to it that may be written."""

    @property
    def folder(self) -> Path:
        """The store's folder."""
        return self.layout.root

    @property
    def database(self) -> Path:
        """The database over the segments, for queries."""
        return self.layout.database

    def require(self) -> None:
        """Raise StoreError unless the store exists and this version knows its format."""
        self.layout.require()

    def require_outside(self, path: str | os.PathLike[str]) -> None:
        """Raise UsageError for a path inside the store, where only the store may write."""
        self.layout.require_outside(Path(path))

    @contextmanager
    def _reading(self, on_note: OnNote = ignore, *, stack_level: int = 4) -> Iterator[Reader]:
        """
        Open the store; warn the caller if another version of evalstore built the database.

        With ``on_note`` the caller gets a note of ``note_state`` instead.
        """
        from evalstore.store.query.reader import reading

        with reading(self.layout) as reader:
            if on_note is ignore and (outdated := reader.outdated()):
                # By default the stack level of the public method's caller.
                warnings.warn(outdated, OutdatedDatabaseWarning, stacklevel=stack_level)
            yield reader

    def _record(
        self, events: list[dict[str, object]], source: str, *, is_checked: bool = False
    ) -> dict[str, int]:
        """Append events and fold, as ``recording.record`` does; return their counts."""
        from evalstore.harnesses.recording import record

        return record(self.layout, events, source=source, is_checked=is_checked)


def as_tuple(texts: str | Sequence[str]) -> tuple[str, ...]:
    """Return texts as a tuple; a single one stands for itself."""
    return (texts,) if isinstance(texts, str) else tuple(texts)


def require_sound(reader: Reader, run_id: str | None, *, is_newest: bool = False) -> None:
    """
    Raise CorruptStoreError unless definitions and the facts of a run, or of all, are right.

    ``is_newest`` is True if the run was selected as the newest; runs that were passed over are
    then checked as well. A run without rows is checked as well, since its rows may have been
    removed.
    """
    from evalstore.store.verify import integrity

    rows: list[dict[str, object]] = [{"run_id": run_id}]
    if run_id is None:
        rows = reader.rows("select run_id from facts.runs")
    run_ids = [str(row["run_id"]) for row in rows]
    integrity.require_sound(reader, run_ids, is_newest=run_id is not None and is_newest)
