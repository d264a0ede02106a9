"""Methods that hand the evidence of runs to somebody else: packs and cards."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.api.notes import OnNote, ignore, note_state
from evalstore.api.reads.opening import Opening

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from evalstore.reviews.evidence.pack import EvidencePack


class Evidence(Opening):
    """The methods that write evidence; ``on_note`` gets notes about events not covered."""

    def evidence(
        self,
        suite: str,
        output: str | os.PathLike[str],
        *,
        since: str | date | datetime,
        until: str | date | datetime | None = None,
        without_texts: bool = False,
        on_progress: Callable[[str, int, int], None] = lambda _what, _done, _total: None,
        on_note: OnNote = ignore,
    ) -> EvidencePack:
        """
        Write the evidence of a suite's runs in a period as a new zip file, and return what it has.

        The runs are those that started at ``since`` or later and, with ``until``, on that day or
        earlier, or before that time; all in UTC. docs/evidence.md lists the files. Secrets are
        always left out, and with ``without_texts`` the texts of questions, replies and judges, and
        reports. ``on_progress`` gets what is written, ``bundles`` or ``runs``, how many are, and
        of how many. The same store and period give the same bytes.

        Raises UsageError for an unknown suite, a period without runs or with more than 100, a file
        that exists, and a partial replica; CorruptStoreError if definitions, log or facts of these
        runs do not match the segments; StoreError if the file cannot be written.
        """
        from evalstore.reviews.evidence.pack import write
        from evalstore.reviews.evidence.period import period_of

        period = period_of(since, until)
        with self._reading(on_note) as reader:
            pack = write(
                reader, suite, period, Path(output), on_progress, without_texts=without_texts
            )
            note_state(reader, on_note)
            return pack

    def card(
        self,
        run: str | None = None,
        *,
        without_texts: bool = False,
        on_note: OnNote = ignore,
    ) -> dict[str, object]:
        """
        Return the card of a run, by default the newest: what was asked, of what, and decided.

        docs/evidence.md describes the object, whose JSON Schema `evalstore schema card` prints.
        Texts of settings are left out with ``without_texts``, secrets always. Raises UsageError
        for an unknown run, UndecidedError if no run is the newest, and CorruptStoreError if
        definitions, log or facts of the run do not match the segments.
        """
        from evalstore.reviews.evidence.run_card import card_of_run
        from evalstore.store.query import queries

        with self._reading(on_note) as reader:
            card = card_of_run(
                reader, run or queries.newest_run(reader), without_texts=without_texts
            )
            note_state(reader, on_note)
            return card
