"""Questions of a sample: under one id a file may have several, each with its own reply."""

from typing import Any

import orjson

from evalstore.harnesses.case_ids import question_digest
from evalstore.harnesses.openai_evals.harness_run import MATCH, METRICS
from evalstore.harnesses.values import mapping

SAMPLING = "sampling"
# Who speaks in a message that is no reply.
PROMPT_ROLES = ("system", "user", "developer")


def by_question(lines: list[bytes]) -> dict[str, list[bytes]]:
    """
    Return the events of one sample by the digest of what they ask, in their order.

    A question begins with a call or a match after a judgement. One that goes on from the first
    with its reply is a later turn of it, and the same question again is another try.
    """
    first: Any = None
    replies: list[str] = []
    found: dict[str, list[bytes]] = {}
    for part in _parts(lines):
        asked = _asked(part)
        if first is None:
            first = asked
        goes_on = asked is None or asked == first or _is_later_turn(asked, first, replies)
        replies += _replies(part)
        found.setdefault(question_digest(first if goes_on else asked), []).extend(
            line for line, _ in part
        )
    return found


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
    """Return what is asked: the first prompt, or without one what the match is held against."""
    data = [(event.get("type"), event.get("data")) for _, event in part]
    for kind, field in ((SAMPLING, "prompt"), (MATCH, "expected")):
        for found_kind, found in data:
            if found_kind == kind and isinstance(found, dict) and found.get(field) is not None:
                return {field: found[field]}
    return None


def _replies(part: list[tuple[bytes, dict[str, Any]]]) -> list[str]:
    said = [mapping(event.get("data")).get("sampled") for _, event in part]
    flat = [one for many in said for one in (many if isinstance(many, list) else [many])]
    return [one for one in flat if isinstance(one, str) and one]


def _is_later_turn(asked: dict[str, Any], first: dict[str, Any], replies: list[str]) -> bool:
    now, before = asked.get("prompt"), first.get("prompt")
    if isinstance(now, list) and isinstance(before, list):
        added = now[len(before) :]
        goes_on = now[: len(before)] == before and bool(added)
        return goes_on and mapping(added[0]).get("role") not in PROMPT_ROLES
    if not isinstance(now, str) or not isinstance(before, str) or not now.startswith(before):
        return False
    return any(reply in now[len(before) :] for reply in replies)
