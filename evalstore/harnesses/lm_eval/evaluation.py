"""All records of one evaluation: run, samples and figures of each task, then the groups."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalstore.base.phrases import counted
from evalstore.errors import UnreadableInputError, UsageError
from evalstore.harnesses import event_lines, event_records
from evalstore.harnesses.held_records import HeldRecords
from evalstore.harnesses.helm.elements import elements_of, is_list, with_texts
from evalstore.harnesses.inspect.strict_json import kept
from evalstore.harnesses.lm_eval import lm_eval_figures
from evalstore.harnesses.lm_eval.file_names import task_of
from evalstore.harnesses.lm_eval.results import ResultsFile, arguments_of
from evalstore.harnesses.lm_eval.sample_events import held_samples
from evalstore.harnesses.lm_eval.samples import record_of, record_of_value
from evalstore.harnesses.lm_eval.task_samples import TaskSamples
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

LOCATION = "results"
NAMES_SHOWN_MAX = 3
REVISION = re.compile(r"[0-9a-f]{7,40}")
# The kept arguments of a model; others may contain API keys.
ARGUMENTS = ("pretrained", "model", "revision", "dtype", "peft", "delta")
CONFIG = (
    "model", "batch_size", "limit", "num_fewshot", "bootstrap_iters", "gen_kwargs",
    "random_seed", "numpy_seed", "torch_seed", "fewshot_seed", "model_num_parameters",
    "model_dtype", "model_revision", "model_sha",
)  # fmt: skip
TASK = (
    "dataset_path", "dataset_name", "test_split", "output_type", "repeats", "metric_list",
    "filter_list", "generation_kwargs",
)  # fmt: skip
TOOL = ("lm_eval_version", "transformers_version", "chat_template_sha", "system_instruction_sha")


def records(
    results: ResultsFile, samples: list[Path], source: SourceFile
) -> Iterator[SourceRecord | Skip]:
    """
    Yield the records of each task, those in the results first and in their order.

    Raises UsageError if one run id is given for several runs, UnreadableInputError if there are no
    tasks.
    """
    by_task = _by_task(samples, source)
    tasks = results.tasks
    unreported = [task for task in by_task if task not in tasks]
    names = (*tasks, *unreported, *results.groups)
    if not names:
        raise UnreadableInputError(
            f"{source.name}: `results` has no task, and there are no samples next to it; expected "
            "an object of metrics for each task"
        )
    if source.run_id is not None and len(names) > 1:
        raise UsageError(
            f"found {len(names)} runs in {source.name} ({_listed([*names])}; each task and group "
            "is a run), expected one with --run-id; omit --run-id"
        )
    for task in (*tasks, *unreported):
        yield from _of_task(results, task, by_task.get(task), source)
    for group in results.groups:
        yield _record(results, group, _started(results, group))
        yield _reported(results, group, lm_eval_figures.of_group(results, group))
        yield _record(results, group, _finished(results, group))
    _warn(source, tasks, by_task, unreported)


def _of_task(
    results: ResultsFile, name: str, path: Path | None, source: SourceFile
) -> Iterator[SourceRecord | Skip]:
    task = TaskSamples(
        results.run_id(name),
        name,
        results.system_id,
        results.object_of("higher_is_better", name),
        is_version_known=results.is_version_known,
        filters=tuple(results.filters_of(name)),
    )
    yield _record(results, name, _started(results, name))
    is_whole = True
    if path is not None:
        with HeldRecords() as held:
            is_whole = yield from held.add_all(_samples(path, task))
            if not len(held) and is_whole:
                source.warnings.append(f"{source.name}: {path.name} is empty")
            yield from held_samples(held, task, source, judges_each=task.judges_each)
        source.warnings += task.infinity_warnings(path.name)
        _tell_repeats(path, task, source)
    if figures := lm_eval_figures.of_task(results, name, task.complete):
        yield _reported(results, name, figures)
    if is_whole and name in results.part("results"):
        yield _record(results, name, _finished(results, name))


def _by_task(samples: list[Path], source: SourceFile) -> dict[str, Path]:
    """Return the file of samples of each task, and report files that are not read."""
    by_task: dict[str, Path] = {}
    for path in samples:
        task = task_of(path)
        if task in by_task:
            source.doubts.append(
                f"{source.name}: {by_task[task].name} and {path.name} have samples of the same "
                f"task, so only {path.name} is read; remove one of them"
            )
        by_task[task] = path
    return by_task


def _tell_repeats(path: Path, task: TaskSamples, source: SourceFile) -> None:
    if not task.repeat_count:
        return
    cause = "which happens if the harness appends to the file"
    if task.has_more_lines_than_filters:
        filters = counted(len(task.filters), "filter")
        cause = (
            f"because the lines name no filter and outnumber the {filters} of the task "
            f"({_listed([*task.filters])})"
        )
    source.doubts.append(
        f"{source.name}: {counted(task.repeat_count, 'document comes', 'documents come')} more "
        f"than once in {path.name} with the same filter, {cause}; the last reply and its verdicts "
        f"count, {counted(len(task.replaced), 'earlier line is', 'earlier lines are')} ignored"
    )


def _samples(path: Path, task: TaskSamples) -> Iterator[SourceRecord | Skip]:
    name = path.name
    if is_list(path):
        # Until the middle of 2024, a file of samples was one list.
        for element in elements_of(path, None, again="copy it again", strict_of=with_texts):
            if isinstance(element, Skip):
                yield element
            else:
                yield record_of_value(element[1], element[0], task, is_strict=True)
        return
    for item in event_lines.numbered_lines(path):
        if isinstance(item, Skip):
            yield Skip(f"{name}, {item.location}", item.reason, item.detail)
        else:
            number, line = item
            yield record_of(line, f"{name}, line {number}", task)


def _started(results: ResultsFile, name: str) -> event_records.Event:
    config, task = results.part("config"), results.object_of("configs", name)
    arguments = config.get("model_args")
    groups = results.groups
    revision = event_records.as_text(results.found.get("git_hash"))
    payload = {
        "suite": name,
        "suite_version": event_records.as_text(results.of_task("versions", name)),
        "seed": config.get("random_seed"),
        "git_sha": revision if revision is not None and REVISION.fullmatch(revision) else None,
        "systems": [results.system_id],
        "config": {
            **kept(config, CONFIG),
            "model_args": kept(arguments_of(arguments), ARGUMENTS),
            **kept(results.found, TOOL),
            **kept(task, TASK),
            "n_shot": results.of_task("n-shot", name),
            "task_hash": results.of_task("task_hashes", name),
            "tasks": groups.get(name),
            "groups": [group for group, tasks in groups.items() if name in tasks] or None,
        },
    }
    return event_records.started(payload, event_records.time_of(results.started_seconds))


def _reported(results: ResultsFile, name: str, figures: list[dict[str, Any]]) -> SourceRecord:
    at = event_records.time_of(results.finished_seconds)
    events = [
        event_records.figure({"system_id": results.system_id, **figure}, at) for figure in figures
    ]
    return _record(results, name, *events)


def _finished(results: ResultsFile, name: str) -> event_records.Event:
    sizes = results.object_of("n-samples", name)
    repeats = event_records.as_integer(results.object_of("configs", name).get("repeats"))
    counts = {
        "samples": event_records.as_integer(sizes.get("original")),
        # The number of attempts is known only if each document has one reply.
        "completed_samples": event_records.as_integer(sizes.get("effective"))
        if repeats in (None, 1)
        else None,
    }
    return event_records.finished(
        at=event_records.time_of(results.finished_seconds), counts=counts
    )


def _record(results: ResultsFile, name: str, *events: event_records.Event) -> SourceRecord:
    return event_records.record(f"{LOCATION}, {name}", results.run_id(name), *events)


def _warn(
    source: SourceFile, tasks: list[str], by_task: dict[str, Path], unreported: list[str]
) -> None:
    if source.scales.trouble is not None:
        source.warnings.append(f"{source.name}: {source.scales.trouble}")
    lacking = [task for task in tasks if task not in by_task]
    if lacking:
        source.warnings.append(
            f"{source.name}: {counted(len(lacking), 'task has', 'tasks have')} figures but no "
            f"samples next to them ({_listed(lacking)}); run lm_eval with `--log_samples` to "
            "write them"
        )
    if unreported:
        source.warnings.append(
            f"{source.name}: samples without results ({_listed(unreported)}), so no figure is "
            "compared with them, and their runs are not marked as ended"
        )


def _listed(names: list[str]) -> str:
    return ", ".join(names[:NAMES_SHOWN_MAX]) + (", …" if len(names) > NAMES_SHOWN_MAX else "")
