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
    Raise DoubtfulInputError where an answer would name a case that its run does not declare.

    ``waiting`` are inbox files without their names yet, ``stores`` other stores to be merged. They
    are looked at together with what the store holds of their runs; only where something is
    suspicious is the fold rehearsed.
    """
    files = [*waiting, *(path for store in stores for path in segment.on_disk(Layout(store)))]
    if not files:
        return
    # Others may have accepted what belongs to these runs.
    fold(layout)
    with reading(layout) as reader:
        rows = reader.rows(
            sql_files.read("sql/undeclared/suspects"), files=[str(path) for path in files]
        )
        if not rows:
            return
        suspects = [str(row["run_id"]) for row in rows]
        with rehearsed(reader, waiting, suspects, stores) as rehearsal:
            found = undeclared.of_runs(rehearsal.connection, suspects)
    if found:
        raise DoubtfulInputError(
            "nothing was appended, since answers would name cases that their runs do not "
            "declare:\n  " + "\n  ".join(undeclared.worded(found))
        )


def after_fold(reader: Reader, folded: FoldResult, run_ids: list[str]) -> list[UndeclaredCases]:
    """Return the runs of a call, and those folded with it, that have undeclared cases."""
    found = {one.run_id: one for one in folded.undeclared}
    others = sorted(set(run_ids) - found.keys())
    if others:
        found |= {one.run_id: one for one in undeclared.of_runs(reader.connection, others)}
    return [found[run_id] for run_id in sorted(found)]
