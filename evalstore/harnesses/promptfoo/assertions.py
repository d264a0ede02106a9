"""Assertions of a row as entries: a validator for each, and for each named score."""

from collections import Counter
from typing import Any

from evalstore.harnesses.numbered import numbered
from evalstore.harnesses.promptfoo.components import ASSERTION_SET, Component
from evalstore.harnesses.values import mapping, name, number, text, whole

SUCCESS, SCORE, ASSERTION, METRIC = "success", "score", "assert", "metric"
KEPT_LENGTH_MAX = 1000
# promptfoo's reasons for an assertion whose code failed; it counts as a failed assertion.
THREW = (
    "Custom function threw error",
    "Python code execution failed",
    "Ruby code execution failed",
)
KEPT = ("type", "value", "metric", "weight", "threshold", "description")


def component_entries(
    row_components: list[Component], row: dict[str, Any]
) -> list[dict[str, Any]]:
    """
    Return an entry for each assertion of a row, in order.

    The validator is ``assert.TYPE``, or ``assert.TYPE.METRIC`` if the assertion names a metric;
    repetitions of a name are numbered in order, as in ``assert.contains#2``.
    """
    seen: Counter[str] = Counter()
    entries = []
    for component in row_components:
        validator_id = numbered(_validator_id(component), seen)
        reason = text(component.found.get("reason"))
        entries.append(
            {
                "validator_id": validator_id,
                "pass": component.passed,
                "score": number(component.found.get("score")),
                "reason": reason,
                "assertion": _kept(component.assertion) or None,
                "judge": _judge(component, row),
                "has_failed": component.has_failed or None,
                "is_unscored": component.is_unscored or None,
                "is_member": component.is_member or None,
                "is_set": component.is_set or None,
                "is_metric_only": component.is_metric_only or None,
                "has_thrown": True if reason is not None and reason.startswith(THREW) else None,
            }
        )
    return entries


def is_undecided(row_components: list[Component], row: dict[str, Any]) -> bool:
    """
    Return True if it is unknown whether a row passed.

    Such a row failed only by assertions without a grade, or passed with one of them.
    """
    deciding = [component for component in row_components if not component.is_metric_only]
    if row.get("success") is True:
        return any(component.is_ungraded and component.passed for component in deciding)
    failed = [component for component in deciding if component.passed is not True]
    return bool(failed) and all(component.is_ungraded for component in failed)


def has_ungraded_share(row_components: list[Component]) -> bool:
    """Return True if an assertion without a grade contributes to the score of a row."""
    return any(
        component.is_ungraded
        and not component.is_metric_only
        and number(component.assertion.get("weight")) != 0
        for component in row_components
    )


def named_entries(
    row_components: list[Component], row: dict[str, Any], infinite: dict[str, str]
) -> list[dict[str, Any]]:
    """
    Return an entry for each named score of a row, with its weight if the row has one.

    ``infinite`` has the infinite scores that were repaired. A score with an assertion without a
    grade is marked: its number is promptfoo's, and not a grade.
    """
    grading = mapping(row.get("gradingResult"))
    weights = mapping(grading.get("namedScoreWeights"))
    ungraded = {
        name(component.assertion.get("metric"))
        for component in row_components
        if component.is_ungraded
    }
    return [
        {
            "validator_id": metric_id(metric),
            "value": number(value),
            "value_text": infinite.get(f"namedScores.{metric}"),
            "weight": number(weights.get(metric)),
            "is_ungraded": metric in ungraded or None,
        }
        for metric, value in mapping(row.get("namedScores")).items()
    ]


def metric_id(metric: str) -> str:
    """
    Return the validator's name of a named score.

    >>> metric_id("Tone of voice")
    'metric.Tone of voice'
    """
    return f"{METRIC}.{name(metric) or 'unnamed'}"


def _validator_id(component: Component) -> str:
    assertion = component.assertion
    kind = name(assertion.get("type")) or (ASSERTION_SET if component.is_set else "unnamed")
    metric = name(assertion.get("metric"))
    return f"{ASSERTION}.{kind}" if metric is None else f"{ASSERTION}.{kind}.{metric}"


def _kept(assertion: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that identify the assertion, without long texts."""
    return {
        field: value
        for field in KEPT
        if (value := assertion.get(field)) is not None
        and (
            isinstance(value, bool)
            or number(value) is not None
            or (isinstance(value, str) and len(value) <= KEPT_LENGTH_MAX)
        )
    }


def _judge(component: Component, row: dict[str, Any]) -> dict[str, Any] | None:
    """Return the model that graded; None if no tokens were spent."""
    usage = mapping(component.found.get("tokensUsed"))
    if not whole(usage.get("total")):
        return None
    options = mapping(mapping(row.get("testCase")).get("options"))
    provider = component.assertion.get("provider") or options.get("provider")
    model = provider if isinstance(provider, str) else mapping(provider).get("id")
    return {
        "model": name(model),
        "tokens_in": whole(usage.get("prompt")),
        "tokens_out": whole(usage.get("completion")),
    }
