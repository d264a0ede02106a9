"""Runs of the service: system, suite, status, and reported counts."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from evalstore.harnesses import event_records
from evalstore.harnesses.hosted_evals.grader_names import GraderNames
from evalstore.harnesses.hosted_evals.items import (
    ERROR,
    UNDETERMINED,
    UNSCORED,
    WRONG,
    outcome_of,
    time_of,
)
from evalstore.harnesses.values import mapping, mappings, name, whole

ITEM = "item"
# The outcomes that each count of the service includes.
COUNTED = {"passed": ["right"], "failed": ["wrong"], "errored": ["error"]}
FAILED = "failed"
# Outcomes that it may also count as failed, in counts of items (True) and of a grader (False).
BROKEN = {True: [UNDETERMINED], False: [ERROR]}
ENDED = {"completed": "completed", "failed": "failed", "canceled": "cancelled",
         "cancelled": "cancelled"}  # fmt: skip
CRITERION = ("name", "type", "model", "pass_threshold", "operation", "evaluation_metric")


@dataclass(slots=True)
class HostedRun:
    """
    A run: its API object, that of its eval, the model of its items, and its graders.

    Unknown values are empty.
    """

    run_id: str
    found: dict[str, Any] = field(default_factory=dict)
    evaluation: dict[str, Any] = field(default_factory=dict)
    eval_id: str = ""
    model: str | None = None
    graders: GraderNames = field(default_factory=GraderNames)
    # Counts by grader, or ITEM, and outcome.
    tallies: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def criteria_results(self) -> list[dict[str, Any]]:
        """The service's counts for each grader."""
        return list(mappings(self.found.get("per_testing_criteria_results")))

    def note_graders(self, item: dict[str, Any]) -> None:
        """Register the names of the graders of an item."""
        for result in mappings(item.get("results")):
            self.graders.note(result.get("name"))

    def count(self, item: dict[str, Any]) -> None:
        """Count the outcomes of an item's record."""
        if item["status"] is not None:
            self.tallies[ITEM, item["status"]] += 1
        self.tallies.update(
            (result["validator_id"], outcome_of(result)) for result in item["results"]
        )

    @property
    def system_id(self) -> str:
        """The model that replied, or `unnamed`."""
        source = mapping(self.found.get("data_source"))
        return (
            name(self.found.get("model")) or name(source.get("model")) or self.model or "unnamed"
        )

    @property
    def suite(self) -> str:
        """The name of the eval, else its id, else ``openai_evals``."""
        return name(self.evaluation.get("name")) or self.eval_id or "openai_evals"

    @property
    def ended(self) -> str | None:
        """The final status; None if the run has not ended, or its status is unknown."""
        return ENDED.get(str(self.found.get("status")))

    def started(self) -> event_records.Event:
        """Return the event of the run's start, with its time and configuration."""
        at = whole(self.found.get("created_at"))
        source = mapping(self.found.get("data_source"))
        config = {
            "eval_id": self.eval_id or None,
            "name": name(self.found.get("name")),
            "source": name(source.get("type")),
            "sampling": mapping(source.get("sampling_params")) or None,
            "metadata": mapping(self.found.get("metadata")) or None,
            "criteria": [
                {key: criterion[key] for key in CRITERION if criterion.get(key) is not None}
                for criterion in mappings(self.evaluation.get("testing_criteria"))
            ]
            or None,
        }
        payload = {"suite": self.suite, "systems": [self.system_id], "config": config}
        return event_records.started(payload, time_of(at))

    def figures(self) -> Iterator[event_records.Event]:
        """Yield the events of the reported counts of items and of each grader."""
        counts = mapping(self.found.get("result_counts"))
        total = whole(counts.get("total"))
        if total is not None:
            outcomes = [outcome for item in COUNTED.values() for outcome in item]
            yield _figure(ITEM, "total", [*outcomes, UNDETERMINED], total)
        for metric, outcomes in COUNTED.items():
            if (value := whole(counts.get(metric))) is not None:
                yield _figure(ITEM, metric, self._counted(ITEM, metric, outcomes, value), value)
        results = self.criteria_results
        grader_names = self.graders.called([item.get("testing_criteria") for item in results])
        for result, grader in zip(results, grader_names, strict=True):
            for metric in ("passed", "failed"):
                value = whole(result.get(metric))
                if grader is not None and value is not None:
                    outcomes = self._counted(grader, metric, COUNTED[metric], value)
                    yield _figure(grader, metric, outcomes, value)

    def _counted(self, scorer: str, metric: str, outcomes: list[str], value: int) -> list[str]:
        """
        Return the outcomes that a reported count includes.

        For ``failed``, outcomes are added to ``outcomes`` if their tallies then sum up to
        ``value``.
        """
        if metric != FAILED or value == self.tallies[scorer, WRONG]:
            return outcomes
        broken = BROKEN[scorer == ITEM]
        for more in ([UNSCORED], broken, [*broken, UNSCORED]):
            if value == sum(self.tallies[scorer, outcome] for outcome in (WRONG, *more)):
                return [*outcomes, *more]
        return outcomes


def _figure(scorer: str, metric: str, outcomes: list[str], value: int) -> event_records.Event:
    params = {"outcomes": outcomes}
    return event_records.figure(
        {"scorer": scorer, "metric": metric, "params": params, "value": value}
    )
