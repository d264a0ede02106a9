"""``evalstore compare``: two runs, or two systems, on the cases that both have."""

from pathlib import Path
from typing import Any, Literal

import click

from evalstore.api.store import Store
from evalstore.base.output_file import write_text
from evalstore.cli._options import format_option, json_flag, store_option
from evalstore.cli._printing import print_json, print_note, print_text
from evalstore.errors import UsageError
from evalstore.statistics.adjusting import HOLM, METHODS

OutputFormat = Literal["table", "html", "markdown"]
# The default number of cases listed for each direction.
CASE_LIMIT = 20


@click.command()
@click.argument("left", metavar="RUN_A")
@click.argument("right", metavar="RUN_B")
@click.option(
    "--system",
    metavar="ID",
    help="Select a system; A:B compares system A of RUN_A with system B of RUN_B.",
)
@click.option("--left-system", metavar="ID", help="Select the system of RUN_A.")
@click.option("--right-system", metavar="ID", help="Select the system of RUN_B.")
@click.option(
    "--metric", metavar="METRIC", multiple=True,
    help="Compare this metric, or all; repeatable. Default: accuracy, and all for a page.",
)  # fmt: skip
@click.option("--validator", metavar="ID", help="Use verdicts of this validator.")
@click.option(
    "--slice", metavar="NAME[=VALUE]", multiple=True,
    help="Select a slice: all, domain=history, domain (all values); repeatable.",
)  # fmt: skip
@click.option(
    "--cluster", metavar="KEY", default="cluster", show_default=True,
    help="Resample cases together by: case, cluster, session or the name of an attribute.",
)  # fmt: skip
@click.option(
    "--control", type=click.Choice(METHODS), default=HOLM, show_default=True,
    help="Adjust p-values for the number of comparisons.",
)  # fmt: skip
@click.option("--cases", "has_cases", is_flag=True, help="List the cases whose value changed.")
@click.option(
    "--limit", "case_limit", type=click.IntRange(min=1), metavar="N",
    help="List up to N cases that got worse and N that got better, with --cases. Default: 20. On "
        "a page: N cases of each kind of change.",
)  # fmt: skip
@format_option(
    "output_format", ("table", "html", "markdown"),
    "Print a table, an HTML page, or Markdown for a pull request. Default: by the ending of "
        "-o, or table without -o.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
    help="Write to this file. Default: print Markdown.",
)  # fmt: skip
@click.option(
    "--allow-other-judge", is_flag=True,
    help="Also compare verdicts of different versions of a validator, with a note.",
)  # fmt: skip
@click.option("--record", is_flag=True, help="Append the comparison as events.")
@json_flag
@store_option
def compare(
    store: Store,
    metric: tuple[str, ...],
    control: str,
    has_cases: bool,
    case_limit: int | None,
    output_format: OutputFormat | None,
    output: Path | None,
    as_json: bool,
    **query: Any,
) -> None:
    """Compare RUN_B with RUN_A on the cases that both have: difference, interval, p-value.

    Exits 3 if they are not comparable: another suite, another version, other judges, no common
    case; 4 if definitions or facts of the runs do not match the segments.

    Example:

    \b
        evalstore compare baseline candidate
        evalstore compare r1 r2 --metric all --slice domain
        evalstore compare r1 r1 --system raw_llm:maia --cases
        evalstore compare baseline candidate -o comparison.html
    """
    from evalstore.cli import _compared

    chosen = _format_of(output_format, output)
    is_page = chosen != "table"
    if output is not None:
        store.require_outside(output)
    comparison = store.compare(
        metric=metric or (("all",) if is_page else ("accuracy",)),
        control=control,
        case_limit=case_limit or CASE_LIMIT if has_cases else 0,
        page=None if chosen == "table" else chosen,
        page_case_limit=case_limit,
        on_note=print_note,
        **query,
    )
    if output is not None:
        write_text(output, comparison.page)
    if as_json:
        print_json(comparison.to_dict() | _written(chosen, output))
    elif output is not None:
        click.echo(f"wrote {output}")
    elif is_page:
        print_text(comparison.page)
    else:
        _compared.show(comparison)


def _format_of(output_format: OutputFormat | None, output: Path | None) -> OutputFormat:
    """Return the format; raise UsageError if file extension or missing file contradict it."""
    if output is None:
        if output_format == "html":
            raise UsageError("--format html writes a page; name its file with -o FILE")
        return output_format or "table"
    if output_format == "table":
        raise UsageError("--format table is only printed; use -o FILE with html or markdown")
    if output_format is None:
        from evalstore.reviews.report.report import format_of

        return format_of(output)
    return output_format


def _written(output_format: OutputFormat, output: Path | None) -> dict[str, object]:
    """Return the path, format and size of a page that was written; empty without a file."""
    if output is None:
        return {}
    size = output.stat().st_size
    return {"page": str(output), "format": output_format, "bytes": size}
