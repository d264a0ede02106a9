"""
The events of an instance in one trial: its case, the reply, and a verdict of each metric.

A mean of 0 to 1 is a share, unless its metric measures. A request that failed is no answer, and
what HELM computed for it judges nothing.
"""

from collections.abc import Iterator
from typing import Any

from evalstore.harnesses import event_records
from evalstore.harnesses.helm.instance_stats import RATING
from evalstore.harnesses.non_finite import INFINITE, NAN


def instance_events(
    record: dict[str, Any], case_id: str, measuring: list[str]
) -> Iterator[event_records.Event]:
    """Yield the events of a record; ``measuring`` has the metrics that measure."""
    instance = record["instance"]
    if record["is_first"]:
        yield event_records.case(
            {
                "case_id": case_id,
                "domain": record["domain"],
                "generator": "helm",
                "prompt": instance["prompt"],
                "expected": instance["expected"],
                "choices": instance["choices"],
                "attributes": instance["attributes"],
            }
        )
    attempt = {
        "case_id": case_id,
        "system_id": record["system_id"],
        "attempt": instance["attempt"],
    }
    at = event_records.time_of(instance["at"])
    yield event_records.attempt({**attempt, **_reply(instance)}, at)
    if instance["error"] is None:
        for score in instance["scores"]:
            is_measured = score["validator_id"] in measuring
            yield event_records.verdict({**attempt, **_verdict(score, is_measured=is_measured)})


def _reply(instance: dict[str, Any]) -> dict[str, Any]:
    """
    Return the fields of a reply.

    An empty text is an answer if it was judged, else the answer is missing. For references that
    are requested one by one, no text is expected.
    """
    is_answered = instance["has_result"] and instance["is_separate"]
    status = "missing"
    if instance["error"] is not None:
        status = "error"
    elif instance["scores"] or instance["text"] or is_answered:
        status = "ok"
    is_lost = status == "ok" and instance["text"] is None and not is_answered
    confidence = instance["confidence"]
    return {
        "status": status,
        "text": instance["text"],
        "text_status": "not_kept" if is_lost else None,
        "completions": instance["completions"],
        "answer": instance["answer"],
        "confidence": confidence,
        "confidence_kind": None if confidence is None else "logprob",
        "latency_ms": instance["latency_ms"],
        "tokens_in": event_records.as_integer(instance["tokens_in"]),
        "tokens_out": event_records.as_integer(instance["tokens_out"]),
        "error": instance["error"],
    }


def _verdict(score: dict[str, Any], *, is_measured: bool) -> dict[str, Any]:
    metric, value, objection = score["validator_id"], score["value"], score["objection"]
    text = score["value_text"]
    if objection is not None:
        reason, scorer_value = objection, value
    elif text is not None:
        kind = "infinite" if text in INFINITE else "no number"
        reason, scorer_value = f"the mean is {text}, which is {kind}", text
    elif value is not None:
        reason, scorer_value = f"the mean is {value}", None
    else:
        reason, scorer_value = "HELM counted nothing for this instance", None
    return {
        "validator_id": metric,
        **event_records.grade(value if objection is None else None, is_measured=is_measured),
        "is_rating": True if metric in RATING and not is_measured else None,
        "scorer_value": None if scorer_value == NAN else scorer_value,
        "reason": reason,
    }
