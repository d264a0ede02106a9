"""Figures that an evaluation reports, of each column and of all rows."""

from typing import Any

from evalstore.harnesses.non_finite import figure
from evalstore.harnesses.promptfoo.assertions import ASSERTION, SCORE, SUCCESS, metric_id
from evalstore.harnesses.values import mapping, number, whole

# A column's figures, and the validator of each.
OF_COLUMNS = {
    "testPassCount": SUCCESS,
    "testFailCount": SUCCESS,
    "testErrorCount": SUCCESS,
    "score": SCORE,
    "assertPassCount": ASSERTION,
    "assertFailCount": ASSERTION,
}
OF_ALL = {"successes": SUCCESS, "failures": SUCCESS, "errors": SUCCESS}
NAMED = "namedScores"


def reported(
    prompts: list[dict[str, Any]], systems: dict[int, str], stats: dict[str, Any]
) -> list[dict[str, Any]]:
    """Return the figures of ``results.prompts[].metrics`` and ``results.stats``."""
    figures = [
        {"system_id": systems[column], **entry}
        for column, prompt in enumerate(prompts)
        for entry in _of_column(mapping(prompt.get("metrics")))
    ]
    figures += [
        {"scorer": scorer, "metric": metric, **value}
        for metric, scorer in OF_ALL.items()
        if (value := figure(stats.get(metric))) is not None
    ]
    return figures


def _of_column(metrics: dict[str, Any]) -> list[dict[str, Any]]:
    figures: list[dict[str, Any]] = [
        {"scorer": scorer, "metric": metric, **value}
        for metric, scorer in OF_COLUMNS.items()
        if (value := figure(metrics.get(metric))) is not None
    ]
    counts, weights = mapping(metrics.get("namedScoresCount")), metrics.get("namedScoreWeights")
    for name, value in mapping(metrics.get(NAMED)).items():
        figures.append(
            {
                "scorer": metric_id(name),
                "metric": NAMED,
                **(figure(value) or {"value": None}),
                "assertion_count": whole(counts.get(name)),
                "metric_weight": number(mapping(weights).get(name)),
            }
        )
    return figures


def counts(stats: dict[str, Any]) -> dict[str, int]:
    """
    Return the number of rows, and of those that were judged.

    >>> counts({"successes": 2, "failures": 1, "errors": 4})
    {'samples': 7, 'completed_samples': 3}
    >>> counts({})
    {}
    """
    stated_counts = [whole(stats.get(name)) for name in OF_ALL]
    if any(count is None for count in stated_counts):
        return {}
    successes, failures, errors = (count or 0 for count in stated_counts)
    return {"samples": successes + failures + errors, "completed_samples": successes + failures}
