"""Figures that an aggregate reports, each with a unique identity."""

import json
from typing import Any

from evalstore.harnesses.every_eval_ever.aggregate import is_own, shown
from evalstore.harnesses.every_eval_ever.metrics import (
    OVERALL,
    SCORE,
    UNKNOWN_LEVEL,
    ResultMetrics,
    has_unknown_level,
    metric_of,
    parameters_of,
)
from evalstore.harnesses.every_eval_ever.sample_fields import SamplePart, warnings_of
from evalstore.harnesses.non_finite import written
from evalstore.harnesses.records import Skip, SourceFile
from evalstore.harnesses.values import amount, listed, mapping, number, text

# The figure of such a metric is the mean of its samples' scores, whatever its name is.
MEAN_KINDS = ("accuracy",)
MEAN = "mean"
# A figure with the name score would be compared with sums of scores, which other tools report.
NAMED_BY_NOBODY = "aggregate_score"
# Fields that distinguish figures of one evaluation and metric.
DISTINCTIONS = ("evaluation_description", "evaluation_result_id", "metric_parameters", "place")
# Optional parts of a figure, which is read without them if they are invalid.
BESIDE = (
    SamplePart(("standard_error",), lambda e: isinstance(e, dict), "an object with value"),
    SamplePart(("standard_error", "value"), lambda n: amount(n) is not None, "a number from 0"),
    SamplePart(("num_samples",), lambda n: amount(n) is not None, "a number from 0"),
)


def figures_of(
    record: dict[str, Any], metrics: ResultMetrics, source: SourceFile
) -> tuple[list[dict[str, Any]], list[Skip]]:
    """
    Return the figures of an aggregate's results, and a Skip for each invalid result.

    Figures with the same identity are distinguished by other fields of their results, and at last
    by their place.
    """
    figures, skips = [], []
    objections: list[tuple[str, str]] = []
    unknown_count = 0
    parts = _parts(record)
    for place, result in enumerate(listed(record.get("evaluation_results"))):
        objection = _objection(result)
        if objection is not None:
            skips.append(Skip(f"evaluation_results[{place}]", "wrong value", objection))
            continue
        figure = _figure(result, metrics, is_own=is_own(record))
        uncertainty = mapping(result["score_details"].get("uncertainty"))
        messages = [part.objection(uncertainty) for part in BESIDE]
        objections += [
            (f"evaluation_results[{place}]", message)
            for message in messages
            if message is not None
        ]
        if place in parts:
            figure["group"] = f"domain={result.get('evaluation_name')}"
        unknown_count += figure["value"] is None and figure["value_text"] is None
        figures.append((figure, _distinctions(result, place)))
    source.warnings += warnings_of(objections, source.name)
    if unknown_count:
        source.warnings.append(
            f"{source.name}: {unknown_count} of {len(figures)} results have the score "
            f"{UNKNOWN_LEVEL}, by which their metric marks an unknown level; they are not "
            "recorded as figures"
        )
    return _told_apart(figures), skips


def _parts(record: dict[str, Any]) -> set[int]:
    """
    Return the places of results that cover only a part of the lines.

    Results without ids that share a metric differ only in their evaluations, which are the domains
    of cases.
    """
    if is_own(record):
        return set()
    evaluations: dict[str, set[str]] = {}
    places: dict[int, str] = {}
    for place, result in enumerate(listed(record.get("evaluation_results"))):
        if isinstance(result, dict) and not text(result.get("evaluation_result_id")):
            places[place] = metric_of(result)
            names = evaluations.setdefault(metric_of(result), set())
            names.add(str(result.get("evaluation_name")))
    return {place for place, metric in places.items() if len(evaluations[metric]) > 1}


def _objection(result: Any) -> str | None:
    """Return a message about an invalid result, else None."""
    if not isinstance(result, dict):
        return f"found {shown(result)}, expected an object"
    for name in ("metric_config", "score_details"):
        # Null means unknown, as does a missing field.
        if result.get(name) is not None and not isinstance(result[name], dict):
            return f"{name}: found {shown(result[name])}, expected an object"
    evaluation = result.get("evaluation_name")
    if evaluation is not None and not isinstance(evaluation, str):
        return f"evaluation_name: found {shown(evaluation)}, expected a text"
    details = mapping(result.get("score_details"))
    if "score" not in details:
        return "score_details.score: missing, expected a number"
    if number(details["score"]) is None and written(details["score"]) is None:
        return f"score_details.score: found {shown(details['score'])}, expected a number"
    return None


def _figure(result: dict[str, Any], metrics: ResultMetrics, *, is_own: bool) -> dict[str, Any]:
    """Return the figure of a result; validator and slice are known only if ``is_own``."""
    details = mapping(result.get("score_details"))
    uncertainty = mapping(details.get("uncertainty"))
    parameters = parameters_of(result) if is_own else {}
    name, value = parameters.get("slice_name"), parameters.get("slice_value")
    metric = metric_of(result)
    known_metric = metrics.by_id.get(str(result.get("evaluation_result_id")))
    config = mapping(result.get("metric_config"))
    is_mean = config.get("metric_kind") in MEAN_KINDS or config.get("metric_name") == MEAN
    score = number(details["score"])
    is_unknown = has_unknown_level(result) and score == UNKNOWN_LEVEL
    return {
        "scorer": parameters.get("validator_id")
        or (known_metric.validator_id if known_metric else metric),
        "metric": MEAN if is_mean else NAMED_BY_NOBODY if metric == SCORE else metric,
        "params": {
            "evaluation_name": result.get("evaluation_name"),
            "metric_id": metric if is_mean else None,
            "variant": parameters.get("variant") or None,
        },
        "group": None if name in (None, OVERALL) else f"{name}={value}",
        "value": None if is_unknown else score,
        "value_text": written(details["score"]),
        "stderr": amount(mapping(uncertainty.get("standard_error")).get("value")),
        "count": amount(uncertainty.get("num_samples")),
    }


def _distinctions(result: dict[str, Any], place: int) -> dict[str, Any]:
    config = mapping(result.get("metric_config"))
    return {
        "evaluation_description": config.get("evaluation_description"),
        "evaluation_result_id": result.get("evaluation_result_id"),
        "metric_parameters": config.get("metric_parameters"),
        "place": place,
    }


def _told_apart(figures: list[tuple[dict[str, Any], dict[str, Any]]]) -> list[dict[str, Any]]:
    """Return the figures, those with equal identities with DISTINCTIONS added to ``params``."""
    for name in DISTINCTIONS:
        by_identity: dict[str, list[tuple[dict[str, Any], dict[str, Any]]]] = {}
        for entry in figures:
            by_identity.setdefault(_identity(entry[0]), []).append(entry)
        for group in by_identity.values():
            if any(details[name] != group[0][1][name] for _, details in group):
                for figure, details in group:
                    figure["params"][name] = details[name]
    return [figure for figure, _ in figures]


def _identity(figure: dict[str, Any]) -> str:
    return json.dumps([figure[name] for name in ("scorer", "metric", "params", "group")])
