"""
The events of a test case: the case, the reply, and its verdicts.

``success`` is the verdict that decides. Each metric has two validators: ``metric.NAME`` is right
if DeepEval passed it, with a threshold from which some metrics pass upwards and others downwards;
``score.NAME`` has the number, measured unless ``[scales]`` declares it a share. A metric without a
score failed to run, which is not a wrong answer.
"""

from collections.abc import Iterator
from typing import Any

from evalstore.harnesses import event_records
from evalstore.harnesses.deepeval.deepeval_figures import METRIC, SCORE, SUCCESS

CASE = (
    "prompt", "expected", "context", "expected_tools", "user_description", "comments", "tags",
    "attributes",
)  # fmt: skip
REPLY = (
    "turns", "retrieval_context", "tools_called", "latency_ms", "tokens_in", "tokens_out",
    "cost_usd", "repairs",
)  # fmt: skip
JUDGE = ("model", "tokens_in", "tokens_out", "cost_usd")


def case_events(
    case: dict[str, Any], place: dict[str, Any], suite: str, shares: list[str]
) -> Iterator[event_records.Event]:
    """
    Yield the events of a test case.

    ``place`` has the ids of case and system, and the attempt; ``shares`` the validators whose
    numbers are shares.
    """
    if place["attempt"] == 1:
        fields = {name: case[name] for name in CASE}
        identity = {"case_id": place["case_id"], "domain": suite, "description": case["name"]}
        yield event_records.case({**identity, **fields})
    status = _status(case)
    is_lost = case["text"] is None and status == "ok"
    yield event_records.attempt(
        {
            **place,
            "status": status,
            "text": case["text"],
            "text_status": "not_kept" if is_lost else None,
            **{name: case[name] for name in REPLY},
        }
    )
    if case["success"] is not None:
        yield event_records.verdict({**place, **_success(case)})
    for metric in case["metrics"]:
        yield event_records.verdict({**place, **_passed(metric)})
        if metric["score"] is not None or metric["is_unscored"]:
            is_share = f"{SCORE}.{metric['name']}" in shares
            yield event_records.verdict({**place, **_score(metric, is_share=is_share)})


def _status(case: dict[str, Any]) -> str:
    """Return the status of a reply; it is missing if it has no text and no verdict."""
    if case["success"] is not None or case["metrics"]:
        return "ok"
    return "missing" if case["is_missing"] or case["text"] == "" else "ok"


def _success(case: dict[str, Any]) -> dict[str, Any]:
    """
    Return the verdict of a test case: unknown if every failed metric has no number.

    Flaky metrics do not count.
    """
    failed = [
        metric for metric in case["metrics"] if not metric["is_flaky"] and not metric["success"]
    ]
    outcome = "right" if case["success"] else "wrong"
    if not case["success"] and failed:
        are_open = all(_outcome(metric) in ("error", "unscored") for metric in failed)
        outcome = "error" if are_open else "wrong"
    reason = "all metrics that count passed" if case["success"] else "DeepEval failed it"
    if failed:
        reason = f"failed: {', '.join(metric['name'] for metric in failed)}"
    return {"validator_id": SUCCESS, "outcome": outcome, "is_rating": True, "reason": reason}


def _outcome(metric: dict[str, Any]) -> str:
    """Return the outcome of a metric; one with an error or without a score failed to run."""
    if metric["error"] is not None:
        return "error"
    if metric.get("score_text") is None:
        if metric["is_unscored"]:
            return "unscored"
        if metric["score"] is None:
            return "error"
    elif metric["success"] is None:
        return "unscored" if metric["is_unscored"] else "error"
    return {True: "right", False: "wrong"}.get(metric["success"], "unscored")


def _named(family: str, metric: dict[str, Any]) -> str:
    """Return a metric's validator; from the second of a name on it has a number."""
    number = f"#{metric['number']}" if metric["number"] > 1 else ""
    return f"{family}.{metric['name']}{number}"


def _passed(metric: dict[str, Any]) -> dict[str, Any]:
    reasons = (
        (metric.get("score_text") is not None, f"the metric gave {metric.get('score_text')}"),
        (metric["is_unscored"], "the metric gave no number"),
        (metric["score"] is None, "the metric gave no score"),
        (metric["success"] is None, "DeepEval does not say whether it passed"),
        (True, f"the metric gave {metric['score']}"),
    )
    stated = metric["reason"] if metric["error"] is None else metric["error"]
    is_of_model = metric["model"] is not None or (metric["cost_usd"] or 0) > 0
    has_judge = is_of_model or metric["tokens_in"] is not None
    judge = {name: metric[name] for name in JUDGE if metric[name] is not None}
    return {
        "validator_id": _named(METRIC, metric),
        "outcome": _outcome(metric),
        "reason": next(text for holds, text in reasons if holds) if stated is None else stated,
        "metric_score": metric["score"],
        "threshold": metric["threshold"],
        "is_strict": metric["is_strict"],
        "is_flaky": metric["is_flaky"],
        "judge": judge if has_judge else None,
    }


def _score(metric: dict[str, Any], *, is_share: bool) -> dict[str, Any]:
    score, error, text = metric["score"], metric["error"], metric.get("score_text")
    reasons = (
        (error is not None, f"the metric broke down and gave {score}: {error}"),
        (text is not None, f"the metric gave {text}, which no mean can hold"),
        (score is None, "the metric gave no number"),
        (is_share and not 0 <= (score or 0) <= 1, f"the metric gave {score}, outside 0 to 1"),
        (True, f"the metric gave {score}"),
    )
    return {
        "validator_id": _named(SCORE, metric),
        **event_records.grade(score if error is None else None, is_measured=not is_share),
        "scorer_value": score if error is not None else None,
        "reason": next(reason for holds, reason in reasons if holds),
    }
