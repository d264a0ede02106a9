"""``evalstore chart``: one chart."""

from pathlib import Path

import click

from evalstore import asking
from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, say_waiting
from evalstore.errors import StoreError, UsageError
from evalstore.store.layout import Layout
from evalstore.store.reader import Reader


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
        _require_known(reader, run_id, system_id)
        say_waiting(reader)
        drawn = chart_for(reader, metric_name, run_id=run_id, system_id=system_id)
    try:
        save(drawn, output)
    except OSError as error:
        raise StoreError(f"cannot write {output}: {error.strerror}") from error
    if as_json:
        print_json({"chart": str(output), "metric": metric_name, "bytes": output.stat().st_size})
    else:
        click.echo(f"wrote {output}")


def _require_known(reader: Reader, run_id: str | None, system_id: str | None) -> None:
    if run_id is not None:
        asking.run_status(reader, run_id)
    systems = reader.rows("select distinct system_id from facts.scored order by system_id")
    names = [str(row["system_id"]) for row in systems]
    if system_id is not None and system_id not in names:
        raise UsageError(f"no system {system_id!r}; there is {', '.join(names) or 'none'}")
