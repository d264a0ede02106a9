"""The difference of two systems under one judge, corrected by labels that people gave."""

from dataclasses import dataclass

from evalstore.base import sql_files
from evalstore.statistics.paired import Side
from evalstore.store.query.queries import Slice
from evalstore.store.query.reader import Reader

# The metric whose values the labels of people correct.
CORRECTED_METRIC = "accuracy"
# With fewer labelled cases, or clusters of them, the interval holds the truth too rarely:
# see tests/metrics/test_corrected_difference.py.
LABEL_COUNT_MIN = 30


@dataclass(frozen=True, slots=True)
class CorrectedDifference:
    """
    Right minus left, in shares of cases from -1 to 1, of the cases to which both systems replied.

    ``judged_difference`` is what the judge alone says of these ``judged_count`` cases, None
    without any; ``uncorrected_count`` cases with a value on both sides lack a reply of a system.
    ``difference`` and its 95 % interval are corrected by ``label_count`` cases that people
    labelled for both systems, ``unit_count`` independent ones, or clusters of them;
    ``judge_weight``, 0 to 1, is how much the judge counts. They are None with a ``reason``.
    """

    slice_value: str
    judged_count: int
    uncorrected_count: int
    label_count: int
    is_clustered: bool
    unit_count: int
    judged_difference: float | None
    judge_weight: float | None
    difference: float | None
    standard_error: float | None
    ci_low: float | None
    ci_high: float | None
    reason: str | None


def corrected_differences(
    reader: Reader, left: Side, right: Side, validator_id: str, part: Slice, cluster: str
) -> dict[str, CorrectedDifference]:
    """
    Return the corrected difference of each slice value, by that value.

    The source of the formulas is in ``sql/paired/corrected_differences.sql``. Slices of what
    attempts used have none.
    """
    rows = reader.rows(
        sql_files.read("sql/paired/corrected_differences"),
        left_run_id=left.run_id,
        left_system_id=left.system_id,
        right_run_id=right.run_id,
        right_system_id=right.system_id,
        validator_id=validator_id,
        slice_name=part.name,
        slice_value=part.value,
        cluster=cluster,
        label_count_min=LABEL_COUNT_MIN,
    )
    found = (CorrectedDifference(**row) for row in rows)  # type: ignore[arg-type]
    return {corrected.slice_value: corrected for corrected in found}
