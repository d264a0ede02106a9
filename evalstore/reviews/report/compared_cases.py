"""Cases of a comparison by kind of change, the changed ones first."""

import shlex
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from evalstore.reviews.charts.drawing.rows import Row, RowReader, count_of, number_of, text_of
from evalstore.reviews.report.change_groups import CASE_LIMIT_MAX, CHANGE_KINDS, ChangeKind
from evalstore.reviews.report.compared_case import CaseGroup, ComparedCase, ComparedReply
from evalstore.reviews.report.failing_case import CaseVerdict
from evalstore.reviews.report.failures import excerpt_of, verdict_of
from evalstore.reviews.report.marked_replies import MarkedReplies, marked_replies, unmarked_replies
from evalstore.reviews.report.rows import anchor, run_query
from evalstore.reviews.report.untrusted import Excerpt
from evalstore.statistics.compared import ComparedRow
from evalstore.statistics.paired import Side, take_values
from evalstore.store.query.reader import Reader

# Metrics about a single reply, in the order of preference for the changes of cases.
CASE_METRICS: Final = ("accuracy", "mean_value")
TEXT_LIMIT: Final = 8_000
REASON_LIMIT: Final = 2_000
NOTHING: Final = Excerpt("", 0)


def case_row(rows: Sequence[ComparedRow]) -> ComparedRow | None:
    """Return the row by whose metric the cases of two sides are compared, None without one."""
    for metric in CASE_METRICS:
        for row in rows:
            if row.metric.name == metric and row.slice_name == "all":
                return row
    return None


def compared_cases(
    reader: Reader, row: ComparedRow, case_limit: int | None = None
) -> tuple[CaseGroup, ...]:
    """
    Return the cases of both sides by kind of change, at most ``case_limit`` of each kind.

    Right and wrong are those of ``facts.case_outcomes`` by the validator of ``row``; the cases
    whose value differs are those that ``compare --cases`` lists for the metric of ``row``.
    """
    take_values(reader, row.metric.name)
    left, right = row.left, row.right
    rows = run_query(
        reader,
        "compared_cases",
        left_run_id=left.run_id,
        left_system_id=left.system_id,
        right_run_id=right.run_id,
        right_system_id=right.system_id,
        validator_id=row.validator_id,
        case_limit=case_limit or CASE_LIMIT_MAX,
    )
    by_change: dict[str, list[Row]] = {}
    for change, cases in groupby(rows, key=lambda case: text_of(case, "change")):
        by_change[change] = list(cases)
    shown = {
        kind.change: by_change[kind.change][: case_limit or kind.case_limit]
        for kind in CHANGE_KINDS
        if kind.change in by_change
    }
    listed = [case for cases in shown.values() for case in cases]
    sides = [_replies(reader, side, row.validator_id, listed) for side in (left, right)]
    moved_count = sum(
        count_of(by_change[kind.change][0], "change_count")
        for kind in CHANGE_KINDS
        if kind.is_moved and kind.change in by_change
    )
    command = _command(row, moved_count)
    return tuple(
        _group(row, command, kind, by_change[kind.change], shown[kind.change], *sides)
        for kind in CHANGE_KINDS
        if kind.change in shown
    )


def _group(
    row: ComparedRow,
    command: str,
    kind: ChangeKind,
    members: Sequence[Row],
    shown: Sequence[Row],
    left: dict[str, tuple[Row, ComparedReply]],
    right: dict[str, tuple[Row, ComparedReply]],
) -> CaseGroup:
    about = (row.left.run_id, row.left.system_id, row.right.run_id, row.right.system_id)
    return CaseGroup(
        anchor=anchor("change", *about, kind.change),
        change=kind.change,
        title=kind.title,
        note=kind.note,
        icon=kind.icon,
        kind=kind.kind,
        case_count=count_of(members[0], "change_count"),
        cases=tuple(
            _case(about, case, *(side.get(text_of(case, "case_id")) for side in (left, right)))
            for case in shown
        ),
        command=command if kind.is_moved else "",
        is_open=kind.is_open,
    )


def _command(row: ComparedRow, moved_count: int) -> str:
    """Return the command that lists ``moved_count`` cases with a changed value."""
    left, right = row.left, row.right
    words = ["evalstore", "compare", left.run_id, right.run_id]
    if left.system_id == right.system_id:
        words += ["--system", left.system_id]
    else:
        words += ["--left-system", left.system_id, "--right-system", right.system_id]
    words += ["--metric", row.metric.name, "--validator", row.validator_id]
    return f"{shlex.join(words)} --cases --limit {moved_count}"


def _case(
    about: tuple[str, ...],
    case: Row,
    left: tuple[Row, ComparedReply] | None,
    right: tuple[Row, ComparedReply] | None,
) -> ComparedCase:
    case_id = text_of(case, "case_id")
    described = (right or left or ({}, None))[0]
    replies = [
        None if side is None else replace(side[1], value=number_of(case, f"{name}_value"))
        for name, side in (("left", left), ("right", right))
    ]
    facts = (("domain", "domain"), ("label", "label"), ("severity", "severity"))
    return ComparedCase(
        anchor=anchor("compared", *about, case_id),
        case_id=case_id,
        described=" · ".join(
            f"{name} {text_of(described, column)}"
            for name, column in facts
            if described and described[column] is not None
        ),
        prompt=excerpt_of(described, "prompt") if described else NOTHING,
        expected=excerpt_of(described, "expected") if described else NOTHING,
        left=replies[0],
        right=replies[1],
        marked=_marked(*replies),
    )


def _marked(left: ComparedReply | None, right: ComparedReply | None) -> MarkedReplies:
    """Mark the differences of two replies, or none if a side has no reply."""
    first, second = (side.response if side is not None else NOTHING for side in (left, right))
    return (marked_replies if first.length and second.length else unmarked_replies)(first, second)


def _replies(
    reader: RowReader, side: Side, validator_id: str, listed: Sequence[Row]
) -> dict[str, tuple[Row, ComparedReply]]:
    """Return the reply of a side to each of these cases, with the row of the case, by case id."""
    about = {
        "run_id": side.run_id, "system_id": side.system_id, "validator_id": validator_id,
    }  # fmt: skip
    case_ids = [text_of(case, "case_id") for case in listed]
    rows = run_query(reader, "compared_replies", **about, case_ids=case_ids, text_limit=TEXT_LIMIT)
    verdicts = run_query(
        reader,
        "compared_verdicts",
        **about,
        case_ids=[text_of(row, "case_id") for row in rows],
        attempts=[count_of(row, "attempt") for row in rows],
        text_limit=REASON_LIMIT,
    )
    judgements = {
        case_id: tuple(map(verdict_of, group))
        for case_id, group in groupby(verdicts, key=lambda row: text_of(row, "case_id"))
    }
    return {
        text_of(row, "case_id"): (
            row,
            _reply(side, row, judgements.get(text_of(row, "case_id"), ())),
        )
        for row in rows
    }


def _reply(side: Side, row: Row, judgements: tuple[CaseVerdict, ...]) -> ComparedReply:
    return ComparedReply(
        attempt=count_of(row, "attempt"),
        attempt_count=count_of(row, "attempt_count"),
        right_count=count_of(row, "right_count"),
        status=text_of(row, "status"),
        outcome=text_of(row, "outcome"),
        value=None,
        confidence=number_of(row, "confidence"),
        response=excerpt_of(row, "reply"),
        judgements=judgements,
        response_event_id=text_of(row, "response_event_id"),
        case_anchor=anchor("case", side.run_id, side.system_id, text_of(row, "case_id")),
    )
