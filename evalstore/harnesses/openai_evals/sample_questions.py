"""Questions of a sample: one id may have several in a file, each with its own reply."""

from typing import Any

import orjson

from evalstore.harnesses.case_ids import question_digest
from evalstore.harnesses.openai_evals.harness_run import MATCH, METRICS
from evalstore.harnesses.values import mapping

SAMPLING = "sampling"
# Roles of messages that are not replies.
PROMPT_ROLES = ("system", "user", "developer")


def by_question(lines: list[bytes]) -> dict[str, list[bytes]]:
    """
    Return the events of one sample by the digest of their question, in order.

    A sampling or match event after a judgement starts a new part. A part whose prompt continues
    the first prompt with its reply is a later turn of it, and the same prompt again is another
    attempt.
    """
    first: Any = None
    replies: list[str] = []
    events: dict[str, list[bytes]] = {}
    for part in _parts(lines):
        question = _asked(part)
        if first is None:
            first = question
        goes_on = question is None or question == first or _is_later_turn(question, first, replies)
        replies += _replies(part)
        events.setdefault(question_digest(first if goes_on else question), []).extend(
            line for line, _ in part
        )
    return events


def _parts(lines: list[bytes]) -> list[list[tuple[bytes, dict[str, Any]]]]:
    parts: list[list[tuple[bytes, dict[str, Any]]]] = []
    kinds: set[Any] = set()
    for line in lines:
        event = orjson.loads(line)
        kind = event.get("type")
        is_next = (kind == SAMPLING and bool(kinds & {MATCH, METRICS})) or (
            kind == MATCH and MATCH in kinds
        )
        if is_next or not parts:
            parts.append([])
            kinds = set()
        parts[-1].append((line, event))
        kinds.add(kind)
    return parts


def _asked(part: list[tuple[bytes, dict[str, Any]]]) -> Any:
    """Return the first prompt of a part, else the expected answer of its match, else None."""
    data = [(event.get("type"), event.get("data")) for _, event in part]
    for kind, field in ((SAMPLING, "prompt"), (MATCH, "expected")):
        for found_kind, event_data in data:
            if (
                found_kind == kind
                and isinstance(event_data, dict)
                and event_data.get(field) is not None
            ):
                return {field: event_data[field]}
    return None


def _replies(part: list[tuple[bytes, dict[str, Any]]]) -> list[str]:
    sampled = [mapping(event.get("data")).get("sampled") for _, event in part]
    flat = [text for many in sampled for text in (many if isinstance(many, list) else [many])]
    return [text for text in flat if isinstance(text, str) and text]


def _is_later_turn(question: dict[str, Any], first: dict[str, Any], replies: list[str]) -> bool:
    now, before = question.get("prompt"), first.get("prompt")
    if isinstance(now, list) and isinstance(before, list):
        added = now[len(before) :]
        goes_on = now[: len(before)] == before and bool(added)
        return goes_on and mapping(added[0]).get("role") not in PROMPT_ROLES
    if not isinstance(now, str) or not isinstance(before, str) or not now.startswith(before):
        return False
    return any(reply in now[len(before) :] for reply in replies)
