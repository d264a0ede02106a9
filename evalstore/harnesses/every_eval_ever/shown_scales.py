"""Scales of metrics, derived from the lines of a file: measuring, grading or binary."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from evalstore.harnesses.every_eval_ever.metrics import ResultMetric
from evalstore.harnesses.non_finite import INFINITE, warning
from evalstore.harnesses.records import SourceFile

# The name of a metric, and of its evaluation if the line names no result.
Named = tuple[str, str | None]
NameOf = Callable[[str, str | None], str]


@dataclass(slots=True)
class ShownScales:
    """
    The scales of metrics, complete after every line was noted.

    Evaluations that judge different cases may share the name of a metric.
    """

    # Whether scores show that a metric measures.
    measures: dict[Named, bool] = field(default_factory=dict)
    binary: set[Named] = field(default_factory=set)
    # Metrics with a score between 0 and 1, and metrics with a correct sample.
    fractions: set[Named] = field(default_factory=set)
    correct: set[Named] = field(default_factory=set)
    # Counts of infinite and of finite scores.
    infinite: dict[Named, int] = field(default_factory=dict)
    finite: dict[Named, int] = field(default_factory=dict)

    def note(self, named: Named, metric: ResultMetric, judged: dict[str, Any]) -> None:
        """Register ``judged``, the ``evaluation`` of a line."""
        score = judged["score"]
        if score is None:
            is_infinite = judged["score_text"] in INFINITE
            self.infinite[named] = self.infinite.get(named, 0) + is_infinite
            return
        self.finite[named] = self.finite.get(named, 0) + 1
        is_outside = not metric.is_binary and not 0 <= score <= 1
        measures = is_outside or metric.measures(score, is_correct=judged["is_correct"])
        self.measures[named] = measures or self.measures.get(named, False)
        if metric.is_binary:
            self.binary.add(named)
        if 0 < score < 1:
            self.fractions.add(named)
        if judged["is_correct"]:
            self.correct.add(named)

    def infinity_warnings(self, name_of: NameOf, file_name: str) -> list[str]:
        """Return a warning for each metric with infinite scores."""
        return [
            warning(file_name, name_of(*named), count, self.finite.get(named, 0))
            for named, count in self.infinite.items()
            if count
        ]

    def to_dict(self, name_of: NameOf, suite: str, source: SourceFile) -> dict[str, list[str]]:
        """
        Return the names of metrics by kind of scale, for the mapping.

        `is_correct` has no meaning for a grading metric: tools write false for each of its scores,
        even for full marks.
        """
        shown: dict[str, bool] = {}
        for named, measures in self.measures.items():
            name = name_of(*named)
            shown[name] = measures or shown.get(name, False)
        decided = {
            name_of(*named_metric)
            for named_metric in self.binary | (self.correct - self.fractions)
        }
        return {
            "measuring": sorted(
                name
                for name, measures in shown.items()
                if source.scales.are_measurements(suite, name, is_outside=measures)
            ),
            "binary": sorted({name_of(*named_metric) for named_metric in self.binary}),
            "grading": sorted(shown.keys() - decided),
        }
