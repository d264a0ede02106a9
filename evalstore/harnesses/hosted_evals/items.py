"""Output items: what was asked, what came back, and what each grader found."""

import re
from typing import Any

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
# Of stored completions the item holds what was replied, which is no part of the question.
REPLIED = "sample"
WRONG, ERROR, UNDETERMINED, UNSCORED = "wrong", "error", "undetermined", "unscored"
LABEL_MODEL, SCORE_MODEL = "label_model", "score_model"
DIGIT = re.compile(r"\d")
# Where an item that was read keeps which of its scores were infinite, by the place of the result.
INFINITE_SCORES = "evalstore_infinite_scores"
STATUSES = {"pass": "right", "passed": "right", "fail": "wrong", "failed": "wrong",
            "error": "error", "errored": "error"}  # fmt: skip


def case_id_of(item: dict[str, Any]) -> str:
    """
    Return 16 digits of the SHA-256 of the question, so that it is the same case in every run.

    >>> case_id_of({"datasource_item": {"b": 1, "a": 2}, "datasource_item_id": 7}) == case_id_of(
    ...     {"datasource_item": {"a": 2, "b": 1}, "datasource_item_id": 8})
    True
    """
    asked = asked_of(item)
    if not asked:
        return f"item-{item.get('datasource_item_id')}"
    return question_digest(asked, CASE_DIGITS)


def question_of(item: dict[str, Any]) -> str:
    """Return what tells items of one case apart: without fields, the messages do."""
    if asked_of(item):
        return ""
    return question_digest(mapping(item.get("sample")).get("input"))


def asked_of(item: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of the question."""
    fields = mapping(item.get("datasource_item"))
    return {key: value for key, value in fields.items() if key != REPLIED}


def expected_in(evaluation: dict[str, Any], fields: dict[str, Any]) -> Any:
    """Return the field that graders compare with, where they name one; else None."""
    for criterion in mappings(evaluation.get("testing_criteria")):
        reference = criterion.get("reference")
        found = FIELD.fullmatch(reference.strip()) if isinstance(reference, str) else None
        if found is not None and found[1] in fields:
            return fields[found[1]]
    return None


def record_of(
    item: dict[str, Any], evaluation: dict[str, Any], graders: GraderNames
) -> dict[str, Any]:
    """Return an item with its question, reply and verdicts; the eval's criteria say what fits."""
    fields, sample = asked_of(item), mapping(item.get("sample"))
    replies = [_said(one.get("content")) for one in mappings(sample.get("output"))]
    given = mapping(mapping(item.get("datasource_item")).get(REPLIED))
    usage = mapping(sample.get("usage"))
    criteria = {
        without_identifier(str(one.get("name"))): one
        for one in mappings(evaluation.get("testing_criteria"))
    }
    infinite = item.get(INFINITE_SCORES) or {}
    found = [mapping(one) for one in listed(item.get("results"))]
    results = [
        _result(
            one,
            grader,
            criteria.get(without_identifier(str(one.get("name"))), {}),
            infinite.get(str(at)),
        )
        for at, (one, grader) in enumerate(
            zip(found, graders.called([one.get("name") for one in found]), strict=True)
        )
        if grader is not None
    ]
    said = next((one for one in reversed(replies) if one is not None), None)
    return {
        "messages": [
            {"role": one.get("role"), "content": one.get("content")}
            for one in mappings(sample.get("input"))
        ]
        or None,
        "expected": expected_in(evaluation, fields),
        "attributes": scalars(fields),
        "status": _status(item, results),
        "text": given.get("output_text")
        if said is None and isinstance(given.get("output_text"), str)
        else said,
        "error": _error(sample),
        "finish_reason": name(sample.get("finish_reason")),
        "tokens_in": amount(usage.get("prompt_tokens")),
        "tokens_out": amount(usage.get("completion_tokens")),
        "at": amount(item.get("created_at")),
        "results": results,
    }


def _result(
    result: dict[str, Any], grader: str, criterion: dict[str, Any], score_text: str | None
) -> dict[str, Any]:
    sample = mapping(result.get("sample"))
    passed = result.get("passed")
    replies = [_said(one.get("content")) for one in mappings(sample.get("output"))]
    reply = next((one for one in reversed(replies) if one is not None), None)
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
    Say whether what a grading model replied is no grade: none of its labels, or no number.

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
        labels = [one for one in listed(criterion.get("labels")) if isinstance(one, str)]
        return bool(labels) and not any(one.lower() in reply.lower() for one in labels)
    return criterion.get("type") == SCORE_MODEL and not DIGIT.search(reply)


def outcome_of(result: dict[str, Any]) -> str:
    """
    Return what a grader found; where it broke down it failed nobody.

    >>> outcome_of({"passed": False, "error": None}), outcome_of({"passed": False, "error": "429"})
    ('wrong', 'error')
    """
    if result["error"] is not None:
        return ERROR
    if result.get("is_unread"):
        return UNSCORED
    return {True: "right", False: WRONG}.get(result["passed"], UNSCORED)


def _status(item: dict[str, Any], results: list[dict[str, Any]]) -> str | None:
    """Return what became of the item; what only graders that broke down failed, nobody knows."""
    status = STATUSES.get(str(item.get("status")))
    outcomes = {outcome_of(one) for one in results}
    is_open = status == WRONG and outcomes & {ERROR, UNSCORED} and WRONG not in outcomes
    return UNDETERMINED if is_open else status


def _said(content: Any) -> str | None:
    r"""
    Return the text of a message; of several parts those that are text, each on lines of its own.

    >>> _said([{"type": "output_text", "text": "a"}, {"type": "image"}, {"text": "b"}]), _said([])
    ('a\nb', None)
    """
    parts = [text(one.get("text")) for one in mappings(content)]
    if isinstance(content, str):
        return content
    return "\n".join(one for one in parts if one) or None


def _error(sample: dict[str, Any]) -> str | None:
    """Return what the service says went wrong; an error without a code and a message is none."""
    error = mapping(sample.get("error"))
    said = [text(error.get(field)) for field in ("code", "message")]
    return ": ".join(one for one in said if one) or None
