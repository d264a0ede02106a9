"""
Why an answer is empty: one sentence with counts, of the first cause that holds.

Each cause is a file of ``sql/causes``: one row with a column ``cause`` where it holds, none where
it does not. They read temporary views over facts, which hold only what the question is about.
They are asked only where a metric has no row, or no value in any row.
"""

from collections.abc import Sequence

from evalstore import sql_files
from evalstore.metrics.catalog import Metric
from evalstore.queries import ALL, Connected, Filter, Rows, why_no_value
from evalstore.store.reader import Reader

FIRST = ("no_run",)
LAST = ("what_is_there",)
SCOPE = "sql/causes/scope"
JUDGED = ("no_response", "no_verdict")
LABELLED = ("no_labelled_case", "no_response", "all_failed", "no_prediction")
READ = ("no_persona_week", "no_response", "no_reading")
FLAGGED = (*READ, "no_trigger", "no_flag_known")
CLASSED = (*READ, "no_true_class")
CLAIMED = ("no_response", "no_confidence", "no_verdict", "no_claim")
# What can be the cause, in the order in which it is asked, for all metrics of a family.
BY_FAMILY: dict[str, tuple[str, ...]] = {
    "abstention": LABELLED,
    "accuracy": (*JUDGED, "nothing_right_or_wrong"),
    "agreement": ("no_response", "too_few_raters", "no_shared_rating"),
    "calibration": CLAIMED,
    "consistency": JUDGED,
    "drift": FLAGGED,
    "operations": ("no_response",),
    "phenomenology": ("no_response", "no_phenomenological_verdict", "no_grade"),
}
# In place of these, for a metric that asks for something else, or for more.
BY_METRIC: dict[str, tuple[str, ...]] = {
    "abstention_precision": (*LABELLED, "no_abstention"),
    "abstention_f1": (*LABELLED, "no_unentailed_case", "no_abstention"),
    "abstention_recall": (*LABELLED, "no_unentailed_case"),
    "far_ne": (*LABELLED, "no_unentailed_case"),
    "cvrr": (*LABELLED, "no_contradicted_case"),
    "licensed_accuracy": (*LABELLED, "no_entailed_case"),
    "accuracy_weighted": (*JUDGED, "nothing_right_or_wrong", "no_weight"),
    "evidence_quality": ("no_response", "no_evidence_verdict", "nothing_right_or_wrong"),
    "mean_value": (*JUDGED, "nothing_measured"),
    "minimum_detectable_effect": (*JUDGED, "nothing_right_or_wrong", "all_alike"),
    "pass_at_k": (*JUDGED, "nothing_right_or_wrong", "too_few_attempts"),
    "pass_hat_k": (*JUDGED, "nothing_right_or_wrong", "too_few_attempts"),
    "simpleqa_correct_given_attempted": (*JUDGED, "nothing_right_or_wrong", "nothing_attempted"),
    "simpleqa_f": (*JUDGED, "nothing_right_or_wrong", "nothing_attempted"),
    "auroc_confidence": (*CLAIMED, "one_outcome"),
    "auprc_confidence": (*CLAIMED, "one_outcome"),
    "calibration_slope": (*CLAIMED, "one_outcome", "one_confidence"),
    "overconfidence_index": (*CLAIMED, "no_high_confidence"),
    "underconfidence_index": (*CLAIMED, "no_low_confidence"),
    "answer_consistency": (*JUDGED, "too_few_attempts"),
    "contradiction_index": (
        "no_response", "no_self_contradiction_verdict", "no_determined_conversation",
    ),
    "contradiction_outcomes": ("no_response", "no_self_contradiction_verdict"),
    "hit_rate": (*FLAGGED, "no_crisis"),
    "false_positive_rate": (*FLAGGED, "no_quiet_week"),
    "episode_hit_rate": (*FLAGGED, "no_crisis", "no_crisis_of_value"),
    "detection_lag_weeks": (*FLAGGED, "no_crisis", "no_crisis_of_value", "no_alarm_met"),
    "episode_precision": (*FLAGGED, "no_flag"),
    "drift_precision": (*FLAGGED, "no_flag"),
    "drift_recall": (*FLAGGED, "no_crisis", "no_crisis_of_value"),
    "drift_f1": (*FLAGGED, "no_crisis_of_value", "no_flag"),
    "suppression_rate": (*READ, "no_trigger", "no_detection"),
    "critic_accuracy": CLASSED,
    "critic_confusion": CLASSED,
    "critic_mae": CLASSED,
    "recall_per_class": CLASSED,
    "qwk": (*CLASSED, "no_variation"),
    "uncertainty_coverage": (*CLASSED, "no_uncertainty"),
    "uncertainty_error_pearson": (*CLASSED, "no_uncertainty", "no_variation"),
    "uncertainty_error_spearman": (*CLASSED, "no_uncertainty", "no_variation"),
    "cost_usd_total": ("no_response", "no_cost"),
    "latency_ms_p50": ("no_response", "all_failed", "no_latency"),
    "latency_ms_p95": ("no_response", "all_failed", "no_latency"),
    "error_rate": JUDGED,
    "missing_rate": JUDGED,
    "format_compliance_rate": (
        "no_response", "no_format_compliance_verdict", "nothing_right_or_wrong",
    ),
}  # fmt: skip


def why(reader: Reader, metric: Metric, found: Rows, row_filter: Filter) -> str:
    """Say why values are missing; empty where none is, or where only some of many are."""
    measured = why_no_value(reader, metric, found, row_filter.run_id)
    if measured or not is_empty(metric, found):
        return measured
    return why_empty(reader, metric, row_filter)


def is_empty(metric: Metric, found: Rows) -> bool:
    """Say whether there is no row, or no value in any row."""
    columns, rows = found
    if not rows or not metric.has_value:
        return not rows
    place = columns.index(metric.name)
    return all(row[place] is None for row in rows)


def why_empty(reader: Reader, metric: Metric, row_filter: Filter) -> str:
    """Say why nothing of what was asked has a value; of several slices, why the first has none."""
    _set_scope(reader, row_filter)
    for sql_name in sql_files.names(SCOPE):
        reader.connection.execute(sql_files.read(sql_name))
    for name in causes_of(metric):
        rows = reader.rows(sql_files.read(f"sql/causes/{name}"))
        if rows:
            return str(rows[0]["cause"])
    return ""


def causes_of(metric: Metric) -> Sequence[str]:
    """Return the causes a metric can be empty for, in the order in which they are asked."""
    return (*FIRST, *BY_METRIC.get(metric.name, BY_FAMILY.get(metric.family, ())), *LAST)


def _set_scope(reader: Connected, row_filter: Filter) -> None:
    part = (row_filter.slices or ALL)[0]
    scope = {
        "run_id": row_filter.run_id,
        "system_id": row_filter.system_id,
        # What nobody judges has no validator to look for.
        "validator_id": row_filter.validator_id or None,
        "slice_name": part.name,
        "slice_value": part.value,
    }
    for name, value in scope.items():
        reader.connection.execute(f"set variable wanted_{name} = $value", {"value": value})
