"""
The events of a log's records: the run, its cases, and what was answered and judged in each epoch.

A record is what ``whole_log`` and ``samples`` write: the start of the run, a sample, the reported
figures or the end.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import Any

import orjson

from evalstore.events.parsing import DEPTH_MAX
from evalstore.harnesses.inspect.log_payloads import (
    figure_payload,
    finished_payload,
    started_payload,
)
from evalstore.harnesses.inspect.payloads import (
    attempt_of,
    case_payload,
    response_payload,
    usage_payload,
)
from evalstore.harnesses.inspect.verdicts import LogJudging, verdict_payload
from evalstore.harnesses.json_texts import as_text, written
from evalstore.harnesses.records import Skip, SourceEvent, SourceEvents, SourceRecord

# A time without an offset is local to an unknown machine.
MOMENT = re.compile(r"[^\n]*[0-9](?:Z|[+-][0-9]{2}:?[0-9]{2})")
DIGEST_LENGTH = 16
# With the objects around a payload, so many levels are not too deep.
BRACKETS_MAX = DEPTH_MAX - 4


def mapped(items: Iterable[SourceRecord | Skip]) -> Iterator[SourceEvents | Skip]:
    """Yield the events of each record, and the Skips, in their order."""
    for item in items:
        yield item if isinstance(item, Skip) else of_record(item)


def of_record(record: SourceRecord) -> SourceEvents:
    """Return the events of a record."""
    fields = orjson.loads(record.text)
    events = {
        "sample": _of_sample,
        "run_started": _of_start,
        "reported": _of_figures,
        "run_finished": _of_end,
    }[fields["kind"]](fields)
    is_shallow = all(
        event.payload.count("{") + event.payload.count("[") <= BRACKETS_MAX for event in events
    )
    return SourceEvents(record.location, fields["run_id"], events, is_shallow)


def _of_sample(record: dict[str, Any]) -> list[SourceEvent]:
    """
    Return the case, unless an earlier epoch had it, the response, and the verdicts.

    Every state that an edited score has been in is a verdict.
    """
    sample, system_id = record["sample"], record["model"]
    completed_at = as_text(sample["completed_at"])
    moment = _moment(completed_at)
    events = []
    if record["is_first_epoch"]:
        case = written(case_payload(sample, record["suite"]))
        events.append(SourceEvent("case_generated", None, case))
    response = written(response_payload(sample, system_id))
    used = usage_payload(sample, record["prices"])
    whole = f"{response[:-1]},{written(used)[1:]}" if used else response
    events.append(SourceEvent("response_recorded", moment, whole))
    if not sample["scores"]:
        return events
    digest = hashlib.sha256(response.encode()).hexdigest()[:DIGEST_LENGTH]
    judging, attempt = _judging(record), attempt_of(sample)
    for state in sample["scores"]:
        edit = state["edit"]
        edited_at = None if edit is None else as_text(edit.get("edited_at"))
        events.append(
            SourceEvent(
                "verdict_recorded",
                moment if edited_at is None else _moment(edited_at),
                written(verdict_payload(judging, sample, state, attempt, digest)),
            )
        )
    return events


def _judging(record: dict[str, Any]) -> LogJudging:
    return LogJudging(
        record["model"],
        frozenset(record["measuring"]),
        frozenset(record["rating"]),
        frozenset(record["grading"]),
        # The first of a name counts.
        {grader["validator_id"]: grader for grader in reversed(record["graders"])},
    )


def _of_start(record: dict[str, Any]) -> list[SourceEvent]:
    created = _moment(as_text(record["started"].get("created")))
    return [SourceEvent("run_started", created, written(started_payload(record)))]


def _of_figures(record: dict[str, Any]) -> list[SourceEvent]:
    completed_at = _moment(as_text(record["completed_at"]))
    return [
        SourceEvent(
            "score_reported", completed_at, written(figure_payload(figure, record["model"]))
        )
        for figure in record["figures"]
    ]


def _of_end(record: dict[str, Any]) -> list[SourceEvent]:
    stats = record["finished"].get("stats")
    completed_at = stats.get("completed_at") if isinstance(stats, dict) else None
    return [
        SourceEvent(
            "run_finished", _moment(as_text(completed_at)), written(finished_payload(record))
        )
    ]


def _moment(time: str | None) -> str | None:
    return time if time is not None and MOMENT.fullmatch(time) else None
