"""One run of a file: its specification, where its samples stand, and its final report."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from evalstore.harnesses.openai_evals import report_figures
from evalstore.harnesses.scales import Scales

UNNAMED = "unnamed"
# A class that asks a model to judge takes the last completion function for it.
JUDGING_CLASS = "ModelBasedClassify"
MATCH = "match"
METRICS = "metrics"
# Of its configuration: neither the command line nor the settings, where keys may stand.
OF_SPECIFICATION = ("cls", "key", "group")
NAIVE_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?")
SYSTEM_LENGTH_MAX = 400
# A byte each is held of so many.
EVENT_ID_MAX = 2**24


@dataclass(slots=True)
class HarnessRun:
    """
    One run of the harness.

    ``samples`` has the places of each sample's lines, in their order. ``outside`` are metrics
    with a number outside 0 to 1, ``seen`` all of them; ``event_count`` and ``last_event`` tell
    whether an event is missing. ``infinite`` counts metrics that are, ``report_texts`` has what
    of the report is not finite. ``judged`` names samples with a match or with metrics,
    ``rejudged`` those with several. ``repeated_count`` says how many lines came twice and are
    left out.
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
        """The evaluation and its split; without a specification ``openai_evals``."""
        return ".".join(self._name[:2]) or "openai_evals"

    @property
    def has_judge(self) -> bool:
        """Whether the last reply to a sample is that of a model which judged."""
        return str(self._evaluation.get("cls", "")).rpartition(":")[2] == JUDGING_CLASS

    @property
    def system_id(self) -> str:
        """The completion functions that answered, joined by a comma where there are several."""
        names = self._completion_functions
        answering = names[:-1] if self.has_judge and len(names) > 1 else names
        return ",".join(answering)[:SYSTEM_LENGTH_MAX] or UNNAMED

    @property
    def judge(self) -> str | None:
        """The completion function that judged; None where none did."""
        names = self._completion_functions
        return names[-1] if self.has_judge and names else None

    @property
    def missing_count(self) -> int:
        """How many events are not there before the last one that is: they are numbered from 0."""
        return self.last_event + 1 - self.event_count

    def has_number(self, event_id: int) -> bool:
        """Say whether an event of this number came before, and note that it came."""
        if event_id >= EVENT_ID_MAX or event_id < 0:
            return False
        if event_id >= len(self._numbers):
            self._numbers.extend(bytes(event_id + 1 - len(self._numbers)))
        was_there = bool(self._numbers[event_id])
        self._numbers[event_id] = 1
        return was_there

    def specify(self, specification: dict[str, Any]) -> None:
        """Take a specification; another one of the same run takes the place of the first."""
        if self.specification and self.specification != specification:
            self.has_other_specification = True
        self.specification = specification

    def started(self) -> dict[str, Any]:
        """Return what the specification says of the run."""
        configuration = self._object("run_config")
        at = self.specification.get("created_at")
        return {
            "suite_version": ".".join(self._name[2:]) or None,
            # It is written without an offset, and is always UTC.
            "at": f"{at.replace(' ', 'T')}Z"
            if isinstance(at, str) and NAIVE_TIME.fullmatch(at)
            else None,
            "seed": seed if type(seed := configuration.get("seed")) is int else None,
            "config": {
                "completion_fns": self._completion_functions,
                **{name: self._evaluation.get(name) for name in OF_SPECIFICATION},
                "args": self._evaluation.get("args"),
                "max_samples": configuration.get("max_samples"),
            },
        }

    def measuring(self, scales: Scales) -> list[str]:
        """List the metrics whose numbers are measurements and no shares."""
        return sorted(
            metric
            for metric in self.seen
            if scales.are_measurements(self.suite, metric, is_outside=metric in self.outside)
        )

    def take_metrics(self, found: dict[str, Any]) -> None:
        """Note which metrics there are, and which of them leave the range of shares."""
        for metric, value in found.items():
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
        found = self._object("run_config").get("eval_spec")
        return found if isinstance(found, dict) else {}

    @property
    def _completion_functions(self) -> list[str]:
        found = self.specification.get("completion_fns")
        return [name for name in found if isinstance(name, str)] if isinstance(found, list) else []

    def _object(self, name: str) -> dict[str, Any]:
        found = self.specification.get(name)
        return found if isinstance(found, dict) else {}
