"""A row cut down to what the mapping reads: raw replies, headers and traces stay in the file."""

import hashlib
import re
from dataclasses import dataclass
from typing import Any

import orjson

from evalstore.harnesses.inspect.content import error_text
from evalstore.harnesses.inspect.strict_json import NotStrictJsonError, encode, kept, repaired
from evalstore.harnesses.non_finite import infinite_in
from evalstore.harnesses.promptfoo.assertion_counts import Counts, counts_of
from evalstore.harnesses.promptfoo.assertions import (
    component_entries,
    has_ungraded_share,
    is_undecided,
    named_entries,
)
from evalstore.harnesses.promptfoo.components import components
from evalstore.harnesses.values import (
    amount,
    mapping,
    mappings,
    name,
    number,
    scalars,
    text,
    unknown_fields,
    whole,
)

KEPT = (
    "vars", "prompt", "promptIdx", "testIdx", "provider", "testCase", "response", "success",
    "score", "failureReason", "error", "gradingResult", "namedScores", "latencyMs", "cost",
    "evalId",
)  # fmt: skip
FIELDS = frozenset((
    *KEPT, "id", "promptId", "tokenUsage", "metadata", "testCaseId", "description",
))  # fmt: skip
ERROR, ASSERTED = 2, (0, 1)
# The error of a row to which nothing came, and which nobody graded.
NO_OUTPUT = "No output"
# What promptfoo writes where it is told to keep no texts.
STRIPPED_OUTPUT, STRIPPED_PROMPT = "[output stripped]", "[prompt stripped]"
DIGEST_LENGTH, SLUG_LENGTH_MAX = 16, 40
# What promptfoo puts among the variables while it runs.
RUNTIME_NAME = re.compile(r"_.*|sessionId")
IDS = ("id", "testCaseId", "case_id", "caseId")
SLUG = re.compile(r"[^a-z0-9]+")
# Test metadata with a place of its own in a case, where it has the right type.
LIFTED: dict[str, tuple[type, ...]] = {
    "domain": (str,),
    "label": (str,),
    "cluster_id": (str, int, float),
    "session_id": (str, int, float),
    "severity": (str, int, float),
    "is_canary": (bool,),
    "tags": (list,),
}
TEXT_FIELDS = ("cluster_id", "session_id")


class NotARowError(Exception):
    """An object without what makes a row of an evaluation."""


@dataclass(frozen=True, slots=True)
class EvaluatedRow:
    """
    What all rows together need to know of one: its case, its place, its column, its score.

    ``has_question`` says whether variables hold what is asked, ``infinite`` which of its scores
    are infinite.
    """

    case_key: str
    assertions_digest: str
    column: int
    test_number: int | None
    provider: object
    prompt_label: object
    prompt_raw: object
    score: float | None
    has_question: bool = True
    evaluation_id: str | None = None
    assertion_counts: Counts = ()
    infinite: tuple[str, ...] = ()


def row_of(
    found: object, *, is_strict: bool, is_version_known: bool = True
) -> tuple[EvaluatedRow, str]:
    """
    Return a row as promptfoo writes it, and its record as strict JSON.

    Of an unknown version the record has the fields that nobody here knows, too, but for secrets.

    Raises NotARowError where it is none, NotStrictJsonError where it cannot be written.
    """
    if not isinstance(found, dict):
        raise NotARowError(f"expected an object, found {type(found).__name__}")
    if not isinstance(found.get("success"), bool) or whole(found.get("promptIdx")) is None:
        raise NotARowError(
            "expected a row with `success` (true or false) and `promptIdx` (a whole number), "
            f"found fields {sorted(found)[:6]}"
        )
    unknown = [] if is_version_known else list(unknown_fields(found, FIELDS))
    if is_strict:
        try:
            return _row(found, [], unknown)
        except (NotStrictJsonError, TypeError):
            # The fast decoder lets integers through that its own encoder then refuses.
            pass
    repairs: list[dict[str, str]] = []
    return _row(repaired(kept(found, (*KEPT, *unknown)), "", repairs), repairs, unknown)


def _row(
    row: dict[str, Any], repairs: list[dict[str, str]], unknown: list[str]
) -> tuple[EvaluatedRow, str]:
    test = mapping(row.get("testCase"))
    prompt = mapping(row.get("prompt"))
    variables = _variables(row, test)
    digest = _digest(test.get("assert"))
    found = components(row)
    infinite = infinite_in(repairs)
    named = named_entries(found, row, infinite)
    prompt_raw = None if prompt.get("raw") == STRIPPED_PROMPT else prompt.get("raw")
    record = {
        "prompt": text(prompt_raw),
        "description": text(test.get("description")),
        "vars": variables or None,
        **_lifted(test, variables),
        "expected": _expected(test),
        **_answer(row),
        "success": row["success"],
        "is_undecided": is_undecided(found, row) or None,
        "score": number(row.get("score")),
        "score_text": infinite.get("score"),
        "is_score_ungraded": has_ungraded_share(found) or None,
        "reason": text(mapping(row.get("gradingResult")).get("reason")),
        "assertions": component_entries(found, row),
        "named_scores": named,
        "raw_fields": kept(row, unknown) or None,
        "repairs": repairs or None,
    }
    known = EvaluatedRow(
        case_key=_case_key(test, variables, digest),
        assertions_digest=digest[:DIGEST_LENGTH],
        column=int(row["promptIdx"]),
        test_number=whole(row.get("testIdx")),
        provider=row.get("provider"),
        prompt_label=prompt.get("label"),
        prompt_raw=prompt_raw,
        score=None if has_failed(row) else number(row.get("score")),
        has_question=bool(variables),
        evaluation_id=name(row.get("evalId")),
        assertion_counts=counts_of(found),
        infinite=(
            *(["score"] if "score" in infinite else []),
            *(one["validator_id"] for one in named if one["value_text"]),
        ),
    )
    return known, encode(record)


def has_failed(row: dict[str, Any]) -> bool:
    """
    Say whether an error kept the row from being judged.

    `error` holds the reason of a failed assertion too, so `failureReason` decides. Before there
    was one, a row with an error and without a grading had failed.

    >>> has_failed({"failureReason": 1, "error": "Expected output to contain tea"})
    False
    >>> has_failed({"failureReason": 2, "error": "503"}), has_failed({"error": "503"})
    (True, True)
    """
    reason = row.get("failureReason")
    if whole(reason) in (*ASSERTED, ERROR):
        return whole(reason) == ERROR
    return bool(row.get("error")) and not isinstance(row.get("gradingResult"), dict)


def _never_came(row: dict[str, Any]) -> bool:
    """Say whether promptfoo found nothing to judge in a row without an output."""
    is_graded = isinstance(row.get("gradingResult"), dict)
    return not is_graded and row.get("error") == NO_OUTPUT


def _variables(row: dict[str, Any], test: dict[str, Any]) -> dict[str, Any]:
    """Return the variables that the test declares, with the values that the row had."""
    values = mapping(row.get("vars")) or mapping(test.get("vars"))
    declared = mapping(test.get("vars"))
    return {
        key: value
        for key, value in values.items()
        if (key in declared if declared else True) and not RUNTIME_NAME.fullmatch(key)
    }


def _case_key(test: dict[str, Any], variables: dict[str, Any], assertions: str) -> str:
    """
    Name a case by its content: variables, description, and the id in its metadata.

    Where there are no variables the whole question is in the prompt, and the assertions tell.
    """
    metadata = mapping(test.get("metadata"))
    ids = [value for key in IDS if type(value := metadata.get(key)) in (str, int)]
    described = ids[0] if ids else test.get("description")
    content = {
        "vars": variables,
        "description": test.get("description"),
        "id": ids[0] if ids else None,
        "assert": None if variables else assertions,
    }
    slug = SLUG.sub("-", str(described or "").lower()).strip("-")[:SLUG_LENGTH_MAX].strip("-")
    return "-".join(filter(None, (slug, _digest(content)[:DIGEST_LENGTH])))


def _digest(value: object) -> str:
    try:
        data = orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER)
    except TypeError as error:
        raise NotStrictJsonError(str(error)) from error
    return hashlib.sha256(data).hexdigest()


def _lifted(test: dict[str, Any], variables: dict[str, Any]) -> dict[str, Any]:
    metadata = mapping(test.get("metadata"))
    lifted = {
        key: str(metadata[key]) if key in TEXT_FIELDS else metadata[key]
        for key, types in LIFTED.items()
        # A truth value is an int to Python, and no severity.
        if type(metadata.get(key)) in types
    }
    attributes = {
        key: value
        for key, value in {**scalars(variables), **scalars(metadata)}.items()
        if key not in lifted
    }
    return {"lifted": lifted, "attributes": attributes or None}


def _expected(test: dict[str, Any]) -> object:
    """Return what the one assertion of equality demands; None where there is no such one."""
    found = [
        item.get("value") for item in mappings(test.get("assert")) if item.get("type") == "equals"
    ]
    return found[0] if len(found) == 1 and isinstance(found[0], str | int | float) else None


def _answer(row: dict[str, Any]) -> dict[str, Any]:
    response = mapping(row.get("response"))
    is_stripped = response.get("output") == STRIPPED_OUTPUT
    output = None if is_stripped else response.get("output")
    usage = mapping(response.get("tokenUsage"))
    is_known = bool(whole(usage.get("total")))
    cost = amount(response.get("cost"))
    return {
        "has_failed": has_failed(row),
        # Whoever judged it had a reply, even where the file does not keep it.
        "is_missing": output is None and not is_stripped and _never_came(row),
        "is_text_lost": output is None or None,
        "text": output
        if isinstance(output, str)
        else None
        if output is None
        else orjson.dumps(output, option=orjson.OPT_STRICT_INTEGER).decode(),
        "output": None if isinstance(output, str) else output,
        "error": error_text(row.get("error")) if has_failed(row) else None,
        "latency_ms": amount(row.get("latencyMs")),
        # A row without a price says 0.
        "cost_usd": cost if cost is not None else amount(row.get("cost")) or None,
        # Providers that count no tokens say 0 of all.
        "tokens_in": whole(usage.get("prompt")) if is_known else None,
        "tokens_out": whole(usage.get("completion")) if is_known else None,
        "token_usage": {key: value for key, value in usage.items() if whole(value) is not None}
        if is_known
        else None,
        "is_cached": response.get("cached") if isinstance(response.get("cached"), bool) else None,
        "is_refusal": True if response.get("isRefusal") is True else None,
        "finish_reason": name(response.get("finishReason")),
    }
