"""Slices of a comparison, those with the strongest evidence of a difference first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.statistics import adjusting
from evalstore.statistics.adjusting import BENJAMINI_HOCHBERG, HOLM, NONE
from evalstore.statistics.compared import ComparedRow
from evalstore.statistics.paired import UNITS_MIN, paired
from evalstore.store.query.queries import SLICES_OF_USE, Slice
from evalstore.store.query.reader import Reader

# A slice with more values identifies single cases rather than kinds of them.
VALUE_COUNT_MAX: Final = 40
SHOWN_MAX: Final = 12
# What a reader has to know of the p-values of as many slices, by how they are adjusted.
ADJUSTED: Final = {
    NONE: "None of them is adjusted for their number.",
    HOLM: "The adjusted p (Holm) takes all of them into account.",
    BENJAMINI_HOCHBERG: "The adjusted p (Benjamini and Hochberg) takes all of them into account.",
}
ROUNDING: Final = 1e-12


@dataclass(frozen=True)
class ComparedSlices:
    """
    One metric by slice; ``rows`` are the rows shown, with p-values adjusted over all slices.

    ``moved_count`` is the number of slices with a difference, ``slice_count`` the number of slices
    tested, ``small_count`` the number with too few cases to show any difference, ``left_out`` the
    names of slices with too many values, ``control`` how the p-values are adjusted.
    """

    rows: tuple[ComparedRow, ...]
    moved_count: int
    slice_count: int
    small_count: int
    left_out: tuple[str, ...]
    control: str = HOLM

    @property
    def warning(self) -> str:
        """Return a warning on the number of comparisons."""
        expected = 0.05 * self.slice_count
        text = (
            f"{counted(self.slice_count, 'slice was', 'slices were')} compared. If no slice "
            f"differs, up to {expected:.1f} of them are expected to have an unadjusted p below "
            f"0.05. {ADJUSTED[self.control]}"
        )
        if self.small_count:
            few = counted(self.small_count, "slice has", "slices have")
            text += f" {few} fewer than {UNITS_MIN} cases or clusters, "
            text += "too few to show any difference."
        if self.left_out:
            names = ", ".join(self.left_out)
            text += f" Left out, with more than {VALUE_COUNT_MAX} values each: {names}."
        return text


def compared_slices(
    reader: Reader, rows: Sequence[ComparedRow], cluster: str, control: str = HOLM
) -> ComparedSlices | None:
    """
    Compare the sides of ``rows`` in every slice; return None if there are no slices.

    ``control`` is the method that adjusts the p-values of all of them together.
    """
    compared: list[ComparedRow] = []
    if not rows:
        return None
    parts, left_out = _parts(reader, rows[0].left.run_id, rows[0].right.run_id)
    for row in rows:
        for name in parts:
            compared += _in_slice(reader, row, name, cluster)
    if not compared:
        return None
    small_count = sum(not row.pairs.can_show for row in compared)
    compared = [row for row in compared if row.pairs.can_show]
    p_values = adjusting.adjusted([row.p_value for row in compared], control)
    adjusted = [
        replace(row, adjusted_p_value=p_value)
        for row, p_value in zip(compared, p_values, strict=True)
    ]
    moved = sorted(filter(_has_moved, adjusted), key=_evidence)
    return ComparedSlices(
        tuple(moved[:SHOWN_MAX]), len(moved), len(adjusted), small_count, left_out, control
    )


def _in_slice(
    reader: Reader, row: ComparedRow, slice_name: str, cluster: str
) -> list[ComparedRow]:
    """Compare one pair of sides by a slice, without values that all pairs share."""
    return [
        replace(
            row,
            slice_name=slice_name,
            pairs=pairs,
            p_value=pairs.p_value(),
            adjusted_p_value=None,
            moved=(),
        )
        for pairs in paired(
            reader, row.metric.name, row.left, row.right,
            validator_id=row.validator_id, variant=row.pairs.variant,
            part=Slice(slice_name), cluster=cluster,
        )
        if 0 < pairs.paired_count < row.pairs.paired_count
    ]  # fmt: skip


def _parts(
    reader: Reader, left_run_id: str, right_run_id: str
) -> tuple[list[str], tuple[str, ...]]:
    """Return the names of the slices of both runs, and those with too many values."""
    values: dict[str, int] = {}
    for row in reader.rows(
        sql_files.read("sql/paired/slices"),
        left_run_id=left_run_id, right_run_id=right_run_id,
    ):  # fmt: skip
        name = str(row["slice_name"])
        values[name] = values.get(name, 0) + 1
    # Slices of use are of attempts and not of cases, so two runs may have different cases in them.
    for name in ("all", *SLICES_OF_USE):
        values.pop(name, None)
    left_out = tuple(name for name, count in values.items() if count > VALUE_COUNT_MAX)
    return [name for name in values if name not in left_out], left_out


def _has_moved(row: ComparedRow) -> bool:
    """Return True if the difference is more than an error of rounding in a sum."""
    return abs(row.pairs.difference or 0.0) > ROUNDING


def _evidence(row: ComparedRow) -> tuple[float, float]:
    """Return the sort key: the p-value, then the size of the difference, largest first."""
    p_value = 2.0 if row.p_value is None else row.p_value
    return p_value, -abs(row.pairs.difference or 0.0)
