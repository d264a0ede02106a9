"""Figures of a final report, each with the validator that it belongs to."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

MATCH, ACCURACY, MEAN = "match", "accuracy", "mean"
REPORT = "final_report"
# Figures that the harness draws at random; versions spell the name differently.
DRAWN = {"boostrap_std": "bootstrap_std", "bootstrap_std": "bootstrap_std"}
DEPTH_MAX = 4


def of_report(
    report: dict[str, Any],
    metrics: Collection[str],
    texts: Mapping[str, str],
    path: str = "",
    depth: int = 0,
) -> Iterator[dict[str, Any]]:
    """
    Yield the numbers of a report; ``texts`` has the values of those that are not finite.

    ``metrics`` are the metrics recorded for samples: a figure of such a name is their mean.
    Without a metric ``accuracy``, that figure is of the matches. Other figures belong to the
    report.

    >>> list(of_report({"accuracy": 0.5, "f1": 0.4, "counts": {"A": 3}}, {"f1"}, {}))[1:]
    [{'scorer': 'f1', 'metric': 'mean', 'value': 0.4}, \
{'scorer': 'final_report', 'metric': 'counts.A', 'value': 3.0}]
    """
    for key, value in report.items():
        name = f"{path}.{key}" if path else key
        if isinstance(value, dict) and depth < DEPTH_MAX:
            yield from of_report(value, metrics, texts, name, depth + 1)
        elif value is None or type(value) in (int, float):
            scorer, metric = _place(name, metrics)
            yield {
                "scorer": scorer,
                "metric": metric,
                "value": None if value is None else float(value),
                **({"value_text": texts[name]} if name in texts else {}),
            }


def _place(name: str, metrics: Collection[str]) -> tuple[str, str]:
    if name in metrics:
        return name, MEAN
    if name == ACCURACY:
        return MATCH, ACCURACY
    if name in DRAWN:
        return MATCH, DRAWN[name]
    return REPORT, name
