"""Read the recorded answers of a run, to resume it."""

import json
from dataclasses import dataclass
from typing import Any

from evalstore import queries, sql_files
from evalstore.errors import UsageError
from evalstore.store.layout import Layout
from evalstore.store.reader import reading


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """The payload of ``run_started``, and the text of each answer by system and case."""

    started: dict[str, Any]
    answered: dict[tuple[str, str], str]
    ok_count: int


def recorded_run(layout: Layout, run_id: str) -> RecordedRun:
    """
    Read a run from the database; the caller has folded.

    Raises UsageError if there is no such run, or if it was not started here.
    """
    with reading(layout) as reader:
        queries.run_status(reader, run_id)
        starts = reader.rows(sql_files.read("sql/queries/run_start"), run_id=run_id)
        rows = reader.rows(sql_files.read("sql/queries/answered"), run_id=run_id)
    started = json.loads(str(starts[0]["payload"])) if starts else {}
    if not isinstance(started.get("config"), dict) or "systems" not in started["config"]:
        raise UsageError(
            f"run {run_id!r} was not started by `evalstore run`, so its settings are not known: "
            "it can neither be resumed here nor checked against declared rates; one recorded "
            f"from Python goes on with store.run(run_id={run_id!r}, resume=True)"
        )
    answered = {(str(row["system_id"]), str(row["case_id"])): str(row["text"]) for row in rows}
    return RecordedRun(started, answered, sum(row["status"] == "ok" for row in rows))


def is_known(layout: Layout, run_id: str) -> bool:
    """Return whether the log has a ``run_started`` of this run; the caller holds the store."""
    if not layout.database.exists():
        return False
    with reading(layout, is_locked=True) as reader:
        return bool(reader.rows(sql_files.read("sql/queries/run_start"), run_id=run_id))
