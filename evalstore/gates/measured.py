"""Rows of ``metrics.all_metrics`` that a gate decides on, and reasons for missing ones."""

from collections.abc import Sequence
from dataclasses import dataclass

from evalstore.base import sql_files
from evalstore.errors import UsageError
from evalstore.gates.gate import CONTROLS, Gate
from evalstore.metrics import catalog
from evalstore.statistics.controls import controls_of
from evalstore.store.query import causes, queries
from evalstore.store.query.queries import (
    MEASUREMENT,
    Filter,
    Slice,
    measuring_validators,
    select_metrics,
)
from evalstore.store.query.reader import Reader

CANARY_LIMIT = 5


@dataclass(frozen=True, slots=True)
class Measured:
    """
    One row of ``metrics.all_metrics``, and how many cases its slice expected in total.

    ``scored_count``, ``error_count`` and ``unscored_count`` count cases. ``attempt_count``
    (expected) and ``left_out_attempt_count`` are None if the metric does not count attempts.
    """

    system_id: str
    validator_id: str
    slice_name: str
    slice_value: str
    variant: str
    value: float | None
    scored_count: int
    error_count: int
    unscored_count: int
    expected_count: int
    ci_low: float | None
    ci_high: float | None
    attempt_count: int | None = None
    left_out_attempt_count: int | None = None

    @property
    def left_out(self) -> tuple[int, int, str]:
        """Return the number left out, the number expected, and the unit: attempts or cases."""
        if self.attempt_count is not None and self.left_out_attempt_count is not None:
            return self.left_out_attempt_count, self.attempt_count, "attempts"
        if self.scored_count == self.expected_count:
            return 0, self.expected_count, "cases"
        return self.error_count + self.unscored_count, self.expected_count, "cases"

    @property
    def left_out_share(self) -> float:
        """Return the share of expected attempts or cases that the metric leaves out."""
        count, expected_count, _ = self.left_out
        return count / expected_count if expected_count else 0.0


def measured_rows(reader: Reader, gates: Sequence[Gate], run_id: str) -> list[list[Measured]]:
    """
    Return, for each gate, the rows of its metric in a run that it decides on.

    A gate that names no system skips controls and the systems that others must beat.
    """
    if not gates:
        return []
    controls = controls_of(reader, run_id)
    by_gate: list[list[Measured]] = [[] for _ in gates]
    for chosen in dict.fromkeys(gate.chosen for gate in gates):
        alike = {number: gate for number, gate in enumerate(gates) if gate.chosen == chosen}
        names = [gate.metric for gate in alike.values()]
        select_metrics(reader, *names, "error_rate", chosen=chosen)
        rows = reader.rows(
            sql_files.read("sql/queries/gate_rows"),
            run_id=run_id,
            gates=[_row_filter(number, gate, controls) for number, gate in alike.items()],
            metrics=names,
            slice_names=[gate.slice_name for gate in alike.values()],
        )
        for row in rows:
            number = int(str(row.pop("gate_number")))
            by_gate[number].append(Measured(**row))  # type: ignore[arg-type]
    return by_gate


def _row_filter(number: int, gate: Gate, controls: tuple[str, ...]) -> dict[str, object]:
    """Return the columns by which ``gate_rows`` selects the rows of a gate."""
    # Gates do not apply to controls, nor to systems that others have to beat.
    unasked = [*controls, *compared_ids(gate, controls)] if gate.system_id is None else []
    return {
        "gate_number": number,
        "metric": gate.metric,
        "system_id": gate.system_id,
        "unasked_system_ids": unasked,
        "validator_id": gate.validator_id,
        "slice_name": gate.slice_name,
        "slice_value": gate.slice_value,
        "variant": gate.variant,
    }


def compared_ids(gate: Gate, controls: tuple[str, ...]) -> tuple[str, ...]:
    """Return the systems that must be beaten under this gate, ``controls`` expanded."""
    names = [controls if name == CONTROLS else (name,) for name in gate.must_beat]
    return tuple(dict.fromkeys(name for each in names for name in each))


def why_no_row(reader: Reader, gate: Gate, run_id: str) -> str:
    """Explain why a gate has no row to decide on."""
    systems = reader.rows(sql_files.read("sql/queries/system_names"), run_id=run_id)
    controls = controls_of(reader, run_id)
    if gate.system_id is None and systems and {row["name"] for row in systems} <= {*controls}:
        return (
            f"the run has only controls ({', '.join(controls)}), to which gates do not apply; run "
            "a system too, or name a control in `where`"
        )
    if gate.is_canary:
        return "the run has no canaries"
    validators = reader.rows(
        "select distinct validator_id from facts.scored "
        "where run_id = $run_id order by validator_id",
        run_id=run_id,
    )
    names = ", ".join(str(row["validator_id"]) for row in validators)
    metric = catalog.find(gate.metric)
    row_filter = Filter(
        run_id,
        gate.system_id,
        gate.validator_id,
        (Slice(gate.slice_name, gate.slice_value),),
        gate.variant,
        gate.chosen,
    )
    try:
        columns, rows = queries.rows_of(reader, metric, row_filter)
    except UsageError as error:
        # A configuration may serve several runs; a name that this run lacks is not an error.
        return str(error)
    if rivals := _rivals(columns, rows):
        return (
            f"no validator with values of {gate.metric} is the primary one; name one of these in "
            f"`where`: {', '.join(rivals)}"
        )
    cause = causes.why_empty(reader, metric, row_filter)
    judges = f"; available validators: {names}" if names else ""
    return (
        f"no row of {gate.metric} for slice {gate.slice_name}={gate.slice_value or '*'}"
        f"{f', system {gate.system_id}' if gate.system_id else ''}: {cause}{judges}"
    )


def _rivals(columns: list[str], rows: list[tuple[object, ...]]) -> list[str]:
    """Return the validators of rows, an empty list if one is primary or if none judged."""
    if "is_primary_validator" not in columns:
        return []
    primary, validator = map(columns.index, ("is_primary_validator", "validator_id"))
    is_decided = any(row[primary] for row in rows)
    return [] if is_decided else sorted({str(row[validator]) for row in rows})


def why_no_value(reader: Reader, gate: Gate, measured: Measured, run_id: str) -> str:
    """Explain why a value is NULL; an empty string if it is not."""
    if measured.value is not None:
        return ""
    reason = f"{gate.metric} is not defined here"
    if gate.metric != MEASUREMENT:
        measuring = measuring_validators(reader, run_id)
        if (run_id, measured.validator_id) in measuring:
            return (
                f"{reason}: the verdicts of {measured.validator_id} are measurements; use the "
                f"metric {MEASUREMENT}"
            )
    part = Slice(measured.slice_name, measured.slice_value)
    row_filter = Filter(
        run_id,
        measured.system_id,
        measured.validator_id,
        (part,),
        measured.variant,
        gate.chosen,
    )
    return f"{reason}: {causes.why_empty(reader, catalog.find(gate.metric), row_filter)}"


def failing_canaries(reader: Reader, measured: Measured, run_id: str) -> str:
    """List the canaries that a system did not get right in every attempt."""
    rows = reader.rows(
        sql_files.read("sql/queries/failing_canaries"),
        run_id=run_id,
        system_id=measured.system_id,
        validator_id=measured.validator_id,
    )
    names = [str(row["case_id"]) for row in rows]
    more = f" and {len(names) - CANARY_LIMIT} more" if len(names) > CANARY_LIMIT else ""
    return ", ".join(names[:CANARY_LIMIT]) + more
