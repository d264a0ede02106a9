"""The cases of findings: left out, became wrong, else failing, else those that lower a value."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from evalstore.metrics.catalog import Metric, catalog
from evalstore.reviews.charts.drawing.rows import Row, count_of, text_of
from evalstore.reviews.review import BaselineChoice, Finding, SystemChanges
from evalstore.reviews.review_rows import review_query, texts_of
from evalstore.store.query.counting import select_counted
from evalstore.store.query.reader import Reader

# Maximum number of cases named for one finding.
CASE_LIMIT: Final = 20
JUDGED: Final = ("system_id", "validator_id", "slice_name", "slice_value")
COUNTED: Final = (*JUDGED, "variant")
# Values of these families depend on whether and how fast replies came, or on weeks, and not on
# which answers were right.
UNJUDGED_FAMILIES: Final = frozenset({"operations", "drift"})
Key = tuple[str, ...]


def with_cases(
    reader: Reader,
    run_id: str,
    findings: Sequence[Finding],
    baseline: BaselineChoice | None,
    *,
    case_limit: int = CASE_LIMIT,
) -> list[Finding]:
    """
    Return the findings with the cases that each concerns, read once for each baseline.

    ``case_limit`` is the maximum number of cases named for one finding.
    """
    default = baseline.run_id if baseline else ""
    rows: dict[Key, Row] = {}
    for baseline_run_id in dict.fromkeys(item.baseline_run_id or default for item in findings):
        group = [
            item
            for item in findings
            if (item.baseline_run_id or default) == baseline_run_id and _is_judged(item)
        ]
        rows |= _judged_cases(reader, run_id, baseline_run_id, group, case_limit)
    for metric in {item.metric: catalog().get(item.metric) for item in findings}.values():
        if metric is not None and not metric.why_not_counted:
            group = [
                item
                for item in findings
                if item.metric == metric.name and item.answer != "pass" and not _is_judged(item)
            ]
            rows |= _counted_cases(reader, run_id, metric, group, case_limit)
    return [_about(item, rows.get(_key(item, default)), case_limit) for item in findings]


def changes_of(
    reader: Reader, run_id: str, baseline: BaselineChoice | None
) -> tuple[SystemChanges, ...]:
    """Return the changes since the baseline by system; empty without a baseline."""
    if baseline is None:
        return ()
    judges = review_query(reader, "primary_validators", run_id=run_id)
    rows = _affected_rows(
        reader,
        run_id,
        baseline.run_id,
        sorted(
            (text_of(row, "system_id"), text_of(row, "validator_id"), "all", "all")
            for row in judges
        ),
        CASE_LIMIT,
    )
    return tuple(
        SystemChanges(
            system_id=text_of(row, "system_id"),
            compared_count=count_of(row, "paired_count"),
            became_wrong_count=count_of(row, "became_wrong_count"),
            became_right_count=count_of(row, "became_right_count"),
            became_wrong=texts_of(row["cases"])[: count_of(row, "became_wrong_count")],
            became_right=texts_of(row["right_cases"]),
        )
        for row in rows
        if count_of(row, "paired_count")
    )


def _affected_rows(
    reader: Reader, run_id: str, baseline_run_id: str, keys: Sequence[Key], case_limit: int
) -> list[Row]:
    """Return a row of changed and failing cases for each of ``keys``, named as in ``JUDGED``."""
    if not keys:
        return []
    return review_query(
        reader,
        "affected_cases",
        run_id=run_id,
        baseline_run_id=baseline_run_id or None,
        asked=[dict(zip(JUDGED, key, strict=True)) for key in keys],
        case_limit=case_limit,
    )


def _is_judged(finding: Finding) -> bool:
    """Return True if the value depends on which answers a validator judges right."""
    metric = catalog().get(finding.metric)
    is_known = metric is not None and metric.family not in UNJUDGED_FAMILIES
    return is_known and bool(finding.validator_id)


def _key(finding: Finding, default: str) -> Key:
    if _is_judged(finding):
        return finding.baseline_run_id or default, *_named(finding, JUDGED)
    return finding.metric, *_named(finding, COUNTED)


def _named(finding: Finding, names: Iterable[str]) -> Key:
    return tuple(str(getattr(finding, name)) for name in names)


def _judged_cases(
    reader: Reader,
    run_id: str,
    baseline_run_id: str,
    findings: Sequence[Finding],
    case_limit: int,
) -> dict[Key, Row]:
    """Return the rows of changed and failing cases by baseline, system, validator and slice."""
    keys = sorted({_named(item, JUDGED) for item in findings})
    rows = _affected_rows(reader, run_id, baseline_run_id, keys, case_limit)
    return {(baseline_run_id, *(text_of(row, name) for name in JUDGED)): row for row in rows}


def _counted_cases(
    reader: Reader, run_id: str, metric: Metric, findings: Sequence[Finding], case_limit: int
) -> dict[Key, Row]:
    """Return the cases that worsen the value, for each row of a metric."""
    if not findings:
        return {}
    select_counted(reader, metric)
    rows = review_query(
        reader,
        "counted_cases",
        run_id=run_id,
        slice_names=sorted({item.slice_name for item in findings}),
        better=metric.better,
        case_limit=case_limit,
    )
    return {(metric.name, *(text_of(row, name) for name in COUNTED)): row for row in rows}


def _about(finding: Finding, row: Row | None, case_limit: int) -> Finding:
    if row is None:
        return finding
    paired_count = count_of(row, "paired_count")
    wrong_count = count_of(row, "became_wrong_count")
    left_out_count = count_of(row, "left_out_count") if finding.answer == "broken" else 0
    if left_out_count:
        # A broken value is untrusted because of the cases that it leaves out, not the wrong ones.
        cases, case_count = texts_of(row["left_out_cases"]), left_out_count
    else:
        cases = texts_of(row["cases"])[: min(wrong_count, case_limit) or case_limit]
        case_count = wrong_count or count_of(row, "failing_count")
    return replace(
        finding,
        became_wrong_count=wrong_count if paired_count else None,
        became_right_count=count_of(row, "became_right_count") if paired_count else None,
        changed_of_count=paired_count or None,
        cases=cases,
        case_count=case_count,
    )
