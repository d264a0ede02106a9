"""
The events of a line of samples: its case, the reply, and the verdict of its metric.

A line is a verdict; its reply is recorded once. Lines that evalstore wrote have more in ``noted``,
their ``metadata``: attempt, validator, outcome, confidence and slices. It is empty in the lines of
other tools.
"""

import math
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import orjson

from evalstore.harnesses import event_records
from evalstore.harnesses.event_records import HALF, as_text
from evalstore.harnesses.every_eval_ever.aggregate import SECONDS_MAX
from evalstore.harnesses.non_finite import INFINITE, NAN
from evalstore.harnesses.values import listed, mapping

OF_CASES = ("label", "cluster_id", "session_id", "severity")
BOOLEANS = {"true": True, "false": False, "1": True, "0": False}


def time_of(seconds: float | None) -> str | None:
    """
    Return whole seconds since 1970 as a time in UTC; None if they are not valid.

    >>> time_of(1706000000.5), time_of(-1)
    ('2024-01-23T08:53:20Z', None)
    """
    if seconds is None or not 0 <= seconds <= SECONDS_MAX:
        return None
    return f"{datetime.fromtimestamp(int(seconds), UTC):%Y-%m-%dT%H:%M:%SZ}"


def sample_events(
    record: dict[str, Any], shown: dict[str, list[str]]
) -> Iterator[event_records.Event]:
    """Yield the events of a record; ``shown`` has the names of metrics by kind of scale."""
    noted = {name: as_text(value) for name, value in record["noted"].items()}
    place = {
        "case_id": record["case_id"],
        "system_id": record["system_id"],
        "attempt": record["attempt"],
    }
    if record["is_first"]:
        yield event_records.case(_case(record, noted))
    status = noted.get("status")
    if status is None:
        status = "ok" if record["sample"]["error"] is None else "error"
    if record["is_new_reply"]:
        yield event_records.attempt({**place, **_reply(record, noted, status)})
    # A reply that never came has no verdict: it counts as wrong without one.
    if status == "ok" or noted.get("outcome") is not None:
        yield event_records.verdict({**place, **_verdict(record, noted, shown)})


def _case(record: dict[str, Any], noted: dict[str, str | None]) -> dict[str, Any]:
    sample = record["sample"]
    references = [as_text(value) for value in listed(sample["input"].get("reference"))]
    domain, messages = noted.get("domain"), noted.get("messages")
    choices = sample["input"].get("choices")
    if domain is None and not record["is_own"]:
        domain = sample["evaluation_name"]
    return {
        "case_id": record["case_id"],
        "domain": domain,
        "generator": "every_eval_ever",
        "prompt": sample["input"]["raw"] if messages is None else None,
        "messages": None if messages is None else orjson.loads(messages),
        "choices": None if choices is None else [as_text(choice) for choice in choices],
        "expected": references[0] if len(references) == 1 else references or None,
        **{name: noted.get(name) for name in OF_CASES},
        "is_canary": True if noted.get("is_canary") == "true" else None,
        "attributes": {name: as_text(value) for name, value in record["attributes"].items()}
        or None,
    }


def _reply(record: dict[str, Any], noted: dict[str, str | None], status: str) -> dict[str, Any]:
    sample = record["sample"]
    messages = sample.get("messages")
    raw = listed(mapping(sample.get("output")).get("raw"))
    text = as_text(raw[0]) if raw else None
    text_status = noted.get("text_status")
    # Each line is a verdict, so an answer without a text has one.
    if status == "ok" and not record["is_own"] and text is None and messages is None:
        text_status = "not_kept"
    final: dict[str, Any] = next(
        (
            attribution
            for attribution in listed(sample.get("answer_attribution"))
            if isinstance(attribution.get("is_terminal"), int | float)
            and attribution["is_terminal"]
        ),
        {},
    )
    usage, latency = mapping(sample.get("token_usage")), mapping(sample.get("performance"))
    latency_ms = latency.get("latency_ms")
    return {
        "status": status,
        "text": noted.get("text") if text is None else text,
        "text_status": text_status,
        "turns": messages,
        "answer": as_text(final.get("extracted_value")),
        "confidence": _number(noted.get("confidence")),
        "confidence_kind": noted.get("confidence_kind"),
        "latency_ms": None if latency_ms is None else float(latency_ms),
        "tokens_in": event_records.as_integer(usage.get("input_tokens")),
        "tokens_out": event_records.as_integer(usage.get("output_tokens")),
        "error": None if sample["error"] == status else sample["error"],
        "raw_fields": record["raw_fields"],
    }


def _verdict(
    record: dict[str, Any], noted: dict[str, str | None], shown: dict[str, list[str]]
) -> dict[str, Any]:
    judged, name = record["sample"]["evaluation"], record["validator_id"]
    score = None if judged["score"] is None else float(judged["score"])
    is_share = score is not None and 0 <= score <= 1
    common = {"is_rating": BOOLEANS.get(noted.get("is_rating") or "")}
    text = judged.get("score_text")
    unwritten = None if text == NAN else text
    if noted.get("outcome") is not None:
        scorer_value = unwritten if score is None else None if is_share else score
        return {
            "validator_id": name,
            "outcome": noted["outcome"],
            "score": score if is_share and noted["outcome"] != "abstained" else None,
            "scorer_value": scorer_value,
            **common,
        }
    is_measured, is_binary = name in shown["measuring"], name in shown["binary"]
    is_known = record["is_of_metric"] and not record["is_unknown"]
    is_correct = judged["is_correct"]
    # A full score or none says right or wrong as `is_correct` does, or not at all; between them it
    # is a share, of which tools that grade never say that it is correct, as some do not of a full
    # one. Of a binary metric `is_correct` decides, not a number.
    is_extreme = score in (0, 1)
    is_contradicted = name not in shown["grading"] and is_extreme and (score == 1) != is_correct
    is_number_only = not is_share or (is_binary and not is_extreme) or is_contradicted
    is_scored = is_known and not is_measured and not is_number_only
    has_value = is_measured and not record["is_unknown"]
    is_beside = not is_known or (is_number_only and not is_measured)
    verdict = "right" if is_correct else "wrong"
    if not is_known or score is None:
        outcome = "unscored"
    elif is_measured:
        outcome = "measured"
    elif not is_number_only:
        outcome = "right" if score >= HALF else "wrong"
    else:
        outcome = verdict if is_binary or is_share else "unscored"
    return {
        "validator_id": name,
        "outcome": outcome,
        "score": score if is_scored else None,
        "value": score if has_value else None,
        "scorer_value": unwritten if score is None else score if is_beside else None,
        "is_correct": is_correct,
        **common,
        "reason": _reason(
            record, score, is_plain=is_measured or not is_number_only,
            is_decided=is_binary or is_share,
        ),
    }  # fmt: skip


def _reason(
    record: dict[str, Any], score: float | None, *, is_plain: bool, is_decided: bool
) -> str:
    judged = record["sample"]["evaluation"]
    text = judged.get("score_text")
    word = "correct" if judged["is_correct"] else "wrong"
    reasons = (
        (
            not record["is_of_metric"] and score is not None,
            (
                f"it names none of the record's results, so what its score of {score} is of "
                "nobody knows"
            ),
        ),
        (text in INFINITE, f"the metric gave {text}, which is infinite"),
        (score is None, f"the metric gave {text or 'nothing'}, which is no number"),
        (record["is_unknown"], f"{score} is what the metric has for an unknown level"),
        (is_plain, f"the metric gave {score}"),
        (is_decided, f"said to be {word}, with a score of {score}"),
        (True, f"the metric gave {score}, outside 0 to 1"),
    )
    return next(reason for holds, reason in reasons if holds)


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if math.isfinite(number) else None
