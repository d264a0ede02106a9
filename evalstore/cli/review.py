"""``evalstore review``: have a model describe common causes of a run's failures."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.base.text_table import escaped
from evalstore.cli._options import json_option, run_argument, store_option
from evalstore.cli._printing import print_json, print_note
from evalstore.cli._progress import progress_shown
from evalstore.cli._spending import budget_usd, print_spending, spending_options

if TYPE_CHECKING:
    from evalstore.reviews.failure_groups.grouping import FailureGrouping
    from evalstore.reviews.failure_groups.review_failures import ReviewedSystem

CASES_SHOWN_MAX = 12
# Reasons why a sentence was dropped.
REASONS = {
    "unknown_case": "on a case that the run does not have",
    "not_failed": "on a case that did not fail",
    "not_shown": "on a case that the model was not shown",
    "no_case": "without a case",
    "no_text": "without a text",
    "unknown_sentence": "of the merge pass, on a sentence that does not exist",
}


@click.command()
@run_argument("run_id")
@click.option(
    "--system", metavar="ID", required=True,
    help="Ask this model, a chat_model of the configuration.",
)  # fmt: skip
@click.option(
    "--system-under-test", metavar="ID",
    help="Review only failures of this system. Default: all systems except controls.",
)  # fmt: skip
@click.option(
    "--validator", metavar="ID",
    help="Use verdicts of this validator. Default: the primary one of the run.",
)  # fmt: skip
@click.option(
    "--sample", type=click.IntRange(1), default=200, show_default=True,
    metavar="N", help="Show the model at most N failures of a system, drawn by --seed.",
)  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Set the seed of the sample.")
@click.option(
    "--batch-tokens", type=click.IntRange(500), default=8_000,
    show_default=True, metavar="N", help=(
        "Put failures of at most about N tokens into one request."
    ),
)  # fmt: skip
@click.option(
    "--reply-tokens", type=click.IntRange(1), metavar="N",
    help="Limit the tokens of a reply, sent as max_tokens. Default: not sent.",
)  # fmt: skip
@spending_options
@click.option(
    "--dry-run",
    is_flag=True,
    help="Print the requests; ask no model, append nothing.",
)
@click.option(
    "--config", type=click.Path(path_type=Path), default=Path("evalstore.toml"),
    show_default=True, help="Read the system from this configuration file.",
)  # fmt: skip
@json_option
@store_option
def review(store: Store, run_id: str, budget: str | None, as_json: bool, **options: Any) -> None:
    """Ask a model what the failures of RUN have in common.

    The model groups the cases that the validator judged wrong, and each of its sentences names the
    cases it is based on. A sentence about a case that did not fail, or does not exist, is dropped
    and counted. The groups are appended as analysis_recorded; report and issue show them as
    written by a model. For unchanged failures the recorded groups are used. Exits 4 if a request
    had no readable reply, 3 if --budget or --max-requests stopped it.

    Example:

    \b
        evalstore review r1 --system judge-model
        evalstore review r1 --system judge-model --validator model_judge --budget 1usd
        evalstore review r1 --system judge-model --system-under-test new --sample 50 --dry-run
    """
    with progress_shown("failures read", is_quiet=as_json) as on_progress:
        reviewed = store.review(
            run_id,
            budget_usd=budget_usd(budget),
            **options,
            on_note=print_note,
            on_progress=on_progress,
        )
    if as_json:
        print_json(reviewed.to_dict())
    else:
        for system in reviewed.systems:
            _print(system, is_dry_run=reviewed.is_dry_run)
        print_spending(reviewed.spending)
        if reviewed.is_dry_run:
            click.echo("dry run: nothing was appended")
    reviewed.require_complete()


def _print(reviewed: "ReviewedSystem", *, is_dry_run: bool) -> None:
    wrong, grouping = reviewed.wrong, reviewed.grouping
    name = escaped(f"{wrong.system_id} by {wrong.validator_id}")
    failed = counted(len(wrong.failed_case_ids), "wrong case")
    others = ", ".join(f"{count} {kind}" for kind, count in wrong.other_counts.items())
    also = f"; not reviewed: {others}" if others else ""
    if grouping is None:
        why = reviewed.stopped or reviewed.failure
        if is_dry_run and reviewed.stopped:
            why = f"would show a model {len(wrong.shown)} of them"
        click.echo(f"{name}: {failed}{also}{escaped(f'; {why}') if why else ''}")
        return
    explained_count = len(grouping.explained_case_ids)
    click.echo(
        f"{name}: {failed}, {len(wrong.shown)} shown to the model, {explained_count} in "
        f"{counted(len(grouping.groups), 'group')}, {len(wrong.shown) - explained_count} not "
        f"explained{also}"
    )
    if grouping.groups:
        click.echo("written by a model, not checked:")
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
        remarks.append(f"{grouping.unmerged_batch_count} batches were not merged")
    if grouping.case_ids_with_instructions:
        names = _named(grouping.case_ids_with_instructions)
        remarks.append(f"cases with text that looks like instructions to the model: {names}")
    if reviewed.is_known:
        remarks.append("the log already has this review; nothing was appended")
    return remarks
