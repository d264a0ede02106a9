"""Values of a run next to those of its controls, which answer without knowledge."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from evalstore.reviews.charts.drawing.numbers import number
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.report.metric_row import DIGITS, MetricRow
from evalstore.statistics.controls import Measurement, RunControls

NAME_LENGTH: Final = 48


def beside_controls(rows: Sequence[MetricRow], controls: RunControls) -> list[MetricRow]:
    """
    Return the rows, each with its strongest control, followed by the rows of controls.

    Only the metrics of correctness are kept for controls, since their other values are
    irrelevant; all of them are kept if the run has no other system.
    """
    if not controls.system_ids:
        return [*rows]
    marked = [
        replace(row, is_control=True)
        if row.system_id in controls.system_ids
        else replace(
            row,
            control=controls.strongest.get(_measurement(row)),
            unbeaten=controls.unbeaten.get((_measurement(row), row.system_id), ""),
        )
        for row in rows
    ]
    tested = [row for row in marked if not row.is_control]
    others = [row for row in marked if row.is_control]
    return [*tested, *(row for row in others if not tested or _measurement(row).is_of_rightness)]


def control_sentences(rows: Sequence[MetricRow], controls: RunControls) -> Iterator[str]:
    """Yield sentences on the controls, and on systems not shown to beat them over all cases."""
    if not controls.system_ids:
        return
    names = ", ".join(one_line(name, NAME_LENGTH) for name in controls.system_ids)
    if all(row.is_control for row in rows):
        yield f"Every system of this run is a control: {names}."
        return
    yield f"Controls with the same cases: {names}."
    values = {(_measurement(row), row.system_id): row.value for row in rows}
    for row in rows:
        value = values.get((_measurement(row), row.unbeaten))
        if row.unbeaten and row.slice_name == "all":
            judged = "" if row.is_primary_validator else f" ({one_line(row.judge, NAME_LENGTH)})"
            variant = f" ({one_line(row.variant, NAME_LENGTH)})" if row.variant else ""
            has = "" if value is None else f" that has {number(value, DIGITS)}"
            yield (
                f"{row.metric}{variant} of {one_line(row.system_id, NAME_LENGTH)}{judged} is "
                f"{row.value_text}, not shown to beat {one_line(row.unbeaten, NAME_LENGTH)}, a "
                f"control{has}."
            )


def _measurement(row: MetricRow) -> Measurement:
    return Measurement(row.metric, row.validator_id, row.variant, row.slice_name, row.slice_value)
