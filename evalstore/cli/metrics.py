"""``evalstore metrics``: the catalog."""

import click

from evalstore.cli._options import json_option
from evalstore.cli._printing import print_item, print_json


@click.command()
@json_option
def metrics(as_json: bool) -> None:
    """List the metrics: what each measures, its unit and which direction is better.

    Example:

    \b
        evalstore metrics
    """
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
