"""Instances stored until all requests were read, since only then shared ids are known."""

from collections.abc import Iterator
from typing import Any

import orjson

from evalstore.base.phrases import counted
from evalstore.harnesses import event_records
from evalstore.harnesses.case_ids import CaseIds
from evalstore.harnesses.held_records import HeldRecords
from evalstore.harnesses.helm.instance_events import instance_events
from evalstore.harnesses.helm.instance_stats import InstanceStats, Key, is_metric
from evalstore.harnesses.helm.instances import AskedInstance
from evalstore.harnesses.records import SourceFile, SourceRecord

DISPUTED = "instances and stats of its id are not as many, so which are whose nobody knows"
# The fields of an instance that come from stats other than metrics.
OF_STATS = ("confidence", "tokens_in", "tokens_out")
IDS_SHOWN_MAX = 3


class HeldInstances:
    """The records of instances, and the questions under each id."""

    def __init__(self, held: HeldRecords) -> None:
        self._held = held
        self._kept: list[tuple[Key, str]] = []
        # By perturbation, since each is a separate run.
        self._ids: dict[str | None, CaseIds] = {}
        self._attempts: set[tuple[str, str | None, str, int]] = set()
        self._begun: set[tuple[str, str | None, str]] = set()
        self._again: list[str] = []

    def attempt_of(self, instance: AskedInstance, digest: str) -> tuple[int, bool]:
        """
        Return the attempt of an instance, and whether it is the first of its case.

        Each train trial is an attempt; a question repeated within a trial is a further attempt.
        """
        case_id, perturbation, trial = instance.key
        case = (case_id, perturbation, digest)
        attempt = trial + 1
        if (*case, attempt) in self._attempts:
            self._again.append(case_id)
            while (*case, attempt) in self._attempts:
                attempt += 1
        self._attempts.add((*case, attempt))
        is_first = case not in self._begun
        self._begun.add(case)
        return attempt, is_first

    def add(self, instance: AskedInstance, digest: str, text: str) -> None:
        """Store the record of an instance."""
        self._ids.setdefault(instance.key[1], CaseIds()).note(instance.key[0], digest)
        self._kept.append((instance.key, digest))
        self._held.add(instance.location, text)

    def records(
        self, stats: InstanceStats, measuring: list[str], source: SourceFile
    ) -> Iterator[SourceRecord]:
        """
        Yield the events of each instance; add doubts about shared ids and repeated questions.

        ``measuring`` has the metrics whose means are measurements.
        """
        disputed = stats.disputed()
        for (location, text), (key, digest) in zip(self._held, self._kept, strict=True):
            record = orjson.loads(text)
            if key in disputed:
                _unscore(record["instance"], disputed[key])
            case_id = self._ids[key[1]].case_id(key[0], digest)
            events = instance_events(record, case_id, measuring)
            yield event_records.record(location, record["run_id"], *events)
        self._tell([key[0] for key in disputed], source)

    def _tell(self, disputed: list[str], source: SourceFile) -> None:
        for ids in self._ids.values():
            ids.tell(source)
        if self._again:
            source.doubts.append(
                f"{source.name}: {counted(len(self._again), 'instance')} with the same id, "
                f"question and trial as another, such as {_listed(self._again)}; each counts as a "
                "further attempt"
            )
        if disputed:
            source.doubts.append(
                f"{source.name}: {counted(len(disputed), 'id')} whose number of rows of stats "
                f"differs from the number of instances, such as {_listed(disputed)}; these "
                "instances are unscored"
            )
        source.doubts[:] = dict.fromkeys(source.doubts)


def _unscore(instance: dict[str, Any], stats: list[str]) -> None:
    """Remove the values of an instance from stats that may be of another one."""
    scores = {score["validator_id"]: score for score in instance["scores"]}
    scores |= {
        metric: {"validator_id": metric, "value": None, "value_text": None, "objection": DISPUTED}
        for metric in stats
        if is_metric(metric)
    }
    instance |= {"scores": list(scores.values()), **dict.fromkeys(OF_STATS)}
    if instance["is_separate"]:
        instance["answer"] = None


def _listed(ids: list[str]) -> str:
    return ", ".join(sorted(set(ids))[:IDS_SHOWN_MAX])
