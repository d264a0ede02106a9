"""The results of an aggregate: the metric of each, and which of them a line of samples is of."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from evalstore.ingest.values import mapping, number, text

SCORE = "score"
BINARY = "binary"
# Whatever such a metric is called, its figure is the mean of what its samples have.
MEAN_KINDS = ("accuracy",)
MEAN = "mean"
OVERALL = "all"


@dataclass(frozen=True, slots=True)
class ResultMetric:
    """The metric of a result: what its verdicts are called, and what the aggregate says of it."""

    validator_id: str
    is_lower_better: bool = False
    is_binary: bool = False


UNKNOWN = ResultMetric(SCORE)


@dataclass(frozen=True, slots=True)
class ResultMetrics:
    """The metrics of an aggregate, by the ids of its results and by names of evaluations."""

    by_id: dict[str, ResultMetric] = field(default_factory=dict)
    by_name: dict[str, ResultMetric] = field(default_factory=dict)

    def of_line(self, line: dict[str, Any]) -> ResultMetric | None:
        """
        Return the metric that a line of samples is of; None where nobody knows.

        Tools that name results by id write a line without one where no result is of the sample,
        and a score into it because the format wants a number.

        >>> found = ResultMetrics(by_id={"a:1": ResultMetric("a")})
        >>> [found.of_line(line) for line in ({"evaluation_result_id": "b:1"}, {})]
        [ResultMetric(validator_id='b:1', is_lower_better=False, is_binary=False), None]
        """
        result_id = text(line.get("evaluation_result_id"))
        if result_id is not None:
            evaluation_id = str(line.get("evaluation_id"))
            return self.by_id.get(result_id) or ResultMetric(_short(result_id, evaluation_id))
        if self.by_id:
            return None
        return self.by_name.get(str(line.get("evaluation_name")), UNKNOWN)


def metrics_of(results: list[dict[str, Any]], evaluation_id: str) -> ResultMetrics:
    """
    Return the metrics of an aggregate's results.

    A metric that several of them have, under each filter or of each scorer, is named by the id.
    """
    found = ResultMetrics()
    ids: dict[str, set[str]] = {}
    for one in results:
        if result_id := text(one.get("evaluation_result_id")):
            ids.setdefault(metric_of(one), set()).add(result_id)
    for one in results:
        name = metric_of(one)
        if result_id := text(one.get("evaluation_result_id")):
            is_shared = len(ids[name]) > 1
            named = _short(result_id, evaluation_id) if is_shared else name
            found.by_id[result_id] = _metric(one, named)
    for name in _single(str(one.get("evaluation_name")) for one in results):
        [one] = [one for one in results if str(one.get("evaluation_name")) == name]
        found.by_name[name] = _metric(one, metric_of(one))
    return found


def figure_of(result: dict[str, Any], metrics: ResultMetrics) -> dict[str, Any]:
    """Return what a result reports."""
    details = mapping(result.get("score_details"))
    uncertainty = mapping(details.get("uncertainty"))
    parameters = parameters_of(result)
    name, value = parameters.get("slice_name"), parameters.get("slice_value")
    metric = metric_of(result)
    known = metrics.by_id.get(str(result.get("evaluation_result_id")))
    config = mapping(result.get("metric_config"))
    is_mean = config.get("metric_kind") in MEAN_KINDS or config.get("metric_name") == MEAN
    return {
        "scorer": parameters.get("validator_id") or (known.validator_id if known else metric),
        "metric": MEAN if is_mean else metric,
        "params": {
            "evaluation_name": result.get("evaluation_name"),
            "metric_id": metric if is_mean else None,
            "variant": parameters.get("variant") or None,
        },
        "group": None if name in (None, OVERALL) else f"{name}={value}",
        "value": number(details.get("score")),
        "stderr": number(mapping(uncertainty.get("standard_error")).get("value")),
        "count": number(uncertainty.get("num_samples")),
    }


def metric_of(result: dict[str, Any]) -> str:
    """
    Return the name of a result's metric.

    >>> metric_of({"metric_config": {"metric_id": " ", "metric_name": "f1"}}), metric_of({})
    ('f1', 'score')
    """
    config = mapping(result.get("metric_config"))
    names = (config.get(key) for key in ("metric_id", "metric_name", "metric_kind"))
    return next((one for one in names if isinstance(one, str) and one.strip()), SCORE)


def parameters_of(result: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of a result's metric."""
    return mapping(mapping(result.get("metric_config")).get("metric_parameters"))


def _metric(result: dict[str, Any], validator_id: str) -> ResultMetric:
    config = mapping(result.get("metric_config"))
    return ResultMetric(
        validator_id,
        is_lower_better=config.get("lower_is_better") is True,
        is_binary=config.get("score_type") == BINARY,
    )


def _short(result_id: str, evaluation_id: str) -> str:
    """
    Return the id of a result without the run in it, which is another each time.

    >>> _short("sums/m/1/acc", "sums/m/1"), _short("acc:strict", "sums/m/1")
    ('acc', 'acc:strict')
    """
    return result_id.removeprefix(f"{evaluation_id}/") or result_id


def _single(names: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count == 1]
