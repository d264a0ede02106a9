"""Critics side by side: every metric of drift as a row, every system as a column."""

from dataclasses import dataclass
from typing import Final

from evalstore.charts.drawing.rows import Reader
from evalstore.metrics.catalog import in_section
from evalstore.queries import select_metrics
from evalstore.reports.gathering import metric_of
from evalstore.reports.model import MetricRow
from evalstore.reports.reading import ask
from evalstore.reports.sections._drift_configuration import DriftConfiguration

# How the table calls a group -> the section that the headers of its metrics name.
GROUPS: Final = {"Reading": "drift/reading", "Detecting": "drift/detecting"}
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
        reader, *(metric.name for group in GROUPS.values() for metric in in_section(group))
    )
    measured = [metric_of(run_id, row) for row in ask(reader, "drift_metrics", run_id=run_id)]
    found = {(row.metric, row.variant, row.system_id): row for row in measured}
    ordered = sorted(system_ids, key=lambda name: (configuration.is_control(name), name))
    groups = {
        title: tuple(
            Comparison(
                words=words,
                metric=metric.name,
                better=metric.better,
                cells=tuple(found.get((metric.name, variant, name)) for name in ordered),
            )
            for metric in in_section(group)
            for variant, words in metric.labels.items()
            if any((metric.name, variant, name) in found for name in ordered)
        )
        for title, group in GROUPS.items()
    }
    return Critics(
        system_ids=tuple(ordered),
        control_ids=tuple(name for name in ordered if configuration.is_control(name)),
        groups={title: rows for title, rows in groups.items() if rows},
    )
