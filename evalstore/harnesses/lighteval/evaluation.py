"""All records of one evaluation: run, details and figures of each task; then the averages."""

from collections.abc import Iterator
from pathlib import Path

from evalstore.base.phrases import counted
from evalstore.errors import UnreadableInputError, UsageError
from evalstore.harnesses import event_records
from evalstore.harnesses.held_records import HeldRecords
from evalstore.harnesses.lighteval import details, task_figures
from evalstore.harnesses.lighteval.file_names import task_of
from evalstore.harnesses.lighteval.results import LightevalResults
from evalstore.harnesses.lm_eval.sample_events import held_samples
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
        raise UnreadableInputError(
            f"{source.name}: `results` has no task, and there are no details; expected at least "
            "one task"
        )
    if source.run_id is not None and len(names) > 1:
        raise UsageError(
            f"found {len(names)} runs in {source.name} ({_listed(names)}; each task and average "
            "is a run), expected one with --run-id; omit --run-id"
        )
    for task in tasks:
        yield from _of_task(results, task, by_task.get(task), source)
    for average in results.averages:
        yield _record(results, average, results.started(average))
        yield _record(results, average, *task_figures.of_average(results, average))
        yield _record(results, average, event_records.finished(counts={}))
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
    yield _record(results, name, results.started(name))
    is_whole = True
    if path is not None:
        with HeldRecords() as held:
            is_whole = yield from held.add_all(details.records(path, task, lower))
            yield from held_samples(held, task, source, generator="lighteval")
        source.warnings += task.infinity_warnings(path.name)
    if figures := task_figures.of_task(results, name, task.complete):
        yield _record(results, name, *figures)
    if is_whole and name in results.tasks:
        yield _record(results, name, event_records.finished(counts={}))


def _record(results: LightevalResults, name: str, *events: event_records.Event) -> SourceRecord:
    return event_records.record(f"results, {name}", results.run_id(name), *events)


def _warn(source: SourceFile, lacking: list[str], unreported: list[str]) -> None:
    if source.scales.trouble is not None:
        source.warnings.append(f"{source.name}: {source.scales.trouble}")
    if lacking:
        source.warnings.append(
            f"{source.name}: {counted(len(lacking), 'task has', 'tasks have')} figures but no "
            f"details next to them ({_listed(lacking)}); run LightEval with `--save-details` to "
            "write them"
        )
    if unreported:
        source.warnings.append(
            f"{source.name}: details without results ({_listed(unreported)}), so no figure is "
            "compared with them, and their runs are not marked as ended"
        )


def _listed(names: list[str]) -> str:
    return ", ".join(names[:NAMES_SHOWN_MAX]) + (", …" if len(names) > NAMES_SHOWN_MAX else "")
