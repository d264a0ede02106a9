"""Rows reduced to the mapped fields; raw replies, headers and traces stay in the file."""

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
# The error of a row without a reply and without a grading.
NO_OUTPUT = "No output"
# promptfoo's placeholders if it is set to keep no texts.
STRIPPED_OUTPUT, STRIPPED_PROMPT = "[output stripped]", "[prompt stripped]"
DIGEST_LENGTH, SLUG_LENGTH_MAX = 16, 40
# Variables that promptfoo adds at run time.
RUNTIME_NAME = re.compile(r"_.*|sessionId")
IDS = ("id", "testCaseId", "case_id", "caseId")
SLUG = re.compile(r"[^a-z0-9]+")
# Test metadata copied to a field of the case, if it has one of these types.
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
    """A value that is not a row of an evaluation."""


@dataclass(frozen=True, slots=True)
class EvaluatedRow:
    """
    Facts about one row that depend on, or are needed for, all rows: case, place, column, score.

    ``has_question`` is True if it has variables, which contain the question; ``infinite`` are its
    validators with an infinite score.
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
    row: object, *, is_strict: bool, is_version_known: bool = True
) -> tuple[EvaluatedRow, str]:
    """
    Return a row of promptfoo, and its record as strict JSON.

    For an unknown version, the record also has the unknown fields, without secrets. Raises
    NotARowError if it is not a row, NotStrictJsonError if it cannot be written.
    """
    if not isinstance(row, dict):
        raise NotARowError(f"expected an object, found {type(row).__name__}")
    if not isinstance(row.get("success"), bool) or whole(row.get("promptIdx")) is None:
        raise NotARowError(
            "expected a row with `success` (true or false) and `promptIdx` (a whole number), "
            f"found fields {sorted(row)[:6]}"
        )
    unknown = [] if is_version_known else list(unknown_fields(row, FIELDS))
    if is_strict:
        try:
            return _row(row, [], unknown)
        except (NotStrictJsonError, TypeError):
            # The fast decoder accepts integers that its own encoder refuses.
            pass
    repairs: list[dict[str, str]] = []
    return _row(repaired(kept(row, (*KEPT, *unknown)), "", repairs), repairs, unknown)


def _row(
    row: dict[str, Any], repairs: list[dict[str, str]], unknown: list[str]
) -> tuple[EvaluatedRow, str]:
    test = mapping(row.get("testCase"))
    prompt = mapping(row.get("prompt"))
    variables = _variables(row, test)
    digest = _digest(test.get("assert"))
    row_components = components(row)
    infinite = infinite_in(repairs)
    named = named_entries(row_components, row, infinite)
    prompt_raw = None if prompt.get("raw") == STRIPPED_PROMPT else prompt.get("raw")
    record = {
        "prompt": text(prompt_raw),
        "description": text(test.get("description")),
        "vars": variables or None,
        **_lifted(test, variables),
        "expected": _expected(test),
        **_answer(row),
        "success": row["success"],
        "is_undecided": is_undecided(row_components, row) or None,
        "score": number(row.get("score")),
        "score_text": infinite.get("score"),
        "is_score_ungraded": has_ungraded_share(row_components) or None,
        "reason": text(mapping(row.get("gradingResult")).get("reason")),
        "assertions": component_entries(row_components, row),
        "named_scores": named,
        "raw_fields": kept(row, unknown) or None,
        "repairs": repairs or None,
    }
    evaluated = EvaluatedRow(
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
        assertion_counts=counts_of(row_components),
        infinite=(
            *(["score"] if "score" in infinite else []),
            *(entry["validator_id"] for entry in named if entry["value_text"]),
        ),
    )
    return evaluated, encode(record)


def has_failed(row: dict[str, Any]) -> bool:
    """
    Return True if an error kept the row from being judged.

    `error` may also be the reason of a failed assertion, so `failureReason` decides. In versions
    without it, a row with an error and without a grading has failed.

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
    """Return True if promptfoo had no output to judge in a row."""
    is_graded = isinstance(row.get("gradingResult"), dict)
    return not is_graded and row.get("error") == NO_OUTPUT


def _variables(row: dict[str, Any], test: dict[str, Any]) -> dict[str, Any]:
    """Return the variables that the test declares, with their values in the row."""
    values = mapping(row.get("vars")) or mapping(test.get("vars"))
    declared = mapping(test.get("vars"))
    return {
        key: value
        for key, value in values.items()
        if (key in declared if declared else True) and not RUNTIME_NAME.fullmatch(key)
    }


def _case_key(test: dict[str, Any], variables: dict[str, Any], assertions: str) -> str:
    """
    Return a case's key from its content: variables, description, and the id in its metadata.

    Without variables, the whole question is in the prompt, and the assertions are included.
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
        # A bool is an int to Python, but not a severity.
        if type(metadata.get(key)) in types
    }
    attributes = {
        key: value
        for key, value in {**scalars(variables), **scalars(metadata)}.items()
        if key not in lifted
    }
    return {"lifted": lifted, "attributes": attributes or None}


def _expected(test: dict[str, Any]) -> object:
    """Return the value of the only `equals` assertion; None if there is not exactly one."""
    values = [
        item.get("value") for item in mappings(test.get("assert")) if item.get("type") == "equals"
    ]
    return values[0] if len(values) == 1 and isinstance(values[0], str | int | float) else None


def _answer(row: dict[str, Any]) -> dict[str, Any]:
    response = mapping(row.get("response"))
    is_stripped = response.get("output") == STRIPPED_OUTPUT
    output = None if is_stripped else response.get("output")
    usage = mapping(response.get("tokenUsage"))
    is_known = bool(whole(usage.get("total")))
    cost = amount(response.get("cost"))
    return {
        "has_failed": has_failed(row),
        # A judged row had a reply, even if the file does not keep it.
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
        # A row without a price has 0.
        "cost_usd": cost if cost is not None else amount(row.get("cost")) or None,
        # Providers that do not count tokens have 0 for all counts.
        "tokens_in": whole(usage.get("prompt")) if is_known else None,
        "tokens_out": whole(usage.get("completion")) if is_known else None,
        "token_usage": {key: value for key, value in usage.items() if whole(value) is not None}
        if is_known
        else None,
        "is_cached": response.get("cached") if isinstance(response.get("cached"), bool) else None,
        "is_refusal": True if response.get("isRefusal") is True else None,
        "finish_reason": name(response.get("finishReason")),
    }
