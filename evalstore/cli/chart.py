"""``evalstore chart``: one chart."""

from pathlib import Path

import click

from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, say_waiting
from evalstore.store.layout import Layout


@click.command()
@click.argument("metric_name", metavar="METRIC")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, metavar="FILE",
    help="Where to write it; the ending decides: html, svg, png, pdf or json (Vega-Lite).",
)  # fmt: skip
@click.option("--run", "run_id", metavar="RUN", help="Only this run; else the newest.")
@click.option("--system", "system_id", metavar="ID", help="Only this system.")
@json_option
@store_option
def chart(
    layout: Layout,
    metric_name: str,
    output: Path,
    run_id: str | None,
    system_id: str | None,
    as_json: bool,
) -> None:
    """Draw METRIC: a reliability diagram for calibration, by slice for the others.

    Example:

    \b
        evalstore chart ece -o reliability.svg
    """
    from evalstore.charts.render import chart_for, save
    from evalstore.metrics import catalog
    from evalstore.store.reader import reading

    catalog.find(metric_name)
    with reading(layout) as reader:
        say_waiting(reader)
        drawn = chart_for(reader, metric_name, run_id=run_id, system_id=system_id)
    save(drawn, output)
    if as_json:
        print_json({"chart": str(output), "metric": metric_name, "bytes": output.stat().st_size})
    else:
        click.echo(f"wrote {output}")
