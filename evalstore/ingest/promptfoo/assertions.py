"""The assertions of a row: a validator for each, and what promptfoo's own scores are named."""

from collections import Counter
from typing import Any

from evalstore.ingest.values import mapping, mappings, name, number, text, whole

SUCCESS, SCORE, ASSERTION, METRIC = "success", "score", "assert", "metric"
# A set has no assertion of its own, and stands before its members.
ASSERTION_SET = "assert-set"
KEPT_LENGTH_MAX = 1000
# What promptfoo writes where an assertion's own code failed; it counts as a failed assertion.
THREW = (
    "Custom function threw error",
    "Python code execution failed",
    "Ruby code execution failed",
)
KEPT = ("type", "value", "metric", "weight", "threshold", "description")


def component_entries(row: dict[str, Any]) -> list[dict[str, Any]]:
    """
    Return an entry for each assertion of a row, in its order.

    The validator is ``assert.TYPE``, or ``assert.TYPE.METRIC`` where the assertion names a
    metric; several of one name are numbered in their order, as in ``assert.contains#2``.
    """
    seen: Counter[str] = Counter()
    entries = []
    for component in mappings(mapping(row.get("gradingResult")).get("componentResults")):
        if not isinstance(component.get("pass"), bool):
            continue
        assertion = mapping(component.get("assertion"))
        validator_id = _validator_id(assertion, component)
        seen[validator_id] += 1
        if seen[validator_id] > 1:
            validator_id = f"{validator_id}#{seen[validator_id]}"
        reason = text(component.get("reason"))
        entries.append(
            {
                "validator_id": validator_id,
                "pass": component["pass"],
                "score": number(component.get("score")),
                "reason": reason,
                "assertion": _kept(assertion) or None,
                "judge": _judge(assertion, component, row),
                "has_failed": has_failed_grader(component) or None,
                "has_thrown": True if reason is not None and reason.startswith(THREW) else None,
            }
        )
    return entries


def has_failed_grader(component: dict[str, Any]) -> bool:
    """
    Say whether the model that was to grade gave no grade, which promptfoo counts as a failure.

    >>> has_failed_grader({"pass": False, "metadata": {"graderError": True}})
    True
    """
    return mapping(component.get("metadata")).get("graderError") is True


def is_undecided(row: dict[str, Any]) -> bool:
    """Say whether a row failed by assertions alone whose grader failed."""
    components = mappings(mapping(row.get("gradingResult")).get("componentResults"))
    failed = [component for component in components if component.get("pass") is False]
    return (
        row.get("success") is False
        and bool(failed)
        and all(has_failed_grader(component) for component in failed)
    )


def named_entries(row: dict[str, Any]) -> list[dict[str, Any]]:
    """Return an entry for each named score of a row, with its weight where the row has one."""
    grading = mapping(row.get("gradingResult"))
    weights = mapping(grading.get("namedScoreWeights"))
    return [
        {
            "validator_id": metric_id(metric),
            "value": number(value),
            "weight": number(weights.get(metric)),
        }
        for metric, value in mapping(row.get("namedScores")).items()
    ]


def metric_id(metric: str) -> str:
    """
    Name the validator of a named score.

    >>> metric_id("Tone of voice")
    'metric.Tone of voice'
    """
    return f"{METRIC}.{name(metric) or 'unnamed'}"


def _validator_id(assertion: dict[str, Any], component: dict[str, Any]) -> str:
    kind = name(assertion.get("type")) or "unnamed"
    if not assertion and mapping(component.get("metadata")).get("assertionSet"):
        kind = ASSERTION_SET
    metric = name(assertion.get("metric"))
    return f"{ASSERTION}.{kind}" if metric is None else f"{ASSERTION}.{kind}.{metric}"


def _kept(assertion: dict[str, Any]) -> dict[str, Any]:
    """Return what says which assertion it was, without long texts."""
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


def _judge(
    assertion: dict[str, Any], component: dict[str, Any], row: dict[str, Any]
) -> dict[str, Any] | None:
    """Return the model that graded, where tokens were spent on it."""
    usage = mapping(component.get("tokensUsed"))
    if not whole(usage.get("total")):
        return None
    options = mapping(mapping(row.get("testCase")).get("options"))
    provider = assertion.get("provider") or options.get("provider")
    model = provider if isinstance(provider, str) else mapping(provider).get("id")
    return {
        "model": name(model),
        "tokens_in": whole(usage.get("prompt")),
        "tokens_out": whole(usage.get("completion")),
    }
