"""``evalstore judge``: judge the stored responses of a run."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalstore.api.store import Store
from evalstore.base.phrases import counted, short_digest
from evalstore.base.text_table import escaped
from evalstore.cli._assignments import parse_assignments
from evalstore.cli._options import json_option, run_argument, store_option
from evalstore.cli._printing import print_json, print_note, print_sentence, print_table
from evalstore.cli._progress import progress_shown
from evalstore.cli._spending import budget_usd, print_spending, spending_options

if TYPE_CHECKING:
    from evalstore.running.judge_result import JudgedByValidator, JudgeResult

# Reasons why a response was left out, in the order they are printed.
REASONS = {
    "already judged": "already judged by this validator",
    "not selected": "with an outcome that --only does not name",
    "missing": "missing",
    "error": "failed",
    "unparsable": "unparsable",
    "redacted": "redacted",
    "no case": "without a readable case",
}


@click.command()
@run_argument("run_id")
@click.option(
    "--validator", "validators", metavar="NAME", multiple=True,
    help="Use this validator, one of `list validators`; repeatable.",
)  # fmt: skip
@click.option("--system", metavar="ID", help="Judge only responses of this system.")
@click.option(
    "--set", "assignments", metavar="KEY=VALUE", multiple=True,
    help="Change a setting of the validator, or NAME.KEY=VALUE; repeatable.",
)  # fmt: skip
@click.option(
    "--only", metavar="OUTCOME,…", multiple=True,
    help="Judge only responses whose outcome is one of: unjudged, judged (any), error, …",
)  # fmt: skip
@click.option("--again", is_flag=True, help="Also judge responses that already have a verdict.")
@click.option(
    "--attacks", is_flag=True,
    help="Record RUN first, as 100 wrong replies that tell their judge to mark them right.",
)  # fmt: skip
@spending_options
@click.option(
    "--dry-run", is_flag=True,
    help="Judge by rules and recorded replies, ask no model, print what would change, append "
        "nothing.",
)  # fmt: skip
@click.option(
    "--config", type=click.Path(path_type=Path), default=Path("evalstore.toml"),
    show_default=True, help="Read the settings of validators from this file.",
)  # fmt: skip
@json_option
@store_option
def judge(
    store: Store,
    run_id: str,
    validators: tuple[str, ...],
    assignments: tuple[str, ...],
    only: tuple[str, ...],
    budget: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Judge the recorded responses of RUN, whatever system or format they came from.

    Responses that the same validator (code and settings) has judged are skipped, unless it failed;
    so run a stopped command again to continue it. Exits 4 if every verdict is an error, 3 if
    --budget or --max-requests left responses unjudged.

    Example:

    \b
        evalstore judge r1 --validator factual
        evalstore judge r1 --validator evidence --set quote_words_min=5 --dry-run
        evalstore judge r1 --validator factual --only undetermined,error
        evalstore judge r1 --validator model_judge --set system=judge-model --budget 5usd
        evalstore judge judge-attacks --attacks --validator factual
    """
    with progress_shown("judging", is_quiet=as_json) as on_progress:
        judged = store.judge(
            run_id,
            *validators,
            assigned=parse_assignments(assignments, "quote_words_min=5"),
            only=_outcomes(only),
            budget_usd=budget_usd(budget),
            **options,
            on_note=print_note,
            on_progress=on_progress,
        )
    if as_json:
        print_json(judged.to_dict())
    else:
        _print(judged.details, is_dry_run=judged.is_dry_run)
        print_spending(judged.spending)
    judged.require_complete()


def _outcomes(texts: Iterable[str]) -> tuple[str, ...] | None:
    names = [name.strip() for part in texts for name in part.split(",")]
    return tuple(dict.fromkeys(names)) or None


def _print(result: "JudgeResult", *, is_dry_run: bool) -> None:
    if result.run_status != "completed":
        print_sentence(
            f"run {escaped(result.run_id)} is {result.run_status}; only its responses so far were "
            "judged",
            err=True,
        )
    rows = []
    for scope in result.judged:
        print_sentence(_headline(scope, is_dry_run=is_dry_run))
        if is_dry_run and scope.unasked_count:
            print_sentence(f"  would ask a model about {counted(scope.unasked_count, 'response')}")
        for line in _remarks(scope):
            print_sentence(f"  {line}")
        rows += _rows(scope)
    if rows:
        print_table(("validator", "outcome", "count", "new", "changed", "same", "before"), rows)
    if not result.is_folded:
        print_sentence(f"not folded: {result.holder}; the verdicts wait in the inbox", err=True)
    if is_dry_run:
        print_sentence("dry run: nothing was appended")


def _headline(scope: "JudgedByValidator", *, is_dry_run: bool) -> str:
    validator = scope.validator
    values = ", ".join(f"{name}={value!r}" for name, value in validator.settings.items())
    digest = f", digest {short_digest(validator.digest)}" if validator.digest else ""
    would = "would be " if is_dry_run else ""
    words = f"{counted(scope.judged_count, 'verdict')}, {scope.appended_count} {would}appended"
    name = f"{validator.validator_id} {validator.version}"
    return escaped(f"{name}{f' ({values})' if values else ''}{digest}: {words}")


def _remarks(scope: "JudgedByValidator") -> list[str]:
    """Return remarks about responses that were left out or judged without their question."""
    left_out = [
        f"{scope.left_out[reason]} {words}"
        for reason, words in REASONS.items()
        if scope.left_out.get(reason)
    ]
    remarks = [f"not judged: {', '.join(left_out)}"] if left_out else []
    if not scope.judged_count and not left_out:
        remarks.append("the run has no response to judge")
    if scope.case_ids_unknown:
        remarks.append(f"cases not recorded, or redacted: {_named(scope.case_ids_unknown)}")
    if scope.without_prompt_count:
        count = counted(scope.without_prompt_count, "response")
        names = _named(scope.case_ids_without_prompt)
        remarks.append(f"{count} judged without a question, because the case has none: {names}")
    return remarks


def _named(case_ids: tuple[str, ...]) -> str:
    from evalstore.running.store_judging import NAMED_MAX

    return escaped(", ".join(case_ids) + ("" if len(case_ids) < NAMED_MAX else ", …"))


def _rows(scope: "JudgedByValidator") -> list[tuple[object, ...]]:
    """Return a row for each outcome, with the counts of those that had another one before."""
    from evalstore.running.judge_result import UNJUDGED

    rows: list[tuple[object, ...]] = []
    for outcome, count in scope.outcomes.most_common():
        befores = {
            before: number
            for (before, now), number in scope.changes.most_common()
            if now == outcome and before not in {UNJUDGED, outcome}
        }
        rows.append(
            (
                scope.validator.validator_id,
                outcome,
                count,
                scope.changes[UNJUDGED, outcome],
                sum(befores.values()),
                scope.changes[outcome, outcome],
                ", ".join(f"{number} {before}" for before, number in befores.items()) or None,
            )
        )
    return rows
