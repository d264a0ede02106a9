"""The failing cases of a run: one entry per case and system, with all verdicts per attempt."""

from itertools import groupby
from typing import Final

from evalstore.base.phrases import bracketed
from evalstore.reviews.charts.drawing.rows import Row, RowReader, count_of, number_of, text_of
from evalstore.reviews.report.failing_case import (
    CaseVerdict,
    FailingAttempt,
    FailingCase,
    SystemFailures,
)
from evalstore.reviews.report.rows import anchor, run_query
from evalstore.reviews.report.untrusted import Excerpt

# Per run; the page's script has a list of all cases.
CASE_LIMIT: Final = 50
TEXT_LIMIT: Final = 2_000
# Per case.
ATTEMPT_LIMIT: Final = 5


def failures_of_run(
    reader: RowReader, run_id: str, *, case_limit: int = CASE_LIMIT, text_limit: int = TEXT_LIMIT
) -> tuple[SystemFailures, ...]:
    """Return the failing cases of every system, the most confident mistakes first."""
    counts = run_query(reader, "failure_counts", run_id=run_id)
    rows = run_query(
        reader,
        "failures",
        run_id=run_id,
        case_limit=case_limit,
        attempt_limit=ATTEMPT_LIMIT,
        text_limit=text_limit,
    )
    cases: dict[str, list[FailingCase]] = {}
    for (system_id, _), verdicts in groupby(
        rows, key=lambda row: (text_of(row, "system_id"), text_of(row, "case_id"))
    ):
        cases.setdefault(system_id, []).append(case_of(run_id, list(verdicts)))
    return tuple(
        SystemFailures(
            anchor=anchor("failing", run_id, text_of(row, "system_id")),
            system_id=text_of(row, "system_id"),
            case_count=count_of(row, "case_count"),
            cases=tuple(cases.get(text_of(row, "system_id"), ())),
        )
        for row in counts
    )


def case_of(run_id: str, rows: list[Row]) -> FailingCase:
    """Return one case from the rows of its verdicts, grouped by attempt."""
    first = rows[0]
    case_id, system_id = text_of(first, "case_id"), text_of(first, "system_id")
    return FailingCase(
        anchor=anchor("case", run_id, system_id, case_id),
        case_id=case_id,
        domain=text_of(first, "domain"),
        label=text_of(first, "label"),
        severity=text_of(first, "severity"),
        prompt=excerpt_of(first, "prompt"),
        expected=excerpt_of(first, "expected"),
        attempts=tuple(
            attempt_of(list(verdicts))
            for _, verdicts in groupby(rows, key=lambda row: count_of(row, "attempt"))
        ),
        failing_count=count_of(first, "failing_count"),
        attempt_count=count_of(first, "attempt_count"),
    )


def attempt_of(rows: list[Row]) -> FailingAttempt:
    """Return one attempt from the rows of its verdicts, which differ in nothing else."""
    first = rows[0]
    return FailingAttempt(
        number=count_of(first, "attempt"),
        status=text_of(first, "status"),
        confidence=number_of(first, "confidence"),
        response=excerpt_of(first, "response"),
        answer=excerpt_of(first, "answer"),
        judgements=tuple(verdict_of(row) for row in rows),
        response_event_id=text_of(first, "response_event_id"),
    )


def verdict_of(row: Row) -> CaseVerdict:
    """Return the verdict of one validator in a row."""
    return CaseVerdict(
        validator_id=text_of(row, "validator_id"),
        verdict=text_of(row, "verdict"),
        reason=excerpt_of(row, "reason"),
        tags=(*bracketed(_texts(row, "taxonomy")), *_texts(row, "tags")),
        event_id=text_of(row, "verdict_event_id"),
    )


def _texts(row: Row, column: str) -> tuple[str, ...]:
    values = row.get(column)
    return tuple(str(text) for text in values) if isinstance(values, list) else ()


def excerpt_of(row: Row, column: str) -> Excerpt:
    """Return a text that the query has cut, with its full length."""
    return Excerpt(text_of(row, column), count_of(row, f"{column}_length"))
