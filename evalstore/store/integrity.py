"""Whether what a decision or a report is about to read can be relied on."""

from collections.abc import Sequence

from evalstore.errors import CorruptStoreError
from evalstore.store import definitions, recomputed, schema
from evalstore.store.reader import Reader

DIFFERENCES_SHOWN_MAX = 3
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
    return [f"{definitions.worded(found[:DIFFERENCES_SHOWN_MAX])}{more}"]


def fact_doubts(reader: Reader, run_ids: Sequence[str]) -> list[str]:
    """Say what of the facts of these runs is not what the segments give."""
    return recomputed.doubts(reader.connection, reader.layout, list(dict.fromkeys(run_ids)))


def require(doubts: Sequence[str]) -> None:
    """Raise CorruptStoreError where there are doubts."""
    if doubts:
        raise CorruptStoreError(f"{'; '.join(doubts)}; {WAY_OUT}")
