"""Ask a model what the failures of a run share, and append what it says."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from evalstore.errors import UsageError
from evalstore.harnesses.recording import record
from evalstore.reviews.failure_groups.group_questions import NoReplyError, Questioner
from evalstore.reviews.failure_groups.grouping import FailureGrouping, group_failures
from evalstore.reviews.failure_groups.prompts import TEMPLATE, prompts_sha256
from evalstore.reviews.failure_groups.record import Event, GroupingPlan, grouping_event, is_same
from evalstore.reviews.failure_groups.wrong_replies import (
    WrongReplies,
    judged_systems,
    wrong_replies,
)
from evalstore.reviews.review_rows import review_query
from evalstore.running.chat.chat_settings import ChatSettings
from evalstore.running.judge_replies import RecordedReplies, forget_recorded
from evalstore.running.model_calls.asker import Asker, make_asker
from evalstore.running.model_calls.identity import judge_identity
from evalstore.running.model_calls.spending import Spending, SpentError
from evalstore.store.layout import Layout
from evalstore.store.query import queries
from evalstore.store.query.reader import Reader, reading


@dataclass(frozen=True)
class ReviewedSystem:
    """
    The failures of one system, and what a model said of them.

    ``event`` and ``grouping`` are None where there is no failure, or the model was not asked to
    the end: ``stopped`` says which limit was reached, ``failure`` what the service said.
    ``is_known`` where the log says the same already.
    """

    wrong: WrongReplies
    grouping: FailureGrouping | None = None
    event: Event | None = None
    is_known: bool = False
    stopped: str = ""
    failure: str = ""


@dataclass(frozen=True)
class Questions:
    """Whom to ask, with which limits: ``reply_tokens_max`` is sent along, None is not sent."""

    plan: GroupingPlan
    service: ChatSettings
    reply_tokens_max: int | None
    spending: Spending


@dataclass
class Asked:
    """How many failures were asked about, told to whoever shows it."""

    total_count: int
    on_progress: Callable[[int, int], None]
    count: int = 0

    def add(self, count: int) -> None:
        """Count failures that were asked about."""
        self.count += count
        self.on_progress(self.count, self.total_count)


def review_failures(
    layout: Layout,
    run_id: str,
    questions: Questions,
    *,
    system_id: str | None = None,
    validator_id: str | None = None,
    is_dry_run: bool = False,
    on_progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> list[ReviewedSystem]:
    """
    Group the failures of each system of a run, and append what a model says they share.

    What the log says already is not appended again, and a question that it answers is not asked.
    The caller has folded. Raises UsageError for an unknown run, system or validator, for a run
    that nothing judged, and for settings by which no model can be asked.
    """
    with reading(layout) as reader:
        found = _failures(reader, run_id, system_id, validator_id, questions.plan)
        replies = RecordedReplies(layout, reader, prompts_sha256())
    reviewed: list[ReviewedSystem] = []
    try:
        asker = make_asker(
            questions.plan.judge_system_id, questions.service, questions.reply_tokens_max,
            replies, questions.spending,
        )  # fmt: skip
        try:
            asked = Asked(sum(len(wrong.shown) for wrong in found), on_progress)
            for wrong in found:
                one = _reviewed(layout, wrong, asker, questions, asked)
                reviewed.append(one)
                if one.event is not None and not is_dry_run:
                    if not one.is_known:
                        record(layout, [one.event], source="review")
                    replies.recorded(_asked(one.event))
        finally:
            asker.close()
    finally:
        replies.close()
    if not is_dry_run and layout.judge_replies.exists():
        with reading(layout) as reader:
            forget_recorded(layout, reader)
    return reviewed


def _failures(
    reader: Reader,
    run_id: str,
    system_id: str | None,
    validator_id: str | None,
    plan: GroupingPlan,
) -> list[WrongReplies]:
    queries.run_status(reader, run_id)
    queries.require_name(reader, "system", system_id, run_id)
    queries.require_name(reader, "validator", validator_id, run_id)
    judged = judged_systems(reader, run_id, system_id, validator_id)
    if not judged:
        raise UsageError(
            f"run {run_id!r} has no primary validator, so its failures are not known; "
            "name a validator with --validator"
            if validator_id is None
            else f"{validator_id} judged nothing of it in run {run_id!r}"
        )
    return [
        wrong_replies(reader, run_id, *names, sample_count=plan.sample_count, seed=plan.seed)
        for names in judged
    ]


def _reviewed(
    layout: Layout, wrong: WrongReplies, asker: Asker, questions: Questions, asked: Asked
) -> ReviewedSystem:
    if not wrong.shown:
        return ReviewedSystem(wrong)
    questioner = Questioner(asker, questions.service.concurrency)
    plan = questions.plan
    try:
        grouping = group_failures(
            wrong, questioner, tokens_max=plan.batch_tokens_max, on_asked=asked.add
        )
    except SpentError as error:
        return ReviewedSystem(wrong, stopped=str(error))
    except NoReplyError as error:
        return ReviewedSystem(wrong, failure=str(error))
    about = {"has_instructions": bool(grouping.case_ids_with_instructions) or None}
    judge = judge_identity(
        questioner.replies,
        system_id=plan.judge_system_id,
        service=questions.service,
        template=TEMPLATE,
        prompt_sha256=prompts_sha256(),
        about=about,
    )
    event = grouping_event(wrong, grouping, plan, judge)
    return ReviewedSystem(wrong, grouping, event, _is_known(layout, event))


def _is_known(layout: Layout, event: Event) -> bool:
    payload: Any = event["payload"]
    with reading(layout) as reader:
        rows = review_query(
            reader,
            "recorded_failure_groups",
            run_id=event["run_id"],
            analysis_id=payload["analysis_id"],
        )
    return any(is_same(json.loads(str(row["payload"])), event) for row in rows)


def _asked(event: Event) -> Iterable[str]:
    payload: Any = event["payload"]
    names: Iterable[str] = payload["results"]["judge"]["request_sha256s"]
    return names
