"""``evalstore run``: generate cases, ask systems, judge the responses and append the events."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from evalstore.api.store import Store
from evalstore.base.phrases import counted
from evalstore.base.text_table import escaped
from evalstore.cli._assignments import parse_assignments
from evalstore.cli._dry_run import print_plan
from evalstore.cli._graph_settings import graph_settings
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_note, print_sentence, print_table
from evalstore.cli._progress import progress_shown
from evalstore.errors import UsageError
from evalstore.plugins.progress import progress_reported

if TYPE_CHECKING:
    from evalstore.running.run import RunResult

ANSWERS = "{done} of {total} answers"


@click.command()
@click.argument("suite", required=False)
@click.option(
    "--domain",
    "domains",
    metavar="NAME",
    multiple=True,
    help="Select a domain; repeatable. Default: all.",
)
@click.option(
    "--system", "systems", metavar="NAME", multiple=True,
    help="Run this system of evalstore.toml, or kind of `list systems`; repeatable.",
)  # fmt: skip
@click.option(
    "--controls",
    is_flag=True,
    help="Also run the built-in control systems.",
)
@click.option(
    "--seed",
    metavar="TEXT",
    help="Set the seed of the cases. Default: derived from date, commit and suite version.",
)
@click.option(
    "--cases",
    type=click.IntRange(min=1),
    help="Make this many cases, not counting canaries and twins.",
)
@click.option(
    "--attempts", type=click.IntRange(1, 1000), metavar="K",
    help="Give each case to each system K times. Default: 1.",
)  # fmt: skip
@click.option(
    "--concurrency", type=click.IntRange(1, 256), default=8, show_default=True,
    help="Ask this many questions at the same time.",
)  # fmt: skip
@click.option(
    "--set", "assignments", metavar="KEY=VALUE", multiple=True,
    help="Change a setting of the suite, or VALIDATOR.KEY=VALUE for a validator.",
)  # fmt: skip
@click.option(
    "--validator", "validators", metavar="NAME", multiple=True,
    help="Add this validator to those of the suite, for every case; repeatable.",
)  # fmt: skip
@click.option(
    "--kg",
    "kg_files",
    metavar="FILE",
    multiple=True,
    help="Read a knowledge graph from this file; repeatable.",
)
@click.option(
    "--shapes", "shapes_files", metavar="FILE", multiple=True,
    help="Read SHACL shapes for the graph from this file; repeatable.",
)  # fmt: skip
@click.option(
    "--predicate",
    "predicates",
    metavar="IRI",
    multiple=True,
    help="Ask about this predicate; repeatable.",
)
@click.option("--per-label", type=click.IntRange(min=1), help="Make this many cards per label.")
@click.option(
    "--drawn-order", is_flag=True,
    help="Ask in an order that the seed draws, which `gate --while-running` requires.",
)  # fmt: skip
@click.option(
    "--stop-when-decided", is_flag=True,
    help="Ask in a drawn order, and stop once the gates of --config are decided.",
)  # fmt: skip
@click.option("--run-id", metavar="RUN", help="Set the id of the run. Default: suite and time.")
@click.option("--resume", metavar="RUN", help="Continue this run: ask only the missing questions.")
@click.option("--dry-run", is_flag=True, help="Print the questions; ask and write nothing.")
@click.option(
    "--config", type=click.Path(path_type=Path), default=Path("evalstore.toml"),
    show_default=True, help="Read systems and suites from this file.",
)  # fmt: skip
@json_option
@store_option
def run(
    store: Store,
    assignments: tuple[str, ...],
    kg_files: tuple[str, ...],
    shapes_files: tuple[str, ...],
    predicates: tuple[str, ...],
    per_label: int | None,
    resume: str | None,
    config: Path,
    concurrency: int,
    dry_run: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Run SUITE: give every system the same cases, and judge every response.

    Exits 4 if no response is ok. Continue a stopped run with --resume.

    Example:

    \b
        evalstore run hallucination --system my-assistant --controls
        evalstore run epistemic --kg rivers.ttl --shapes rivers.shapes.ttl --per-label 100
        evalstore run questions --set file=questions.csv --attempts 3
        evalstore run questions --set file=questions.csv --stop-when-decided
        evalstore run --resume hallucination-20261122T021500-1a2b
    """
    settings = parse_assignments(assignments, "sessions=5")
    settings |= graph_settings(kg_files, shapes_files, predicates, per_label)
    if resume is None:
        planned = store.plan(**options, settings=settings, config=config)
    elif settings or any(options.values()):
        raise UsageError(
            "--resume continues a run with its own suite and settings; leave out all other options"
        )
    else:
        planned = store.plan_rest(resume, on_note=print_note)
    with progress_shown("making cards", is_quiet=as_json) as shown, progress_reported(shown):
        planned.plan.prepare()
    if dry_run:
        print_plan(planned.plan, as_json=as_json)
        return
    if not as_json:
        for line in [] if planned.recorded else planned.plan.description():
            print_sentence(escaped(line), err=True)
        print_sentence(f"run {planned.run_id}", err=True)
    with progress_shown("asking", is_quiet=as_json, line=ANSWERS) as on_progress:
        result = store.run_plan(
            planned, concurrency=concurrency, on_note=print_note,
            on_progress=lambda so_far: on_progress(so_far.done_count, so_far.wanted_count),
        )  # fmt: skip
    if as_json:
        print_json(result.to_dict())
    else:
        _print(result)


def _print(ran: "RunResult") -> None:
    cases, events = counted(ran.case_count, "case"), counted(ran.appended_count, "event")
    print_sentence(f"{ran.run_status}: {cases}, {events}")
    for remark in ran.remarks:
        print_sentence(escaped(remark), err=True)
    rows = [("response", name, count) for name, count in sorted(ran.statuses.items())]
    rows += [("verdict", name, count) for name, count in sorted(ran.outcomes.items())]
    print_table(("what", "result", "count"), rows)
    print_sentence(f"run `evalstore report --run {ran.run_id} -o report.html` to see the results")
