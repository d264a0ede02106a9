"""The failing cases that a review shows, those of failing gates first."""

from collections.abc import Sequence
from typing import Any, Final

from evalstore.reviews.charts.drawing.rows import Row, RowReader, count_of, number_of, text_of
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.review import (
    BECAME_WRONG,
    NEW,
    WRONG_BEFORE,
    BaselineChoice,
    Finding,
    Mark,
    ReviewedCase,
)
from evalstore.reviews.review_rows import review_query

VERDICT_LENGTH: Final = 160
CUT: Final = "…"
# A quality is passed if its score is at least this.
SCORE_PASSING: Final = 0.5
NAMING: Final = ("fail", "broken")
Key = tuple[str, str]


def reviewed_cases(
    reader: RowReader,
    run_id: str,
    findings: Sequence[Finding],
    baseline: BaselineChoice | None,
    *,
    case_limit: int,
    text_limit: int,
) -> tuple[tuple[ReviewedCase, ...], int]:
    """Return the failing cases to show, and the number of all failing cases."""
    surest = review_query(reader, "failing_cases", run_id=run_id, case_limit=max(case_limit, 1))
    keys = _of_findings(findings)
    keys += [(text_of(row, "system_id"), text_of(row, "case_id")) for row in surest]
    shown = list(dict.fromkeys(keys))[:case_limit]
    rows = review_query(
        reader,
        "reviewed_cases",
        run_id=run_id,
        baseline_run_id=baseline.run_id if baseline else None,
        keys=[
            {"system_id": system_id, "case_id": case_id, "place": place}
            for place, (system_id, case_id) in enumerate(shown)
        ],
        text_limit=text_limit,
    )
    cases = tuple(_case_of(row, has_baseline=baseline is not None) for row in rows)
    return cases, count_of(surest[0], "case_count") if surest else 0


def _of_findings(findings: Sequence[Finding]) -> list[Key]:
    """Return the cases of blocking findings, one case of each finding in turn."""
    failing = [item for item in findings if item.is_blocking and item.answer in NAMING]
    depth = max((len(item.cases) for item in failing), default=0)
    return [
        (item.system_id, item.cases[place])
        for place in range(depth)
        for item in failing
        if place < len(item.cases)
    ]


def _case_of(row: Row, *, has_baseline: bool) -> ReviewedCase:
    verdicts, scores = _entries(row, "verdicts"), _entries(row, "scores")
    status = text_of(row, "status")
    decisive = _decisive(verdicts, text_of(row, "validator_id"))
    reason = str(
        decisive.get("reason") or text_of(row, "error") or _without_reason(status, decisive)
    )
    outcome = str(decisive.get("outcome") or status or "unscored")
    tags = tuple(sorted({str(tag) for entry in verdicts for tag in entry["tags"] or ()}))
    return ReviewedCase(
        system_id=text_of(row, "system_id"),
        case_id=text_of(row, "case_id"),
        attempt=count_of(row, "attempt"),
        domain=text_of(row, "domain"),
        label=text_of(row, "label"),
        prompt=_cut(row, "prompt"),
        expected=_cut(row, "expected"),
        response=_cut(row, "response"),
        confidence=number_of(row, "confidence"),
        status=status,
        marks=_marks(verdicts, scores),
        outcome=outcome,
        verdict=one_line(f"{outcome}: {reason}", VERDICT_LENGTH),
        reason=reason,
        tags=tags,
        taxonomy=_texts(row, "taxonomy"),
        change=_change(row) if has_baseline else "",
        case_event_id=text_of(row, "case_event_id"),
        response_event_id=text_of(row, "response_event_id"),
        verdict_event_ids=tuple(str(entry["event_id"]) for entry in verdicts),
        attempt_count=count_of(row, "attempt_count"),
        failing_count=count_of(row, "failing_count"),
    )


def _decisive(verdicts: list[dict[str, Any]], validator_id: str) -> dict[str, Any]:
    """Return the verdict of the validator by which the case fails; empty without one."""
    return next((entry for entry in verdicts if entry["validator_id"] == validator_id), {})


def _without_reason(status: str, decisive: dict[str, Any]) -> str:
    """Explain a missing reason: no response, no verdict, or a verdict without a reason."""
    if decisive:
        return "no reason was recorded"
    return {
        "missing": "no response was recorded",
        "error": "the response failed",
    }.get(status, "no verdict was recorded")


def _marks(verdicts: list[dict[str, Any]], scores: list[dict[str, Any]]) -> tuple[Mark, ...]:
    """Return a mark for each quality that a validator scored, else one for its verdict."""
    marks = []
    for entry in verdicts:
        validator_id, outcome = str(entry["validator_id"]), str(entry["outcome"])
        qualities = [score for score in scores if score["validator_id"] == validator_id]
        for score in qualities:
            share = score["score"]
            passed = None if share is None else share >= SCORE_PASSING
            marks.append(Mark(str(score["name"]), validator_id, share, outcome, passed))
        if not qualities:
            value = entry["score"] if entry["score"] is not None else entry["value"]
            passed = {"right": True, "wrong": False}.get(outcome)
            marks.append(Mark(validator_id, validator_id, value, outcome, passed))
    return tuple(marks)


def _change(row: Row) -> str:
    if row["was_right"] and row["is_left_out"]:
        # It is unknown whether it would still be right.
        return ""
    if row["was_right"] is None:
        return "" if row["is_known_case"] else NEW
    return BECAME_WRONG if row["was_right"] else WRONG_BEFORE


def _cut(row: Row, column: str) -> str:
    text = text_of(row, column)
    return text + CUT if count_of(row, f"{column}_length") > len(text) else text


def _texts(row: Row, column: str) -> tuple[str, ...]:
    values = row[column]
    return tuple(str(text) for text in values) if isinstance(values, list) else ()


def _entries(row: Row, column: str) -> list[dict[str, Any]]:
    entries = row[column]
    return entries if isinstance(entries, list) else []
