"""
The card of one run: what was asked, of what, by whom judged, and which decision, as JSON.

``card.schema.json`` describes it.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any, Final

from evalstore.base.version import __version__
from evalstore.errors import UsageError
from evalstore.metrics import catalog
from evalstore.reviews.evidence.collected import (
    Collected,
    Row,
    collect,
    run_of,
    stable,
)
from evalstore.reviews.report.metric_row import MetricRow
from evalstore.reviews.report.run_metrics import MetricReader, metrics_of
from evalstore.store.explanation.bundles.texts import without_secrets
from evalstore.store.query.reader import Reader
from evalstore.store.replica import partial
from evalstore.store.verify import sending

VERSION: Final = 1
SCHEMA: Final = Path(__file__).parent / "card.schema.json"


@cache
def schema() -> Mapping[str, object]:
    """Return the JSON Schema of a card."""
    text: Mapping[str, object] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return text


def card_of_run(reader: Reader, run_id: str, *, without_texts: bool = False) -> Row:
    """
    Return the card of a run, after checking the store.

    Raises UsageError for an unknown run and one of which the store lacks events, and
    CorruptStoreError if definitions, log or facts of the run do not match the segments.
    """
    reader.connection.execute("set threads = 1")
    run = run_of(reader, run_id)
    replica = partial.of(reader.layout)
    if replica is not None and run_id in replica.incomplete_runs:
        raise UsageError(
            f"this store is a partial replica of {replica.url} and lacks events of run {run_id}; "
            "make its card in a store that has them, or run `evalstore pull` with this run"
        )
    sending.require_runs(reader, [run_id])
    suite = None if run["suite"] is None else str(run["suite"])
    found = collect(reader, suite, "", [run], without_texts=without_texts)
    return run_card(reader, found, run_id)


def run_card(
    reader: Reader, found: Collected, run_id: str, metric_reader: MetricReader | None = None
) -> Row:
    """
    Return the card of a run; ``found`` has this run alone.

    A run that lost payloads has no numbers, only what was recorded as decided.
    """
    [run] = found.runs
    rows = [] if found.redacted_ids else metrics_of(reader, run_id, ["all"], metric_reader)
    card = {
        "evalstore_card": VERSION,
        "run_id": run_id,
        "asked": _asked(run, found.cases),
        "run": {
            **_columns(
                run, "run_status", "started_at", "finished_at", "git_sha", "git_branch",
                "committed_at", "retry_of", "tags", "is_whole", "redacted_count",
            ),
            "settings": {str(row["name"]): row["value"] for row in found.settings},
        },
        "systems": [{name: value for name, value in row.items() if name != "run_count"}
                    for row in found.systems],
        "judged_by": [_judge(row, found.agreements) for row in found.judges],
        "numbers": [_number(row) for row in rows],
        "decisions": [_decision(row) for row in found.decisions],
        "corrections": [_columns(row, "kind", "what", "event_count") for row in found.corrections],
        "log": _columns(found.log, "tree_size", "root", "recorded_at"),
        "sql_sha256": found.log["views_sha256"],
        "evalstore_version": __version__,
    }  # fmt: skip
    plain: Row = without_secrets("", as_json(card))
    return plain


def as_json(value: Any) -> Any:
    """Return a value as JSON has it: times in ISO 8601 with Z, numbers finite or null."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, datetime):
        return f"{value.isoformat()}Z"
    if isinstance(value, Mapping):
        return {str(key): as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(item) for item in value]
    return value if value is None or isinstance(value, bool | int) else str(value)


def _columns(row: Row, *names: str) -> Row:
    return {name: row[name] for name in names}


def _asked(run: Row, cases: Sequence[Row]) -> Row:
    return {
        **_columns(
            run, "suite", "suite_version", "seed", "case_count", "declared_case_count",
            "canary_count", "cluster_count", "declared_attempt_count", "attempt_count",
        ),
        "domains": [
            {"domain": row["domain"], "case_count": row["newest_case_count"]} for row in cases
        ],
    }  # fmt: skip


def _judge(row: Row, agreements: Sequence[Row]) -> Row:
    names = ("system_id", "scored_count", "kappa", "ci_low", "ci_high", "percent_agreement")
    return {
        **_columns(
            row, "validator_id", "validator_version", "validator_digest", "judge_model",
            "is_rating", "verdict_count",
        ),
        "agreement_with_people": [
            _columns(item, *names)
            for item in agreements
            if item["validator_id"] == row["validator_id"]
        ],
    }  # fmt: skip


def _number(row: MetricRow) -> Row:
    metric = catalog.catalog()[row.metric]
    return {
        "metric": row.metric,
        "unit": metric.unit,
        "better": metric.better,
        "system_id": row.system_id,
        "validator_id": row.validator_id,
        "is_primary_validator": row.is_primary_validator,
        "slice": f"{row.slice_name}={row.slice_value}",
        "variant": row.variant,
        "value": stable(row.value),
        "interval": None if row.low is None else [stable(row.low), stable(row.high)],
        "n": row.scored_count,
        "missing_count": row.missing_count,
        "left_out": {"errors": row.error_count, "unscored": row.unscored_count},
    }


def _decision(row: Row) -> Row:
    def pair(low: str, high: str) -> list[object] | None:
        return None if row[low] is None else [row[low], row[high]]

    return {
        **_columns(
            row, "gate_id", "metric", "system_id", "validator_id", "variant", "decision",
            "reason", "is_informational", "is_foreign", "is_newest_configuration",
        ),
        "slice": f"{row['slice_name']}={row['slice_value']}",
        "value": row["value"],
        "interval": pair("ci_low", "ci_high"),
        "n": row["scored_count"],
        "required": _columns(
            row, "threshold", "require", "minimum", "maximum", "max_drop", "must_beat",
            "parameters",
        ),
        "baseline": _columns(
            row, "baseline_run_id", "baseline_reference", "baseline_reason", "baseline_age_days",
            "baseline_age_run_count", "baseline_chosen_count",
        ),
        "drop": {
            "value": row["drop_value"], "interval": pair("drop_low", "drop_high"),
            "n": row["paired_count"],
        },
        "lead": {
            "over_system_id": row["lead_over_system_id"], "value": row["lead_value"],
            "interval": pair("lead_low", "lead_high"), "n": row["lead_paired_count"],
        },
        "tries": _columns(row, "try_number", "branch_try_number"),
        "earlier_decisions": row["earlier_decisions"],
        **_columns(
            row, "evaluated_at", "tree_size", "root", "is_root_recorded", "views_sha256",
            "config_sha256", "event_id",
        ),
    }  # fmt: skip
