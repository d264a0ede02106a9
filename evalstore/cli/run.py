"""``evalstore run``: generate cases, ask systems, judge the responses and append the events."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalstore.base.phrases import counted
from evalstore.base.text_table import escaped
from evalstore.cli._assignments import parse_assignments
from evalstore.cli._dry_run import print_plan
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_rewritten, print_table
from evalstore.cli._progress import progress_shown
from evalstore.errors import UsageError
from evalstore.running.run_ids import new_run_id
from evalstore.store.layout import Layout

if TYPE_CHECKING:
    from evalstore.running.git import Commit
    from evalstore.running.plan import RunPlan
    from evalstore.running.resume import RecordedRun
    from evalstore.running.run import RunResult

ANSWERS = "{done} of {total} answers"


@click.command()
@click.argument("suite", required=False)
@click.option(
    "--domain", "domains", metavar="NAME", multiple=True, help="Only this domain; repeatable."
)
@click.option(
    "--system", "system_ids", metavar="NAME", multiple=True,
    help="A system of evalstore.toml or a kind of `list systems`; repeatable.",
)  # fmt: skip
@click.option(
    "--controls",
    "has_controls",
    is_flag=True,
    help="Also ask the controls, systems that know nothing.",
)
@click.option("--seed", metavar="TEXT", help="Default: derived from date, commit, suite version.")
@click.option(
    "--cases",
    "case_count",
    type=click.IntRange(min=1),
    help="Number of cases, without canaries and twins.",
)
@click.option(
    "--attempts", type=click.IntRange(1, 1000), metavar="K",
    help="How often every system gets each case; 1 by default.",
)  # fmt: skip
@click.option(
    "--concurrency", type=click.IntRange(1, 256), default=8, show_default=True,
    help="How many questions are asked at a time.",
)  # fmt: skip
@click.option(
    "--set", "assignments", metavar="KEY=VALUE", multiple=True,
    help="A setting of the suite; VALIDATOR.KEY=VALUE: of a validator.",
)  # fmt: skip
@click.option(
    "--validator", "validator_ids", metavar="NAME", multiple=True,
    help="Judges every case, beside the suite's own validators; repeatable.",
)  # fmt: skip
@click.option("--kg", "kg_files", metavar="FILE", multiple=True, help="A graph; repeatable.")
@click.option(
    "--shapes", "shapes_files", metavar="FILE", multiple=True,
    help="SHACL shapes of the graph; repeatable.",
)  # fmt: skip
@click.option(
    "--predicate",
    "predicates",
    metavar="IRI",
    multiple=True,
    help="A predicate to ask about; repeatable.",
)
@click.option("--per-label", type=click.IntRange(min=1), help="Cards of each label.")
@click.option("--run-id", metavar="RUN", help="Default: made of the suite and the time.")
@click.option("--resume", "resumed_id", metavar="RUN", help="Ask only what this run still lacks.")
@click.option("--dry-run", is_flag=True, help="Print what would be asked; ask and write nothing.")
@click.option(
    "--config", "config_file", type=click.Path(path_type=Path), default=Path("evalstore.toml"),
    show_default=True, help="Where systems and suites are configured.",
)  # fmt: skip
@json_option
@store_option
def run(
    layout: Layout,
    suite: str | None,
    domains: tuple[str, ...],
    system_ids: tuple[str, ...],
    has_controls: bool,
    seed: str | None,
    case_count: int | None,
    attempts: int | None,
    concurrency: int,
    assignments: tuple[str, ...],
    validator_ids: tuple[str, ...],
    kg_files: tuple[str, ...],
    shapes_files: tuple[str, ...],
    predicates: tuple[str, ...],
    per_label: int | None,
    run_id: str | None,
    resumed_id: str | None,
    dry_run: bool,
    config_file: Path,
    as_json: bool,
) -> None:
    """Run SUITE: every system gets the same cases, and every response its verdicts.

    Ends with 4 where not one response is ok. A run that was killed goes on with --resume.

    Example:

    \b
        evalstore run hallucination --system my-assistant --controls
        evalstore run epistemic --kg rivers.ttl --shapes rivers.shapes.ttl --per-label 100
        evalstore run questions --set file=questions.csv --attempts 3
        evalstore run --resume hallucination-20261122T021500-1a2b
    """
    from evalstore.running import git
    from evalstore.running import run as running
    from evalstore.running.plan import restore_plan

    commit = git.commit(Path.cwd())
    settings = _settings(assignments, kg_files, shapes_files, predicates, per_label)
    chosen = (suite, domains, system_ids, has_controls, seed, case_count, attempts, settings,
              validator_ids)  # fmt: skip
    recorded = _recorded(layout, resumed_id, is_alone=not any((*chosen, run_id)))
    plan = (
        restore_plan(recorded.started, recorded.cases)
        if recorded
        else _plan(commit, *chosen, config_file)
    )
    _prepare(plan, is_quiet=as_json)
    if dry_run:
        print_plan(plan, as_json=as_json)
        return
    run_id = resumed_id or run_id or new_run_id(plan.suite)
    _announce(run_id, [] if recorded or as_json else plan.description(), is_quiet=as_json)
    with progress_shown("asking", is_quiet=as_json, line=ANSWERS) as on_progress:
        ran = running.run(
            layout, plan, run_id=run_id, commit=commit, concurrency=concurrency, recorded=recorded,
            on_progress=lambda so_far: on_progress(so_far.done_count, so_far.wanted_count),
        )  # fmt: skip
    _print(ran, as_json=as_json)


def _recorded(layout: Layout, run_id: str | None, *, is_alone: bool) -> "RecordedRun | None":
    """Return the run to resume; raise UsageError if other options are set that define a run."""
    from evalstore.running import resume
    from evalstore.store.log.fold import fold

    if run_id is None:
        return None
    if not is_alone:
        raise UsageError("--resume goes on with the run as it was started; leave the rest out")
    layout.require()
    print_rewritten(fold(layout).rewritten_checkpoints)
    return resume.recorded_run(layout, run_id)


def _plan(
    commit: "Commit",
    suite: str | None,
    domains: tuple[str, ...],
    system_ids: tuple[str, ...],
    has_controls: bool,
    seed: str | None,
    case_count: int | None,
    attempts: int | None,
    settings: dict[str, object],
    validator_ids: tuple[str, ...],
    config_file: Path,
) -> "RunPlan":
    from evalstore.plugins import registry
    from evalstore.running import configuration, plan, validator_settings
    from evalstore.running.controls import with_controls

    if suite is None:
        raise UsageError(f"name a suite: {', '.join(sorted(registry.module_names('suites')))}")
    module = registry.load("suites", suite)
    names = system_ids or tuple(module.DEFAULT_SYSTEMS)
    if len(set(names)) < len(names):
        raise UsageError("a system is named twice; each answers every case once")
    suite_settings, of_validators = validator_settings.split(settings, config_file)
    added_validators = validator_settings.with_members(validator_ids, of_validators)
    systems = tuple(configuration.system(name, config_file) for name in names)
    return plan.make_plan(
        suite,
        seed=seed,
        domains=domains,
        case_count=case_count,
        systems=with_controls(systems) if has_controls else systems,
        settings=configuration.suite_settings(suite, config_file) | suite_settings,
        commit=commit,
        added_validators=added_validators,
        validator_settings=of_validators,
        attempts=attempts or 1,
    )


def _prepare(plan: "RunPlan", *, is_quiet: bool) -> None:
    from evalstore.plugins.progress import progress_reported

    with progress_shown("making cards", is_quiet=is_quiet) as shown, progress_reported(shown):
        plan.prepare()


def _settings(
    assignments: tuple[str, ...],
    kg_files: tuple[str, ...],
    shapes_files: tuple[str, ...],
    predicates: tuple[str, ...],
    per_label: int | None,
) -> dict[str, object]:
    """Return the settings of --set together with those of the options for graphs."""
    settings = parse_assignments(assignments, "sessions=5")
    graph_settings = {
        "kg": list(kg_files) or None,
        "shapes": list(shapes_files) or None,
        "predicate": list(predicates) or None,
        "per_label": per_label,
    }
    return settings | {key: value for key, value in graph_settings.items() if value is not None}


def _announce(run_id: str, description: list[str], *, is_quiet: bool) -> None:
    lines = [] if is_quiet else [*map(escaped, description), f"run {run_id}"]
    for line in lines:
        click.echo(line, err=True)


def _print(ran: "RunResult", *, as_json: bool) -> None:
    print_rewritten(list(ran.rewritten_checkpoints))
    if as_json:
        print_json(
            {
                "run_id": ran.run_id,
                "status": ran.run_status,
                "cases": ran.case_count,
                "responses": ran.statuses,
                "outcomes": ran.outcomes,
                "events": ran.appended_count,
                "folded": ran.is_folded,
                "remarks": ran.remarks,
                "rewritten_checkpoints": ran.rewritten_checkpoints,
            }
        )
        return
    cases, events = counted(ran.case_count, "case"), counted(ran.appended_count, "event")
    click.echo(f"{ran.run_status}: {cases}, {events}")
    for remark in ran.remarks:
        click.echo(escaped(remark), err=True)
    rows = [("response", name, count) for name, count in sorted(ran.statuses.items())]
    rows += [("verdict", name, count) for name, count in sorted(ran.outcomes.items())]
    print_table(("what", "result", "count"), rows)
    click.echo(f"evalstore report --run {ran.run_id} -o report.html shows what it measured")
