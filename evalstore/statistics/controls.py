"""
Controls of a run: systems that answer without knowledge, as a baseline for the others.

The score of a control shows what the form of the questions gives away. A system that is not shown
to beat every control has not been shown to know anything.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from evalstore.base import sql_files
from evalstore.metrics.catalog import catalog
from evalstore.statistics.paired import LEVEL, Side, paired_with_each
from evalstore.store.query.queries import Queryable, Slice, select_metrics
from evalstore.store.query.reader import Reader

# Validators of qualities other than correctness, which controls may have as well.
OTHER_QUALITIES = ("confidence", "evidence", "format_compliance")
# Kinds of systems that any critic has to beat: they read words, or another persona's weeks.
CONTROL_KINDS = ("keyword_baseline", "shuffled_critic", "side_shuffled_critic")


@dataclass(frozen=True, slots=True)
class Measurement:
    """Identifies a value of a run, of any system."""

    metric: str
    validator_id: str
    variant: str
    slice_name: str
    slice_value: str

    @property
    def is_of_rightness(self) -> bool:
        """Return True if the value measures correctness, and no other quality of answers."""
        return catalog()[self.metric].is_of_rightness and self.validator_id not in OTHER_QUALITIES


@dataclass(frozen=True, slots=True)
class StrongestControl:
    """
    The best of the controls in one measurement.

    ``value``, ``low`` and ``high`` (95 %) are in the metric's unit; ``chance`` is the mean chance
    of a correct answer that the cases declare, in [0, 1]; None for metrics other than accuracy.
    """

    system_id: str
    value: float
    low: float | None
    high: float | None
    chance: float | None


@dataclass(frozen=True, slots=True)
class RunControls:
    """
    The controls of a run, the strongest in each measurement, and systems not shown to beat them.

    ``unbeaten`` maps a measurement and system to a control that the system is not shown to beat
    at 5 %, one-sided and unadjusted: the one with the largest p-value. Metrics in which a constant
    reply is the best possible are not included.
    """

    system_ids: tuple[str, ...] = ()
    strongest: dict[Measurement, StrongestControl] = field(default_factory=dict)
    unbeaten: dict[tuple[Measurement, str], str] = field(default_factory=dict)


def controls_of(reader: Queryable, run_id: str) -> tuple[str, ...]:
    """Return the systems that the run's start declares as controls, sorted by id."""
    rows = reader.rows(
        "select system_id from facts.controls where run_id = $run_id order by system_id",
        run_id=run_id,
    )
    return tuple(str(row["system_id"]) for row in rows)


def controls_by_kind(reader: Queryable, run_id: str) -> frozenset[str]:
    """Return the systems whose kind is one of ``CONTROL_KINDS``, whatever the run declares."""
    rows = reader.rows(
        sql_files.read("sql/queries/controls_by_kind"), run_id=run_id, kinds=[*CONTROL_KINDS]
    )
    return frozenset(str(row["system_id"]) for row in rows)


def run_controls(
    reader: Reader, run_id: str, system_ids: Sequence[str], slice_names: Sequence[str]
) -> RunControls:
    """
    Compare systems of a run with its controls, in some kinds of slices.

    Return an empty result for a run without controls.
    """
    controls = controls_of(reader, run_id)
    if not controls:
        return RunControls()
    select_metrics(reader, *(name for name, metric in catalog().items() if metric.is_of_rightness))
    rows = reader.rows(
        sql_files.read("sql/queries/strongest_controls"),
        run_id=run_id,
        slice_names=[*slice_names],
    )
    strongest = {
        Measurement(
            *(str(row.pop(name)) for name in Measurement.__dataclass_fields__)
        ): StrongestControl(**row)  # type: ignore[arg-type]
        for row in rows
    }
    tested = [name for name in system_ids if name not in controls]
    strongest = {about: best for about, best in strongest.items() if about.is_of_rightness}
    return RunControls(
        controls, strongest, _unbeaten(reader, run_id, tested, controls, [*strongest])
    )


def _unbeaten(
    reader: Reader,
    run_id: str,
    system_ids: Sequence[str],
    controls: Sequence[str],
    measurements: Sequence[Measurement],
) -> dict[tuple[Measurement, str], str]:
    """Return, by measurement and system, the hardest control that it is not shown to beat."""
    if not system_ids:
        return {}
    sides = [[Side(run_id, name) for name in names] for names in (controls, system_ids)]
    wanted = dict.fromkeys(
        (item.metric, item.validator_id, item.slice_name)
        for item in measurements
        if catalog()[item.metric].rightness == "of all cases"
    )
    largest: dict[tuple[Measurement, str], tuple[float, str]] = {}
    for metric, validator_id, slice_name in wanted:
        sign = -1 if catalog()[metric].better == "lower" else 1
        compared = paired_with_each(
            reader, metric, *sides, validator_id=validator_id or None, part=Slice(slice_name)
        )
        for (control, system), rows in compared.items():
            for pairs in rows:
                about = Measurement(
                    metric, validator_id, pairs.variant, slice_name, pairs.slice_value
                )
                p_value = pairs.p_value_of_lead(sign)
                place = about, system.system_id
                # Of two controls with the same p-value, keep the first by name.
                if p_value is not None and p_value > largest.get(place, (0.0, ""))[0]:
                    largest[place] = p_value, control.system_id
    return {place: name for place, (p_value, name) in largest.items() if p_value > LEVEL}
