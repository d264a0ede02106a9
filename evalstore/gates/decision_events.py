"""Decisions of gates as the events that record them."""

from collections.abc import Sequence
from datetime import UTC, datetime

from evalstore.gates.baseline import LAST_GREEN
from evalstore.gates.decide import Decision
from evalstore.gates.gate import Gate
from evalstore.gates.lead import SystemLead
from evalstore.gates.regression import Regression
from evalstore.store.query.reader import Reader


def events(
    decisions: Sequence[Decision], reader: Reader, run_id: str, config_sha256: str
) -> list[dict[str, object]]:
    """Return decisions as gate_evaluated events, with the size and root of the log they used."""
    [batch] = reader.rows(
        "select tree_size, lower(hex(root)) as root from log.batches "
        "order by batch_id desc limit 1"
    ) or [{"tree_size": 0, "root": ""}]
    [fingerprint] = reader.rows("select views_sha256 from log.fingerprint")
    now = datetime.now(UTC).isoformat(timespec="microseconds")
    return [
        {
            "kind": "gate_evaluated",
            "run_id": run_id,
            "occurred_at": now,
            "payload": {
                **_payload(item),
                **batch,
                **fingerprint,
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
        "minimum": gate.minimum,
        "maximum": gate.maximum,
        "max_drop": gate.max_drop,
        "require": gate.requirement,
        "is_informational": gate.is_informational,
        "decision": item.answer,
        "reason": item.reason,
        "try_number": item.tries.of_commit,
        "branch_try_number": item.tries.of_branch,
        "false_block_chance": item.false_block_chance,
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
    if gate.max_drop is not None:
        payload["baseline_reference"] = gate.baseline or LAST_GREEN
        payload["is_awaiting_baseline"] = item.is_awaiting_baseline
    if item.regression is not None and item.regression.baseline_run_id is not None:
        payload["baseline_run_id"] = item.regression.baseline_run_id
        payload["baseline_reason"] = item.regression.baseline_reason or None
        if item.regression.age is not None:
            payload["baseline_age_days"] = item.regression.age.days
            payload["baseline_age_run_count"] = item.regression.age.run_count
            payload["baseline_chosen_count"] = item.regression.age.chosen_count
        payload["drop"] = _payload_of_drop(gate, item.regression, item.p_value)
    if item.by_facts:
        payload["by_facts_run_ids"] = list(item.by_facts)
    if gate.chosen:
        payload["parameters"] = dict(gate.chosen)
    if gate.must_beat:
        payload["must_beat"] = list(gate.must_beat)
    if item.lead is not None:
        payload["lead"] = _payload_of_lead(item.lead, item.lead_p_value)
    return payload


def _payload_of_drop(
    gate: Gate, regression: Regression, p_value: float | None
) -> dict[str, object] | None:
    pairs, bounds = regression.pairs, regression.interval
    if pairs is None:
        return None
    return {
        "value": regression.drop,
        "interval": None if bounds is None else list(bounds),
        "paired_count": pairs.paired_count,
        "baseline_only_count": pairs.left_only_count,
        "run_only_count": pairs.right_only_count,
        "is_clustered": pairs.is_clustered,
        "p_value": p_value,
        "minimum_detectable_effect": regression.smallest_shown(gate),
    }


def _payload_of_lead(lead: SystemLead, p_value: float | None) -> dict[str, object] | None:
    pairs, bounds = lead.pairs, lead.interval
    if pairs is None:
        return None
    return {
        "over_system_id": lead.over_system_id,
        "value": lead.value,
        "interval": None if bounds is None else list(bounds),
        "paired_count": pairs.paired_count,
        "is_clustered": pairs.is_clustered,
        "p_value": p_value,
        "minimum_detectable_effect": lead.smallest_shown,
    }
