"""Critics side by side: every metric of drift as a row, every system as a column."""

from dataclasses import dataclass
from typing import Final

from evalstore.charts.drawing.rows import Reader
from evalstore.queries import select_metrics
from evalstore.reports.gathering import metric_of
from evalstore.reports.model import MetricRow
from evalstore.reports.reading import ask
from evalstore.reports.sections._drift_configuration import DriftConfiguration

# (metric, variant) -> how a row is called.
READING: Final = {
    ("qwk", ""): "agreement of classes (QWK)",
    ("critic_accuracy", ""): "classes right",
    ("recall_per_class", "class=-1"): "recall of \u22121, against a value",
    ("recall_per_class", "class=0"): "recall of 0, neither",
    ("recall_per_class", "class=1"): "recall of +1, aligned",
    ("critic_mae", ""): "mean |error| of alignment",
    ("uncertainty_error_pearson", ""): "variance and error (Pearson)",
    ("uncertainty_error_spearman", ""): "uncertainty and error (Spearman)",
}
DETECTING: Final = {
    ("hit_rate", "by=value"): "hit rate of crisis weeks",
    ("false_positive_rate", "by=value"): "false positive rate of quiet weeks",
    ("hit_rate", "by=profile"): "hit rate by the weighted profile",
    ("false_positive_rate", "by=profile"): "false positive rate by the profile",
    ("drift_precision", "average=micro"): "precision by value, micro",
    ("drift_recall", "average=micro"): "recall by value, micro",
    ("drift_f1", "average=micro"): "F1 by value, micro",
    ("drift_precision", "average=macro"): "precision by value, macro",
    ("drift_recall", "average=macro"): "recall by value, macro",
    ("drift_f1", "average=macro"): "F1 by value, macro",
    ("episode_hit_rate", ""): "crises found, as episodes",
    ("episode_precision", ""): "alarms that belong to a crisis",
    ("detection_lag_weeks", ""): "weeks until a crisis is found",
    ("suppression_rate", ""): "triggers held back",
}
GROUPS: Final = {"Reading": READING, "Detecting": DETECTING}
BETTER: Final = {"higher": 1.0, "lower": -1.0}


@dataclass(frozen=True)
class Comparison:
    """One metric of every system, in the order of the columns; None where there is no row."""

    words: str
    metric: str
    better: str
    cells: tuple[MetricRow | None, ...]

    @property
    def best(self) -> float | None:
        """Return the best value of the row, None where no value is better than another."""
        values = [cell.value for cell in self.cells if cell is not None]
        known = [value for value in values if value is not None]
        if self.better not in BETTER or len(set(known)) <= 1:
            return None
        return max(known, key=lambda value: BETTER[self.better] * value)


@dataclass(frozen=True)
class Critics:
    """The table: its columns, controls last, and its rows by what they tell of."""

    system_ids: tuple[str, ...]
    control_ids: tuple[str, ...]
    groups: dict[str, tuple[Comparison, ...]]


def critics_of(
    reader: Reader, run_id: str, system_ids: list[str], configuration: DriftConfiguration
) -> Critics:
    """Read the metrics of drift of a run; rows that no system has are left out."""
    select_metrics(
        reader, *dict.fromkeys(metric for group in GROUPS.values() for metric, _ in group)
    )
    measured = [metric_of(run_id, row) for row in ask(reader, "drift_metrics", run_id=run_id)]
    found = {(row.metric, row.variant, row.system_id): row for row in measured}
    ordered = sorted(system_ids, key=lambda name: (configuration.is_control(name), name))
    groups = {
        title: tuple(
            compared(words, metric, [found.get((metric, variant, name)) for name in ordered])
            for (metric, variant), words in group.items()
            if any((metric, variant, name) in found for name in ordered)
        )
        for title, group in GROUPS.items()
    }
    return Critics(
        system_ids=tuple(ordered),
        control_ids=tuple(name for name in ordered if configuration.is_control(name)),
        groups={title: rows for title, rows in groups.items() if rows},
    )


def compared(words: str, metric: str, cells: list[MetricRow | None]) -> Comparison:
    """Return one row of the table."""
    better = next((cell.better for cell in cells if cell is not None), "none")
    return Comparison(words=words, metric=metric, better=better, cells=tuple(cells))
