"""``evalstore chart``: one chart."""

from pathlib import Path
from typing import Literal

import click

from evalstore.cli._options import json_option, store_option
from evalstore.cli._printing import print_json, print_state
from evalstore.errors import StoreError
from evalstore.store.layout import Layout
from evalstore.store.query import queries


@click.command()
@click.argument("metric_name", metavar="METRIC")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, metavar="FILE",
    help="Where to write it; the ending decides: html, svg, png, pdf or json (Vega-Lite).",
)  # fmt: skip
@click.option("--run", "run_id", metavar="RUN", help="Only this run; else the newest.")
@click.option("--system", "system_id", metavar="ID", help="Only this system.")
@click.option("--validator", "validator_id", metavar="ID", help="This validator, not the primary.")
@click.option(
    "--slice", "slice_text", metavar="NAME[=VALUE]",
    help="Side by side: domain, severity, ...; or one slice alone: domain=history.",
)  # fmt: skip
@click.option("--variant", metavar="KEY=VALUE", help="Only this variant.")
@click.option(
    "--theme", type=click.Choice(["light", "dark"]),
    help="Else light, and a page in HTML follows the reader's screen.",
)  # fmt: skip
@json_option
@store_option
def chart(
    layout: Layout,
    metric_name: str,
    output: Path,
    run_id: str | None,
    system_id: str | None,
    validator_id: str | None,
    slice_text: str | None,
    variant: str | None,
    theme: Literal["light", "dark"] | None,
    as_json: bool,
) -> None:
    """Draw METRIC: over the runs, or of one run by slice.

    Of one run, calibration is a reliability diagram. risk_coverage and abstention_confusion have
    charts of their own. Definitions and the facts of the runs drawn are checked first; exits 4 if
    they are not those of the segments.

    Example:

    \b
        evalstore chart ece -o reliability.svg
        evalstore chart accuracy --run r1 --slice domain --theme dark -o accuracy.png
        evalstore chart risk_coverage -o risk.html
    """
    from evalstore.metrics import catalog
    from evalstore.reviews.charts.render import checked_chart, require_drawable, save
    from evalstore.store.query.reader import reading

    metric = catalog.find(metric_name)
    require_drawable(metric)
    wanted = None if slice_text is None else queries.parse_slice(slice_text)
    layout.require_outside(output)
    with reading(layout) as reader:
        print_state(reader)
        drawn = checked_chart(
            reader,
            metric_name,
            run_id=run_id,
            system_id=system_id,
            validator_id=validator_id,
            part=wanted,
            variant=variant,
        )
    try:
        save(drawn, output, theme)
    except OSError as error:
        raise StoreError(f"cannot write {output}: {error.strerror}; name another") from error
    if as_json:
        print_json({"chart": str(output), "metric": metric_name, "bytes": output.stat().st_size})
    else:
        click.echo(f"wrote {output}")
