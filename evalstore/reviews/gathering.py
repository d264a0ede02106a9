"""
The review of a run, from new decisions or from those that the store has recorded.

The page, every output of ``gate`` and every message are made from it.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from evalstore.gates.decide import PRECEDENCE
from evalstore.metrics import catalog
from evalstore.reviews import baseline as baselines
from evalstore.reviews import decisions
from evalstore.reviews.affected import changes_of, with_cases
from evalstore.reviews.cases import reviewed_cases
from evalstore.reviews.charts.drawing.rows import Row, count_of, number_of, text_of
from evalstore.reviews.decisions import Payload, place_of
from evalstore.reviews.failure_groups.recorded import recorded_groups
from evalstore.reviews.review import Answer, Finding, LeftOut, Review, RunFacts
from evalstore.reviews.review_rows import review_query, texts_of
from evalstore.reviews.sentences import (
    JudgedAnswers,
    decision_sentence,
    detectable_sentence,
    false_blocks_of,
    finding_sentence,
    nothing_left_out_sentence,
    smallest_drop_of,
    unknown_drop_sentence,
)
from evalstore.store.query.counting import select_counted
from evalstore.store.query.queries import MEASUREMENT, select_metrics, unknown_run
from evalstore.store.query.reader import Reader

CASE_LIMIT: Final = 20
TEXT_LIMIT: Final = 2_000
KEY_LENGTH: Final = 12


def review_of(
    reader: Reader,
    run_id: str,
    payloads: Sequence[Payload] | None = None,
    *,
    case_limit: int = CASE_LIMIT,
    text_limit: int = TEXT_LIMIT,
    scope: str = "",
) -> Review:
    """
    Return the review of a run, from ``payloads`` of new decisions, else from recorded decisions.

    ``case_limit`` is the maximum number of failing cases read with their texts, ``text_limit`` the
    maximum length of a text in characters, ``scope`` the review's scope. Raises UsageError if the
    run does not exist.
    """
    run = run_facts(reader, run_id)
    read = (
        decisions.recorded(reader, run_id) if payloads is None else decisions.of_payloads(payloads)
    )
    ordered = sorted(read, key=place_of)
    baseline, no_baseline = baselines.chosen(reader, run_id, ordered)
    ordered = with_cases(reader, run_id, ordered, baseline)
    findings = tuple(
        replace(finding, sentence=finding_sentence(finding, baseline)) for finding in ordered
    )
    cases, case_count = reviewed_cases(
        reader, run_id, findings, baseline, case_limit=case_limit, text_limit=text_limit
    )
    scopes = [scope] if scope else []
    left_out, is_counted = _left_out(reader, run_id)
    nothing_left_out = (
        ""
        if left_out
        else nothing_left_out_sentence(
            _judged(reader, run_id, is_scored=is_counted), is_counted=is_counted
        )
    )
    review = Review(
        run=run,
        answer=answer_of(findings),
        findings=findings,
        cases=cases,
        case_count=case_count,
        baseline=baseline,
        no_baseline=no_baseline,
        changes=changes_of(reader, run_id, baseline),
        left_out=left_out,
        nothing_left_out=nothing_left_out,
        smallest_drop=smallest_drop_of(findings) or _detectable(reader, run_id, findings),
        false_blocks=false_blocks_of(findings),
        key=key_of(run.suite, [*sorted({item.gate_id for item in findings}), *scopes]),
        scope=scope,
        failure_groups=recorded_groups(reader, run_id),
    )
    tries = f" {review.tries}." if review.tries else ""
    return replace(review, decision=decision_sentence(review) + tries)


def answer_of(findings: Sequence[Finding]) -> Answer:
    """Return the overall answer of this store's gates; empty if none of them has decided."""
    decided = [finding for finding in findings if not finding.is_foreign]
    answers = {finding.answer for finding in decided if not finding.is_informational}
    return next((answer for answer in PRECEDENCE if answer in answers), "pass" if decided else "")


def key_of(suite: str, parts: Sequence[str]) -> str:
    """
    Return a name for a suite and parts, equal for equal parts, of the characters a-z, 0-9 and -.

    >>> key_of("History quiz", ["accuracy"])
    'history-quiz-c0d2d61b59a3'
    """
    digest = hashlib.sha256()
    for part in (suite, *parts):
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(len(raw).to_bytes(8, "big") + raw)
    slug = re.sub("[^a-z0-9]+", "-", suite.lower()).strip("-")[:40].rstrip("-") or "suite"
    return f"{slug}-{digest.hexdigest()[:KEY_LENGTH]}"


def run_facts(reader: Reader, run_id: str) -> RunFacts:
    """Return the recorded facts of a run; raises UsageError if it does not exist."""
    rows = review_query(reader, "run", run_id=run_id)
    if not rows:
        raise unknown_run(reader, run_id)
    [row] = rows
    return RunFacts(
        run_id=run_id,
        suite=text_of(row, "suite"),
        suite_version=text_of(row, "suite_version"),
        git_sha=text_of(row, "git_sha"),
        git_branch=text_of(row, "git_branch"),
        committed_at=_moment(row["committed_at"]),
        started_at=_moment(row["started_at"]),
        finished_at=_moment(row["finished_at"]),
        run_status=text_of(row, "run_status"),
        case_count=count_of(row, "case_count"),
        systems=texts_of(row["systems"]),
        domains=texts_of(row["domains"]),
    )


def _moment(value: object) -> datetime | None:
    return value if isinstance(value, datetime) else None


def _left_out(reader: Reader, run_id: str) -> tuple[tuple[LeftOut, ...], bool]:
    """
    Return the number of left out cases by reason, and True if any case is counted.

    They are those of accuracy, or of the mean if only that counts any cases.
    """
    rows_by_metric: dict[str, list[Row]] = {}
    for metric_name in ("accuracy", MEASUREMENT):
        select_counted(reader, catalog.find(metric_name))
        rows_by_metric[metric_name] = review_query(reader, "left_out", run_id=run_id)
    counting = [
        rows for rows in rows_by_metric.values() if any(row["reason"] is None for row in rows)
    ]
    # If neither metric counts any case, accuracy leaves all of them out.
    left_out = tuple(
        LeftOut(text_of(row, "reason"), count_of(row, "case_count"))
        for row in (counting or [rows_by_metric["accuracy"]])[0]
        if row["reason"] is not None
    )
    return left_out, bool(counting)


def _detectable(reader: Reader, run_id: str, findings: Sequence[Finding]) -> str:
    """
    Describe the smallest detectable difference of the least certain system, or why it is unknown.

    Empty for a run in which a critic reads weeks and no answer is judged.
    """
    select_metrics(reader, "minimum_detectable_effect")
    rows = review_query(reader, "detectable", run_id=run_id)
    row = rows[0] if any(count_of(row, "scored_count") for row in rows) else None
    value = None if row is None else number_of(row, "value")
    if row is not None and value is not None:
        count = count_of(row, "scored_count")
        return detectable_sentence(findings, value, text_of(row, "system_id"), count)
    return unknown_drop_sentence(_judged(reader, run_id, is_scored=row is not None))


def _judged(reader: Reader, run_id: str, *, is_scored: bool) -> JudgedAnswers:
    [judging] = review_query(reader, "judging", run_id=run_id)
    return JudgedAnswers(
        is_scored=is_scored,
        deciding=texts_of(judging["deciding"]),
        measuring=texts_of(judging["measuring"]),
        primary=text_of(judging, "primary_validator_id"),
        has_readings=count_of(judging, "reading_count") > 0,
    )
