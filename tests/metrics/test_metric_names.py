"""No list in Python names metrics: files and their headers are the lists."""

import ast
from pathlib import Path

import evalstore
from evalstore.metrics.catalog import catalog

PACKAGE = Path(evalstore.__file__).parent

CHART = "a chart or table of just this metric; the header of the metric names the chart"
FIELD = "a field of a recorded result that bears the metric's name"
ORDER = "the order in which a reader takes them, where no gate says it"
SETTING = "a setting of the simulated system, or the rate that follows from it"
# module -> why it names metrics, and which.
NAMED = {
    "statistics/clustered.py": ("the one interval with a macro of its own", "accuracy"),
    "statistics/comparison_record.py": (FIELD, "minimum_detectable_effect"),
    "statistics/corrected_difference.py": ("the one metric that labels correct", "accuracy"),
    "suites/drift/analyses/drift_robustness.py": (FIELD, "false_positive_rate hit_rate"),
    "suites/drift/analyses/drift_tuning.py": (FIELD, "false_positive_rate hit_rate"),
    "suites/drift/analyses/drift_validation.py": (
        "the two hypotheses that the method is about",
        "uncertainty_error_pearson uncertainty_error_spearman",
    ),
    "gates/bounds.py": (
        "its interval counts clusters that its row does not",
        "accuracy_corrected",
    ),
    "harnesses/recognisable.py": ("the field of a line of figures that BFCL writes", "accuracy"),
    "store/query/queries.py": (
        "what a validator that measures on its own scale has",
        "mean_value",
    ),
    "reviews/charts/abstention_matrix.py": (CHART, "abstention_confusion"),
    "suites/drift/charts/critic_confusion.py": (CHART, "critic_confusion"),
    "suites/drift/charts/drift_confusion.py": (CHART, "drift_confusion"),
    "reviews/charts/judge_agreement.py": (CHART, "judge_agreement percent_agreement"),
    "reviews/charts/reliability.py": (CHART, "ece reliability_bins"),
    "reviews/charts/risk_coverage.py": (CHART, "risk_coverage selective_risk"),
    "suites/drift/charts/threshold_trade_off.py": (FIELD, "false_positive_rate"),
    "suites/drift/charts/uncertainty_against_error.py": (
        "each has a letter of its own",
        "uncertainty_error_pearson uncertainty_error_spearman",
    ),
    "cli/_drift_robustness.py": (FIELD, "false_positive_rate hit_rate"),
    "cli/_drift_tune.py": (FIELD, "false_positive_rate hit_rate"),
    "cli/compare.py": ("what is compared where no option says", "accuracy"),
    "suites/drift/engine/figures.py": (FIELD, "false_positive_rate hit_rate"),
    "suites/drift/engine/intervals.py": (FIELD, "false_positive_rate hit_rate"),
    "suites/drift/engine/robustness.py": (FIELD, "false_positive_rate hit_rate"),
    "gates/config.py": ("what `canaries = true` stands for", "accuracy"),
    "gates/decision_events.py": (FIELD, "minimum_detectable_effect"),
    "gates/measured.py": ("`max_error_rate` of every gate", "error_rate"),
    "harnesses/every_eval_ever/told_figures.py": ("how converters call a share", "accuracy"),
    "harnesses/every_eval_ever/sample_fields.py": (
        "what a line that is exported names",
        "accuracy",
    ),
    "harnesses/weave/weave.py": ("how Weave's share of passes is called here", "accuracy"),
    "harnesses/inspect/whole_log.py": ("how Inspect calls a mean", "accuracy"),
    "harnesses/openai_evals/report_figures.py": ("how oaieval calls a mean", "accuracy"),
    "api/reads/comparisons.py": ("what is compared where no argument says", "accuracy"),
    "api/reads/run_comparison.py": (FIELD, "minimum_detectable_effect"),
    "reviews/report/case_sets.py": ("any metric does where nothing is asked for", "accuracy"),
    "reviews/report/compared_cases.py": ("what a single case has", "accuracy mean_value"),
    "reviews/report/headlines.py": (
        ORDER,
        """abstention_precision accuracy contradiction_index cvrr drift_f1 ece false_positive_rate
        far_ne hit_rate integration_index latency_ms_p50 licensed_accuracy mean_value missing_rate
        orientation_index respect_index""",
    ),
    "reviews/report/judge_checks.py": ("what says how a judge was checked", "judge_agreement"),
    "reviews/report/model.py": ("what says that replies were judged", "accuracy"),
    "reviews/report/report_questions.py": (
        ORDER,
        """abstention_precision abstention_recall accuracy accuracy_macro answer_consistency
        answer_coverage auroc_confidence brier contradiction_index cost_usd_total drift_f1 ece
        error_rate false_positive_rate format_compliance_rate hit_rate integration_index
        latency_ms_p50 latency_ms_p95 licensed_accuracy mean_value minimum_detectable_effect
        missing_rate orientation_index overconfidence_index pass_at_k pass_hat_k
        phenomenology_pass_rate respect_index""",
    ),
    "reviews/report/trend_lines.py": (
        ORDER,
        """abstention_precision accuracy contradiction_index ece false_positive_rate hit_rate
        integration_index licensed_accuracy mean_value missing_rate orientation_index
        overconfidence_index respect_index underconfidence_index""",
    ),
    "reviews/decisions.py": (FIELD, "minimum_detectable_effect"),
    "reviews/evidence/implementation.py": (FIELD, "percent_agreement"),
    "reviews/evidence/run_card.py": (FIELD, "percent_agreement"),
    "reviews/gathering.py": (
        "what left-out cases and the smallest drop are told of",
        "accuracy minimum_detectable_effect",
    ),
    "reviews/site/suite.py": (
        "what weeks are held against each other by, without gates",
        "accuracy",
    ),
    "suites/epistemic/report/cards.py": (CHART, "abstention_confusion"),
    "running/calibration_check.py": (
        "what a simulated system declares, and the metric to find it again",
        "accuracy calibration_slope contradiction_index phenomenology_pass_rate",
    ),
    "running/expected_rates.py": (
        "what a simulated system declares of cards",
        """abstention_precision abstention_precision_invalid abstention_precision_unknown
        abstention_recall answer_accuracy cvrr error_rate far_ne licensed_accuracy missing_rate
        overall_accuracy""",
    ),
    "running/simulation/simulation_settings.py": (SETTING, "accuracy calibration_slope"),
    "running/systems/simulated.py": (
        SETTING, "brier calibration_slope confidence_gap error_rate missing_rate",
    ),
}  # fmt: skip


def names_in(text):
    """Return the metrics that string literals name, alone or in a list of words."""
    tree = ast.parse(text)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words = set(node.value.split())
            if id(node) not in docstrings and words <= catalog().keys():
                found |= words
    return found


def test_every_metric_in_python_has_a_reason():
    """A new list of metrics is a key of their headers; a reason without a name goes."""
    found = {
        path.relative_to(PACKAGE).as_posix(): names
        for path in sorted(PACKAGE.rglob("*.py"))
        if (names := names_in(path.read_text(encoding="utf-8")))
    }

    assert {name: set(names.split()) for name, (_, names) in NAMED.items()} == found
