"""Figures that a test run reports: for each metric, and for all test cases."""

from collections.abc import Sequence
from typing import Any

from evalstore.harnesses.deepeval.cases import JudgedCase
from evalstore.harnesses.non_finite import figure
from evalstore.harnesses.values import listed, mappings, name

SUCCESS, METRIC, SCORE = "success", "metric", "score"
OF_ALL = ("testPassed", "testFailed")
OF_METRICS = ("passes", "fails", "errors")
MEAN = "mean"


def reported(
    fields: dict[str, Any], cases: Sequence[JudgedCase]
) -> tuple[list[dict[str, Any]], list[str]]:
    """
    Return the reported figures, and the names of skipped metrics.

    A metric is skipped if spans of traces have it, since its figures count these, too. The figure
    of a metric's list ``scores`` is its mean, if all of them are numbers.
    """
    of_spans = {metric for case in cases for metric in case.span_metrics}
    figures: list[dict[str, Any]] = [
        {"scorer": SUCCESS, "metric": metric, **value}
        for metric in OF_ALL
        if (value := figure(fields.get(metric))) is not None
    ]
    skipped = []
    for entry in mappings(fields.get("metricsScores")):
        metric_name = name(entry.get("metric")) or "unnamed"
        if metric_name in of_spans:
            skipped.append(metric_name)
            continue
        scorer = f"{METRIC}.{metric_name}"
        figures += [
            {"scorer": scorer, "metric": metric, **value}
            for metric in OF_METRICS
            if (value := figure(entry.get(metric))) is not None
        ]
        mean = _mean(listed(entry.get("scores")))
        if mean is not None:
            figures.append({"scorer": f"{SCORE}.{metric_name}", "metric": MEAN, **mean})
    return figures, skipped


def _mean(scores: list[Any]) -> dict[str, Any] | None:
    """Return the mean of scores as a figure; None if one is not a number or there are none."""
    figures = [figure(score) for score in scores]
    if not figures or None in figures:
        return None
    numbers = [float(score) for score in scores]
    return {**(figure(sum(numbers) / len(numbers)) or {}), "count": len(numbers)}
