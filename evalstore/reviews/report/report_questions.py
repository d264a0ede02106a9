"""Values of a run by what a reader asks, in place of the families that metrics are filed under."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from evalstore.metrics.catalog import catalog
from evalstore.reviews.report.chart_images import ChartImage
from evalstore.reviews.report.metric_row import MetricRow
from evalstore.reviews.report.rows import anchor
from evalstore.store.query.queries import place_of_level

# Read first, in this order; the rest follow by name.
LEADING: Final = (
    "accuracy", "mean_value", "pass_at_k", "pass_hat_k", "accuracy_macro",
    "ece", "overconfidence_index", "brier", "auroc_confidence", "answer_coverage",
    "licensed_accuracy", "abstention_precision", "abstention_recall",
    "hit_rate", "false_positive_rate", "drift_f1",
    "answer_consistency", "contradiction_index", "phenomenology_pass_rate",
    "missing_rate", "error_rate", "format_compliance_rate", "cost_usd_total",
    "latency_ms_p50", "latency_ms_p95",
)  # fmt: skip
# Read last: what a machine was doing, and what is about the cases rather than the answers.
TRAILING: Final = ("minimum_detectable_effect", "latency_ms_p50", "latency_ms_p95")
HEADLINE_COUNT: Final = 5
HEADLINES: Final = (
    "accuracy", "mean_value", "ece", "licensed_accuracy", "contradiction_index",
    "phenomenology_pass_rate", "hit_rate", "false_positive_rate", "drift_f1", "missing_rate",
    "latency_ms_p50",
)  # fmt: skip


@dataclass(frozen=True)
class ReaderQuestion:
    """What a reader asks, and the families of metrics and the charts that answer it."""

    name: str
    title: str
    families: tuple[str, ...]


QUESTIONS: Final = (
    ReaderQuestion(
        "calibration", "Does it know when it does not know?", ("calibration", "abstention")
    ),
    ReaderQuestion("rightness", "Is it right?", ("accuracy",)),
    ReaderQuestion("consistency", "Does it stand by its answers?", ("consistency",)),
    ReaderQuestion("phenomenology", "How does it treat what people feel?", ("phenomenology",)),
    ReaderQuestion("drift", "Does it notice drift?", ("drift",)),
    ReaderQuestion("operations", "What did it cost?", ("operations",)),
    ReaderQuestion("agreement", "Do the judges agree?", ("agreement",)),
)


@dataclass(frozen=True)
class Answers:
    """
    The values that answer one question.

    ``rows`` are of the primary validator, or of none, and ``more`` of it the metrics that are
    read less often, where there are others; ``others`` are of the other validators;
    ``slices`` of parts of the cases, of the other validators only what gates rest on, and
    ``controls`` of the systems that know nothing, over all cases and by domain.
    """

    question: ReaderQuestion
    anchor: str
    rows: tuple[MetricRow, ...]
    more: tuple[MetricRow, ...]
    others: tuple[MetricRow, ...]
    slices: tuple[MetricRow, ...]
    charts: tuple[ChartImage, ...] = field(default=())
    controls: tuple[MetricRow, ...] = ()


def reading_order(gated: Iterable[str]) -> Callable[[MetricRow], tuple[object, ...]]:
    """Return a sort key of values: those of the ``gated`` metrics first, latency last."""
    places = {name: place for place, name in enumerate(dict.fromkeys((*gated, *LEADING)))}

    def place_of(row: MetricRow) -> tuple[object, ...]:
        return (
            row.metric in TRAILING,
            places.get(row.metric, len(places)),
            row.metric,
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

    ``gate_anchors`` are those of the rows that gates rest on, and are shown whoever judged.

    A metric and variant that a validator measured for no system is left out, and so is a question
    without a value; ``unmeasured_of`` returns what nobody measured.
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
        own = [row for row in shown if is_of(row, question)]
        rows_of_it = [row for row in own if row.anchor in primary]
        leading = [row for row in rows_of_it if row.metric in read_first] or rows_of_it
        answers.append(
            Answers(
                question,
                anchor("part", run_id, question.name),
                tuple(leading),
                tuple(row for row in rows_of_it if row not in leading),
                tuple(row for row in own if row.anchor not in primary),
                tuple(row for row in parts if is_of(row, question)),
                controls=tuple(
                    sorted((row for row in controls if is_of(row, question)), key=place_of)
                ),
            )
        )
    return tuple(answer for answer in answers if answer.rows or answer.others)


def controls_of(rows: Sequence[MetricRow]) -> list[MetricRow]:
    """Return the values of controls that stand apart: none where no other system has any."""
    found = [row for row in rows if row.is_control and row.value is not None]
    return found if any(not row.is_control for row in rows) else []


def is_of(row: MetricRow, question: ReaderQuestion) -> bool:
    """Say whether a value answers a question; a family that none names is of the last."""
    metric = catalog().get(row.metric)
    family = metric.family if metric else ""
    is_known = any(family in each.families for each in QUESTIONS)
    return family in question.families or (not is_known and question is QUESTIONS[-1])


def primary_of(rows: Sequence[MetricRow]) -> list[MetricRow]:
    """Return what the primary validator measured, or none; all where there is no primary one."""
    has_primary = any(row.is_primary_validator and row.validator_id for row in rows)
    return [row for row in rows if row.is_primary_validator or not has_primary]


def unmeasured_of(rows: Sequence[MetricRow]) -> tuple[MetricRow, ...]:
    """Return the rows of metrics without a value, whatever the validator, variant or system."""
    measured = {row.metric for row in rows if row.value is not None}
    return tuple(row for row in rows if row.metric not in measured)


@dataclass(frozen=True)
class Headlines:
    """The few numbers that tell of every system of a run at a glance; None where there is none."""

    metrics: tuple[str, ...]
    systems: dict[str, tuple[MetricRow | None, ...]]


def headlines_of(rows: Sequence[MetricRow], gated: Iterable[str]) -> Headlines:
    """Return the first few metrics that have a value, those that gates rest on first."""
    known: dict[tuple[str, str], MetricRow] = {}
    controls = {row.anchor for row in controls_of(rows)}
    for row in primary_of(rows):
        if row.value is not None and row.anchor not in controls:
            known.setdefault((row.metric, row.system_id), row)
    found = {metric for metric, _ in known}
    names = [name for name in dict.fromkeys((*gated, *HEADLINES)) if name in found]
    metrics = tuple(names[:HEADLINE_COUNT])
    systems = sorted({system_id for metric, system_id in known if metric in metrics})
    return Headlines(
        metrics,
        {name: tuple(known.get((metric, name)) for metric in metrics) for name in systems},
    )
