"""The results of an aggregate: the metric of each, and which of them a line of samples is of."""

from dataclasses import dataclass, field, replace
from typing import Any

from evalstore.harnesses.values import listed, mapping, number, text

SCORE = "score"
BINARY = "binary"
LEVELS = "levels"
PERCENT = ("percent", "percentage", "%", "points")
# The format's own number for a level that nobody knows.
UNKNOWN_LEVEL = -1
OVERALL = "all"
INFINITE = {"Infinity": float("inf"), "-Infinity": float("-inf")}


@dataclass(frozen=True, slots=True)
class ResultMetric:
    """The metric of a result: what its verdicts are called, and what the aggregate says of it."""

    validator_id: str
    is_lower_better: bool = False
    is_binary: bool = False
    # Whether the scale that is declared goes beyond 0 to 1, and whether that is one of percents.
    is_beyond_share: bool = False
    is_percent: bool = False
    has_unknown_level: bool = False

    def measures(self, score: float, *, is_correct: bool) -> bool:
        """
        Say whether a score shows that the metric measures, by what is declared.

        Where less is better it does, unless it is binary and none is correct. A share of one
        percent is never correct: where a metric of percents says so, its samples have shares, and
        one between 0 and 1 says nothing else.

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
    The metrics of an aggregate, by the ids of its results and by names of evaluations.

    None is one of which nobody knows: several metrics have that id.
    """

    by_id: dict[str, ResultMetric | None] = field(default_factory=dict)
    by_name: dict[str, set[ResultMetric]] = field(default_factory=dict)

    def of_line(self, line: dict[str, Any]) -> ResultMetric | None:
        """
        Return the metric that a line of samples is of; None where nobody knows.

        Tools that name results by id write a line without one where no result is of the sample,
        and a score into it because the format wants a number. An id that no result has says no
        more.

        >>> found = ResultMetrics(by_id={"a:1": ResultMetric("a")})
        >>> [found.of_line(line) for line in ({"evaluation_result_id": "b:1"}, {})]
        [None, None]
        """
        result_id = text(line.get("evaluation_result_id"))
        if self.by_id:
            return self.by_id.get(result_id or "")
        named = self._named(line)
        metric = next(iter(named)) if len(named) == 1 else None
        if result_id is not None:
            # Where results have no ids, the name of its evaluation says which scale it is on.
            name = short(result_id, str(line.get("evaluation_id")))
            return replace(metric or UNKNOWN, validator_id=name)
        return metric

    def shared_count(self, line: dict[str, Any]) -> int:
        """Return between how many metrics a line without an id leaves open which it is of."""
        count = len(self._named(line))
        return 0 if self.by_id or count == 1 else count

    def _named(self, line: dict[str, Any]) -> set[ResultMetric]:
        return self.by_name.get(str(line.get("evaluation_name")), {UNKNOWN})


def name_of(metric: ResultMetric | None, line: dict[str, Any]) -> str:
    """Return what the verdict of a line is called; the id that it names where nobody knows it."""
    if metric is not None:
        return metric.validator_id
    result_id = text(line.get("evaluation_result_id"))
    return short(result_id, str(line["evaluation_id"])) if result_id else SCORE


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
            named = short(result_id, evaluation_id) if is_shared else name
            metric = _metric(one, named)
            known = found.by_id.get(result_id, metric)
            found.by_id[result_id] = metric if known == metric else None
        evaluation = str(one.get("evaluation_name"))
        found.by_name.setdefault(evaluation, set()).add(_metric(one, name))
    return found


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


def has_unknown_level(result: dict[str, Any]) -> bool:
    """Say whether -1 is no score of a result's metric, but one that nobody knows."""
    return mapping(result.get("metric_config")).get("has_unknown_level") is True


def short(result_id: str, evaluation_id: str) -> str:
    """
    Return the id of a result without the run in it, which is another each time.

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
