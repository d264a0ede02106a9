"""
The events of a sample: its case, its attempts, and the verdicts on each of them.

Every match is a verdict of ``match`` and rates; every metric is a verdict of its own name. If a
sample has one of them several times, each is an attempt, with the reply that came last before it.
A model that judged replied last: its reply is not the system's.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from evalstore.harnesses import event_records
from evalstore.harnesses.event_records import as_integer, as_text, json_text
from evalstore.harnesses.non_finite import INFINITE
from evalstore.harnesses.openai_evals.harness_run import MATCH, METRICS
from evalstore.harnesses.values import listed, mapping

SAMPLING, PICKED, ERROR = "sampling", "pick_option", "error"
JUDGING = (MATCH, METRICS)
READ = (SAMPLING, MATCH, METRICS, PICKED, ERROR)
SCORE, CHOICE = "score", "choice"
UNREAD = "__invalid__"
# Integers below it are unchanged as floats.
EXACT_MAX = 2**53
NAME_LENGTH_MAX, SHOWN_LENGTH_MAX = 400, 2000
# A time as Python prints it.
PRINTED = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?[+-][0-9]{2}:[0-9]{2}"
)


@dataclass(frozen=True, slots=True)
class HarnessRunFacts:
    """
    Facts on the run of a sample.

    ``measuring`` has the metrics that measure; ``judge`` is the model that judged, if it is known.
    """

    suite: str
    system_id: str
    measuring: list[str]
    judge: str | None
    has_judge: bool


class SampledReply(NamedTuple):
    """A reply of the system: its place among the events, its prompt, and its text."""

    place: int
    at: str | None
    prompt: Any
    text: str | None
    tokens_in: int | None
    tokens_out: int | None


class SampleJudgement(NamedTuple):
    """A match, or one metric, with the place of its event and all of the event's data."""

    place: int
    attempt: int
    validator_id: str
    value: Any
    data: dict[str, Any]
    infinite: str | None


def sample_events(
    case_id: str, recorded: list[dict[str, Any]], run: HarnessRunFacts
) -> Iterator[event_records.Event]:
    """Yield the events of a sample from what its run recorded of it, in order."""
    replies, judgements = _replies(recorded, run), _judgements(recorded)
    yield event_records.case(_case(case_id, replies, judgements, run))
    place = {"case_id": case_id, "system_id": run.system_id}
    by_attempt: defaultdict[int, list[SampleJudgement]] = defaultdict(list)
    for judgement in judgements:
        by_attempt[judgement.attempt].append(judgement)
    last_events = {event.get("type"): (n, event.get("data")) for n, event in enumerate(recorded)}
    count = max(by_attempt, default=1)
    time = replies[-1].at if replies else None
    at = time.replace(" ", "T") if time is not None and PRINTED.fullmatch(time) else None
    for attempt in range(1, count + 1):
        judged = by_attempt[attempt]
        own = replies
        if count > 1 and judged:
            own = [reply for reply in replies if reply.place < judged[-1].place]
        of_attempt = {**place, "attempt": attempt}
        reply = _reply(last_events, judged, own, is_last=attempt == count)
        if attempt == 1:
            reply |= _of_sample(recorded)
        yield event_records.attempt({**of_attempt, **reply}, at)
        for judgement in judged:
            yield event_records.verdict({**of_attempt, **_verdict(judgement, run)})


def _replies(recorded: list[dict[str, Any]], run: HarnessRunFacts) -> list[SampledReply]:
    replies = []
    for place, event in enumerate(recorded):
        if event.get("type") == SAMPLING:
            data = mapping(event.get("data"))
            usage = mapping(data.get("usage"))
            reply = SampledReply(
                place, as_text(event.get("created_at")), data.get("prompt"),
                _text(data.get("sampled")),
                _count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens")),
            )  # fmt: skip
            replies.append(reply)
    return replies[:-1] if run.has_judge else replies


def _judgements(recorded: list[dict[str, Any]]) -> list[SampleJudgement]:
    attempts: dict[str, int] = {}
    judgements = []
    for place, event in enumerate(recorded):
        kind, data = event["type"], event.get("data")
        if kind not in JUDGING or not isinstance(data, dict):
            continue
        values = data
        if kind == MATCH:
            values = {MATCH: data.get("correct")}
        infinite = _infinite(event["repairs"]) if event.get("repairs") else {}
        for name, value in values.items():
            if not 0 < len(name) <= NAME_LENGTH_MAX:
                continue
            attempt = attempts[name] = attempts.get(name, 0) + 1
            judgements.append(
                SampleJudgement(place, attempt, name, value, data, infinite.get(name))
            )
    return judgements


def _infinite(repairs: list[dict[str, str]]) -> dict[str, str]:
    """Return the first infinite value under each name of an event's data."""
    return {
        repair["path"].removeprefix("data."): repair["was"]
        for repair in reversed(repairs)
        if repair["was"] in INFINITE
    }


def _case(
    case_id: str,
    replies: list[SampledReply],
    judgements: list[SampleJudgement],
    run: HarnessRunFacts,
) -> dict[str, Any]:
    """Return the case, with the first prompt, and the answer that the first match expects."""
    prompt = replies[0].prompt if replies else None
    return {
        "case_id": case_id,
        "domain": run.suite,
        "generator": "openai_evals",
        "prompt": prompt if isinstance(prompt, str) else None,
        "messages": prompt if isinstance(prompt, list) else None,
        "expected": judgements[0].data.get("expected") if judgements else None,
    }


def _reply(
    last_events: dict[Any, tuple[int, Any]],
    judged: list[SampleJudgement],
    replies: list[SampledReply],
    *,
    is_last: bool,
) -> dict[str, Any]:
    """
    Return the fields of one attempt, with the replies that led to it.

    ``judged`` is in the order of places. ``last_events`` has place and data of the sample's last
    event of each type.
    An error after the last judgement ends the attempt. Without a text and without a judgement it
    is missing. Tokens are those of all calls.
    """
    match = next((one.data for one in judged if one.validator_id == MATCH), None)
    text = _text(match.get("sampled")) if match is not None else None
    if text is None and replies:
        text = replies[-1].text
    last_error, error = last_events.get(ERROR, (0, None))
    is_after = is_last and judged and last_error > judged[-1].place
    status = "ok"
    if error is not None and (match is None or is_after):
        status = "error"
    elif not judged and not text:
        status = "missing"
    _, last_picked = last_events.get(PICKED, (0, None))
    picked = match if match is not None and "picked" in match else mapping(last_picked)
    return {
        "status": status,
        "text": text,
        # A reply that was made elsewhere is judged without one here.
        "text_status": "not_kept" if status == "ok" and text is None else None,
        "answer": _answer(picked.get("picked")),
        "error": _message(error) if status == "error" else None,
        "tokens_in": _sum([reply.tokens_in for reply in replies]),
        "tokens_out": _sum([reply.tokens_out for reply in replies]),
        "call_count": len(replies) if len(replies) > 1 else None,
    }


def _message(error: Any) -> str | None:
    parts = (mapping(error).get(name) for name in ("type", "message"))
    return ": ".join(_text_of(part) for part in parts if part is not None) or None


def _of_sample(recorded: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the counts of other events, whose data are not recorded, and all repairs."""
    others = [event["type"] for event in recorded if event["type"] not in READ]
    repairs: list[dict[str, str]] = []
    for event in recorded:
        if "repairs" in event:
            repairs += event["repairs"] or []
    return {
        "events_beside": dict(sorted(Counter(others).items())) if others else None,
        "repairs": repairs,
    }


def _verdict(judgement: SampleJudgement, run: HarnessRunFacts) -> dict[str, Any]:
    """
    Return the fields of a verdict.

    A boolean is right or wrong, a number from 0 to 1 a share unless its metric measures. Another
    value is unscored, and so is the score of a choice that could not be read, for which the
    harness gives the lowest one. These are kept in ``scorer_value``.
    """
    name, value, data = judgement.validator_id, judgement.value, judgement.data
    is_unread = name == SCORE and data.get(CHOICE) == UNREAD
    is_measured = name in run.measuring
    number = float(value) if type(value) in (int, float) else None
    graded = event_records.grade(None if is_unread else number, is_measured=is_measured)
    if isinstance(value, bool) and not is_unread:
        graded = {"outcome": "right" if value else "wrong"}
    scorer_value = None
    if is_unread:
        scorer_value = value
    elif judgement.infinite is None and value is None:
        # The mapping leaves out what is null.
        scorer_value = "null"
    elif judgement.infinite is None and number is None and not isinstance(value, bool):
        scorer_value = value
    has_judge = run.judge is not None and name in (SCORE, CHOICE)
    return {
        "validator_id": name,
        **graded,
        "is_rating": True if name == MATCH else None,
        "reason": _reason(judgement, number, is_measured=is_measured, is_unread=is_unread),
        # The choice of a model that judged, next to the score that it stands for.
        "choice": _text_of(data[CHOICE])
        if name == SCORE and data.get(CHOICE) is not None
        else None,
        "judge": {"model": run.judge} if has_judge else None,
        "scorer_value": scorer_value,
    }


def _reason(
    judgement: SampleJudgement, number: float | None, *, is_measured: bool, is_unread: bool
) -> str:
    if judgement.validator_id == MATCH:
        return "; ".join(
            f"{name} {json_text(judgement.data[name])[:SHOWN_LENGTH_MAX]}"
            for name in ("expected", "picked")
            if name in judgement.data
        )
    shown = json_text(judgement.value)
    if is_unread:
        return f"the choice could not be read ({UNREAD}), which the harness counts as {shown}"
    if judgement.infinite is not None:
        return f"the metric gave {judgement.infinite}, which no mean can hold"
    if number is None and not isinstance(judgement.value, bool):
        return f"the metric gave {shown[:SHOWN_LENGTH_MAX]}, which is no number"
    is_outside = number is not None and not is_measured and not 0 <= number <= 1
    return f"the metric gave {shown}{', outside 0 to 1' if is_outside else ''}"


def _text(sampled: Any) -> str | None:
    """Return a sampled value as text: of several completions the first, of an object its JSON."""
    if isinstance(sampled, list):
        first = sampled[0] if sampled else None
        return "" if first is None else _text_of(first)
    return None if sampled is None else _text_of(sampled)


def _text_of(value: Any) -> str:
    return value if isinstance(value, str) else json_text(value)


def _answer(picked: Any) -> Any:
    """Return a picked value if it is single, or the first of a list if it is a text."""
    if isinstance(picked, str | int | float):
        return picked
    first = listed(picked)[:1]
    return first[0] if first and isinstance(first[0], str) else None


def _count(value: Any) -> int | None:
    """Return a count, which may be the text of a number."""
    if isinstance(value, bool):
        return None
    if type(value) is int and abs(value) < EXACT_MAX:
        return value
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return as_integer(number) if math.isfinite(number) else None


def _sum(counts: list[int | None]) -> int | None:
    stated = [count for count in counts if count is not None]
    return sum(stated) if stated else None
