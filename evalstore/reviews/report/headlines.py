"""The main numbers of a run: one variant of each of a few metrics, by system."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from evalstore.metrics.catalog import catalog
from evalstore.reviews.report.metric_row import MetricRow
from evalstore.reviews.report.report_questions import controls_of, primary_of
from evalstore.reviews.review import Finding

COUNT: Final = 8
# After the metrics of gates, in this order.
METRICS: Final = (
    "accuracy", "mean_value", "ece", "licensed_accuracy", "abstention_precision", "cvrr", "far_ne",
    "contradiction_index", "respect_index", "integration_index", "orientation_index", "hit_rate",
    "false_positive_rate", "drift_f1", "missing_rate", "latency_ms_p50",
)  # fmt: skip


@dataclass(frozen=True)
class Headline:
    """A column: a metric and a variant of it, which is empty if the metric has only one."""

    metric: str
    variant: str

    @property
    def text(self) -> str:
        """Return the metric and its variant as text."""
        return f"{self.metric} {self.variant}".rstrip()


@dataclass(frozen=True)
class HeadlineValue:
    """
    A value of a system.

    ``note`` names the variant if it is not that of the column, and the validator if several judge
    the metric and none of them is the primary one.
    """

    row: MetricRow
    note: str


@dataclass(frozen=True)
class Headlines:
    """The main metrics of a run, with their values by system; None if a value is missing."""

    columns: tuple[Headline, ...]
    systems: dict[str, tuple[HeadlineValue | None, ...]]


def gated_variants(findings: Iterable[Finding]) -> dict[str, set[str]]:
    """Return the metrics of decisions in their order, with the variants that they judge."""
    variants: dict[str, set[str]] = {}
    for finding in findings:
        variants.setdefault(finding.metric, set()).add(finding.variant)
    return variants


def headlines_of(rows: Sequence[MetricRow], gated: Mapping[str, Collection[str]]) -> Headlines:
    """
    Return the first few metrics that have a value, those of ``gated_variants`` first.

    The variant is that of the gates, else the default of the metric's header. A system without a
    value of it shows another, with a note.
    """
    controls = {row.anchor for row in controls_of(rows)}
    values: dict[str, list[MetricRow]] = {}
    for row in primary_of([row for row in rows if row.value is not None]):
        if row.anchor not in controls:
            values.setdefault(row.metric, []).append(row)
    metrics = [name for name in dict.fromkeys((*gated, *METRICS)) if name in values][:COUNT]
    columns = tuple(
        Headline(
            name, chosen_variant(name, {row.variant for row in values[name]}, gated.get(name, ()))
        )
        for name in metrics
    )
    systems = sorted({row.system_id for name in metrics for row in values[name]})
    return Headlines(
        columns,
        {
            system_id: tuple(
                _value(
                    [row for row in values[column.metric] if row.system_id == system_id], column
                )
                for column in columns
            )
            for system_id in systems
        },
    )


def chosen_variant(metric: str, variants: Collection[str], gated: Collection[str]) -> str:
    """
    Return the variant of a headline: one that gates judge, if any of ``variants`` is.

    Of several it is the default of the metric's header, else the first by name.

    >>> mappings = {"mapping=by_action", "mapping=licensed", "mapping=strict"}
    >>> chosen_variant("cvrr", mappings, ())
    'mapping=licensed'
    >>> chosen_variant("cvrr", mappings, {"mapping=by_action"})
    'mapping=by_action'
    """
    candidates = sorted({*variants} & {*gated}) or sorted(variants)
    default = catalog()[metric].default_variant
    return default if default in candidates else candidates[0]


def _value(rows: Sequence[MetricRow], column: Headline) -> HeadlineValue | None:
    """Return the value of the column's variant, else the first of another; None without rows."""
    if not rows:
        return None
    row = min(rows, key=lambda row: (row.variant != column.variant, row.variant))
    notes = [row.variant] if row.variant != column.variant else []
    if not row.is_primary_validator:
        notes.append(f"by {row.validator_id}")
    return HeadlineValue(row, ", ".join(notes))
