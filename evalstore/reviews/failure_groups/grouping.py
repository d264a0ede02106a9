"""
Group the failures of one system by a model's sentences on what they share.

Failures are sorted by their known properties (tags, domain, label) and cut into batches that fit
a limit of tokens; the model groups each batch. A merge pass joins the groups of all batches. It
refers to sentences by number, so that the model never has to repeat case ids.
"""

from collections.abc import Callable
from dataclasses import dataclass

from evalstore.reviews.failure_groups.group_questions import Questioner
from evalstore.reviews.failure_groups.groups import Dropped, FailureGroup, merged
from evalstore.reviews.failure_groups.merging import Groups, joined
from evalstore.reviews.failure_groups.prompts import BATCH_CASES_MAX, batches, case_part, task
from evalstore.reviews.failure_groups.reading import KnownCases, read_groups
from evalstore.reviews.failure_groups.wrong_replies import WrongReplies, WrongReply
from evalstore.running.model_calls.instructions import has_instructions


@dataclass(frozen=True)
class FailureGrouping:
    """
    The groups of the failures of a system, and statistics of the questions.

    ``unmerged_batch_count`` is the number of batches left if their groups could not be merged.
    ``problem`` is the problem of the first unreadable reply.
    """

    groups: tuple[FailureGroup, ...]
    dropped: Dropped
    batch_count: int
    unmerged_batch_count: int
    unreadable_count: int
    problem: str
    case_ids_with_instructions: tuple[str, ...]

    @property
    def explained_case_ids(self) -> tuple[str, ...]:
        """Return the cases that any sentence refers to."""
        return tuple(sorted({name for group in self.groups for name in group.case_ids}))


def group_failures(
    wrong: WrongReplies,
    questioner: Questioner,
    *,
    tokens_max: int,
    on_asked: Callable[[int], None] = lambda _count: None,
) -> FailureGrouping:
    """
    Return the groups of failures; ``wrong.shown`` must not be empty.

    ``on_asked`` is called with the number of failures after each question. Raises SpentError if
    the spending limit is reached, NoReplyError if the service gives no reply.
    """
    dropped = Dropped()
    parts = [case_part(number, reply) for number, reply in enumerate(wrong.shown, 1)]
    cut = batches(parts, tokens_max, BATCH_CASES_MAX)
    batch_parts = [[parts[place] for place in places] for places in cut]
    batch_groups: list[Groups] = []
    answers = questioner.ask_all(task("group"), batch_parts, on_asked)
    for answer, places in zip(answers, cut, strict=True):
        if answer is not None:
            shown = {wrong.shown[place].case_id for place in places}
            cases = KnownCases(wrong.run_case_ids, wrong.failed_case_ids, shown)
            batch_groups.append(read_groups(answer, cases, dropped))
    lots = joined([lot for lot in batch_groups if lot], questioner, dropped, tokens_max=tokens_max)
    return FailureGrouping(
        groups=merged((group for lot in lots for group in lot), dropped),
        dropped=dropped,
        batch_count=len(cut),
        unmerged_batch_count=len(lots) if len(lots) > 1 else 0,
        unreadable_count=questioner.unreadable_count,
        problem=questioner.problem,
        case_ids_with_instructions=tuple(
            sorted(reply.case_id for reply in wrong.shown if _is_flagged(reply))
        ),
    )


def _is_flagged(reply: WrongReply) -> bool:
    texts = (reply.case_id, reply.question, reply.expected, reply.reply, reply.reason)
    return any(has_instructions(text) for text in texts)
