"""
Listings of an Inspect log folder, ``eval-set.json`` and ``logs.json``, which give no events.

The facts about a log are in the log itself. Only ``eval-set.json`` has more: the tasks of the
set, some of which may not have a log.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalstore.base import input_file
from evalstore.base.phrases import counted
from evalstore.errors import UnreadableInputError
from evalstore.harnesses.inspect.strict_json import decode
from evalstore.harnesses.inspect_set.inspect_set_files import LOG_ENDINGS, recognises
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

__all__ = ["HOLDS_WHOLE_RUN", "MAPPING", "read", "recognises"]

MAPPING = "ingest/inspect"
HOLDS_WHOLE_RUN = False
SIZE_MAX = 64 * 1024 * 1024
TASKS_SHOWN_MAX = 5


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """
    Yield nothing; warn of tasks of an eval set that have no log next to it.

    Raises UnreadableInputError if the listing is not JSON.
    """
    size = source.path.stat().st_size
    if size > SIZE_MAX:
        # A listing of this size is not checked; the logs contain all the rest.
        return
    try:
        listing, _ = decode(input_file.read_bytes(source.path))
    except (ValueError, RecursionError) as error:
        raise UnreadableInputError(
            f"{source.name}: not a complete listing of logs ({error}); ingest the logs themselves"
        ) from error
    tasks = listing.get("tasks") if isinstance(listing, dict) else None
    missing = _missing(tasks if isinstance(tasks, list) else [], source.folder)
    if missing:
        shown = ", ".join(missing[:TASKS_SHOWN_MAX])
        rest = len(missing) - TASKS_SHOWN_MAX
        more = f" and {rest} more" if rest > 0 else ""
        source.warnings.append(
            f"{source.name}: {counted(len(missing), 'task')} of the eval set without a log next "
            f"to it: {shown}{more}; the set is incomplete"
        )
    yield from ()


def _missing(tasks: list[Any], folder: Path | None) -> list[str]:
    """Return the tasks without a log file; empty if no log file's name contains a task id."""
    ids = {
        task["task_id"]: f"{task.get('name')} of {task.get('model')}"
        for task in tasks
        if isinstance(task, dict) and isinstance(task.get("task_id"), str) and task["task_id"]
    }
    if folder is None or not ids:
        return []
    files = "\n".join(path.name for path in folder.iterdir() if path.suffix in LOG_ENDINGS)
    missing = [label for task_id, label in ids.items() if task_id not in files]
    # The log files may be named by another pattern, without the task id.
    return missing if len(missing) < len(ids) else []
