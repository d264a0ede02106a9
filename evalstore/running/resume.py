"""What a run that was interrupted has already."""

import json
from dataclasses import dataclass
from typing import Any

from evalstore import asking, sql_files
from evalstore.errors import UsageError
from evalstore.store.layout import Layout
from evalstore.store.reader import reading


@dataclass(frozen=True, slots=True)
class Begun:
    """The payload of the run's start, and the text of each answer by system and case."""

    started: dict[str, Any]
    answered: dict[tuple[str, str], str]
    ok_count: int


def begun(layout: Layout, run_id: str) -> Begun:
    """
    Read what a run has; the caller has folded.

    Raises UsageError where there is no such run, or one that was not started here.
    """
    with reading(layout) as reader:
        asking.run_status(reader, run_id)
        starts = reader.rows(sql_files.read("sql/ask/run_start"), run_id=run_id)
        rows = reader.rows(sql_files.read("sql/ask/answered"), run_id=run_id)
    started = json.loads(str(starts[0]["payload"])) if starts else {}
    if not isinstance(started.get("config"), dict) or "systems" not in started["config"]:
        raise UsageError(
            f"run {run_id!r} was not started by `evalstore run`, so its settings are not known: "
            "it can neither be resumed nor be held against a declared truth"
        )
    answered = {(str(row["system_id"]), str(row["case_id"])): str(row["text"]) for row in rows}
    return Begun(started, answered, sum(row["status"] == "ok" for row in rows))


def is_known(layout: Layout, run_id: str) -> bool:
    """Say whether the log has a start of this run."""
    if not layout.database.exists():
        return False
    with reading(layout) as reader:
        return bool(reader.rows(sql_files.read("sql/ask/run_start"), run_id=run_id))
