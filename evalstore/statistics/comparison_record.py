"""
Plain values of a comparison, for JSON output and for the log.

The id of an analysis is a hash of its parameters. So the same parameters on the same answers give
the same event, which is a duplicate; on other answers they give a revision.
"""

import hashlib
import json
from dataclasses import asdict

from evalstore.statistics.compared import ComparedRow, SystemComparison

METHOD = "paired_comparison"
# The last bits of a sum depend on the order in which threads add to it.
RECORDED_DIGITS = 12


def figures(row: ComparedRow) -> dict[str, object]:
    """Return the figures of a row, values in the metric's unit, None if unknown."""
    pairs, bounds = row.pairs, row.pairs.interval
    return {
        "metric": row.metric.name,
        "unit": row.metric.unit,
        "better": row.metric.better,
        "left_system_id": row.left.system_id,
        "right_system_id": row.right.system_id,
        "validator_id": row.validator_id,
        "slice_name": row.slice_name,
        "slice_value": pairs.slice_value,
        "variant": pairs.variant,
        "paired_count": pairs.paired_count,
        "left_only_count": pairs.left_only_count,
        "right_only_count": pairs.right_only_count,
        "left_value": pairs.left_mean,
        "right_value": pairs.right_mean,
        "difference": pairs.difference,
        "ci_low": bounds[0] if bounds else None,
        "ci_high": bounds[1] if bounds else None,
        "error_kind": "clustered" if pairs.is_clustered else "paired",
        "standard_error": pairs.error,
        "cluster_count": pairs.cluster_count,
        "minimum_detectable_effect": row.pairs.minimum_detectable_effect,
        "test": pairs.test if row.p_value is not None else None,
        "p_value": row.p_value,
        "adjusted_p_value": row.adjusted_p_value,
        "higher_count": row.higher_count,
        "lower_count": row.lower_count,
        "tie_count": row.tie_count,
        "win_count": row.win_count,
        "loss_count": row.loss_count,
        "verdict": row.verdict,
        "reason": row.pairs.reason,
        "judges": row.judges or None,
        "corrected": _corrected(row),
    }


def _corrected(row: ComparedRow) -> dict[str, object] | None:
    """Return the corrected difference without its slice, which the row has; None without one."""
    if row.corrected is None:
        return None
    return {name: value for name, value in asdict(row.corrected).items() if name != "slice_value"}


ABOUT = (
    "metric", "left_system_id", "right_system_id", "validator_id", "slice_name", "slice_value",
    "variant",
)  # fmt: skip
# Fields that describe the metric, not recorded: they may change with the metric's file.
DESCRIBED = ("unit", "better")
# Not recorded, so that the analyses of runs without labels do not change.
NOT_CORRECTED = ("corrected", None)


def events(comparison: SystemComparison) -> list[dict[str, object]]:
    """Return each row as an analysis_recorded event of the right run."""
    return [_event(comparison, row) for row in comparison.rows]


def _event(comparison: SystemComparison, row: ComparedRow) -> dict[str, object]:
    question, values = comparison.question, figures(row)
    parameters: dict[str, object] = {
        "left_run_id": question.left_run_id,
        "right_run_id": question.right_run_id,
        **{name: values[name] for name in ABOUT},
        "cluster": question.cluster,
        "control": question.control,
    }
    if question.control != "none":
        # An adjusted p-value depends on all rows that were tested together.
        parameters["asked"] = [
            {name: other[name] for name in ABOUT} for other in map(figures, comparison.rows)
        ]
    if question.allow_other_judge:
        # Omitted if not set, so that ids of earlier analyses do not change.
        parameters["allow_other_judge"] = True
    digest = hashlib.sha256(json.dumps(parameters, sort_keys=True).encode()).hexdigest()
    results = {
        name: _rounded(value)
        for name, value in values.items()
        if name not in ABOUT and name not in DESCRIBED and (name, value) != NOT_CORRECTED
    }
    return {
        "kind": "analysis_recorded",
        "run_id": question.right_run_id,
        "payload": {
            "analysis_id": f"{METHOD}:{row.metric.name}:{digest[:32]}",
            "method": METHOD,
            "parameters": parameters,
            "tree_size": max(comparison.left_tree_size, comparison.right_tree_size),
            "results": results
            | {
                "left_tree_size": comparison.left_tree_size,
                "right_tree_size": comparison.right_tree_size,
            },
        },
    }


def _rounded(value: object) -> object:
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    return round(value, RECORDED_DIGITS) if isinstance(value, float) else value
