"""Recognise files of the format ``inspect_set``."""

from pathlib import Path

from evalstore.harnesses.detect import text_of
from evalstore.harnesses.inspect.top_level_names import top_level_names

SET_NAMES = {"eval_set_id", "tasks"}
LOG_ENDINGS = (".eval", ".json")
# The header of each log in a listing has these.
HEAD_NAMES = ('"eval"', '"task_id"', '"model"')


def recognises(path: Path, head: bytes) -> bool:  # noqa: ARG001
    """An object with ``eval_set_id`` and ``tasks``, or one whose keys are file names of logs."""
    text = text_of(head)
    if not text.startswith("{"):
        return False
    names = top_level_names(text)
    if set(names) >= SET_NAMES:
        return True
    is_listing = bool(names) and all(name.endswith(LOG_ENDINGS) for name in names)
    return is_listing and all(name in text for name in HEAD_NAMES)
