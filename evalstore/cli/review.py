"""``evalstore review``: have a model describe common causes of a run's failures."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalstore.base.phrases import counted
from evalstore.base.text_table import escaped
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_rewritten, print_state
from evalstore.cli._progress import progress_shown
from evalstore.cli._spending import print_spending, spending_of, spending_options
from evalstore.errors import EvalstoreError, UndecidedError, UsageError
from evalstore.store.layout import Layout

if TYPE_CHECKING:
    from evalstore.reviews.failure_groups.grouping import FailureGrouping
    from evalstore.reviews.failure_groups.review_failures import ReviewedSystem
    from evalstore.running.chat.chat_settings import ChatSettings

CASES_SHOWN_MAX = 12
KIND = "chat_model"
# Reasons why a sentence was dropped.
REASONS = {
    "unknown_case": "on a case that the run does not have",
    "not_failed": "on a case that did not fail",
    "not_shown": "on a case that the model was not shown",
    "no_case": "on no case",
    "no_text": "without a text",
    "unknown_sentence": "of the merge pass, on no sentence that there is",
}


@click.command()
@click.argument("run_id", metavar="RUN")
@click.option(
    "--system", "judge_system_id", metavar="ID", required=True,
    help="The chat_model of the configuration that is asked.",
)  # fmt: skip
@click.option(
    "--system-under-test", "system_id", metavar="ID",
    help="Only the failures of this system; else of each but controls.",
)  # fmt: skip
@click.option(
    "--validator", "validator_id", metavar="ID",
    help="What this validator finds wrong; else the primary one of the run.",
)  # fmt: skip
@click.option(
    "--sample", "sample_count", type=click.IntRange(1), default=200, show_default=True,
    metavar="N", help="Show the model N failures of a system at most, drawn by --seed.",
)  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the sample.")
@click.option(
    "--batch-tokens", "batch_tokens_max", type=click.IntRange(500), default=8_000,
    show_default=True, metavar="N", help="Failures of one question: about N tokens at most.",
)  # fmt: skip
@click.option(
    "--reply-tokens", "reply_tokens_max", type=click.IntRange(1), metavar="N",
    help="Limit of the tokens of a reply, sent as max_tokens; else none is sent.",
)  # fmt: skip
@spending_options
@click.option("--dry-run", is_flag=True, help="Ask, print the groups, and append nothing.")
@click.option(
    "--config", "config_file", type=click.Path(path_type=Path), default=Path("evalstore.toml"),
    show_default=True, help="Where the system is configured.",
)  # fmt: skip
@json_option
@store_option
def review(
    layout: Layout,
    run_id: str,
    judge_system_id: str,
    system_id: str | None,
    validator_id: str | None,
    sample_count: int,
    seed: int,
    batch_tokens_max: int,
    reply_tokens_max: int | None,
    budget: str | None,
    requests_max: int | None,
    dry_run: bool,
    config_file: Path,
    as_json: bool,
) -> None:
    """Have a model say what the failures of RUN share.

    It groups the cases that the validator finds wrong, and each of its sentences names the cases
    that it rests on. A sentence on a case that did not fail, or that does not exist, is dropped
    and counted. What it says is appended as analysis_recorded, and report and issue show it as a
    model's words. Unchanged failures are answered out of the log. Ends with 4 where a question had
    no reply, or no reply could be read, and with 3 where --budget or --max-requests stopped it.

    Example:

    \b
        evalstore review r1 --system judge-model
        evalstore review r1 --system judge-model --validator model_judge --budget 1usd
        evalstore review r1 --system judge-model --system-under-test new --sample 50 --dry-run
    """
    from evalstore.reviews.failure_groups.record import GroupingPlan
    from evalstore.reviews.failure_groups.review_failures import Questions, review_failures

    service = _service(judge_system_id, config_file)
    spending = spending_of(budget, requests_max)
    plan = GroupingPlan(judge_system_id, service.model, sample_count, seed, batch_tokens_max)
    layout.require()
    _bring_up_to_date(layout, is_dry_run=dry_run)
    with progress_shown("failures read", is_quiet=as_json) as on_progress:
        reviewed_systems = review_failures(
            layout,
            run_id,
            Questions(plan, service, reply_tokens_max, spending),
            system_id=system_id,
            validator_id=validator_id,
            is_dry_run=dry_run,
            on_progress=on_progress,
        )
    if as_json:
        systems = [_facts(reviewed) for reviewed in reviewed_systems]
        print_json({"run_id": run_id, "dry_run": dry_run, "systems": systems})
    else:
        for reviewed_system in reviewed_systems:
            _print(reviewed_system)
        print_spending(spending)
        if dry_run:
            click.echo("dry run: nothing was appended")
    _require_whole(reviewed_systems)


def _service(system_id: str, config_file: Path) -> "ChatSettings":
    """Return the settings of the model; raise UsageError for a system of another kind."""
    from evalstore.running import configuration
    from evalstore.running.chat.chat_settings import settings_of

    system = configuration.system(system_id, config_file)
    if system.kind != KIND:
        raise UsageError(
            f"--system {system_id!r} is of the kind {system.kind}; "
            f'expected one of {config_file} with kind = "{KIND}"'
        )
    return settings_of(system_id, system.settings)


def _bring_up_to_date(layout: Layout, *, is_dry_run: bool) -> None:
    from evalstore.harnesses.recording import fold_before
    from evalstore.store.query.reader import reading

    if is_dry_run:
        with reading(layout) as reader:
            print_state(reader)
    else:
        print_rewritten(fold_before(layout, "the failures are read"))


def _print(reviewed: "ReviewedSystem") -> None:
    wrong, grouping = reviewed.wrong, reviewed.grouping
    name = escaped(f"{wrong.system_id} by {wrong.validator_id}")
    failed = counted(len(wrong.failed_case_ids), "wrong case")
    others = ", ".join(f"{count} {kind}" for kind, count in wrong.other_counts.items())
    also = f"; not looked at: {others}" if others else ""
    if grouping is None:
        why = reviewed.stopped or reviewed.failure
        click.echo(f"{name}: {failed}{also}{escaped(f'; {why}') if why else ''}")
        return
    explained_count = len(grouping.explained_case_ids)
    click.echo(
        f"{name}: {failed}, {len(wrong.shown)} shown to the model, {explained_count} in "
        f"{counted(len(grouping.groups), 'group')}, {len(wrong.shown) - explained_count} not "
        f"explained{also}"
    )
    if grouping.groups:
        click.echo("a model's words, which nobody checked:")
    for number, group in enumerate(grouping.groups, 1):
        click.echo(f"  {number}. {escaped(group.title)} ({counted(len(group.case_ids), 'case')})")
        for sentence in group.sentences:
            click.echo(f"     - {escaped(sentence.text)} [{_named(sentence.case_ids)}]")
    for remark in _remarks(reviewed, grouping):
        click.echo(f"  {remark}")


def _named(case_ids: tuple[str, ...]) -> str:
    more = len(case_ids) - CASES_SHOWN_MAX
    names = ", ".join(case_ids[:CASES_SHOWN_MAX]) + (f" and {more} more" if more > 0 else "")
    return escaped(names)


def _remarks(reviewed: "ReviewedSystem", grouping: "FailureGrouping") -> list[str]:
    """Return remarks about dropped sentences, unreadable replies and suspected instructions."""
    remarks = [
        f"dropped: {counted(count, 'sentence')} {REASONS[reason]}"
        for reason, count in sorted(grouping.dropped.sentence_counts.items())
    ]
    if grouping.unreadable_count:
        replies = counted(grouping.unreadable_count, "question")
        remarks.append(escaped(f"{replies} without a readable reply: {grouping.problem}"))
    if grouping.unmerged_batch_count:
        remarks.append(f"{grouping.unmerged_batch_count} batches stand side by side, not merged")
    if grouping.case_ids_with_instructions:
        names = _named(grouping.case_ids_with_instructions)
        remarks.append(f"with text that looks like orders to the model: {names}")
    if reviewed.is_known:
        remarks.append("the log says the same already; nothing was appended")
    return remarks


def _facts(reviewed: "ReviewedSystem") -> dict[str, object]:
    """Return the recorded analysis of a system, or the reason why it is missing."""
    return {
        "system_id": reviewed.wrong.system_id,
        "validator_id": reviewed.wrong.validator_id,
        "failure_count": len(reviewed.wrong.failed_case_ids),
        "known": reviewed.is_known,
        "stopped": reviewed.stopped or None,
        "failure": reviewed.failure or None,
        "analysis": reviewed.event["payload"] if reviewed.event else None,
    }


def _require_whole(reviewed_systems: "list[ReviewedSystem]") -> None:
    """
    Raise EvalstoreError for a failed system, UndecidedError if a limit stopped the review.

    Also raises EvalstoreError if a system's replies gave no group.
    """
    stopped = [reviewed for reviewed in reviewed_systems if reviewed.stopped]
    failed = [reviewed for reviewed in reviewed_systems if reviewed.failure]
    if failed:
        raise EvalstoreError(failed[0].failure)
    if stopped:
        systems = counted(len(stopped), "system")
        raise UndecidedError(
            f"the failures of {systems} are not grouped: {stopped[0].stopped}; replies are kept, "
            "and the same command goes on"
        )
    for reviewed in reviewed_systems:
        if reviewed.grouping and reviewed.grouping.problem and not reviewed.grouping.groups:
            raise EvalstoreError(
                f"nothing was found of {reviewed.wrong.system_id!r}: {reviewed.grouping.problem}"
            )
