"""Run folders of HELM: run_spec.json with the requests and stats beside it."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_records
from evalstore.harnesses.held_lines import HeldLines
from evalstore.harnesses.held_records import HeldRecords
from evalstore.harnesses.helm import run_folder
from evalstore.harnesses.helm.elements import elements_of, with_texts
from evalstore.harnesses.helm.held_instances import HeldInstances
from evalstore.harnesses.helm.helm_files import (
    INSTANCE_STATS,
    SPECIFICATION,
    STARTS,
    STATES,
    STATS,
    companions,
    recognises,
)
from evalstore.harnesses.helm.instance_stats import InstanceStats, is_metric, mean_of
from evalstore.harnesses.helm.instances import grouped, record_of
from evalstore.harnesses.helm.perturbations import Perturbations
from evalstore.harnesses.helm.run_folder import HelmRun
from evalstore.harnesses.inspect.strict_json import encode
from evalstore.harnesses.non_finite import written
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord
from evalstore.harnesses.values import mapping, name

__all__ = ["FAMILY", "HOLDS_WHOLE_RUN", "MAPPING", "READING", "companions", "read", "recognises"]

PERTURBED = "perturbed"
MEAN = {"metric": {"name": "mean"}, "group_key": "split"}

# 2: instances that share an id are different cases, each with its stats; a metric counts without
# a completion; values that are infinite, or depend on an unparsed grade, are unscored.
READING = 2
MAPPING = event_records.MAPPING
FAMILY = "helm"
HOLDS_WHOLE_RUN = True


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield a run with its instances for the unperturbed questions and for each perturbation.

    Raises UnreadableInputError for another file than the specification.
    """
    if source.path.name in STARTS:
        raise UnreadableInputError(
            f"{source.name}: one file of a HELM run folder; ingest {SPECIFICATION} next to it, or "
            "the folder, to read all its files"
        )
    run = run_folder.opened(source.path, source.name)
    paths = {path.name: path for path in source.companions}
    with HeldLines() as held:
        reading = _FolderReading(run, source, InstanceStats(held))
        yield from reading.records(paths)


class _FolderReading:
    """The runs of one folder, and whether the whole folder could be read."""

    def __init__(self, run: HelmRun, source: SourceFile, stats: InstanceStats) -> None:
        self._run, self._source, self._stats = run, source, stats
        self._begun: list[str | None] = []
        self._measuring: list[str] = []
        self._is_whole = True

    def records(self, paths: dict[str, Path]) -> Iterator[SourceRecord | Skip]:
        """Yield the records of all runs."""
        if INSTANCE_STATS in paths:
            yield from self._marked(self._stats.take(paths[INSTANCE_STATS]))
            self._source.warnings += self._stats.infinity_warnings(INSTANCE_STATS)
        scales = self._source.scales
        self._measuring = [
            metric
            for metric, is_outside in self._stats.metrics.items()
            if scales.are_measurements(self._run.suite, metric, is_outside=is_outside)
        ]
        if scales.trouble is not None:
            self._warn(scales.trouble)
        yield from self._begin(None)
        if STATES in paths:
            with HeldRecords() as held:
                yield from self._instances(paths[STATES], HeldInstances(held))
        else:
            self._warn(f"{STATES} was not found next to it, so its runs have figures but no cases")
        if self._stats.left_count:
            self._is_whole = False
            self._warn(f"{self._stats.left_count} instances have stats but no request in {STATES}")
        if STATS in paths:
            yield from self._figures(paths[STATS])
        if self._is_whole:
            for perturbation in self._begun:
                yield self._record(SPECIFICATION, perturbation, event_records.finished())

    def _instances(self, path: Path, held: HeldInstances) -> Iterator[SourceRecord | Skip]:
        skips: list[Skip] = []

        def states() -> Iterator[tuple[str, dict[str, Any]]]:
            for item in elements_of(path, "request_states"):
                if isinstance(item, Skip):
                    skips.append(item)
                else:
                    yield item

        method = self._run.method
        for asked_instance in grouped(states(), self._stats.perturbations, method):
            perturbation = self._stats.perturbations.label(asked_instance.key[1])
            yield from self._begin(perturbation)
            digest = asked_instance.digest
            attempt, is_first = held.attempt_of(asked_instance, digest)
            stats = self._stats.of_next(asked_instance.key)
            record = {
                "run_id": self._run.run_id(perturbation),
                "system_id": self._run.system_id,
                "domain": self._run.domain,
                "is_first": is_first,
                "instance": record_of(asked_instance, stats, method, attempt),
            }
            held.add(asked_instance, digest, encode(record))
        yield from held.records(self._stats, self._measuring, self._source)
        yield from self._marked(iter(skips))

    def _figures(self, path: Path) -> Iterator[SourceRecord | Skip]:
        stats: list[dict[str, Any]] = []
        for item in elements_of(path, None, strict_of=with_texts):
            if isinstance(item, Skip):
                yield from self._marked(iter([item]))
            else:
                stats.append(item[1])
        if not self._is_whole:
            self._warn(
                "some records were skipped, so the figures that it reports are not recorded"
            )
            return
        for perturbation, figures in of_stats(stats, self._stats.perturbations).items():
            yield from self._begin(perturbation)
            events = [
                event_records.figure({"system_id": self._run.system_id, **figure})
                for figure in figures
            ]
            yield self._record(STATS, perturbation, *events)

    def _begin(self, perturbation: str | None) -> Iterator[SourceRecord]:
        if perturbation not in self._begun:
            self._begun.append(perturbation)
            started = {
                "suite": self._run.suite_of(perturbation),
                "systems": [self._run.system_id],
                "config": {**self._run.config, "perturbation": perturbation},
                "tags": self._run.groups,
            }
            yield self._record(SPECIFICATION, perturbation, event_records.started(started))

    def _marked(self, skips: Iterator[Skip]) -> Iterator[Skip]:
        for skip in skips:
            self._is_whole = False
            yield skip

    def _warn(self, text: str) -> None:
        self._source.warnings.append(f"{self._source.name}: {text}")

    def _record(
        self, location: str, perturbation: str | None, *events: event_records.Event
    ) -> SourceRecord:
        return event_records.record(location, self._run.run_id(perturbation), *events)


def of_stats(
    stats: list[dict[str, Any]], perturbations: Perturbations
) -> dict[str | None, list[dict[str, Any]]]:
    """
    Return the figures of each run by perturbation; None has those of unperturbed questions.

    Figures of the worst over perturbations and of parts of a split have separate metric names;
    they are recorded, but evalstore does not compute them.
    """
    figures: dict[str | None, list[dict[str, Any]]] = defaultdict(list)
    for stat in stats:
        label = mapping(stat.get("name"))
        metric, split = name(label.get("name")), name(label.get("split"))
        if metric is None or not is_metric(metric):
            continue
        perturbation = mapping(label.get("perturbation"))
        part, of = name(label.get("sub_split")), name(perturbation.get("name"))
        computed_on = name(perturbation.get("computed_on"))
        params = None
        if part is not None:
            statistic = f"mean of sub_split {part}"
        elif of is not None and computed_on != PERTURBED:
            statistic = f"{computed_on or 'mean'} of {of}"
        elif split is not None:
            statistic, params = "grouped", MEAN
        else:
            statistic = "mean"
        figure = {
            "scorer": metric,
            "metric": statistic,
            "params": params,
            "group": split,
            "value": mean_of(stat),
            "value_text": written(stat.get("mean")),
        }
        run = perturbations.label(perturbations.key_of(label))
        figures[run if computed_on == PERTURBED else None].append(figure)
    return figures
