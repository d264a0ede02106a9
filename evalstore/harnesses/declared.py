"""Check that runs declare the cases that their answers name."""

from collections.abc import Sequence
from pathlib import Path

from evalstore.base import sql_files
from evalstore.errors import DoubtfulInputError
from evalstore.harnesses.rehearsal import rehearsed
from evalstore.store.facts import undeclared
from evalstore.store.facts.undeclared import UndeclaredCases
from evalstore.store.layout import Layout
from evalstore.store.log import segment
from evalstore.store.log.fold import FoldResult, fold
from evalstore.store.query.reader import Reader, reading


def require_declared(layout: Layout, waiting: Sequence[Path], stores: Sequence[Path] = ()) -> None:
    """
    Raise DoubtfulInputError if an answer would name a case that its run does not declare.

    ``waiting`` are unpublished inbox files, ``stores`` other stores to be merged. They are
    checked together with the store's events of the same runs; the fold is rehearsed only if a
    quick query finds suspects.
    """
    files = [*waiting, *(path for store in stores for path in segment.on_disk(Layout(store)))]
    if not files:
        return
    # Other processes may have accepted events of these runs.
    fold(layout)
    with reading(layout) as reader:
        rows = reader.rows(
            sql_files.read("sql/undeclared/suspects"), files=[str(path) for path in files]
        )
        if not rows:
            return
        suspects = [str(row["run_id"]) for row in rows]
        with rehearsed(reader, waiting, suspects, stores) as rehearsal:
            problems = undeclared.of_runs(rehearsal.connection, suspects)
    if problems:
        raise DoubtfulInputError(
            "nothing was appended: responses name cases that their runs do not declare:\n  "
            + "\n  ".join(undeclared.worded(problems))
        )


def after_fold(reader: Reader, folded: FoldResult, run_ids: list[str]) -> list[UndeclaredCases]:
    """Return the undeclared cases of ``run_ids`` and the runs in ``folded``, sorted by run."""
    by_run = {cases.run_id: cases for cases in folded.undeclared}
    others = sorted(set(run_ids) - by_run.keys())
    if others:
        by_run |= {cases.run_id: cases for cases in undeclared.of_runs(reader.connection, others)}
    return [by_run[run_id] for run_id in sorted(by_run)]
