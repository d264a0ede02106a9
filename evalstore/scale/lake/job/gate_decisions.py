"""Gate decisions on the runs of a lake, by the same code as those on the runs of a store."""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from evalstore.errors import UsageError
from evalstore.gates import config, decision_events, evaluate
from evalstore.gates.control import Control
from evalstore.gates.decide import Decision
from evalstore.gates.gate import Gate
from evalstore.store.query.reader import Reader

if TYPE_CHECKING:
    import pyarrow

Configured = tuple[list[Gate], Control]
# Options of `evalstore gate`; a job decides without them.
ALLOWANCES = (
    "allow_incomplete",
    "allow_undeclared",
    "allow_other_judge",
    "require_checked_judge",
)
UNFINISHED = "unfinished"
# The decisions are not checked against segments, which a lake does not have.
RESTS_ON = "lake"


def gate_decisions(
    reader: Reader, configured: Configured, run_ids: Sequence[str], event_count: int
) -> "pyarrow.RecordBatchReader":
    """
    Return the decisions of gates on the finished runs among ``run_ids``.

    Baselines are searched among all runs of the lake.
    """
    gates, control = configured
    digest = config.config_sha256(gates, control, **dict.fromkeys(ALLOWANCES, False))

    def rows() -> Iterator[dict[str, Any]]:
        for run_id in finished(reader, run_ids):
            decisions = _of_run(reader, gates, run_id, control)
            for event in decision_events.events(decisions, reader, run_id, digest):
                yield _row(event, event_count)

    return _stream(rows())


def _of_run(reader: Reader, gates: list[Gate], run_id: str, control: Control) -> list[Decision]:
    """Decide on one run; a UsageError makes only the decisions on this run undecided."""
    try:
        return evaluate.evaluate(reader, gates, run_id, control=control, has_segments=False)
    except UsageError as error:
        return [Decision(gate, None, "undecided", str(error)) for gate in gates]


def finished(reader: Reader, run_ids: Sequence[str]) -> list[str]:
    """Return the runs that have ended with any status, oldest first."""
    ended = reader.rows(
        "select run_id from facts.runs where run_status <> $unfinished "
        "order by started_at, run_id",
        unfinished=UNFINISHED,
    )
    wanted = set(run_ids)
    return [run_id for row in ended if (run_id := str(row["run_id"])) in wanted]


def _row(event: dict[str, Any], event_count: int) -> dict[str, Any]:
    """Return a decision as a row: frequent fields as columns, and the complete payload."""
    payload = event["payload"]
    return {
        **{name: payload.get(name) for name in _kinds()},
        "run_id": event["run_id"],
        "position": event_count,
        "rests_on": RESTS_ON,
        "evaluated_at": datetime.fromisoformat(event["occurred_at"]),
        "payload": json.dumps(payload, ensure_ascii=False),
    }


def _kinds() -> dict[str, "pyarrow.DataType"]:
    import pyarrow

    text = pyarrow.string()
    return {
        "run_id": text,
        "gate_id": text,
        "position": pyarrow.int64(),
        "system_id": text,
        "validator_id": text,
        "slice": text,
        "variant": text,
        "metric": text,
        "decision": text,
        "reason": text,
        "is_informational": pyarrow.bool_(),
        "value": pyarrow.float64(),
        "baseline_run_id": text,
        "config_sha256": text,
        "rests_on": text,
        "evaluated_at": pyarrow.timestamp("us", tz="UTC"),
        "payload": text,
    }


def _stream(rows: Iterator[dict[str, Any]]) -> "pyarrow.RecordBatchReader":
    import pyarrow

    schema = pyarrow.schema(list(_kinds().items()))
    return pyarrow.Table.from_pylist(list(rows), schema=schema).to_reader()
