"""``evalstore compare``: two runs, or two systems, on the cases that both have."""

from typing import TYPE_CHECKING

import click

from evalstore.analyses.adjusting import METHODS
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_state
from evalstore.cli._recording import require_folded
from evalstore.store.layout import Layout

if TYPE_CHECKING:
    from evalstore.analyses.compared import ComparisonQuery


@click.command()
@click.argument("left_run_id", metavar="RUN_A")
@click.argument("right_run_id", metavar="RUN_B")
@click.option(
    "--system", metavar="ID", help="Only this system; A:B holds A of RUN_A against B of RUN_B."
)
@click.option("--left-system", "left_system_id", metavar="ID", help="The system of RUN_A.")
@click.option("--right-system", "right_system_id", metavar="ID", help="The system of RUN_B.")
@click.option(
    "--metric", "metrics", metavar="METRIC", multiple=True, default=("accuracy",),
    show_default=True, help="What to compare; all for every metric that can be; repeatable.",
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
    "--control", type=click.Choice(METHODS), default="none", show_default=True,
    help="How to adjust p-values for all rows being asked at once.",
)  # fmt: skip
@click.option("--cases", "has_cases", is_flag=True, help="List the cases whose value changed.")
@click.option(
    "--limit", "case_limit", type=click.IntRange(min=1), default=20, show_default=True,
    help="With --cases: list so many that got worse, and as many that got better.",
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
    control: str,
    has_cases: bool,
    case_limit: int,
    allow_other_judge: bool,
    is_recorded: bool,
    as_json: bool,
) -> None:
    """Compare RUN_B with RUN_A on the cases that both have: difference, interval, p-value.

    Exits 3 where they are not comparable: another suite, another version, other judges, no
    common case.

    Example:

    \b
        evalstore compare baseline candidate
        evalstore compare r1 r2 --metric all --slice domain --control holm
        evalstore compare r1 r1 --system raw_llm:maia --cases
    """
    from evalstore.analyses.compared import comparison_query
    from evalstore.analyses.compared_sides import AskedSystems

    question = comparison_query(
        left_run_id,
        right_run_id,
        metrics,
        slices,
        systems=AskedSystems(system, left_system_id, right_system_id),
        validator_id=validator_id,
        cluster=cluster,
        control=control,
        moved_count=case_limit if has_cases else 0,
        allow_other_judge=allow_other_judge,
    )
    _answer(layout, question, is_recorded=is_recorded, as_json=as_json)


def _answer(
    layout: Layout, question: "ComparisonQuery", *, is_recorded: bool, as_json: bool
) -> None:
    from evalstore.analyses.comparison import compare as compared
    from evalstore.analyses.comparison_record import events
    from evalstore.cli import _compared
    from evalstore.ingest.recording import record
    from evalstore.store.reader import reading

    if is_recorded:
        require_folded(layout, "comparing")
    with reading(layout) as reader:
        found = compared(reader, question)
        print_state(reader)
    recorded = record(layout, events(found), source="compare") if is_recorded else None
    if as_json:
        print_json(_compared.as_json(found, recorded))
    else:
        _compared.show(found, recorded)
