"""The figures of a log's own ``results``: what Inspect, or vitals, made of the scores."""

from collections.abc import Iterator
from typing import Any

from evalstore.ingest.inspect.runs import text_of
from evalstore.ingest.inspect.samples import Log
from evalstore.ingest.inspect.strict_json import repaired
from evalstore.ingest.scales import PART

STDERR = "stderr"
# The figures whose standard error Inspect's metric of that name gives.
MEANS = ("accuracy", "mean")


def reported_text(header: dict[str, Any], log: Log) -> str | None:
    """Return the record of the figures; None where the log reports none."""
    figures = list(_figures(header.get("results"), log))
    if not figures:
        return None
    stats = header.get("stats")
    completed_at = stats.get("completed_at") if isinstance(stats, dict) else None
    return text_of("reported", log, {"completed_at": completed_at, "figures": figures})


def _figures(results: object, log: Log) -> Iterator[dict[str, Any]]:
    for score in _scores(results):
        found = score.get("metrics")
        metrics = found if isinstance(found, dict) else {}
        seen: set[str] = set()
        for key, metric in metrics.items():
            if isinstance(metric, dict):
                figure = {
                    "scorer": _scorer(score, log),
                    "reducer": score.get("reducer"),
                    "scored_count": score.get("scored_samples"),
                    "unscored_count": score.get("unscored_samples"),
                    **_figure(key, metric, metrics, seen),
                }
                repairs: list[dict[str, str]] = []
                yield {**repaired(figure, "", repairs), "repairs": repairs or None}


def _scores(results: object) -> Iterator[dict[str, Any]]:
    if not isinstance(results, dict):
        return
    found = results.get("scores")
    if found is None and isinstance(results.get("scorer"), dict):
        # The oldest logs have one scorer, and its metrics beside it.
        found = [{**results["scorer"], "metrics": results.get("metrics")}]
    yield from (score for score in found or () if isinstance(score, dict))


def _scorer(score: dict[str, Any], log: Log) -> str:
    """Name the scorer as its verdicts do: a score that is not named after it is a part of it."""
    name = str(score.get("name") or log.nameless_scorer)
    scorer = str(score.get("scorer") or name)
    is_part = name != scorer or name in log.seen.parts.get(scorer, ())
    return f"{scorer}{PART}{name}" if is_part else scorer


def _figure(
    key: str, metric: dict[str, Any], metrics: dict[str, Any], seen: set[str]
) -> dict[str, Any]:
    # A metric that gives several figures names itself in `group`, and the figure in `name`.
    group = metric.get("group")
    name = str(group or metric.get("name") or key)
    params = metric.get("params") or metric.get("options") or None
    figure = {
        "metric": name,
        "group_name": metric.get("name") if group else None,
        "params": params if isinstance(params, dict) else None,
        "value": metric.get("value"),
        "stderr": _stderr(metrics) if name in MEANS and not group else None,
    }
    subject = repr([figure["metric"], figure["group_name"], figure["params"]])
    if subject in seen:
        # The same metric twice, told apart by its key alone.
        figure["metric"] = key
    seen.add(subject)
    return figure


def _stderr(metrics: dict[str, Any]) -> object:
    found = metrics.get(STDERR)
    return found.get("value") if isinstance(found, dict) else None
