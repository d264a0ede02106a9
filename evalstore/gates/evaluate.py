"""Evaluate gates on a run: read the rows, decide, and word the decisions as events."""

from datetime import UTC, datetime

from evalstore import sql_files
from evalstore.asking import narrow, run_status
from evalstore.gates.config import Gate
from evalstore.gates.decide import Decision, Measured, decide
from evalstore.store.reader import Reader
from evalstore.store.schema import FINGERPRINT_FOLDERS

COMPLETED = "completed"


def evaluate(
    reader: Reader, gates: list[Gate], run_id: str, *, allow_incomplete: bool = False
) -> list[Decision]:
    """Decide every gate on every row it reads; one without a row is undecided."""
    is_completed = allow_incomplete or run_status(reader, run_id) == COMPLETED
    decisions = []
    for gate in gates:
        rows = _measured(reader, gate, run_id)
        decisions += [decide(gate, row, is_completed=is_completed) for row in rows]
        if not rows:
            decisions.append(Decision(gate, None, "undecided", _why_no_row(reader, gate, run_id)))
    return decisions


def events(
    decisions: list[Decision], reader: Reader, run_id: str, config_sha256: str
) -> list[dict[str, object]]:
    """Word decisions as gate_evaluated events, with the log's size and root they rest on."""
    [batch] = reader.rows(
        "select tree_size, lower(hex(root)) as root from log.batches "
        "order by batch_id desc limit 1"
    ) or [{"tree_size": 0, "root": ""}]
    views_sha256 = sql_files.fingerprint(*FINGERPRINT_FOLDERS)
    now = datetime.now(UTC).isoformat(timespec="microseconds")
    return [
        {
            "kind": "gate_evaluated",
            "run_id": run_id,
            "occurred_at": now,
            "payload": {
                **_payload(item),
                **batch,
                "views_sha256": views_sha256,
                "config_sha256": config_sha256,
            },
        }
        for item in decisions
    ]


def _payload(item: Decision) -> dict[str, object]:
    gate, measured = item.gate, item.measured
    payload: dict[str, object] = {
        "gate_id": gate.gate_id,
        "metric": gate.metric,
        "slice": f"{gate.slice_name}={gate.slice_value or ''}",
        "threshold": gate.threshold,
        "is_informational": gate.is_informational,
        "decision": item.answer,
        "reason": item.reason,
    }
    if measured is not None:
        interval = [measured.ci_low, measured.ci_high]
        payload |= {
            "system_id": measured.system_id,
            "validator_id": measured.validator_id,
            "slice": f"{measured.slice_name}={measured.slice_value}",
            "variant": measured.variant,
            "value": measured.value,
            "interval": None if measured.ci_low is None else interval,
            "count": measured.scored_count,
        }
    return payload


def _measured(reader: Reader, gate: Gate, run_id: str) -> list[Measured]:
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


def _why_no_row(reader: Reader, gate: Gate, run_id: str) -> str:
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
