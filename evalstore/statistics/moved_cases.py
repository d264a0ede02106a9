"""Cases whose value differs between the two sides."""

from dataclasses import dataclass

from evalstore.base import sql_files
from evalstore.statistics.paired import Paired, Side
from evalstore.store.query.reader import Reader


@dataclass(frozen=True, slots=True)
class MovedCase:
    """One case whose value changed, both values in the metric's unit."""

    case_id: str
    left_value: float
    right_value: float
    is_higher: bool


def moved_cases(
    reader: Reader,
    left: Side,
    right: Side,
    validator_id: str,
    slice_name: str,
    pairs: Paired,
    limit_count: int,
) -> list[MovedCase]:
    """
    Return at most ``limit_count`` cases that fell and as many that rose, the largest first.

    They are cases of the metric whose values ``case_values`` contains, in the slice and variant
    of ``pairs``.
    """
    rows = reader.rows(
        sql_files.read("sql/paired/moved_cases"),
        left_run_id=left.run_id,
        left_system_id=left.system_id,
        right_run_id=right.run_id,
        right_system_id=right.system_id,
        validator_id=validator_id,
        slice_name=slice_name,
        slice_value=pairs.slice_value,
        variant=pairs.variant,
        limit_count=limit_count,
    )
    return [MovedCase(**row) for row in rows]  # type: ignore[arg-type]
