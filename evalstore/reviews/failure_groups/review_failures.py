"""Ask a model what the failures of a run share, and append its answer to the store."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalstore.base.phrases import counted
from evalstore.errors import EvalstoreError, UndecidedError, UsageError
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
from evalstore.running import configuration
from evalstore.running.chat.chat_settings import ChatSettings, settings_of
from evalstore.running.judge_replies import RecordedReplies, forget_recorded
from evalstore.running.model_calls.asker import Asker, make_asker
from evalstore.running.model_calls.identity import judge_identity
from evalstore.running.model_calls.spending import Spending, SpentError
from evalstore.store.layout import Layout
from evalstore.store.query import queries
from evalstore.store.query.reader import Reader, reading

KIND = "chat_model"


@dataclass(frozen=True)
class ReviewedSystem:
    """
    The failures of one system, and a model's groups of them.

    ``event`` and ``grouping`` are None if there are no failures or a question was not answered:
    ``stopped`` is the limit that was reached, ``failure`` the service's error. ``is_known`` if the
    log contains the same groups already.
    """

    wrong: WrongReplies
    grouping: FailureGrouping | None = None
    event: Event | None = None
    is_known: bool = False
    stopped: str = ""
    failure: str = ""

    def to_dict(self) -> dict[str, object]:
        """Return the recorded analysis of the system, or the reason why it is missing."""
        return {
            "system_id": self.wrong.system_id,
            "validator_id": self.wrong.validator_id,
            "failure_count": len(self.wrong.failed_case_ids),
            "known": self.is_known,
            "stopped": self.stopped or None,
            "failure": self.failure or None,
            "analysis": self.event["payload"] if self.event else None,
        }


@dataclass(frozen=True)
class FailureReview:
    """The reviewed systems of a run, and the questions that were spent on them."""

    run_id: str
    systems: list[ReviewedSystem]
    spending: Spending
    is_dry_run: bool

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``review --json`` prints."""
        systems = [reviewed.to_dict() for reviewed in self.systems]
        return {"run_id": self.run_id, "dry_run": self.is_dry_run, "systems": systems}

    def require_complete(self) -> None:
        """
        Raise EvalstoreError for a failed system, UndecidedError if a limit stopped the review.

        Also raises EvalstoreError if a system's replies gave no group.
        """
        stopped = [reviewed for reviewed in self.systems if reviewed.stopped]
        failed = [reviewed for reviewed in self.systems if reviewed.failure]
        if failed:
            raise EvalstoreError(failed[0].failure)
        if stopped and not self.is_dry_run:
            raise UndecidedError(
                f"the failures of {counted(len(stopped), 'system')} are not grouped: "
                f"{stopped[0].stopped}; replies are kept; run the same command to continue"
            )
        for reviewed in self.systems:
            grouping = reviewed.grouping
            if grouping and grouping.problem and not grouping.groups:
                raise EvalstoreError(
                    f"the failures of {reviewed.wrong.system_id!r} could not be grouped: "
                    f"{grouping.problem}"
                )


@dataclass(frozen=True)
class Questions:
    """The service to ask and its limits; ``reply_tokens_max`` is not sent if it is None."""

    plan: GroupingPlan
    service: ChatSettings
    reply_tokens_max: int | None
    spending: Spending


@dataclass
class Asked:
    """A counter of the failures asked about, which reports its progress."""

    total_count: int
    on_progress: Callable[[int, int], None]
    count: int = 0

    def add(self, count: int) -> None:
        """Add failures that were asked about, and report the progress."""
        self.count += count
        self.on_progress(self.count, self.total_count)


def chat_service(system_id: str, config_file: Path) -> ChatSettings:
    """Return the settings of a chat model; raise UsageError for a system of another kind."""
    system = configuration.system(system_id, config_file)
    if system.kind != KIND:
        raise UsageError(
            f"--system {system_id!r} is of the kind {system.kind}; "
            f'name a system of {config_file} that has kind = "{KIND}"'
        )
    return settings_of(system_id, system.settings)


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
    Group the failures of each system of a run with a model, and append the groups.

    Groups that the log contains already are not appended again, and recorded replies are reused.
    A dry run needs a spending that is one: it asks no model, and appends nothing.
    The caller must fold first. Raises UsageError for an unknown run, system or validator, for a
    run without verdicts, and for settings that do not allow asking a model.
    """
    with reading(layout) as reader:
        failures = _failures(reader, run_id, system_id, validator_id, questions.plan)
        replies = RecordedReplies(layout, reader, prompts_sha256())
    reviewed: list[ReviewedSystem] = []
    try:
        asker = make_asker(
            questions.plan.judge_system_id, questions.service, questions.reply_tokens_max,
            replies, questions.spending,
        )  # fmt: skip
        try:
            progress = Asked(sum(len(wrong.shown) for wrong in failures), on_progress)
            for wrong in failures:
                system = _reviewed(layout, wrong, asker, questions, progress)
                reviewed.append(system)
                if system.event is not None and not is_dry_run:
                    if not system.is_known:
                        record(layout, [system.event], source="review")
                    replies.recorded(_asked(system.event))
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
        of_system = f" of {system_id!r}" if system_id else ""
        raise UsageError(
            f"run {run_id!r} has no primary validator, so its failures are unknown; name a "
            "validator with --validator"
            if validator_id is None
            else f"{validator_id} judged no reply{of_system} in run {run_id!r}"
        )
    return [
        wrong_replies(reader, run_id, *names, sample_count=plan.sample_count, seed=plan.seed)
        for names in judged
    ]


def _reviewed(
    layout: Layout, wrong: WrongReplies, asker: Asker, questions: Questions, progress: Asked
) -> ReviewedSystem:
    if not wrong.shown:
        return ReviewedSystem(wrong)
    questioner = Questioner(asker, questions.service.concurrency)
    plan = questions.plan
    try:
        grouping = group_failures(
            wrong, questioner, tokens_max=plan.batch_tokens_max, on_asked=progress.add
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
