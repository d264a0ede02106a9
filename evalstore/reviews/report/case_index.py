"""The index of a run's attempts: the columns by which the list of cases filters and sorts."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from evalstore.reviews.affected import with_cases
from evalstore.reviews.charts.drawing.rows import Row, RowReader, text_of
from evalstore.reviews.report.case_sets import ALL, CaseSet, Key, NumberSet, sets_of
from evalstore.reviews.report.gate_row import anchor_of
from evalstore.reviews.report.rows import anchor, run_query
from evalstore.reviews.review import Review
from evalstore.store.query.reader import Reader

TAG_LIMIT: Final = 200
# Maximum number of values in a list of choices.
VALUE_LIMIT: Final = 100
COLUMNS: Final = ("case_steps", "systems", "attempts", "statuses", "confidences")
CASE_PREFIX: Final = "case-"
# More cases than any run has; a list in DuckDB may have this many.
NO_LIMIT: Final = 1 << 31


def index_of(
    reader: Reader,
    run_id: str,
    review: Review | None,
    placed: Mapping[Key, tuple[int, bool]],
    row_count: int,
) -> dict[str, object]:
    """
    Return the index of the rows that are in ``page_rows``.

    Columns are texts: one letter or digit for each row, or values separated by commas.
    """
    [columns] = run_query(reader, "cases/index", run_id=run_id)
    sets, numbers = sets_of(reader, run_id, placed, row_count)
    slice_names = sorted({key[4] for key in placed} - {ALL})
    slices = run_query(
        reader, "cases/slices", run_id=run_id, slice_names=slice_names, value_limit=VALUE_LIMIT
    )
    tags = run_query(
        reader, "cases/tags", run_id=run_id, tag_limit=TAG_LIMIT, row_id_max=row_count - 1
    )
    return {
        "run": run_id,
        "rows": row_count,
        **{column: text_of(columns, column) for column in COLUMNS},
        "system_ids": text_of(columns, "system_ids"),
        "case_ids": text_of(columns, "case_ids"),
        "addresses": _addresses(reader, run_id),
        "validators": [_validator_of(row) for row in run_query(reader, "cases/outcomes")],
        "slices": [slice_of(row) for row in slices],
        "tags": [{"tag": text_of(row, "tag"), "bits": text_of(row, "bits")} for row in tags],
        "sets": [_set_of(case_set) for case_set in sets],
        "numbers": [_number_of(number) for number in numbers],
        "gates": _gates_of(reader, run_id, review, text_of(columns, "case_ids")),
        "failing": _failing_of(run_id, text_of(columns, "system_ids")),
    }


def _addresses(reader: RowReader, run_id: str) -> str:
    """Return the addresses of all rows without their common prefix, as one text."""
    return "".join(
        anchor("case", run_id, text_of(row, "system_id"), text_of(row, "case_id")).removeprefix(
            CASE_PREFIX
        )
        for row in run_query(reader, "cases/names")
    )


def _validator_of(row: Row) -> dict[str, object]:
    return {
        "validator": text_of(row, "validator_id"),
        "is_primary": bool(row["is_primary"]),
        **{
            column: text_of(row, column)
            for column in ("outcomes", "is_right", "was_right", "failing")
        },
    }


def slice_of(row: Row) -> dict[str, object]:
    """Return the name of a slice, its values as JSON, and the numbers of those of each case."""
    return {
        "name": text_of(row, "slice_name"),
        "values": text_of(row, "slice_values"),
        "codes": text_of(row, "codes"),
    }


def _set_of(case_set: CaseSet) -> dict[str, object]:
    return {
        "counted": case_set.counted,
        "left_out": [{"reason": reason, "bits": bits} for reason, bits in case_set.left_out],
        "loose": [{"reason": reason, "count": count} for reason, count in case_set.loose],
    }


def _number_of(number: NumberSet) -> list[object]:
    return [number.anchor, *number.key, number.set_number, number.is_within_slice]


def _gates_of(
    reader: Reader, run_id: str, review: Review | None, case_ids: str
) -> list[dict[str, object]]:
    """
    Return each decision with its address, its system and the numbers of all its cases.

    ``case_ids`` is JSON: the ids of cases in the order of the page. Decisions with more cases than
    the review names are read again, so that their lists are complete.
    """
    if review is None:
        return []
    findings = list(review.findings)
    if any(item.case_count > len(item.cases) for item in findings):
        bare = [replace(item, cases=()) for item in findings]
        findings = with_cases(reader, run_id, bare, review.baseline, case_limit=NO_LIMIT)
    numbers = {case_id: place for place, case_id in enumerate(json.loads(case_ids))}
    return [
        {
            "anchor": anchor_of(run_id, finding),
            "gate": finding.gate_id,
            "metric": finding.metric,
            "system": finding.system_id,
            "validator": finding.validator_id,
            "became_wrong": finding.answer != "broken" and bool(finding.became_wrong_count),
            "cases": sorted(numbers[case_id] for case_id in finding.cases if case_id in numbers),
        }
        for finding in findings
    ]


def _failing_of(run_id: str, system_ids: str) -> dict[str, str]:
    """Return the systems by the address of their failing cases; ``system_ids`` is JSON."""
    return {anchor("failing", run_id, system): system for system in json.loads(system_ids)}
