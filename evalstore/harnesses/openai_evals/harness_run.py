"""A run in a file: its specification, the places of its samples, and its final report."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from evalstore.harnesses import event_records
from evalstore.harnesses.openai_evals import report_figures
from evalstore.harnesses.scales import Scales

UNNAMED = "unnamed"
# The class for model-graded evaluations, whose last completion function is the judge.
JUDGING_CLASS = "ModelBasedClassify"
MATCH = "match"
METRICS = "metrics"
# Kept keys of the configuration; the command line and settings may contain API keys.
OF_SPECIFICATION = ("cls", "key", "group")
NAIVE_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?")
SYSTEM_LENGTH_MAX = 400
# The limit of tracked event ids, at a byte each.
EVENT_ID_MAX = 2**24


@dataclass(slots=True)
class HarnessRun:
    """
    One run of the harness.

    ``samples`` has the places of each sample's lines, in order. ``seen`` are the names of all
    metrics, ``outside`` of those with a number outside 0 to 1; ``event_count`` and ``last_event``
    show whether an event is missing. ``infinite`` counts infinite values by metric,
    ``report_texts`` has the values of the report that are not finite. ``judged`` has the samples
    with a match or with metrics, ``rejudged`` those with several. ``repeated_count`` is the number
    of repeated lines, which are left out.
    """

    run_id: str
    specification: dict[str, Any] = field(default_factory=dict)
    samples: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    outside: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)
    final_report: dict[str, Any] | None = None
    report_texts: dict[str, str] = field(default_factory=dict)
    infinite: Counter[str] = field(default_factory=Counter)
    judged: set[str] = field(default_factory=set)
    rejudged: set[str] = field(default_factory=set)
    has_other_specification: bool = False
    repeated_count: int = 0
    event_count: int = 0
    last_event: int = -1
    _numbers: bytearray = field(default_factory=bytearray)

    @property
    def suite(self) -> str:
        """The evaluation and its split; ``openai_evals`` without a specification."""
        return ".".join(self._name[:2]) or "openai_evals"

    @property
    def has_judge(self) -> bool:
        """True if the last reply to a sample is that of a judging model."""
        return str(self._evaluation.get("cls", "")).rpartition(":")[2] == JUDGING_CLASS

    @property
    def system_id(self) -> str:
        """The completion functions that answered, joined by commas."""
        names = self._completion_functions
        answering = names[:-1] if self.has_judge and len(names) > 1 else names
        return ",".join(answering)[:SYSTEM_LENGTH_MAX] or UNNAMED

    @property
    def judge(self) -> str | None:
        """The completion function that judged; None without a judge."""
        names = self._completion_functions
        return names[-1] if self.has_judge and names else None

    @property
    def missing_count(self) -> int:
        """Number of events missing before the last one; events are numbered from 0."""
        return self.last_event + 1 - self.event_count

    def has_number(self, event_id: int) -> bool:
        """Note an event's number; return True if it was noted before."""
        if event_id >= EVENT_ID_MAX or event_id < 0:
            return False
        if event_id >= len(self._numbers):
            self._numbers.extend(bytes(event_id + 1 - len(self._numbers)))
        was_there = bool(self._numbers[event_id])
        self._numbers[event_id] = 1
        return was_there

    def specify(self, specification: dict[str, Any]) -> None:
        """Set the specification; a second one of the same run replaces the first."""
        if self.specification and self.specification != specification:
            self.has_other_specification = True
        self.specification = specification

    def started(self) -> event_records.Event:
        """Return the event of the run's start, from the specification."""
        configuration = self._object("run_config")
        at = self.specification.get("created_at")
        # The harness writes UTC without an offset.
        is_time = isinstance(at, str) and NAIVE_TIME.fullmatch(at)
        seed = configuration.get("seed")
        payload = {
            "suite": self.suite,
            "suite_version": ".".join(self._name[2:]) or None,
            "seed": seed if type(seed) is int else None,
            "systems": [self.system_id],
            "config": {
                "completion_fns": self._completion_functions,
                **{name: self._evaluation.get(name) for name in OF_SPECIFICATION},
                "args": self._evaluation.get("args"),
                "max_samples": configuration.get("max_samples"),
            },
        }
        return event_records.started(payload, f"{str(at).replace(' ', 'T')}Z" if is_time else None)

    def measuring(self, scales: Scales) -> list[str]:
        """Return the metrics whose numbers are measurements, not shares."""
        return sorted(
            metric
            for metric in self.seen
            if scales.are_measurements(self.suite, metric, is_outside=metric in self.outside)
        )

    def take_metrics(self, metrics: dict[str, Any]) -> None:
        """Note the names of metrics, and those with a number outside 0 to 1."""
        for metric, value in metrics.items():
            if type(value) in (int, float):
                self.seen.add(metric)
                if not 0 <= value <= 1:
                    self.outside.add(metric)

    def reported(self) -> list[dict[str, Any]]:
        """Return the figures of the final report."""
        return list(
            report_figures.of_report(self.final_report or {}, self.seen, self.report_texts)
        )

    @property
    def _name(self) -> list[str]:
        name = self.specification.get("eval_name")
        return name.split(".") if isinstance(name, str) else []

    @property
    def _evaluation(self) -> dict[str, Any]:
        evaluation = self._object("run_config").get("eval_spec")
        return evaluation if isinstance(evaluation, dict) else {}

    @property
    def _completion_functions(self) -> list[str]:
        functions = self.specification.get("completion_fns")
        return (
            [name for name in functions if isinstance(name, str)]
            if isinstance(functions, list)
            else []
        )

    def _object(self, name: str) -> dict[str, Any]:
        value = self.specification.get(name)
        return value if isinstance(value, dict) else {}
