"""Whether what a decision or a report is about to read can be relied on."""

from collections.abc import Sequence

from evalstore import sql_files
from evalstore.errors import CorruptStoreError
from evalstore.store import definitions, recomputed, schema
from evalstore.store.reader import Reader

DIFFERENCES_SHOWN_MAX = 3
# Runs that were not chosen and are checked all the same: whether they were passed over rightly.
NEIGHBOURS_MAX = 10
WAY_OUT = "`evalstore verify` says more, `evalstore rebuild` makes the database again"


def definition_doubts(reader: Reader) -> list[str]:
    """Say which definitions in the database could give another number than this installation's."""
    if not schema.is_current(reader.connection):
        return [f"{schema.made_by(reader.connection)}; `evalstore fold` updates it"]
    found = [
        item for item in definitions.differences(reader.connection) if item.can_change_a_number
    ]
    if not found:
        return []
    more = f" and {len(found) - DIFFERENCES_SHOWN_MAX} more" * (len(found) > DIFFERENCES_SHOWN_MAX)
    return [f"{definitions.messages(found[:DIFFERENCES_SHOWN_MAX])}{more}"]


def fact_doubts(
    reader: Reader, run_ids: Sequence[str], passed_over: Sequence[str] = ()
) -> list[str]:
    """Say what of the facts of these runs, and of those passed over, the segments do not give."""
    return recomputed.doubts(
        reader.connection, reader.layout, list(dict.fromkeys(run_ids)), list(passed_over)
    )


def neighbours(
    reader: Reader,
    run_id: str,
    other_run_ids: Sequence[str],
    *,
    is_newest: bool,
    reads_others: bool,
) -> list[str]:
    """
    Return runs that a choice passed over, as the log has them: at most ``NEIGHBOURS_MAX``.

    Facts say which run is the newest and which one a baseline names. Where one of these was
    altered, the choice falls on another run, whose own facts are as they should be.
    """
    if not (is_newest or reads_others):
        return []
    rows = reader.rows(
        sql_files.read("sql/verify/neighbouring_runs"),
        run_id=run_id,
        other_run_ids=list(other_run_ids),
        is_newest=is_newest,
        reads_others=reads_others,
        run_limit=NEIGHBOURS_MAX,
    )
    return [str(row["run_id"]) for row in rows]


def require(doubts: Sequence[str]) -> None:
    """Raise CorruptStoreError where there are doubts."""
    if doubts:
        raise CorruptStoreError(f"{'; '.join(doubts)}; {WAY_OUT}")
