"""The columns of all attempts of a run: what the list of cases shows, filters and sorts by."""

from collections.abc import Mapping
from typing import Final

from evalstore.charts.drawing.rows import Row, RowReader, text_of
from evalstore.reports.case_sets import ALL, CaseSet, Key, NumberSet, sets_of
from evalstore.reports.finding_cases import failing_of_index, gates_of_index
from evalstore.reports.rows import anchor, run_query
from evalstore.reviews.review import Review
from evalstore.store.reader import Reader

TAG_LIMIT: Final = 200
# Values of one attribute that a list of choices may have.
VALUE_LIMIT: Final = 100
COLUMNS: Final = ("case_steps", "systems", "attempts", "statuses", "confidences")
CASE_PREFIX: Final = "case-"


def index_of(
    reader: Reader,
    run_id: str,
    review: Review | None,
    placed: Mapping[Key, tuple[int, bool]],
    row_count: int,
) -> dict[str, object]:
    """
    Return the index of the rows that are in ``page_rows``.

    Columns are texts: a letter or digit for each row, or values with commas between.
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
        "slices": [_slice_of(row) for row in slices],
        "tags": [{"tag": text_of(row, "tag"), "bits": text_of(row, "bits")} for row in tags],
        "sets": [_set_of(found) for found in sets],
        "numbers": [_number_of(number) for number in numbers],
        "gates": gates_of_index(reader, run_id, review, text_of(columns, "case_ids")),
        "failing": failing_of_index(run_id, text_of(columns, "system_ids")),
    }


def _addresses(reader: RowReader, run_id: str) -> str:
    """Return the addresses of all rows, without what they all begin with, as one text."""
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


def _slice_of(row: Row) -> dict[str, object]:
    return {
        "name": text_of(row, "slice_name"),
        "values": text_of(row, "slice_values"),
        "codes": text_of(row, "codes"),
    }


def _set_of(found: CaseSet) -> dict[str, object]:
    return {
        "counted": found.counted,
        "left_out": [{"reason": reason, "bits": bits} for reason, bits in found.left_out],
        "loose": [{"reason": reason, "count": count} for reason, count in found.loose],
    }


def _number_of(number: NumberSet) -> list[object]:
    return [number.anchor, *number.key, number.set_number, number.is_within_slice]
