"""``evalstore chart``: one chart."""

from pathlib import Path
from typing import Any

import click

from evalstore.api.store import Store
from evalstore.cli._options import json_option, newest_run_option, store_option
from evalstore.cli._printing import print_json, print_note


@click.command()
@click.argument("metric", metavar="METRIC")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, metavar="FILE",
    help="Write to this file; its ending is the format: html, svg, png, pdf or json (Vega-Lite).",
)  # fmt: skip
@newest_run_option
@click.option("--system", metavar="ID", help="Select a system.")
@click.option(
    "--validator", metavar="ID", help="Use verdicts of this validator, not of the primary one."
)
@click.option(
    "--slice", metavar="NAME[=VALUE]",
    help=(
        "Draw all slices side by side, such as domain or severity, or one, such as "
        "domain=history."
    ),
)  # fmt: skip
@click.option("--variant", metavar="KEY=VALUE", help="Select a variant.")
@click.option(
    "--theme", type=click.Choice(["light", "dark"]),
    help="Default: light; an HTML page follows the setting of the reader's screen.",
)  # fmt: skip
@json_option
@store_option
def chart(store: Store, metric: str, output: Path, as_json: bool, **query: Any) -> None:
    """Draw METRIC over the runs, or for one run by slice.

    For one run, calibration is a reliability diagram. risk_coverage and abstention_confusion have
    charts of their own. Definitions and the facts of the runs are checked first; exits 4 if they
    do not match the segments, and 2 if there is nothing to draw.

    Example:

    \b
        evalstore chart ece -o reliability.svg
        evalstore chart accuracy --run r1 --slice domain --theme dark -o accuracy.png
        evalstore chart risk_coverage -o risk.html
    """
    store.write_chart(metric, output, on_note=print_note, **query)
    if as_json:
        print_json({"chart": str(output), "metric": metric, "bytes": output.stat().st_size})
    else:
        click.echo(f"wrote {output}")
