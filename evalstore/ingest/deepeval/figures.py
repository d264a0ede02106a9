"""The figures that a test run reports itself: of each metric, and of all test cases."""

from collections.abc import Sequence
from typing import Any

from evalstore.ingest.deepeval.cases import JudgedCase
from evalstore.ingest.values import listed, mappings, name, number

SUCCESS, METRIC, SCORE = "success", "metric", "score"
OF_ALL = ("testPassed", "testFailed")
OF_METRICS = ("passes", "fails", "errors")
MEAN = "mean"


def reported(
    fields: dict[str, Any], cases: Sequence[JudgedCase]
) -> tuple[list[dict[str, Any]], list[str]]:
    """
    Return the figures, and the metrics whose figures count spans of traces too.

    ``scores`` of a metric is a list; its mean is the figure, where all of it are numbers.
    """
    of_spans = {metric for case in cases for metric in case.span_metrics}
    found: list[dict[str, Any]] = [
        {"scorer": SUCCESS, "metric": metric, "value": value}
        for metric in OF_ALL
        if (value := number(fields.get(metric))) is not None
    ]
    skipped = []
    for entry in mappings(fields.get("metricsScores")):
        metric_name = name(entry.get("metric")) or "unnamed"
        if metric_name in of_spans:
            skipped.append(metric_name)
            continue
        scorer = f"{METRIC}.{metric_name}"
        found += [
            {"scorer": scorer, "metric": metric, "value": value}
            for metric in OF_METRICS
            if (value := number(entry.get(metric))) is not None
        ]
        scores = [number(score) for score in listed(entry.get("scores"))]
        numbers = [score for score in scores if score is not None]
        if numbers and len(numbers) == len(scores):
            mean = sum(numbers) / len(numbers)
            found.append(
                {
                    "scorer": f"{SCORE}.{metric_name}",
                    "metric": MEAN,
                    "value": mean,
                    "count": len(numbers),
                }
            )
    return found, skipped
