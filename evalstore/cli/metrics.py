"""``evalstore metrics``: the catalog."""

import click

from evalstore.cli._options import format_option, json_flag
from evalstore.cli._printing import print_item, print_json
from evalstore.errors import UsageError


@click.command()
@click.option(
    "--lineage", is_flag=False, flag_value="", metavar="[METRIC]",
    help="Show which fields of events a metric rests on, and through which facts.",
)  # fmt: skip
@format_option("graph", ("mermaid",), "Print the lineage as a graph.")
@json_flag
def metrics(lineage: str | None, graph: str | None, as_json: bool) -> None:
    """List the metrics: what each measures, its unit and which direction is better.

    Example:

    \b
        evalstore metrics
        evalstore metrics --lineage accuracy
        evalstore metrics --lineage accuracy --format mermaid
    """
    if lineage is not None:
        from evalstore.cli import _lineage

        _lineage.show(lineage, as_json=as_json, as_graph=graph is not None)
        return
    if graph is not None:
        raise UsageError("--format mermaid draws a lineage; add --lineage METRIC")
    from evalstore.metrics import catalog

    all_metrics = catalog.catalog().values()
    if as_json:
        print_json(
            [
                {
                    "metric": metric.name,
                    "family": metric.family,
                    "sentence": metric.sentence,
                    "grain": list(metric.grain),
                    "unit": metric.unit,
                    "range": metric.range,
                    "better": metric.better,
                    "source": metric.source,
                    "shape": metric.shape,
                }
                for metric in all_metrics
            ]
        )
        return
    family = ""
    for metric in all_metrics:
        if metric.family != family:
            family = metric.family
            click.echo(f"{family}")
        print_item(f"{metric.name}: {metric.sentence} [{metric.unit}; better: {metric.better}]")
