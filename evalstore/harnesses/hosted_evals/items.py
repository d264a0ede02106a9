"""Records of output items: question, reply, and the verdict of each grader."""

import re
from collections.abc import Iterator
from typing import Any

from evalstore.harnesses import event_records
from evalstore.harnesses.case_ids import question_digest
from evalstore.harnesses.hosted_evals.grader_names import GraderNames, without_identifier
from evalstore.harnesses.values import (
    amount,
    listed,
    mapping,
    mappings,
    name,
    number,
    scalars,
    text,
)

CASE_DIGITS = 16
FIELD = re.compile(r"\{\{\s*item\.(\w+)\s*\}\}")
# The field in which items of stored completions have the reply; it is not part of the question.
REPLIED = "sample"
WRONG, ERROR, UNDETERMINED, UNSCORED = "wrong", "error", "undetermined", "unscored"
LABEL_MODEL, SCORE_MODEL = "label_model", "score_model"
REASONS = {
    "right": "passed every grader",
    WRONG: "failed a grader",
    UNDETERMINED: "a grader broke down, and no other failed it",
    ERROR: "the item has the status error",
}
REPLY_LENGTH_MAX = 4000
# Times of the service that are likely.
SECONDS_MIN, SECONDS_MAX = 1e9, 4e9
DIGIT = re.compile(r"\d")
# The field that the reader adds to an item, with its infinite scores by place of the result.
INFINITE_SCORES = "evalstore_infinite_scores"
STATUSES = {"pass": "right", "passed": "right", "fail": "wrong", "failed": "wrong",
            "error": "error", "errored": "error"}  # fmt: skip


def case_id_of(item: dict[str, Any]) -> str:
    """
    Return 16 digits of the SHA-256 of the question, which are the same in every run.

    An item without a question gets ``item-`` and its id in the data source.

    >>> case_id_of({"datasource_item": {"b": 1, "a": 2}, "datasource_item_id": 7}) == case_id_of(
    ...     {"datasource_item": {"a": 2, "b": 1}, "datasource_item_id": 8})
    True
    """
    question = asked_of(item)
    if not question:
        return f"item-{item.get('datasource_item_id')}"
    return question_digest(question, CASE_DIGITS)


def question_of(item: dict[str, Any]) -> str:
    """
    Return a digest that distinguishes items with the same case id.

    It is that of the messages if the item has no question fields, else empty.
    """
    if asked_of(item):
        return ""
    return question_digest(mapping(item.get("sample")).get("input"))


def asked_of(item: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of the question."""
    fields = mapping(item.get("datasource_item"))
    return {key: value for key, value in fields.items() if key != REPLIED}


def expected_in(evaluation: dict[str, Any], fields: dict[str, Any]) -> Any:
    """Return the value of the item's field that a grader names as reference; else None."""
    for criterion in mappings(evaluation.get("testing_criteria")):
        reference = criterion.get("reference")
        match = FIELD.fullmatch(reference.strip()) if isinstance(reference, str) else None
        if match is not None and match[1] in fields:
            return fields[match[1]]
    return None


def record_of(
    item: dict[str, Any], evaluation: dict[str, Any], graders: GraderNames
) -> dict[str, Any]:
    """
    Return the record of an item with its question, reply and verdicts.

    The criteria of ``evaluation`` determine the right answer and valid replies of grading models.
    """
    fields, sample = asked_of(item), mapping(item.get("sample"))
    replies = [_said(entry.get("content")) for entry in mappings(sample.get("output"))]
    completion = mapping(mapping(item.get("datasource_item")).get(REPLIED))
    usage = mapping(sample.get("usage"))
    criteria = {
        without_identifier(str(entry.get("name"))): entry
        for entry in mappings(evaluation.get("testing_criteria"))
    }
    infinite = item.get(INFINITE_SCORES) or {}
    graded = [mapping(entry) for entry in listed(item.get("results"))]
    results = [
        _result(
            entry,
            grader,
            criteria.get(without_identifier(str(entry.get("name"))), {}),
            infinite.get(str(at)),
        )
        for at, (entry, grader) in enumerate(
            zip(graded, graders.called([entry.get("name") for entry in graded]), strict=True)
        )
        if grader is not None
    ]
    reply = next((entry for entry in reversed(replies) if entry is not None), None)
    text_replied = completion.get("output_text")
    return {
        "messages": [
            {"role": entry.get("role"), "content": entry.get("content")}
            for entry in mappings(sample.get("input"))
        ]
        or None,
        "expected": expected_in(evaluation, fields),
        "attributes": scalars(fields),
        "status": _status(item, results),
        "text": text_replied if reply is None and isinstance(text_replied, str) else reply,
        "error": _error(sample),
        "finish_reason": name(sample.get("finish_reason")),
        "tokens_in": amount(usage.get("prompt_tokens")),
        "tokens_out": amount(usage.get("completion_tokens")),
        "at": amount(item.get("created_at")),
        "results": results,
    }


def events_of(
    item: dict[str, Any], case_id: str, suite: str, system_id: str
) -> Iterator[event_records.Event]:
    """
    Yield the events of an item's record: its case, the reply, a verdict of each grader.

    A grader passes or fails by a threshold of its own; its score is the verdict's ``value``. The
    last verdict is that of ``item``, the status of the whole item, if it has one.
    """
    yield event_records.case(
        {
            "case_id": case_id, "domain": suite, "generator": "hosted_evals",
            "messages": item["messages"], "expected": item["expected"],
            "attributes": item["attributes"],
        }
    )  # fmt: skip
    place = {"case_id": case_id, "system_id": system_id}
    yield event_records.attempt({**place, **_reply(item)}, time_of(item["at"]))
    for result in item["results"]:
        yield event_records.verdict({**place, **_verdict(result)})
    if item["status"] is not None:
        yield event_records.verdict(
            {
                **place, "validator_id": "item", "outcome": item["status"], "is_rating": True,
                "reason": REASONS[item["status"]],
            }
        )  # fmt: skip


def time_of(seconds: float | None) -> str | None:
    """Return a time of the service; None if it is not between 2001 and 2096."""
    is_likely = seconds is not None and SECONDS_MIN <= seconds <= SECONDS_MAX
    return event_records.time_of(seconds) if is_likely else None


def _reply(item: dict[str, Any]) -> dict[str, Any]:
    """Return status, text and cost of a reply; it is missing if it has no text and no grade."""
    status = "ok"
    if item["error"] is not None or item["status"] == ERROR:
        status = "error"
    elif not item["text"] and item["status"] is None and not item["results"]:
        status = "missing"
    error = "the item has the status error" if item["status"] == ERROR else None
    return {
        "status": status,
        "text": item["text"],
        "text_status": "not_kept" if item["text"] is None and status == "ok" else None,
        "finish_reason": item["finish_reason"],
        "tokens_in": event_records.as_integer(item["tokens_in"]),
        "tokens_out": event_records.as_integer(item["tokens_out"]),
        "error": error if item["error"] is None else item["error"],
    }


def _verdict(result: dict[str, Any]) -> dict[str, Any]:
    score, is_unread, reply = result["score"], result["is_unread"], result["reply"]
    reasons = (
        result["error"],
        f"no grade could be read from {(reply or '')[:REPLY_LENGTH_MAX]}" if is_unread else None,
        f"the score is {result['score_text']}, which no mean can hold"
        if result["score_text"] is not None
        else None,
        None if reply is None else reply[:REPLY_LENGTH_MAX],
        None if score is None else f"the score is {score}",
    )
    is_ungraded = is_unread or result["error"] is not None
    return {
        "validator_id": result["validator_id"],
        "outcome": outcome_of(result),
        "value": None if is_unread else score,
        "scorer_value": (score or 0.0) if is_ungraded else None,
        "reason": next((reason for reason in reasons if reason is not None), None),
        "judge": None if result["model"] is None else {"model": result["model"]},
    }


def _result(
    result: dict[str, Any], grader: str, criterion: dict[str, Any], score_text: str | None
) -> dict[str, Any]:
    sample = mapping(result.get("sample"))
    passed = result.get("passed")
    replies = [_said(entry.get("content")) for entry in mappings(sample.get("output"))]
    reply = next((entry for entry in reversed(replies) if entry is not None), None)
    return {
        "validator_id": grader,
        "passed": passed if isinstance(passed, bool) else None,
        "score": number(result.get("score")),
        "score_text": score_text,
        "error": _error(sample),
        "model": name(sample.get("model")),
        "reply": reply,
        "is_unread": is_unread(passed, reply, criterion),
    }


def is_unread(passed: object, reply: str | None, criterion: dict[str, Any]) -> bool:
    """
    Return whether the reply of a grading model has no grade: none of its labels, or no number.

    >>> is_unread(False, "who knows", {"type": "label_model", "labels": ["good", "bad"]})
    True
    >>> is_unread(False, '{"result": "bad"}', {"type": "label_model", "labels": ["good", "bad"]})
    False
    >>> is_unread(False, "quite polite", {"type": "score_model"})
    True
    """
    if passed is True or reply is None:
        return False
    if criterion.get("type") == LABEL_MODEL:
        labels = [label for label in listed(criterion.get("labels")) if isinstance(label, str)]
        return bool(labels) and not any(label.lower() in reply.lower() for label in labels)
    return criterion.get("type") == SCORE_MODEL and not DIGIT.search(reply)


def outcome_of(result: dict[str, Any]) -> str:
    """
    Return the outcome of a grader's result; an error of the grader is not a failure of the item.

    >>> outcome_of({"passed": False, "error": None}), outcome_of({"passed": False, "error": "429"})
    ('wrong', 'error')
    """
    if result["error"] is not None:
        return ERROR
    if result.get("is_unread"):
        return UNSCORED
    return {True: "right", False: WRONG}.get(result["passed"], UNSCORED)


def _status(item: dict[str, Any], results: list[dict[str, Any]]) -> str | None:
    """Return the outcome of an item; undetermined if only graders without a verdict failed it."""
    status = STATUSES.get(str(item.get("status")))
    outcomes = {outcome_of(result) for result in results}
    is_open = status == WRONG and outcomes & {ERROR, UNSCORED} and WRONG not in outcomes
    return UNDETERMINED if is_open else status


def _said(content: Any) -> str | None:
    r"""
    Return the text of a message; text parts of a list are joined by line breaks.

    >>> _said([{"type": "output_text", "text": "a"}, {"type": "image"}, {"text": "b"}]), _said([])
    ('a\nb', None)
    """
    parts = [text(part.get("text")) for part in mappings(content)]
    if isinstance(content, str):
        return content
    return "\n".join(part for part in parts if part) or None


def _error(sample: dict[str, Any]) -> str | None:
    """Return the code and message of the service's error; None if it has neither."""
    error = mapping(sample.get("error"))
    parts = [text(error.get(field)) for field in ("code", "message")]
    return ": ".join(part for part in parts if part) or None
