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
    replies = [text(one.get("content")) for one in mappings(sample.get("output"))]
    given = mapping(mapping(item.get("datasource_item")).get(REPLIED))
    usage = mapping(sample.get("usage"))
    status = STATUSES.get(str(item.get("status")))
    return {
        "messages": [
            {"role": one.get("role"), "content": one.get("content")}
            for one in mappings(sample.get("input"))
        ]
        or None,
        "expected": expected_in(evaluation, fields),
        "attributes": scalars(fields),
        "status": status,
        "text": next((one for one in reversed(replies) if one is not None), None)
        or text(given.get("output_text")),
        "error": _error(sample),
        "finish_reason": name(sample.get("finish_reason")),
        "tokens_in": amount(usage.get("prompt_tokens")),
        "tokens_out": amount(usage.get("completion_tokens")),
        "at": amount(item.get("created_at")),
        "results": [_result(one) for one in mappings(item.get("results")) if grader_of(one)],
        "has_sample": bool(sample or given or listed(item.get("results"))),
    }


def _result(result: dict[str, Any]) -> dict[str, Any]:
    sample = mapping(result.get("sample"))
    passed = result.get("passed")
    replies = [text(one.get("content")) for one in mappings(sample.get("output"))]
    return {
        "validator_id": grader_of(result),
        "passed": passed if isinstance(passed, bool) else None,
        "score": number(result.get("score")),
        "error": _error(sample),
        "model": name(sample.get("model")),
        "reply": next((one for one in reversed(replies) if one is not None), None),
    }


def _error(sample: dict[str, Any]) -> str | None:
    """Return what the service says went wrong; an error without a code and a message is none."""
    error = mapping(sample.get("error"))
    said = [text(error.get(field)) for field in ("code", "message")]
    return ": ".join(one for one in said if one) or None
