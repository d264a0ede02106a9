"""Listings of an Inspect log folder, ``eval-set.json`` and ``logs.json``: no events of their own.

What a listing says of a log stands in the log. Only ``eval-set.json`` says more: which tasks the
set has, of which some may never have come to a log.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalstore.base import input_file
from evalstore.base.phrases import counted
from evalstore.errors import UnreadableInputError
from evalstore.harnesses.inspect.strict_json import decode
from evalstore.harnesses.inspect.top_level_names import top_level_names
from evalstore.harnesses.records import Skip, SourceFile, SourceRecord

MAPPING = "ingest/inspect"
HOLDS_WHOLE_RUN = False
SET_NAMES = {"eval_set_id", "tasks"}
LOG_ENDINGS = (".eval", ".json")
# Each log's head in a listing names these.
HEAD_NAMES = ('"eval"', '"task_id"', '"model"')
SIZE_MAX = 64 * 1024 * 1024
TASKS_SHOWN_MAX = 5


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """An object with ``eval_set_id`` and ``tasks``, or one of logs by the names of their files."""
    text = head.decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    if not text.startswith("{"):
        return False
    names = list(top_level_names(text))
    if set(names) >= SET_NAMES:
        return True
    is_listing = bool(names) and all(name.endswith(LOG_ENDINGS) for name in names)
    return is_listing and all(name in text for name in HEAD_NAMES)


def read(source: SourceFile) -> Iterator[SourceRecord | Skip]:
    """Yield nothing; note the tasks of an eval set that no log beside it is named after."""
    size = source.path.stat().st_size
    if size > SIZE_MAX:
        # A listing of so many logs says nothing that they do not.
        return
    try:
        listing, _ = decode(input_file.read_bytes(source.path))
    except (ValueError, RecursionError) as error:
        raise UnreadableInputError(
            f"{source.name}: not a whole listing of logs ({error}); the logs themselves are enough"
        ) from error
    tasks = listing.get("tasks") if isinstance(listing, dict) else None
    missing = _missing(tasks if isinstance(tasks, list) else [], source.folder)
    if missing:
        shown = ", ".join(missing[:TASKS_SHOWN_MAX])
        rest = len(missing) - TASKS_SHOWN_MAX
        more = f" and {rest} more" if rest > 0 else ""
        source.warnings.append(
            f"{source.name}: {counted(len(missing), 'task')} of the eval set without a log beside "
            f"it: {shown}{more}; the set is not whole"
        )
    yield from ()


def _missing(tasks: list[Any], folder: Path | None) -> list[str]:
    """Return the tasks that no file is named after, where Inspect named some after their tasks."""
    ids = {
        task["task_id"]: f"{task.get('name')} of {task.get('model')}"
        for task in tasks
        if isinstance(task, dict) and isinstance(task.get("task_id"), str) and task["task_id"]
    }
    if folder is None or not ids:
        return []
    files = "\n".join(path.name for path in folder.iterdir() if path.suffix in LOG_ENDINGS)
    missing = [said for task_id, said in ids.items() if task_id not in files]
    # Named by another pattern, the files do not tell.
    return missing if len(missing) < len(ids) else []
