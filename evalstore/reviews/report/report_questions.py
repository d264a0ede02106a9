"""Values of a run by a reader's questions, instead of by the families of metrics."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from evalstore.metrics.catalog import catalog
from evalstore.reviews.report.chart_images import ChartImage
from evalstore.reviews.report.metric_row import MetricRow
from evalstore.reviews.report.rows import anchor
from evalstore.store.query.queries import place_of_level

# Listed first, in this order; the others follow by name.
LEADING: Final = (
    "accuracy", "mean_value", "pass_at_k", "pass_hat_k", "accuracy_macro",
    "ece", "overconfidence_index", "brier", "auroc_confidence", "answer_coverage",
    "licensed_accuracy", "abstention_precision", "abstention_recall",
    "hit_rate", "false_positive_rate", "drift_f1",
    "answer_consistency", "contradiction_index", "respect_index", "integration_index",
    "orientation_index", "phenomenology_pass_rate",
    "missing_rate", "error_rate", "format_compliance_rate", "cost_usd_total",
    "latency_ms_p50", "latency_ms_p95",
)  # fmt: skip
# Listed last: metrics of the machine, and of the cases rather than the answers.
TRAILING: Final = ("minimum_detectable_effect", "latency_ms_p50", "latency_ms_p95")


@dataclass(frozen=True)
class ReaderQuestion:
    """A question of readers, and the families of metrics that answer it."""

    name: str
    title: str
    families: tuple[str, ...]


QUESTIONS: Final = (
    ReaderQuestion("calibration", "Calibration and abstention", ("calibration", "abstention")),
    ReaderQuestion("rightness", "Accuracy", ("accuracy",)),
    ReaderQuestion("consistency", "Consistency", ("consistency",)),
    ReaderQuestion(
        "phenomenology",
        "Phenomenology: respect, integration, orientation",
        ("phenomenology",),
    ),
    ReaderQuestion("drift", "Drift detection", ("drift",)),
    ReaderQuestion("operations", "Errors, cost and latency", ("operations",)),
    ReaderQuestion("agreement", "Agreement between judges", ("agreement",)),
)


@dataclass(frozen=True)
class Answers:
    """
    The values that answer one question.

    ``rows`` are of the primary validator, or of metrics that have no row of it, and ``more`` the
    less important of these metrics; ``others`` are of the other validators; ``slices`` are of
    parts of the cases, with only those rows of other validators that gates judge; ``controls`` are
    of controls, over all cases and by slice.
    """

    question: ReaderQuestion
    anchor: str
    rows: tuple[MetricRow, ...]
    more: tuple[MetricRow, ...]
    others: tuple[MetricRow, ...]
    slices: tuple[MetricRow, ...]
    charts: tuple[ChartImage, ...] = field(default=())
    missing_charts: tuple[str, ...] = field(default=())
    controls: tuple[MetricRow, ...] = ()


def reading_order(gated: Iterable[str]) -> Callable[[MetricRow], tuple[object, ...]]:
    """
    Return a sort key function for values: the ``gated`` metrics first, latency last.

    Of the variants of a metric its default comes first.
    """
    places = {name: place for place, name in enumerate(dict.fromkeys((*gated, *LEADING)))}
    default_of = {name: metric.default_variant for name, metric in catalog().items()}

    def place_of(row: MetricRow) -> tuple[object, ...]:
        return (
            row.metric in TRAILING,
            places.get(row.metric, len(places)),
            row.metric,
            row.variant != default_of.get(row.metric, ""),
            row.variant,
            row.slice_name,
            place_of_level(row.slice_value),
            row.slice_value,
            row.validator_id,
            row.system_id,
        )

    return place_of


def answers_of(
    run_id: str,
    rows: Sequence[MetricRow],
    slices: Sequence[MetricRow],
    gated: Sequence[str],
    gate_anchors: Collection[str],
) -> tuple[Answers, ...]:
    """
    Return the values by question; the ``gated`` metrics first, latency last.

    ``gate_anchors`` are the anchors of rows that gates judge; those are included for every
    validator.

    A metric and variant without a value of a validator for any system is left out, and so is a
    question without values; ``unmeasured_of`` returns the metrics without any value.
    """
    place_of, read_first = reading_order(gated), {*gated, *LEADING}
    controls = controls_of([*rows, *slices])
    rows, slices = (
        [row for row in each if not (controls and row.is_control)] for each in (rows, slices)
    )
    measured = {row.key for row in (*rows, *slices) if row.value is not None}
    shown = sorted((row for row in rows if row.key in measured), key=place_of)
    primary = {row.anchor for row in primary_of([*shown, *slices])}
    kept = primary | set(gate_anchors)
    parts = sorted(
        (row for row in slices if row.value is not None and row.anchor in kept), key=place_of
    )
    answers = []
    for question in QUESTIONS:
        matching = [row for row in shown if is_of(row, question)]
        rows_of_it = [row for row in matching if row.anchor in primary]
        leading = [row for row in rows_of_it if row.metric in read_first] or rows_of_it
        answers.append(
            Answers(
                question,
                anchor("part", run_id, question.name),
                tuple(leading),
                tuple(row for row in rows_of_it if row not in leading),
                tuple(row for row in matching if row.anchor not in primary),
                tuple(row for row in parts if is_of(row, question)),
                controls=tuple(
                    sorted((row for row in controls if is_of(row, question)), key=place_of)
                ),
            )
        )
    return tuple(answer for answer in answers if answer.rows or answer.others)


def controls_of(rows: Sequence[MetricRow]) -> list[MetricRow]:
    """Return the values of controls, an empty list if the run has no other system."""
    controls = [row for row in rows if row.is_control and row.value is not None]
    return controls if any(not row.is_control for row in rows) else []


def is_of(row: MetricRow, question: ReaderQuestion) -> bool:
    """Return True if a value answers a question; unknown families belong to the last question."""
    metric = catalog().get(row.metric)
    family = metric.family if metric else ""
    is_known = any(family in each.families for each in QUESTIONS)
    return family in question.families or (not is_known and question is QUESTIONS[-1])


def primary_of(rows: Sequence[MetricRow]) -> list[MetricRow]:
    """Return the rows of the primary validator; all rows of a metric that has none of it."""
    decided = {row.metric for row in rows if row.is_primary_validator}
    return [row for row in rows if row.is_primary_validator or row.metric not in decided]


def unmeasured_of(rows: Sequence[MetricRow]) -> tuple[MetricRow, ...]:
    """Return the rows of metrics without a value, whatever the validator, variant or system."""
    measured = {row.metric for row in rows if row.value is not None}
    return tuple(row for row in rows if row.metric not in measured)
