"""The figures that a file of results reports, of its tasks and of its groups."""

import re
from collections.abc import Iterator
from typing import Any

from evalstore.harnesses.lm_eval.results import NO_FILTER, ResultsFile
from evalstore.harnesses.non_finite import written
from evalstore.harnesses.scales import PART

STDERR = "_stderr"
# Beside the metrics of a task stands what is said of it.
NO_METRICS = ("name", "alias", "sample_len", "sample_count", "samples")
MEAN = "mean"
ROUNDING = 1e-12
# What the harness makes of the samples' values where a task does not say it.
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
# The mean of the values that are numbers, which ours is too.
NAMES = {"nanmean": MEAN}
FUNCTION_NAME = re.compile(r"(?:def|<function) (\w+)")
OF_ITS_OWN = "an aggregation of its own"


def validator_of(metric: str, filter_name: object) -> str:
    """
    Name the validator of a metric: the filter is a part of it, unless there is none.

    >>> validator_of("acc", "none"), validator_of("exact_match", "strict-match")
    ('acc', 'exact_match.strict-match')
    """
    is_filtered = isinstance(filter_name, str) and filter_name not in ("", NO_FILTER)
    return f"{metric}{PART}{filter_name}" if is_filtered else metric


def of_task(results: ResultsFile, task: str, complete: set[str]) -> list[dict[str, Any]]:
    """
    Return the figures of a task.

    ``complete`` are the validators with a number for every document that was read: theirs are of
    all documents that the file counts.
    """
    config = results.object_of("configs", task)
    return [
        {
            "metric": aggregation_of(metric, config),
            "count": _count(results, task) if figure["scorer"] in complete else None,
            **figure,
        }
        for metric, figure in _figures(results.object_of("results", task), results.filters)
    ]


def of_group(results: ResultsFile, group: str) -> list[dict[str, Any]]:
    """Return the figures of a group, each with the runs of its tasks and how they are weighed."""
    metrics = results.object_of("groups", group)
    counts = metrics.get("sample_count")
    found = []
    for _, figure in _figures(metrics, results.filters):
        key = figure["key"]
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
        found.append({"metric": MEAN, **figure, "params": params, "count": count})
    return found


def aggregation_of(metric: str, config: dict[str, Any]) -> str:
    """
    Return how the values of a metric are made one figure.

    >>> aggregation_of("acc", {}), aggregation_of("mcc", {})
    ('mean', 'matthews_corrcoef')
    """
    metrics = config.get("metric_list")
    for entry in metrics if isinstance(metrics, list) else []:
        said = entry.get("aggregation") if isinstance(entry, dict) else None
        if said is None or entry.get("metric") != metric:
            continue
        # A function of the task stands there as its source, or as Python shows it.
        if not isinstance(said, str) or not said.isidentifier():
            function = FUNCTION_NAME.search(str(said))
            return function[1] if function else OF_ITS_OWN
        return NAMES.get(said, said)
    return AGGREGATIONS.get(metric, MEAN)


def _figures(found: dict[str, Any], filters: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each metric's name and figure; `acc,none`, before 0.4 `acc`, is its key."""
    for key, value in found.items():
        metric, filter_name = _parts(key, filters)
        is_stderr = metric.endswith(STDERR) and _key(metric[: -len(STDERR)], filter_name) in found
        if is_stderr or metric in NO_METRICS or isinstance(value, dict | list):
            continue
        yield (
            metric,
            {
                "key": key,
                "scorer": validator_of(metric, filter_name),
                "value": _number(value),
                "value_text": written(value),
                # Not computed, it is "N/A".
                "stderr": _number(found.get(_key(metric + STDERR, filter_name))),
            },
        )


def _parts(key: str, filters: list[str]) -> tuple[str, str | None]:
    """
    Return metric and filter of a key; a filter's own name may have a comma.

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
    Say by what a group weighs its tasks, which the file does not: the way that gives its figure.

    By samples where both do, or neither.
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
    """Return how many documents a task was evaluated on, as far as the file says it."""
    found = results.object_of("n-samples", task).get("effective")
    found = results.object_of("results", task).get("sample_len") if found is None else found
    return found if type(found) is int and found >= 0 else None


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None
