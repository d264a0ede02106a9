"""A test case cut down to what the mapping reads: traces and verbose logs stay in the file."""

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
    """An object without what makes a test case."""


@dataclass(frozen=True, slots=True)
class JudgedCase:
    """
    What all test cases together need to know of one.

    ``asked_digest`` is of what is asked beside the prompt, and of the right answer;
    ``span_metrics`` are the metrics that spans of its trace have, ``infinite`` the scores that
    are infinite.
    """

    case_key: str
    asked_digest: str
    is_judged: bool
    span_metrics: frozenset[str]
    infinite: tuple[str, ...]


def case_of(found: object, *, is_strict: bool, is_conversation: bool) -> tuple[JudgedCase, str]:
    """
    Return a test case, and its record as strict JSON.

    Raises NotACaseError where it is none, NotStrictJsonError where it cannot be written.
    """
    if not isinstance(found, dict):
        raise NotACaseError(f"expected an object, found {type(found).__name__}")
    needed = "turns" if is_conversation else "input"
    if not isinstance(found.get(needed), list if is_conversation else str):
        raise NotACaseError(
            f"expected a test case with `{needed}`, found fields {sorted(map(str, found))[:6]}"
        )
    if is_strict:
        try:
            return _case(found, [], is_conversation=is_conversation)
        except (NotStrictJsonError, TypeError):
            # The fast decoder lets through what its own encoder then refuses.
            pass
    repairs: list[dict[str, str]] = []
    whole_case = repaired(kept(found, KEPT), "", repairs)
    return _case(whole_case, repairs, is_conversation=is_conversation)


def _case(
    found: dict[str, Any], repairs: list[dict[str, str]], *, is_conversation: bool
) -> tuple[JudgedCase, str]:
    turns = _turns(found)
    metrics = _metrics(found, infinite_in(repairs))
    asked = text(found.get("input")) or text(found.get("scenario")) or _first(turns, USER)
    expected = text(found.get("expectedOutput")) or text(found.get("expectedOutcome"))
    named = name(found.get("name"))
    own_name = named if named and not POSITIONAL_NAME.fullmatch(named) else None
    success = found.get("success") if isinstance(found.get("success"), bool) else None
    record = {
        "name": own_name,
        "prompt": asked,
        "expected": expected,
        "context": _texts(found.get("context")),
        "expected_tools": mappings(found.get("expectedTools")) or None,
        "tags": _texts(found.get("tags")),
        "attributes": scalars(found.get("metadata")) or None,
        "user_description": text(found.get("userDescription")),
        "comments": text(found.get("comments")),
        **_answer(found, turns, metrics),
        "success": success,
        "metrics": metrics,
        "run_duration_s": amount(found.get("runDuration")),
        "repairs": repairs or None,
    }
    slug = (
        SLUG.sub("-", own_name.lower()).strip("-")[:SLUG_LENGTH_MAX].strip("-") if own_name else ""
    )
    digest = _digest({"prompt": asked, "name": own_name})
    known = JudgedCase(
        case_key="-".join(filter(None, (slug, digest))),
        asked_digest=_digest(_asked(found, expected, turns if is_conversation else None)),
        is_judged=success is not None,
        span_metrics=_span_metrics(found),
        infinite=tuple(f"score.{one['name']}" for one in metrics if "score_text" in one),
    )
    return known, encode(record)


def _asked(
    found: dict[str, Any], expected: str | None, turns: list[dict[str, Any]] | None
) -> object:
    """
    Return what tells test cases of one prompt apart: the right answer, and what is given with it.

    ``turns`` are those of a conversation; where no scenario says what it is about, what the user
    said does.
    """
    given = {
        "context": _texts(found.get("context")),
        "user_description": text(found.get("userDescription")),
        "said": None
        if turns is None or text(found.get("scenario"))
        else [turn["content"] for turn in turns if turn.get("role") == USER],
        "is_conversation": turns is not None or None,
    }
    kept_of_it = {key: value for key, value in given.items() if value is not None}
    return {"expected": expected, **kept_of_it} if kept_of_it else expected


def _answer(
    found: dict[str, Any], turns: list[dict[str, Any]], metrics: list[dict[str, Any]]
) -> dict[str, Any]:
    output = found.get("actualOutput")
    said = output if isinstance(output, str) else _first(turns[::-1], "assistant")
    completion_s = amount(found.get("completionTime"))
    return {
        # A metric of what was retrieved needs no reply.
        "is_missing": said is None and not metrics,
        "text": said,
        "turns": turns or None,
        "retrieval_context": _texts(found.get("retrievalContext")),
        "tools_called": mappings(found.get("toolsCalled")) or None,
        "latency_ms": None if completion_s is None else completion_s * 1000,
        "tokens_in": whole(found.get("inputTokenCount")),
        "tokens_out": whole(found.get("outputTokenCount")),
        "cost_usd": amount(found.get("tokenCost")),
    }


def _metrics(found: dict[str, Any], infinite: dict[str, str]) -> list[dict[str, Any]]:
    """
    Return an entry for each metric in its order; several of one name are numbered.

    ``infinite`` says which scores were repaired.
    """
    seen: Counter[str] = Counter()
    entries = []
    for at, metric in enumerate(listed(found.get("metricsData"))):
        if not isinstance(metric, dict):
            continue
        get = metric.get
        metric_name = name(get("name")) or "unnamed"
        seen[metric_name] += 1
        success, score, failed = get("success"), number(get("score")), get("error")
        tokens_in, tokens_out = whole(get("inputTokenCount")), whole(get("outputTokenCount"))
        # Models that count no tokens say 0 of both.
        has_tokens = bool(tokens_in or tokens_out)
        entry: dict[str, Any] = {
            "name": metric_name,
            "number": seen[metric_name],
            "success": success if isinstance(success, bool) else None,
            "score": score,
            # DeepEval leaves out what is null: a null here was NaN before it was repaired.
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
            # Where there is none, the record stays what it was: a run is known by its records.
            entry["score_text"] = score_text
        entries.append(entry)
    return entries


def _span_metrics(found: dict[str, Any]) -> frozenset[str]:
    trace = found.get("trace")
    if not isinstance(trace, dict):
        return NO_METRICS
    return frozenset(
        name(metric.get("name")) or "unnamed"
        for kind in SPANS
        for span in mappings(trace.get(kind))
        for metric in mappings(span.get("metricsData"))
    )


def _turns(found: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        kept(turn, ("role", "content", "retrievalContext", "toolsCalled"))
        for turn in mappings(found.get("turns"))
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
