"""``evalstore judge``: judge the stored responses of a run."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalstore.base.phrases import counted, short_digest
from evalstore.base.text_table import escaped
from evalstore.cli._assignments import parse_assignments
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_rewritten, print_state, print_table
from evalstore.cli._progress import progress_shown
from evalstore.cli._spending import print_spending, spending_of, spending_options
from evalstore.errors import EvalstoreError, UndecidedError, UsageError
from evalstore.store.layout import Layout

if TYPE_CHECKING:
    from evalstore.running.judge_result import JudgedByValidator, JudgeResult

# Reasons why a response was left out, in the order they are printed.
REASONS = {
    "already judged": "already judged by it",
    "not selected": "with another outcome than --only names",
    "missing": "missing",
    "error": "failed",
    "unparsable": "unparsable",
    "redacted": "redacted",
    "no case": "without a readable case",
}


@click.command()
@click.argument("run_id", metavar="RUN")
@click.option(
    "--validator", "validator_ids", metavar="NAME", multiple=True,
    help="One of `list validators`; repeatable.",
)  # fmt: skip
@click.option("--system", "system_id", metavar="ID", help="Only the responses of this system.")
@click.option(
    "--set", "assignments", metavar="KEY=VALUE", multiple=True,
    help="A setting of the validator, or NAME.KEY=VALUE; repeatable.",
)  # fmt: skip
@click.option(
    "--only", "outcomes", metavar="OUTCOME,…", multiple=True,
    help="Only what has one of these outcomes now: unjudged, judged (any), error, …",
)  # fmt: skip
@click.option("--again", "is_again", is_flag=True, help="Judge what it has judged already, too.")
@spending_options
@click.option("--dry-run", is_flag=True, help="Judge, say what would change, and write nothing.")
@click.option(
    "--config", "config_file", type=click.Path(path_type=Path), default=Path("evalstore.toml"),
    show_default=True, help="Where validators are configured.",
)  # fmt: skip
@json_option
@store_option
def judge(
    layout: Layout,
    run_id: str,
    validator_ids: tuple[str, ...],
    system_id: str | None,
    assignments: tuple[str, ...],
    outcomes: tuple[str, ...],
    is_again: bool,
    budget: str | None,
    requests_max: int | None,
    dry_run: bool,
    config_file: Path,
    as_json: bool,
) -> None:
    """Judge the responses of RUN that are in the store, wherever they came from.

    What such a validator, with the same code and settings, has judged already is skipped, unless
    it failed; so a command that was stopped goes on when it is given again. Ends with 4 where
    every verdict is an error, and with 3 where --budget or --max-requests left responses unjudged.

    Example:

    \b
        evalstore judge r1 --validator factual
        evalstore judge r1 --validator evidence --set quote_words_min=5 --dry-run
        evalstore judge r1 --validator factual --only undetermined,error
        evalstore judge r1 --validator model_judge --set system=judge-model --budget 5usd
    """
    from evalstore.plugins import registry
    from evalstore.running.judging_scopes import Selection
    from evalstore.running.store_judging import judge_run
    from evalstore.running.validator_settings import configured_validators

    if not validator_ids:
        validator_names = ", ".join(sorted(registry.module_names("validators")))
        raise UsageError(f"name a validator with --validator: {validator_names}")
    assigned = parse_assignments(assignments, "quote_words_min=5")
    validators = configured_validators(validator_ids, config_file, assigned)
    spending = spending_of(budget, requests_max)
    selection = Selection(system_id, _outcomes(outcomes), is_again)
    layout.require()
    _bring_up_to_date(layout, is_dry_run=dry_run)
    with progress_shown("judging", is_quiet=as_json) as on_progress:
        result = judge_run(
            layout, run_id, list(validators.values()), selection,
            is_dry_run=dry_run, spending=spending, on_progress=on_progress,
        )  # fmt: skip
    if as_json:
        print_json(_facts(result, is_dry_run=dry_run))
    else:
        _print(result, is_dry_run=dry_run)
        print_spending(spending)
    _require_verdicts(result)
    _require_all_asked(result)


def _require_all_asked(result: "JudgeResult") -> None:
    """Raise UndecidedError if responses were left unjudged because of a spending limit."""
    unasked_count = sum(scope.unasked_count for scope in result.judged)
    if unasked_count:
        why = next(scope.stopped for scope in result.judged if scope.stopped)
        raise UndecidedError(
            f"{counted(unasked_count, 'response')} not judged: {why}; the same command goes on"
        )


def _bring_up_to_date(layout: Layout, *, is_dry_run: bool) -> None:
    """Fold waiting events, unless it is a dry run; report events that are not folded."""
    from evalstore.store.log.fold import fold
    from evalstore.store.query.reader import reading

    if is_dry_run:
        with reading(layout) as reader:
            print_state(reader)
        return
    folded = fold(layout)
    print_rewritten(folded.rewritten_checkpoints)
    if not folded.is_folded:
        click.echo(f"{folded.holder}; only what is folded already is judged", err=True)


def _outcomes(texts: Iterable[str]) -> tuple[str, ...] | None:
    names = [name.strip() for part in texts for name in part.split(",")]
    return tuple(dict.fromkeys(names)) or None


def _print(result: "JudgeResult", *, is_dry_run: bool) -> None:
    if result.run_status != "completed":
        click.echo(
            f"run {escaped(result.run_id)} is {result.run_status}: what it has so far is judged",
            err=True,
        )
    rows = []
    for scope in result.judged:
        click.echo(_headline(scope, is_dry_run=is_dry_run))
        for line in _remarks(scope):
            click.echo(f"  {line}")
        rows += _rows(scope)
    if rows:
        print_table(("validator", "outcome", "count", "new", "changed", "same", "before"), rows)
    if not result.is_folded:
        click.echo(f"not folded: {result.holder}; the verdicts wait in the inbox", err=True)
    if is_dry_run:
        click.echo("dry run: nothing was appended")


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
        remarks.append("there is no response")
    if scope.case_ids_unknown:
        remarks.append(
            f"no case was recorded, or it was redacted: {_named(scope.case_ids_unknown)}"
        )
    if scope.without_prompt_count:
        count = counted(scope.without_prompt_count, "response")
        names = _named(scope.case_ids_without_prompt)
        remarks.append(f"{count} judged without the question, which the case lacks: {names}")
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


def _facts(result: "JudgeResult", *, is_dry_run: bool) -> dict[str, object]:
    return {
        "run_id": result.run_id,
        "run_status": result.run_status,
        "dry_run": is_dry_run,
        "folded": result.is_folded,
        "validators": [
            {
                "validator_id": scope.validator.validator_id,
                "version": scope.validator.version,
                "digest": scope.validator.digest,
                "settings": dict(scope.validator.settings),
                "judged": scope.judged_count,
                "appended": scope.appended_count,
                "outcomes": dict(scope.outcomes),
                "changes": [
                    {"before": before, "now": now, "count": count}
                    for (before, now), count in sorted(scope.changes.items())
                ],
                "not_judged": scope.left_out,
                "unknown_cases": scope.case_ids_unknown,
                "without_prompt": scope.without_prompt_count,
                "unasked": scope.unasked_count,
            }
            for scope in result.judged
        ],
    }


def _require_verdicts(result: "JudgeResult") -> None:
    """Raise EvalstoreError if every verdict is an error."""
    judged_count = sum(scope.judged_count for scope in result.judged)
    error_count = sum(scope.outcomes["error"] for scope in result.judged)
    if judged_count and judged_count == error_count:
        reason = next(scope.first_error for scope in result.judged if scope.first_error)
        raise EvalstoreError(
            f"not one of {counted(judged_count, 'verdict')} came about: {reason}; "
            "`evalstore judge` asks them again"
        )
