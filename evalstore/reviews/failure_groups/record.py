"""
The event that records groups of failures.

The analysis is named after its parameters, so the same question on other failures is its next
revision, and earlier results stay in the log.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from evalstore.base.phrases import counted
from evalstore.reviews.failure_groups.grouping import FailureGrouping
from evalstore.reviews.failure_groups.groups import METHOD
from evalstore.reviews.failure_groups.wrong_replies import WrongReplies

Event = dict[str, object]
# Fields of a call that differ if replies are reused from the log.
_OF_THE_CALL: Final = ("tokens_in", "tokens_out", "cost_usd", "reused_count", "finish_reason")


@dataclass(frozen=True)
class GroupingPlan:
    """
    The parameters of a grouping: the model, the maximum number of failures, and the batch size.

    ``batch_tokens_max`` limits the failures in one question, estimated from their bytes.
    """

    judge_system_id: str
    model: str
    sample_count: int
    seed: int
    batch_tokens_max: int


def grouping_event(
    wrong: WrongReplies,
    grouping: FailureGrouping,
    plan: GroupingPlan,
    judge: Mapping[str, object],
) -> Event:
    """Return an ``analysis_recorded`` event of groups of failures."""
    parameters = {
        "system_id": wrong.system_id,
        "validator_id": wrong.validator_id,
        **asdict(plan),
    }
    identity = json.dumps([METHOD, parameters], sort_keys=True)
    digest = hashlib.sha256(identity.encode()).hexdigest()
    return {
        "kind": "analysis_recorded",
        "run_id": wrong.run_id,
        "payload": {
            "analysis_id": f"{METHOD}:{digest[:32]}",
            "method": METHOD,
            "parameters": parameters,
            "tree_size": wrong.tree_size,
            "results": _results(wrong, grouping, judge),
        },
    }


def _results(
    wrong: WrongReplies, grouping: FailureGrouping, judge: Mapping[str, object]
) -> dict[str, object]:
    explained = set(grouping.explained_case_ids)
    unexplained = sorted({reply.case_id for reply in wrong.shown} - explained)
    return {
        "judge": dict(judge),
        "failures_sha256": wrong.sha256,
        "validator_digests": list(wrong.validator_digests),
        "groups": [asdict(group) for group in grouping.groups],
        "known_groups": wrong.known_groups(),
        "coverage": {
            "failure_count": len(wrong.failed_case_ids),
            "shown_count": len(wrong.shown),
            "explained_count": len(explained),
            "unexplained_case_ids": unexplained,
            "other_failure_counts": dict(wrong.other_counts),
        },
        "dropped_sentence_count": grouping.dropped.total_count,
        "dropped_sentence_counts": dict(sorted(grouping.dropped.sentence_counts.items())),
        "duplicate_sentence_count": grouping.dropped.duplicate_count,
        "batch_count": grouping.batch_count,
        "unmerged_batch_count": grouping.unmerged_batch_count,
        "unreadable_count": grouping.unreadable_count,
        "case_ids_with_instructions": list(grouping.case_ids_with_instructions),
        "reason": f"{counted(grouping.unreadable_count, 'reply', 'replies')} could not be read: "
        f"{grouping.problem}"
        if grouping.unreadable_count
        else None,
    }


def is_same(recorded: Any, event: Event) -> bool:
    """Return True if an event equals the recorded payload, except for the cost of its calls."""
    return bool(recorded) and _said(recorded) == _said(event["payload"])


def _said(payload: Any) -> object:
    body = json.loads(json.dumps(payload))
    for name in _OF_THE_CALL:
        body["results"]["judge"].pop(name, None)
    # Recorded events leave out null values.
    body["results"] = {name: value for name, value in body["results"].items() if value is not None}
    return {name: body[name] for name in ("parameters", "tree_size", "results")}
