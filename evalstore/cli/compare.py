"""``evalstore compare``: two runs, or two systems, on the cases that both have."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from evalstore.cli._comparison_output import ComparisonOutput, OutputFormat
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_state, print_text
from evalstore.cli._recording import require_folded
from evalstore.errors import UsageError
from evalstore.statistics.adjusting import METHODS
from evalstore.store.layout import Layout

if TYPE_CHECKING:
    from evalstore.statistics.compared import ComparisonQuery

# The default number of cases listed for each direction.
CASE_LIMIT = 20


@click.command()
@click.argument("left_run_id", metavar="RUN_A")
@click.argument("right_run_id", metavar="RUN_B")
@click.option(
    "--system", metavar="ID", help="Only this system; A:B holds A of RUN_A against B of RUN_B."
)
@click.option("--left-system", "left_system_id", metavar="ID", help="The system of RUN_A.")
@click.option("--right-system", "right_system_id", metavar="ID", help="The system of RUN_B.")
@click.option(
    "--metric", "metrics", metavar="METRIC", multiple=True,
    help="What to compare; all for every metric that can be; repeatable. The default is "
    "accuracy, and all for a page.",
)  # fmt: skip
@click.option("--validator", "validator_id", metavar="ID", help="Judged by this validator.")
@click.option(
    "--slice", "slices", metavar="NAME[=VALUE]", multiple=True,
    help="A slice: all, domain=history, domain (all values); repeatable.",
)  # fmt: skip
@click.option(
    "--cluster", metavar="KEY", default="cluster", show_default=True,
    help="Which cases belong together: case, cluster, session or the name of an attribute.",
)  # fmt: skip
@click.option(
    "--control", type=click.Choice(METHODS),
    help="How to adjust p-values for all rows being asked at once. The default is none, and holm "
    "for a page.",
)  # fmt: skip
@click.option("--cases", "has_cases", is_flag=True, help="List the cases whose value changed.")
@click.option(
    "--limit", "case_limit", type=click.IntRange(min=1),
    help="With --cases: list so many that got worse, and as many that got better (20). On a page: "
    "show so many cases of each kind of change.",
)  # fmt: skip
@click.option(
    "--format", "output_format", type=click.Choice(("table", "html", "markdown")), default=None,
    help="A table, a page of its own, or Markdown for a pull request. The default follows the "
    "ending of the output, else table.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
    help="Where to write the page; Markdown is printed without it.",
)  # fmt: skip
@click.option(
    "--allow-other-judge", is_flag=True,
    help="Compare also what another version of a validator judged, and say so.",
)  # fmt: skip
@click.option("--record", "is_recorded", is_flag=True, help="Append what was found as events.")
@json_option
@store_option
def compare(
    layout: Layout,
    left_run_id: str,
    right_run_id: str,
    system: str | None,
    left_system_id: str | None,
    right_system_id: str | None,
    metrics: tuple[str, ...],
    validator_id: str | None,
    slices: tuple[str, ...],
    cluster: str,
    control: str | None,
    has_cases: bool,
    case_limit: int | None,
    output_format: OutputFormat | None,
    output: Path | None,
    allow_other_judge: bool,
    is_recorded: bool,
    as_json: bool,
) -> None:
    """Compare RUN_B with RUN_A on the cases that both have: difference, interval, p-value.

    Exits 3 where they are not comparable: another suite, another version, other judges, no
    common case; 4 if definitions or facts of the runs are not those of the segments.

    Example:

    \b
        evalstore compare baseline candidate
        evalstore compare r1 r2 --metric all --slice domain --control holm
        evalstore compare r1 r1 --system raw_llm:maia --cases
        evalstore compare baseline candidate -o comparison.html
    """
    from evalstore.statistics.compared import comparison_query
    from evalstore.statistics.compared_sides import AskedSystems

    chosen = _format_of(output_format, output)
    is_page = chosen != "table"
    if is_page and output is not None:
        layout.require_outside(output)
    question = comparison_query(
        left_run_id,
        right_run_id,
        metrics or (("all",) if is_page else ("accuracy",)),
        slices,
        systems=AskedSystems(system, left_system_id, right_system_id),
        validator_id=validator_id,
        cluster=cluster,
        control=control or ("holm" if is_page else "none"),
        moved_count=case_limit or CASE_LIMIT if has_cases else 0,
        allow_other_judge=allow_other_judge,
    )
    page = ComparisonOutput(chosen, output, case_limit) if is_page else None
    _answer(layout, question, page, is_recorded=is_recorded, as_json=as_json)


def _format_of(output_format: OutputFormat | None, output: Path | None) -> OutputFormat:
    """Return the format; raise UsageError if file extension or missing file contradict it."""
    if output is None:
        if output_format == "html":
            raise UsageError("--format html writes a page; name its file with -o FILE")
        return output_format or "table"
    if output_format == "table":
        raise UsageError("--format table is printed; -o FILE goes with html and markdown")
    if output_format is None:
        from evalstore.reviews.report.report import format_of

        return format_of(output)
    return output_format


def _answer(
    layout: Layout,
    question: "ComparisonQuery",
    page: ComparisonOutput | None,
    *,
    is_recorded: bool,
    as_json: bool,
) -> None:
    from evalstore.cli import _compared
    from evalstore.harnesses.recording import record
    from evalstore.statistics.comparison import compare as compared
    from evalstore.statistics.comparison_record import events
    from evalstore.store.query.reader import reading
    from evalstore.store.verify import integrity

    if is_recorded:
        require_folded(layout, "comparing")
    run_ids = [question.left_run_id, question.right_run_id]
    with reading(layout) as reader, integrity.sound(reader, run_ids):
        comparison = compared(reader, question)
        text = page.text(reader, comparison, layout) if page else ""
        print_state(reader)
    recorded = None
    if is_recorded:
        recorded = record(layout, events(comparison), source="compare", is_checked=True)
    written = page.write(text) if page else None
    if as_json:
        print_json(_compared.as_json(comparison, recorded) | (written or {}))
    elif page is None:
        _compared.show(comparison, recorded)
    elif written:
        click.echo(f"wrote {page.output}")
    else:
        print_text(text)
