"""Output items: what was asked, what came back, and what each grader found."""

import hashlib
import json
import re
from typing import Any

from evalstore.ingest.values import (
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
# The service puts one behind the name of a grader.
IDENTIFIER = re.compile(r"[ _-][0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
FIELD = re.compile(r"\{\{\s*item\.(\w+)\s*\}\}")
# Of stored completions the item holds what was replied, which is no part of the question.
REPLIED = "sample"
WRONG, ERROR, UNDETERMINED = "wrong", "error", "undetermined"
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
    canonical = json.dumps(asked, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()[:CASE_DIGITS]


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


def grader_of(result: dict[str, Any]) -> str | None:
    """
    Return a grader's name without the identifier behind it.

    >>> grader_of({"name": "String check-a2486074-d803-4445-b431-ad2262e85d47"})
    'String check'
    """
    spoken = name(result.get("name"))
    return None if spoken is None else IDENTIFIER.sub("", spoken) or spoken


def record_of(item: dict[str, Any], evaluation: dict[str, Any]) -> dict[str, Any]:
    """Return an item with its question, reply and verdicts."""
    fields, sample = asked_of(item), mapping(item.get("sample"))
    replies = [_said(one.get("content")) for one in mappings(sample.get("output"))]
    given = mapping(mapping(item.get("datasource_item")).get(REPLIED))
    usage = mapping(sample.get("usage"))
    results = [_result(one) for one in mappings(item.get("results")) if grader_of(one)]
    return {
        "messages": [
            {"role": one.get("role"), "content": one.get("content")}
            for one in mappings(sample.get("input"))
        ]
        or None,
        "expected": expected_in(evaluation, fields),
        "attributes": scalars(fields),
        "status": _status(item, results),
        "text": next((one for one in reversed(replies) if one is not None), None)
        or text(given.get("output_text")),
        "error": _error(sample),
        "finish_reason": name(sample.get("finish_reason")),
        "tokens_in": amount(usage.get("prompt_tokens")),
        "tokens_out": amount(usage.get("completion_tokens")),
        "at": amount(item.get("created_at")),
        "results": results,
        "has_sample": bool(sample or given or listed(item.get("results"))),
    }


def _result(result: dict[str, Any]) -> dict[str, Any]:
    sample = mapping(result.get("sample"))
    passed = result.get("passed")
    replies = [_said(one.get("content")) for one in mappings(sample.get("output"))]
    return {
        "validator_id": grader_of(result),
        "passed": passed if isinstance(passed, bool) else None,
        "score": number(result.get("score")),
        "error": _error(sample),
        "model": name(sample.get("model")),
        "reply": next((one for one in reversed(replies) if one is not None), None),
    }


def outcome_of(result: dict[str, Any]) -> str:
    """
    Return what a grader found; where it broke down it failed nobody.

    >>> outcome_of({"passed": False, "error": None}), outcome_of({"passed": False, "error": "429"})
    ('wrong', 'error')
    """
    if result["error"] is not None:
        return ERROR
    return {True: "right", False: WRONG}.get(result["passed"], "unscored")


def _status(item: dict[str, Any], results: list[dict[str, Any]]) -> str | None:
    """Return what became of the item; what only graders that broke down failed, nobody knows."""
    status = STATUSES.get(str(item.get("status")))
    outcomes = {outcome_of(one) for one in results}
    return (
        UNDETERMINED if status == WRONG and ERROR in outcomes and WRONG not in outcomes else status
    )


def _said(content: Any) -> str | None:
    r"""
    Return the text of a message; of several parts those that are text, each on lines of its own.

    >>> _said([{"type": "output_text", "text": "a"}, {"type": "image"}, {"text": "b"}]), _said([])
    ('a\nb', None)
    """
    parts = [text(one.get("text")) for one in mappings(content)]
    return text(content) or "\n".join(one for one in parts if one) or None


def _error(sample: dict[str, Any]) -> str | None:
    """Return what the service says went wrong; an error without a code and a message is none."""
    error = mapping(sample.get("error"))
    said = [text(error.get(field)) for field in ("code", "message")]
    return ": ".join(one for one in said if one) or None
