"""Figures that a file of results reports, of its tasks and of averages over them."""

from collections.abc import Iterator
from typing import Any

from evalstore.harnesses import event_records
from evalstore.harnesses.lighteval.results import LightevalResults
from evalstore.harnesses.non_finite import written
from evalstore.harnesses.values import number

STDERR = "_stderr"
MEAN, MEAN_OF_ERRORS = "mean", "mean_of_stderr"


def of_task(results: LightevalResults, task: str, complete: set[str]) -> list[event_records.Event]:
    """
    Return the figures of a task.

    ``complete`` are the metrics with a number for every document that was read: their figures are
    of all documents that the file counts.
    """
    return [
        event_records.figure(
            {
                "system_id": results.system_id,
                "scorer": metric,
                "metric": aggregation_of(results.metric_config(task, metric)),
                "value": number(value),
                "value_text": written(value),
                "stderr": stderr,
                "count": results.document_count(task) if metric in complete else None,
            }
        )
        for metric, value, stderr in _figures(results.metrics_of(task))
    ]


def of_average(results: LightevalResults, average: str) -> list[event_records.Event]:
    """Return the figures of an average, in which each task with the metric has the same weight."""
    tasks, figures = results.averages[average], []
    for metric, value, stderr in _figures(results.metrics_of(average)):
        runs = [results.run_id(task) for task in tasks if metric in results.metrics_of(task)]
        params = {"runs": runs, "weighted_by": "tasks"}
        figures.append(
            {
                "scorer": metric,
                "metric": MEAN,
                "value": number(value),
                "value_text": written(value),
                "params": params,
            }
        )
        if stderr is not None:
            figures.append({"scorer": metric, "metric": MEAN_OF_ERRORS, "value": stderr})
    return [event_records.figure({"system_id": results.system_id, **figure}) for figure in figures]


def aggregation_of(config: dict[str, Any]) -> str:
    """
    Return the name of the aggregation of a metric's values; the mean if it is not stated.

    >>> aggregation_of({"corpus_level_fn": "mean"}), aggregation_of({})
    ('mean', 'mean')
    >>> aggregation_of({"corpus_level_fn": "<CorpusLevelF1Score object at 0x7f>"})
    'CorpusLevelF1Score'
    """
    function = config.get("corpus_level_fn")
    # Grouped metrics have a dict of functions.
    if not isinstance(function, str) or "mean" in function.lower():
        return MEAN
    words = function.strip("<>").split()
    return words[0].rpartition(".")[2][:100] if words else MEAN


def _figures(metrics: dict[str, Any]) -> Iterator[tuple[str, Any, float | None]]:
    """Yield each metric with its value and its standard error; `acc_stderr` is that of `acc`."""
    for metric, value in metrics.items():
        is_stderr = metric.endswith(STDERR) and metric.removesuffix(STDERR) in metrics
        is_figure = written(value) is not None or not isinstance(value, str | list | dict)
        if metric and not is_stderr and is_figure:
            yield metric, value, number(metrics.get(metric + STDERR))
