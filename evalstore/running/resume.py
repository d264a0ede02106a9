"""Reading of a run's recorded answers, in order to resume it."""

import json
from dataclasses import dataclass
from typing import Any

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.errors import CorruptStoreError, UsageError
from evalstore.plugins import registry
from evalstore.plugins.case import Case
from evalstore.running.restoring import restored_case
from evalstore.store.layout import Layout
from evalstore.store.log import attachments
from evalstore.store.query import queries
from evalstore.store.query.reader import reading


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """
    The payload of ``run_started``, and the text of each answer by system, case and attempt.

    ``cases`` are the recorded cases of a suite that reads them from a file, which may have changed
    since; None if the suite generates them again.
    """

    started: dict[str, Any]
    answered: dict[tuple[str, str, int], str]
    ok_count: int
    cases: tuple[Case, ...] | None = None


def recorded_run(layout: Layout, run_id: str) -> RecordedRun:
    """
    Read a run from the database; the caller has folded.

    Raises UsageError if the run does not exist or was not started by `evalstore run`, and
    CorruptStoreError if an image of its recorded cases is missing, since an answer without it
    would be wrong.
    """
    with reading(layout) as reader:
        queries.run_status(reader, run_id)
        starts = reader.rows(sql_files.read("sql/queries/run_start"), run_id=run_id)
        rows = reader.rows(sql_files.read("sql/queries/answered"), run_id=run_id)
    started = json.loads(str(starts[0]["payload"])) if starts else {}
    if not isinstance(started.get("config"), dict) or "systems" not in started["config"]:
        raise UsageError(
            f"run {run_id!r} was not started by `evalstore run`, so its settings are unknown and "
            "it can neither be resumed here nor compared with declared rates; if it was recorded "
            f"from Python, resume it with store.run(run_id={run_id!r}, resume=True)"
        )
    answered = {
        (str(row["system_id"]), str(row["case_id"]), int(str(row["attempt"]))): str(row["text"])
        for row in rows
    }
    ok_count = sum(row["status"] == "ok" for row in rows)
    return RecordedRun(started, answered, ok_count, _cases(layout, run_id, str(started["suite"])))


def _cases(layout: Layout, run_id: str, suite: str) -> tuple[Case, ...] | None:
    if not getattr(registry.load("suites", suite), "KEEPS_CASES", False):
        return None
    with reading(layout) as reader:
        rows = reader.rows(sql_files.read("sql/queries/recorded_cases"), run_id=run_id)
    cases = tuple(
        restored_case(json.loads(str(row["payload"])), {}, layout.attachments) for row in rows
    )
    _require_images(layout, cases)
    return cases


def _require_images(layout: Layout, cases: tuple[Case, ...]) -> None:
    """Raise CorruptStoreError, before any question is asked, if an image of a case is missing."""
    named = {(image.file_name, image.byte_count) for case in cases for image in case.images}
    lost = attachments.missing(layout, named)
    if lost:
        raise CorruptStoreError(
            f"{counted(len(lost), 'image')} of the run's cases missing in {layout.attachments}, "
            f"such as {lost[0]}; restore them from a backup, then resume"
        )


def is_known(layout: Layout, run_id: str) -> bool:
    """Return True if the log has a ``run_started`` of this run; the caller holds the lock."""
    if not layout.database.exists():
        return False
    with reading(layout, is_locked=True) as reader:
        return bool(reader.rows(sql_files.read("sql/queries/run_start"), run_id=run_id))
