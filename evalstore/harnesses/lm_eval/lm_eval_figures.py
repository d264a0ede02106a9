"""Figures that a file of results reports, of its tasks and of its groups."""

import re
from collections.abc import Iterator
from typing import Any

from evalstore.harnesses.lm_eval.results import NO_FILTER, ResultsFile
from evalstore.harnesses.non_finite import written
from evalstore.harnesses.scales import PART

STDERR = "_stderr"
# Keys among the metrics of a task that are not metrics.
NO_METRICS = ("name", "alias", "sample_len", "sample_count", "samples")
MEAN = "mean"
ROUNDING = 1e-12
# The harness's default aggregations of metrics.
AGGREGATIONS = {
    "perplexity": "perplexity",
    "word_perplexity": "weighted_perplexity",
    "byte_perplexity": "weighted_perplexity",
    "bits_per_byte": "bits_per_byte",
    "brier_score": "brier_score",
    "f1": "f1",
    "mcc": "matthews_corrcoef",
    "bleu": "bleu",
    "chrf": "chrf",
    "chrf++": "chrf++",
    "ter": "ter",
}
# The mean of the values that are numbers, like evalstore's mean.
NAMES = {"nanmean": MEAN}
FUNCTION_NAME = re.compile(r"(?:def|<function) (\w+)")
OF_ITS_OWN = "an aggregation of its own"


def validator_of(metric: str, filter_name: object) -> str:
    """
    Return the validator's name of a metric; a filter other than ``none`` is a part of it.

    >>> validator_of("acc", "none"), validator_of("exact_match", "strict-match")
    ('acc', 'exact_match.strict-match')
    """
    is_filtered = isinstance(filter_name, str) and filter_name not in ("", NO_FILTER)
    return f"{metric}{PART}{filter_name}" if is_filtered else metric


def of_task(results: ResultsFile, task: str, complete: set[str]) -> list[dict[str, Any]]:
    """
    Return the figures of a task.

    ``complete`` are the validators with a number for every document that was read: their figures
    are of all documents that the file counts.
    """
    config = results.object_of("configs", task)
    return [
        {
            "metric": aggregation_of(metric, config),
            "count": _count(results, task) if figure["scorer"] in complete else None,
            **figure,
        }
        for _, metric, figure in _figures(results.object_of("results", task), results.filters)
    ]


def of_group(results: ResultsFile, group: str) -> list[dict[str, Any]]:
    """Return the figures of a group, each with the runs of its tasks and how they are weighted."""
    metrics = results.object_of("groups", group)
    counts = metrics.get("sample_count")
    figures = []
    for key, _, figure in _figures(metrics, results.filters):
        tasks = [
            task for task in results.groups[group] if key in results.object_of("results", task)
        ]
        params = {
            "runs": [results.run_id(task) for task in tasks],
            "weighted_by": _weight(results, key, tasks, figure["value"]),
        }
        count = counts.get(key) if isinstance(counts, dict) else None
        sizes = [_count(results, task) for task in tasks]
        if count is None and None not in sizes:
            count = sum(size for size in sizes if size is not None)
        figures.append({"metric": MEAN, **figure, "params": params, "count": count})
    return figures


def aggregation_of(metric: str, config: dict[str, Any]) -> str:
    """
    Return the name of the aggregation of a metric's values.

    >>> aggregation_of("acc", {}), aggregation_of("mcc", {})
    ('mean', 'matthews_corrcoef')
    """
    metrics = config.get("metric_list")
    for entry in metrics if isinstance(metrics, list) else []:
        aggregation = entry.get("aggregation") if isinstance(entry, dict) else None
        if aggregation is None or entry.get("metric") != metric:
            continue
        # A function of the task is listed as its source or its repr.
        if not isinstance(aggregation, str) or not aggregation.isidentifier():
            function = FUNCTION_NAME.search(str(aggregation))
            return function[1] if function else OF_ITS_OWN
        return NAMES.get(aggregation, aggregation)
    return AGGREGATIONS.get(metric, MEAN)


def _figures(
    metrics: dict[str, Any], filters: list[str]
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield each metric's key, its name and figure; the key is `acc,none`, before 0.4 `acc`."""
    for key, value in metrics.items():
        metric, filter_name = _parts(key, filters)
        is_stderr = (
            metric.endswith(STDERR) and _key(metric[: -len(STDERR)], filter_name) in metrics
        )
        if is_stderr or metric in NO_METRICS or isinstance(value, dict | list):
            continue
        yield (
            key,
            metric,
            {
                "scorer": validator_of(metric, filter_name),
                "value": _number(value),
                "value_text": written(value),
                # It is "N/A" if it was not computed.
                "stderr": _number(metrics.get(_key(metric + STDERR, filter_name))),
            },
        )


def _parts(key: str, filters: list[str]) -> tuple[str, str | None]:
    """
    Return metric and filter of a key; a filter's name may contain a comma.

    >>> _parts("acc,none", []), _parts("acc", []), _parts("bleu,flexible, all", ["flexible, all"])
    (('acc', 'none'), ('acc', None), ('bleu', 'flexible, all'))
    """
    named = next((name for name in filters if key.endswith(f",{name}")), None)
    if named is not None:
        return key.removesuffix(f",{named}"), named
    metric, comma, filter_name = key.rpartition(",")
    return (metric, filter_name) if comma else (key, None)


def _key(metric: str, filter_name: str | None) -> str:
    return metric if filter_name is None else f"{metric},{filter_name}"


def _weight(results: ResultsFile, key: str, tasks: list[str], value: float | None) -> str:
    """
    Return the weighting of a group's tasks that reproduces its figure: ``tasks`` or ``samples``.

    The file does not state it. ``samples`` if both weightings give the figure, or neither.
    """
    values = [_number(results.object_of("results", task).get(key)) for task in tasks]
    numbers = [number for number in values if number is not None]
    if value is None or not numbers or len(numbers) < len(tasks):
        return "samples"
    sizes = [float(_count(results, task) or 0) for task in tasks]
    by_samples = sum(map(float.__mul__, numbers, sizes)) / (sum(sizes) or 1)
    by_tasks = sum(numbers) / len(numbers)
    is_by_tasks = abs(by_tasks - value) < ROUNDING < abs(by_samples - value)
    return "tasks" if is_by_tasks else "samples"


def _count(results: ResultsFile, task: str) -> int | None:
    """Return the number of documents that a task was evaluated on; None if it is not stated."""
    count = results.object_of("n-samples", task).get("effective")
    count = results.object_of("results", task).get("sample_len") if count is None else count
    return count if type(count) is int and count >= 0 else None


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None
