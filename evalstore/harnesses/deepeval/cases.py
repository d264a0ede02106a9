"""Test cases reduced to the fields that the mapping reads, without traces and verbose logs."""

import hashlib
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

import orjson

from evalstore.harnesses.inspect.content import error_text
from evalstore.harnesses.inspect.strict_json import NotStrictJsonError, encode, kept, repaired
from evalstore.harnesses.non_finite import infinite_in
from evalstore.harnesses.values import amount, listed, mappings, name, number, scalars, text, whole

KEPT = (
    "name", "input", "actualOutput", "expectedOutput", "context", "retrievalContext",
    "toolsCalled", "expectedTools", "tokenCost", "inputTokenCount", "outputTokenCount",
    "completionTime", "tags", "success", "metricsData", "metadata", "comments", "turns",
    "scenario", "expectedOutcome", "userDescription", "runDuration", "trace",
)  # fmt: skip
POSITIONAL_NAME = re.compile(r"(?:conversational_)?test_case_\d+")
SLUG = re.compile(r"[^a-z0-9]+")
DIGEST_LENGTH, SLUG_LENGTH_MAX = 16, 40
USER = "user"
NO_METRICS: frozenset[str] = frozenset()
SPANS = ("agentSpans", "toolSpans", "retrieverSpans", "llmSpans", "baseSpans")


class NotACaseError(Exception):
    """An object that lacks the fields of a test case."""


@dataclass(frozen=True, slots=True)
class JudgedCase:
    """
    The properties of a test case that the whole run needs.

    ``asked_digest`` is the digest of the right answer and of the question's parts other than the
    prompt; ``span_metrics`` are the metrics of spans in its trace, ``infinite`` the names of
    infinite scores.
    """

    case_key: str
    asked_digest: str
    is_judged: bool
    span_metrics: frozenset[str]
    infinite: tuple[str, ...]


def case_of(value: object, *, is_strict: bool, is_conversation: bool) -> tuple[JudgedCase, str]:
    """
    Return a test case's properties, and its record as strict JSON.

    Raises NotACaseError if the value is not a test case, NotStrictJsonError if it cannot be
    encoded.
    """
    if not isinstance(value, dict):
        raise NotACaseError(f"expected an object, found {type(value).__name__}")
    needed = "turns" if is_conversation else "input"
    if not isinstance(value.get(needed), list if is_conversation else str):
        raise NotACaseError(
            f"expected a test case with `{needed}`, found fields {sorted(map(str, value))[:6]}"
        )
    if is_strict:
        try:
            return _case(value, [], is_conversation=is_conversation)
        except (NotStrictJsonError, TypeError):
            # The fast decoder accepts values that its encoder refuses.
            pass
    repairs: list[dict[str, str]] = []
    whole_case = repaired(kept(value, KEPT), "", repairs)
    return _case(whole_case, repairs, is_conversation=is_conversation)


def _case(
    fields: dict[str, Any], repairs: list[dict[str, str]], *, is_conversation: bool
) -> tuple[JudgedCase, str]:
    turns = _turns(fields)
    metrics = _metrics(fields, infinite_in(repairs))
    prompt = text(fields.get("input")) or text(fields.get("scenario")) or _first(turns, USER)
    expected = text(fields.get("expectedOutput")) or text(fields.get("expectedOutcome"))
    case_name = name(fields.get("name"))
    own_name = case_name if case_name and not POSITIONAL_NAME.fullmatch(case_name) else None
    success = fields.get("success") if isinstance(fields.get("success"), bool) else None
    record = {
        "name": own_name,
        "prompt": prompt,
        "expected": expected,
        "context": _texts(fields.get("context")),
        "expected_tools": mappings(fields.get("expectedTools")) or None,
        "tags": _texts(fields.get("tags")),
        "attributes": scalars(fields.get("metadata")) or None,
        "user_description": text(fields.get("userDescription")),
        "comments": text(fields.get("comments")),
        **_answer(fields, turns, metrics),
        "success": success,
        "metrics": metrics,
        "run_duration_s": amount(fields.get("runDuration")),
        "repairs": repairs or None,
    }
    slug = (
        SLUG.sub("-", own_name.lower()).strip("-")[:SLUG_LENGTH_MAX].strip("-") if own_name else ""
    )
    digest = _digest({"prompt": prompt, "name": own_name})
    properties = JudgedCase(
        case_key="-".join(filter(None, (slug, digest))),
        asked_digest=_digest(_asked(fields, expected, turns if is_conversation else None)),
        is_judged=success is not None,
        span_metrics=_span_metrics(fields),
        infinite=tuple(f"score.{metric['name']}" for metric in metrics if "score_text" in metric),
    )
    return properties, encode(record)


def _asked(
    fields: dict[str, Any], expected: str | None, turns: list[dict[str, Any]] | None
) -> object:
    """
    Return the value that distinguishes test cases of one prompt: right answer, context, user.

    ``turns`` are those of a conversation, else None. Without a scenario, the user's turns are
    part of the value.
    """
    parts = {
        "context": _texts(fields.get("context")),
        "user_description": text(fields.get("userDescription")),
        "said": None
        if turns is None or text(fields.get("scenario"))
        else [turn["content"] for turn in turns if turn.get("role") == USER],
        "is_conversation": turns is not None or None,
    }
    known_parts = {key: value for key, value in parts.items() if value is not None}
    return {"expected": expected, **known_parts} if known_parts else expected


def _answer(
    fields: dict[str, Any], turns: list[dict[str, Any]], metrics: list[dict[str, Any]]
) -> dict[str, Any]:
    output = fields.get("actualOutput")
    reply = output if isinstance(output, str) else _first(turns[::-1], "assistant")
    completion_s = amount(fields.get("completionTime"))
    return {
        # Metrics of retrieval need no reply.
        "is_missing": reply is None and not metrics,
        "text": reply,
        "turns": turns or None,
        "retrieval_context": _texts(fields.get("retrievalContext")),
        "tools_called": mappings(fields.get("toolsCalled")) or None,
        "latency_ms": None if completion_s is None else completion_s * 1000,
        "tokens_in": whole(fields.get("inputTokenCount")),
        "tokens_out": whole(fields.get("outputTokenCount")),
        "cost_usd": amount(fields.get("tokenCost")),
    }


def _metrics(fields: dict[str, Any], infinite: dict[str, str]) -> list[dict[str, Any]]:
    """
    Return an entry for each metric in its order; metrics of the same name are numbered.

    ``infinite`` has the original texts of infinite scores by path.
    """
    seen: Counter[str] = Counter()
    entries = []
    for at, metric in enumerate(listed(fields.get("metricsData"))):
        if not isinstance(metric, dict):
            continue
        get = metric.get
        metric_name = name(get("name")) or "unnamed"
        seen[metric_name] += 1
        success, score, failed = get("success"), number(get("score")), get("error")
        tokens_in, tokens_out = whole(get("inputTokenCount")), whole(get("outputTokenCount"))
        # Models that do not count tokens report 0 for both.
        has_tokens = bool(tokens_in or tokens_out)
        entry: dict[str, Any] = {
            "name": metric_name,
            "number": seen[metric_name],
            "success": success if isinstance(success, bool) else None,
            "score": score,
            # DeepEval omits null values, so a null here was NaN before it was repaired.
            "is_unscored": True if score is None and "score" in metric else None,
            "threshold": number(get("threshold")),
            "reason": text(get("reason")),
            "error": error_text(failed) if failed else None,
            "is_strict": True if get("strictMode") is True else None,
            "is_flaky": True if get("flaky") is True else None,
            "model": name(get("evaluationModel")),
            "cost_usd": amount(get("evaluationCost")),
            "tokens_in": tokens_in if has_tokens else None,
            "tokens_out": tokens_out if has_tokens else None,
        }
        if score_text := infinite.get(f"metricsData.{at}.score"):
            # Only added if needed, since the run id is a digest of the records.
            entry["score_text"] = score_text
        entries.append(entry)
    return entries


def _span_metrics(fields: dict[str, Any]) -> frozenset[str]:
    trace = fields.get("trace")
    if not isinstance(trace, dict):
        return NO_METRICS
    return frozenset(
        name(metric.get("name")) or "unnamed"
        for kind in SPANS
        for span in mappings(trace.get(kind))
        for metric in mappings(span.get("metricsData"))
    )


def _turns(fields: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        kept(turn, ("role", "content", "retrievalContext", "toolsCalled"))
        for turn in mappings(fields.get("turns"))
        if isinstance(turn.get("content"), str)
    ]


def _first(turns: list[dict[str, Any]], role: str) -> str | None:
    return next((turn["content"] for turn in turns if turn.get("role") == role), None)


def _texts(value: object) -> list[str] | None:
    return [item for item in listed(value) if isinstance(item, str)] or None


def _digest(value: object) -> str:
    try:
        data = orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER)
    except TypeError as error:
        raise NotStrictJsonError(str(error)) from error
    return hashlib.sha256(data).hexdigest()[:DIGEST_LENGTH]
