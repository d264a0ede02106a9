"""A file of results: the system, the configuration, and the tasks and averages with figures."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalstore.base import input_file
from evalstore.errors import UnreadableInputError
from evalstore.harnesses import event_records
from evalstore.harnesses.inspect.strict_json import decode, kept, repaired
from evalstore.harnesses.lighteval.file_names import stamp_of
from evalstore.harnesses.non_finite import as_texts
from evalstore.harnesses.records import SourceFile
from evalstore.harnesses.values import (
    listed,
    mapping,
    mappings,
    name,
    scalars,
    whole,
    without_secrets,
)

RESULTS_BYTES_MAX = 256 * 1024 * 1024
UNNAMED = "unnamed"
ALL, AVERAGE = "all", re.compile(r"(?P<start>.*:)_average(?P<end>\|.*)?", re.DOTALL)
GENERAL = ("lighteval_sha", "num_fewshot_seeds", "max_samples", "job_id")
OF_TASK = (
    "hf_repo", "hf_subset", "hf_revision", "evaluation_splits", "few_shots_split", "num_fewshots",
    "generation_size", "stop_sequence", "num_samples",
)  # fmt: skip


@dataclass(slots=True)
class LightevalResults:
    """The content of a file of results; ``key`` identifies a file without a stamp in run ids."""

    found: dict[str, Any]
    system_id: str
    stamp: str | None
    key: str

    def run_id(self, task: str) -> str:
        """Return a task's run id: task and stamp, else ``lighteval-`` and part of a SHA-256."""
        if self.stamp is not None:
            return f"{task}_{self.stamp}"
        digest = hashlib.sha256(f"{self.key}\n{task}".encode("utf-8", "surrogatepass"))
        return f"lighteval-{digest.hexdigest()[:22]}"

    def metrics_of(self, task: str) -> dict[str, Any]:
        """Return the figures of a task or an average, by their names in the file."""
        return mapping(mapping(self.found.get("results")).get(task))

    @property
    def tasks(self) -> list[str]:
        """The tasks with figures, in the order of the file, without averages."""
        return [task for task in self._named if task != ALL and not AVERAGE.fullmatch(task)]

    @property
    def averages(self) -> dict[str, list[str]]:
        """The averages, each with the tasks that it averages."""
        averages = {}
        for average in self._named:
            pattern = AVERAGE.fullmatch(average)
            if average == ALL:
                averages[average] = self.tasks
            elif pattern is not None:
                start, end = pattern["start"], pattern["end"] or ""
                averages[average] = [
                    task for task in self.tasks if task.startswith(start) and task.endswith(end)
                ]
        return averages

    def config_of(self, task: str) -> dict[str, Any]:
        """Return the configuration of a task, also if its name there has no few-shots."""
        configs = mapping(self.found.get("config_tasks"))
        return mapping(configs.get(task) or configs.get(task.rpartition("|")[0]))

    def metric_config(self, task: str, metric: str) -> dict[str, Any]:
        """Return the entry of a metric in the configuration of a task; empty if it has none."""
        config = self.config_of(task)
        for entry in mappings(listed(config.get("metrics")) or listed(config.get("metric"))):
            named = entry.get("metric_name")
            if named == metric or (isinstance(named, list) and metric in named):
                return entry
        return {}

    def lower_is_better(self, task: str, metric: str) -> bool:
        """Return True if the file states that lower values of a metric are better."""
        setting = self.metric_config(task, metric).get("higher_is_better")
        return (setting.get(metric) if isinstance(setting, dict) else setting) is False

    def document_count(self, task: str) -> int | None:
        """Return the number of documents of a task; None if the file does not state it."""
        return whole(self.config_of(task).get("effective_num_docs"))

    def started(self, task: str) -> event_records.Event:
        """Return the event of the start of a task's run, with its version and configuration."""
        general = mapping(self.found.get("config_general"))
        versions = mapping(self.found.get("versions"))
        version = versions.get(task, versions.get(task.rpartition("|")[0]))
        payload = {
            "suite": task,
            "suite_version": None if version is None else str(version),
            "systems": [self.system_id],
            "config": {
                **scalars(kept(general, GENERAL)),
                "model": without_secrets(scalars(mapping(general.get("model_config")))) or None,
                **kept(self.config_of(task), OF_TASK),
                "tasks": self.averages.get(task),
            },
        }
        return event_records.started(payload)

    @property
    def _named(self) -> list[str]:
        results = mapping(self.found.get("results"))
        return [task for task, metrics in results.items() if isinstance(metrics, dict)]


def opened(source: SourceFile) -> LightevalResults:
    """Return the content of a file of results; raises UnreadableInputError if it is not one."""
    byte_count = source.path.stat().st_size
    if byte_count > RESULTS_BYTES_MAX:
        raise UnreadableInputError(
            f"{source.name}: {byte_count} bytes, expected at most {RESULTS_BYTES_MAX} of a file "
            "of results of LightEval"
        )
    try:
        content, _ = decode(input_file.read_bytes(source.path).removeprefix(b"\xef\xbb\xbf"))
        if isinstance(content, dict):
            # A figure may be infinite, which strict JSON can only represent as text.
            content["results"] = as_texts(content.get("results"))
        content = repaired(content, "", [])
    except (ValueError, RecursionError) as error:
        raise UnreadableInputError(
            f"{source.name}: not a valid JSON object ({error or 'nested too deeply'}); copy the "
            "file again from its source"
        ) from error
    if not isinstance(content, dict) or not isinstance(content.get("results"), dict):
        what = (
            f"keys {sorted(content)[:5]}" if isinstance(content, dict) else type(content).__name__
        )
        raise UnreadableInputError(
            f"{source.name}: expected results of LightEval, an object with `results` by task; "
            f"found {what}"
        )
    general = mapping(content.get("config_general"))
    model = mapping(general.get("model_config"))
    system_id = name(general.get("model_name")) or name(model.get("model_name")) or UNNAMED
    return LightevalResults(content, system_id, stamp_of(source.path), source.sha256)


def of_details(path: Path, source: SourceFile) -> LightevalResults:
    """Return the results of details that have no file of results: the model, from the folder."""
    folder = path.resolve().parent
    model_folder = folder.parent if folder.name == stamp_of(path) else folder
    return LightevalResults({}, name(model_folder.name) or UNNAMED, stamp_of(path), source.sha256)
