"""The rows that a gate decides on, and why there are none."""

from evalstore import sql_files
from evalstore.asking import MEASUREMENT, measuring_validators, narrow
from evalstore.gates.gate import Gate
from evalstore.gates.measured import Measured
from evalstore.store.reader import Reader

CANARY_LIMIT = 5


def measured_rows(reader: Reader, gate: Gate, run_id: str) -> list[Measured]:
    """Return each row of the gate's metric in a run that the gate is about."""
    narrow(reader, gate.metric, "error_rate")
    rows = reader.rows(
        sql_files.read("sql/ask/gate_rows"),
        metric=gate.metric,
        run_id=run_id,
        system_id=gate.system_id,
        validator_id=gate.validator_id,
        slice_name=gate.slice_name,
        slice_value=gate.slice_value,
        variant=gate.variant,
    )
    return [Measured(**row) for row in rows]  # type: ignore[arg-type]


def why_no_row(reader: Reader, gate: Gate, run_id: str) -> str:
    """Say why a gate finds nothing to decide on."""
    if gate.is_canary:
        return "the run has no canaries"
    validators = reader.rows(
        "select distinct validator_id, is_primary_validator from facts.scored "
        "where run_id = $run_id order by validator_id",
        run_id=run_id,
    )
    names = ", ".join(str(row["validator_id"]) for row in validators)
    if not validators:
        return "nothing was judged in this run"
    if gate.validator_id is None and not any(row["is_primary_validator"] for row in validators):
        return f"the run has no primary validator; name one in `where`: {names}"
    return (
        f"no row of {gate.metric} for slice {gate.slice_name}={gate.slice_value or '*'}"
        f"{f', system {gate.system_id}' if gate.system_id else ''}; validators are {names}"
    )


def why_no_value(reader: Reader, gate: Gate, measured: Measured, run_id: str) -> str:
    """Say that a value is NULL since the validator measures; empty where it does not."""
    if measured.value is not None or gate.metric == MEASUREMENT:
        return ""
    if (run_id, measured.validator_id) not in measuring_validators(reader, run_id):
        return ""
    return (
        f"{gate.metric} is not defined here: {measured.validator_id} measures on a scale of its "
        f"own; gate {MEASUREMENT}"
    )


def failing_canaries(reader: Reader, measured: Measured, run_id: str) -> str:
    """Name the canaries that a system did not get right in every attempt."""
    rows = reader.rows(
        sql_files.read("sql/ask/failing_canaries"),
        run_id=run_id,
        system_id=measured.system_id,
        validator_id=measured.validator_id,
    )
    names = [str(row["case_id"]) for row in rows]
    more = f" and {len(names) - CANARY_LIMIT} more" if len(names) > CANARY_LIMIT else ""
    return ", ".join(names[:CANARY_LIMIT]) + more
