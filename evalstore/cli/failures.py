"""``evalstore failures``: list failed attempts with their reasons."""

from collections.abc import Sequence
from pathlib import Path

import click

from evalstore.base.phrases import bracketed
from evalstore.cli import _counted, _rows
from evalstore.cli._options import json_option, run_option, store_option
from evalstore.cli._printing import print_state
from evalstore.errors import UsageError
from evalstore.store.layout import Layout
from evalstore.store.query.attempt_queries import failures_statement
from evalstore.store.query.queries import Filter
from evalstore.store.query.reader import reading


@click.command()
@click.option("--by", type=click.Choice(["tag", "reason"]), help="Count them.")
@click.option(
    "--metric",
    "metric_name",
    metavar="METRIC",
    help="Those that entered this metric, and what it left out, with the reason.",
)
@click.option("--variant", metavar="KEY=VALUE", help="Only this variant of the metric.")
@run_option
@click.option("--system", "system_id", metavar="ID", help="Only this system.")
@click.option("--validator", "validator_id", metavar="ID", help="Only this validator.")
@click.option(
    "--limit", "row_limit", type=click.IntRange(min=1), default=1000, show_default=True,
    help="Print no more than this many rows; says when there are more.",
)  # fmt: skip
@_rows.format_option
@_rows.output_option
@json_option
@store_option
def failures(
    layout: Layout,
    by: str | None,
    metric_name: str | None,
    variant: str | None,
    run_id: str | None,
    system_id: str | None,
    validator_id: str | None,
    row_limit: int,
    row_format: str | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """List the attempts that are not right, with prompt, response, verdict and reason.

    attempt_count says how often the case was attempted, failing_attempt_count how often in vain.
    Where no answer came, the reason is what the system or its service said. --by reason shows each
    once, with an example. A file is checked as one of `show` is.

    Example:

    \b
        evalstore failures --run r1
        evalstore failures --run r1 --by reason
        evalstore failures --by tag
        evalstore failures --metric ece --run r1
    """
    if by and metric_name:
        raise UsageError("--by and --metric contradict each other")
    if variant and not metric_name:
        raise UsageError("--variant is one of a metric; name it with --metric")
    chosen = _rows.chosen_format(row_format, as_json, output)
    if output is not None:
        layout.require_outside(output)
    with reading(layout) as reader:
        if metric_name:
            statement = _counted.failures_statement(
                reader, metric_name, Filter(run_id, system_id, validator_id, variant=variant),
                row_limit + 1,
            )  # fmt: skip
        else:
            statement = failures_statement(
                reader, run_id, system_id, validator_id, by=by, row_limit=row_limit + 1
            )
        if chosen == "parquet":
            result = reader.result(*statement)
        else:
            columns, rows = reader.table(*statement)
        _rows.require_sound(reader, output, run_id)
        print_state(reader)
    if chosen == "parquet":
        _rows.write_parquet(result.head(row_limit), output)
    else:
        shown = rows[:row_limit] if chosen != "table" else _with_tags(columns, rows[:row_limit])
        _rows.write_rows(columns, shown, chosen, output)
    if len(result if chosen == "parquet" else rows) > row_limit:
        click.echo(
            f"more rows than --limit {row_limit} allows; a higher --limit shows them", err=True
        )


def _with_tags(
    columns: Sequence[str], rows: Sequence[Sequence[object]]
) -> list[tuple[object, ...]]:
    """Return the rows with the kinds of failure formatted as tags."""
    return [
        tuple(
            " ".join(bracketed(value)) or None
            if name == "taxonomy" and isinstance(value, list)
            else value
            for name, value in zip(columns, row, strict=True)
        )
        for row in rows
    ]
