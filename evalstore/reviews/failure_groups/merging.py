"""The merge pass, which joins the groups of several batches into one list."""

from collections.abc import Sequence
from itertools import accumulate

from evalstore.reviews.failure_groups.group_questions import Questioner
from evalstore.reviews.failure_groups.groups import Dropped, FailureGroup
from evalstore.reviews.failure_groups.prompts import batches, groups_part, task
from evalstore.reviews.failure_groups.reading import read_merged
from evalstore.running.model_calls.fencing import PromptPart

Groups = Sequence[FailureGroup]


def joined(
    lots: list[Groups], questioner: Questioner, dropped: Dropped, *, tokens_max: int
) -> list[Groups]:
    """
    Return the groups of batches as one lot, in several passes if they do not fit into one.

    Several lots are returned if no two of them fit into ``tokens_max``, or a reply is unreadable.
    Raises the errors of ``Questioner.ask_all``.
    """
    while len(lots) > 1:
        cut = batches(_parts(lots), tokens_max, len(lots))
        several = [lots[places.start : places.stop] for places in cut if len(places) > 1]
        replies = iter(questioner.ask_all(task("merge"), [_parts(chosen) for chosen in several]))
        left: list[Groups] = []
        for places in cut:
            chosen = lots[places.start : places.stop]
            answer = next(replies) if len(chosen) > 1 else None
            if answer is None:
                left += chosen
            else:
                groups = [group for lot in chosen for group in lot]
                left.append(read_merged(answer, groups, dropped))
        if len(left) == len(lots):
            return lots
        lots = left
    return lots


def _parts(lots: Sequence[Groups]) -> list[PromptPart]:
    """Return a part for each lot; sentences are numbered consecutively across lots."""
    counts = (sum(len(group.sentences) for group in lot) for lot in lots)
    firsts = list(accumulate(counts, initial=1))
    return [
        groups_part(number, lot, first)
        for number, (lot, first) in enumerate(zip(lots, firsts, strict=False), 1)
    ]
