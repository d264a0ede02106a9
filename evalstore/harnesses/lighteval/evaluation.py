"""All records of one evaluation: run, details and figures of each task; then the averages."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalstore.base.phrases import counted
from evalstore.errors import UnreadableInputError, UsageError
from evalstore.harnesses.held_records import HeldRecords
from evalstore.harnesses.inspect.strict_json import encode
from evalstore.harnesses.lighteval import details, task_figures
from evalstore.harnesses.lighteval.file_names import task_of
from evalstore.harnesses.lighteval.results import LightevalResults
from evalstore.harnesses.lm_eval.task_samples import TaskSamples
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

NAMES_SHOWN_MAX = 3


def records(
    results: LightevalResults, files: list[Path], source: SourceFile
) -> Iterator[SourceRecord | Skip]:
    """
    Yield the records of each task in the order of the results, then those of the averages.

    Raises UsageError if one run id is given for several runs, UnreadableInputError if there are no
    tasks.
    """
    by_task = {_task_of(path, results): path for path in files}
    unreported = [task for task in by_task if task not in results.tasks]
    tasks = [*results.tasks, *unreported]
    names = [*tasks, *results.averages]
    if not names:
        raise UnreadableInputError(f"{source.name}: `results` has no task, and no details")
    if source.run_id is not None and len(names) > 1:
        raise UsageError(
            f"--run-id names one run, and {source.name} holds {len(names)} ({_listed(names)}): "
            "each task and average is one; leave --run-id out"
        )
    for task in tasks:
        yield from _of_task(results, task, by_task.get(task), source)
    for average in results.averages:
        yield _text(results, average, "run_started", {"started": results.started(average)})
        figures = task_figures.of_average(results, average)
        yield _text(results, average, "reported", {"figures": figures})
        yield _text(results, average, "run_finished", {"finished": {}})
    _warn(source, [task for task in results.tasks if task not in by_task], unreported)


def _task_of(path: Path, results: LightevalResults) -> str:
    """Return the task of a file; results may name it without its few-shots, or with colons."""
    task = task_of(path)
    names = (task, task.replace("|", ":"), task.rpartition("|")[0])
    return next((candidate for candidate in names if candidate in results.tasks), task)


def _of_task(
    results: LightevalResults, name: str, path: Path | None, source: SourceFile
) -> Iterator[SourceRecord | Skip]:
    task = TaskSamples(results.run_id(name), name, results.system_id, {})
    lower = {
        metric for metric in results.metrics_of(name) if results.lower_is_better(name, metric)
    }
    yield _text(results, name, "run_started", {"started": results.started(name)})
    is_whole = True
    if path is not None:
        with HeldRecords() as held:
            for item in details.records(path, task, lower):
                if isinstance(item, Skip):
                    is_whole = False
                    yield item
                else:
                    held.add(item.location, item.text)
            yield from _held(held, task, source)
        source.warnings += task.infinity_warnings(path.name)
    if figures := task_figures.of_task(results, name, task.complete):
        yield _text(results, name, "reported", {"figures": figures})
    if is_whole and name in results.tasks:
        counts = {"effective": results.document_count(name)}
        yield _text(results, name, "run_finished", {"finished": {"counts": counts, "repeats": 0}})


def _held(held: HeldRecords, task: TaskSamples, source: SourceFile) -> Iterator[SourceRecord]:
    """Yield the rows, each with facts that depend on all rows: scales, and fields to slice by."""
    shown = task.scorers.scales(
        lambda name, is_outside: source.scales.are_measurements(
            task.name, name, is_outside=is_outside or name in task.lower
        )
    )
    end = encode({**shown, "slices": task.slices, "generator": "lighteval"})[1:]
    for location, text in held:
        yield SourceRecord(location, f"{text[:-1]},{end}")


def _text(results: LightevalResults, name: str, kind: str, fields: dict[str, Any]) -> SourceRecord:
    common = {"run_id": results.run_id(name), "suite": name, "system_id": results.system_id}
    return SourceRecord(f"results, {name}", encode({"kind": kind, **common, **fields}))


def _warn(source: SourceFile, lacking: list[str], unreported: list[str]) -> None:
    if source.scales.trouble is not None:
        source.warnings.append(f"{source.name}: {source.scales.trouble}")
    if lacking:
        source.warnings.append(
            f"{source.name}: {counted(len(lacking), 'task has', 'tasks have')} figures and no "
            f"details beside them ({_listed(lacking)}); `--save-details` writes them"
        )
    if unreported:
        source.warnings.append(
            f"{source.name}: details without results ({_listed(unreported)}), so no figure is "
            "held against them, and their runs have no end"
        )


def _listed(names: list[str]) -> str:
    return ", ".join(names[:NAMES_SHOWN_MAX]) + (", …" if len(names) > NAMES_SHOWN_MAX else "")
