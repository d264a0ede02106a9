"""The metrics of an aggregate's results, and the assignment of sample lines to them."""

from dataclasses import dataclass, field, replace
from typing import Any

from evalstore.harnesses.values import listed, mapping, number, text

SCORE = "score"
BINARY = "binary"
LEVELS = "levels"
PERCENT = ("percent", "percentage", "%", "points")
# The format's number for an unknown level.
UNKNOWN_LEVEL = -1
OVERALL = "all"
INFINITE = {"Infinity": float("inf"), "-Infinity": float("-inf")}


@dataclass(frozen=True, slots=True)
class ResultMetric:
    """The metric of a result: the name of its verdicts, and its scale in the aggregate."""

    validator_id: str
    is_lower_better: bool = False
    is_binary: bool = False
    # Whether the declared scale goes beyond 0 to 1, and whether it is one of percents.
    is_beyond_share: bool = False
    is_percent: bool = False
    has_unknown_level: bool = False

    def measures(self, score: float, *, is_correct: bool) -> bool:
        """
        Return whether a score shows, with the declared scale, that the metric measures.

        If less is better it does, unless the metric is binary and exactly the score 0 is correct.
        Otherwise it does if it is not binary and its scale goes beyond 0 to 1. A metric of
        percents is an exception if the score is a share: between 0 and 1, or 1 if correct and 0
        if not, since one percent would never be correct.

        >>> toxicity = ResultMetric("toxicity", is_lower_better=True, is_binary=True)
        >>> [toxicity.measures(1, is_correct=correct) for correct in (True, False)]
        [True, False]
        """
        if self.is_lower_better:
            return not self.is_binary or is_correct != (score == 0)
        if self.is_binary or not self.is_beyond_share:
            return False
        is_share = 0 < score < 1 or (score in (0, 1) and is_correct == (score == 1))
        return not (self.is_percent and is_share)


UNKNOWN = ResultMetric(SCORE)


@dataclass(frozen=True, slots=True)
class ResultMetrics:
    """
    The metrics of an aggregate, by ids of results and by names of evaluations.

    An id of several metrics has None.
    """

    by_id: dict[str, ResultMetric | None] = field(default_factory=dict)
    by_name: dict[str, set[ResultMetric]] = field(default_factory=dict)

    def of_line(self, line: dict[str, Any]) -> ResultMetric | None:
        """
        Return the metric of a line of samples; None if it is unknown.

        If results have ids, a line without an id has no result, but still a score, since the
        format requires a number. A line with an id that no result has is treated alike.

        >>> found = ResultMetrics(by_id={"a:1": ResultMetric("a")})
        >>> [found.of_line(line) for line in ({"evaluation_result_id": "b:1"}, {})]
        [None, None]
        """
        result_id = text(line.get("evaluation_result_id"))
        if self.by_id:
            return self.by_id.get(result_id or "")
        candidates = self._named(line)
        metric = next(iter(candidates)) if len(candidates) == 1 else None
        if result_id is not None:
            # If results have no ids, the evaluation of the line determines the scale.
            name = short(result_id, str(line.get("evaluation_id")))
            return replace(metric or UNKNOWN, validator_id=name)
        return metric

    def shared_count(self, line: dict[str, Any]) -> int:
        """Return the number of metrics that a line without an id may belong to; 0 if known."""
        count = len(self._named(line))
        return 0 if self.by_id or count == 1 else count

    def _named(self, line: dict[str, Any]) -> set[ResultMetric]:
        return self.by_name.get(str(line.get("evaluation_name")), {UNKNOWN})


def name_of(metric: ResultMetric | None, line: dict[str, Any]) -> str:
    """Return the name of a line's verdict; if its metric is unknown, the line's result id."""
    if metric is not None:
        return metric.validator_id
    result_id = text(line.get("evaluation_result_id"))
    return short(result_id, str(line["evaluation_id"])) if result_id else SCORE


def metrics_of(results: list[dict[str, Any]], evaluation_id: str) -> ResultMetrics:
    """
    Return the metrics of an aggregate's results.

    If several results have the same metric, with different filters or scorers, their metrics are
    named after the result ids.
    """
    metrics = ResultMetrics()
    ids: dict[str, set[str]] = {}
    for result in results:
        if result_id := text(result.get("evaluation_result_id")):
            ids.setdefault(metric_of(result), set()).add(result_id)
    for result in results:
        name = metric_of(result)
        if result_id := text(result.get("evaluation_result_id")):
            is_shared = len(ids[name]) > 1
            validator_id = short(result_id, evaluation_id) if is_shared else name
            metric = _metric(result, validator_id)
            known_metric = metrics.by_id.get(result_id, metric)
            metrics.by_id[result_id] = metric if known_metric == metric else None
        evaluation = str(result.get("evaluation_name"))
        metrics.by_name.setdefault(evaluation, set()).add(_metric(result, name))
    return metrics


def metric_of(result: dict[str, Any]) -> str:
    """
    Return the name of a result's metric.

    >>> metric_of({"metric_config": {"metric_id": " ", "metric_name": "f1"}}), metric_of({})
    ('f1', 'score')
    """
    config = mapping(result.get("metric_config"))
    names = (config.get(key) for key in ("metric_id", "metric_name", "metric_kind"))
    return next((name for name in names if isinstance(name, str) and name.strip()), SCORE)


def parameters_of(result: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of a result's metric."""
    return mapping(mapping(result.get("metric_config")).get("metric_parameters"))


def has_unknown_level(result: dict[str, Any]) -> bool:
    """Return whether a score of -1 means an unknown score for a result's metric."""
    return mapping(result.get("metric_config")).get("has_unknown_level") is True


def short(result_id: str, evaluation_id: str) -> str:
    """
    Return the id of a result without the run at its beginning, which differs each time.

    >>> short("sums/m/1/acc", "sums/m/1"), short("acc:strict", "sums/m/1")
    ('acc', 'acc:strict')
    """
    return result_id.removeprefix(f"{evaluation_id}/") or result_id


def _metric(result: dict[str, Any], validator_id: str) -> ResultMetric:
    config = mapping(result.get("metric_config"))
    bounds = [_bound(config.get(name)) for name in ("min_score", "max_score")]
    levels = listed(config.get("level_names")) if config.get("score_type") == LEVELS else []
    unit = config.get("metric_unit")
    return ResultMetric(
        validator_id,
        is_lower_better=config.get("lower_is_better") is True,
        is_binary=config.get("score_type") == BINARY,
        is_beyond_share=any(bound is not None and not 0 <= bound <= 1 for bound in bounds)
        or len(levels) > len((0, 1)),
        is_percent=bounds == [0, 100] and unit in (None, *PERCENT),
        has_unknown_level=has_unknown_level(result),
    )


def _bound(value: object) -> float | None:
    return INFINITE.get(value) if isinstance(value, str) else number(value)
