"""Care of a store: create it, fold, verify and rebuild it, copy its database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.api.methods import Methods
from evalstore.api.notes import OnNote, ignore, note_rewritten
from evalstore.errors import UsageError

if TYPE_CHECKING:
    from os import PathLike

    from evalstore.store.facts.rebuild import Rebuilt
    from evalstore.store.log.fold import FoldResult
    from evalstore.store.verify.doctor import DoctorCheck
    from evalstore.store.verify.verify import Verified


class Upkeep(Methods):
    """The methods that keep a store."""

    def exists(self) -> bool:
        """Return True if the folder has a store."""
        return self.layout.exists()

    def create(self) -> FoldResult:
        """
        Make the store if it does not exist, and fold it.

        Raises NewerFormatError if a newer evalstore made it, StoreError if it cannot be made.
        """
        self.layout.create()
        return self.fold()

    def fold(self, *, wait_seconds: float = 10.0, on_note: OnNote = ignore) -> FoldResult:
        """
        Move accepted events from the inbox into the log.

        If another process holds the store for longer than ``wait_seconds``, the result's
        ``is_folded`` is False and ``holder`` names it; the events stay in the inbox. ``on_note``
        gets a warning if checkpoints were missing and are written again.
        """
        from evalstore.store.log.fold import fold

        folded = fold(self.layout, wait_seconds=wait_seconds)
        note_rewritten(folded.rewritten_checkpoints, on_note)
        return folded

    def rebuild(
        self,
        *,
        at: int | None = None,
        output: str | PathLike[str] | None = None,
        on_note: OnNote = ignore,
    ) -> Rebuilt:
        """
        Make the database again from the segments alone.

        With ``at`` and ``output``, write the database as it was when the log had ``at`` events to
        a new file instead. ``on_note`` is as in ``fold``. Raises UsageError if only one of the two
        is given or the log never had that size, and CorruptStoreError if the segments do not have
        their roots.
        """
        from evalstore.store.facts import rebuild

        if at is not None and output is not None:
            return rebuild.rebuild_at(self.layout, at, Path(output))
        if at is not None or output is not None:
            raise UsageError(f"at is {at} and output is {output}, expected both or neither")
        rebuilt = rebuild.rebuild(self.layout)
        note_rewritten(rebuilt.rewritten_checkpoints, on_note)
        return rebuilt

    def verify(
        self,
        *,
        against: str | PathLike[str] | None = None,
        since: str | PathLike[str] | None = None,
    ) -> Verified:
        """
        Recompute every hash, the root and the facts; the result has the findings.

        The store must continue the checkpoint ``against``. Of the segments up to the checkpoint
        ``since`` only the bytes are compared. Raises UnreadableInputError if one of them is not a
        checkpoint.
        """
        from evalstore.store.verify.verify import verify

        return verify(
            self.layout,
            None if against is None else Path(against),
            None if since is None else Path(since),
        )

    def doctor(self) -> list[DoctorCheck]:
        """Return the checks of the store and of this machine; nothing is changed."""
        from evalstore.harnesses.outdated_runs import doctor_check
        from evalstore.store.verify.doctor import examine

        return examine(self.layout, [doctor_check])

    def write_comments(self) -> int:
        """Write the dictionary's sentences as comments into the database; return how many."""
        from evalstore.store.facts import comments

        return comments.write_now(self.layout)

    def snapshot(self, output: str | PathLike[str], *, storage_version: str | None = None) -> Path:
        """
        Write a copy of the database to a file and return its path.

        ``storage_version``, such as v1.2.0, is that of an older DuckDB. Raises CorruptStoreError
        if definitions, log or facts do not match the segments.
        """
        from evalstore.store.query.snapshot import snapshot

        return snapshot(self.layout, Path(output), storage_version=storage_version)
