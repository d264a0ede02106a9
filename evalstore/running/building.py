"""Build the systems of a run; a replay of an earlier run reads its answers from the store."""

import json
from pathlib import Path
from typing import Any

from evalstore.base import sql_files
from evalstore.errors import UsageError
from evalstore.plugins import registry
from evalstore.running.configuration import SystemConfig
from evalstore.store.layout import Layout
from evalstore.store.query import queries
from evalstore.store.query.reader import reading

REPLAY = "replay"
REPLAY_KEYS = {"run", "system", "store"}


def build_system(layout: Layout, configured: SystemConfig, seed: str) -> Any:
    """
    Return a system that is ready to answer.

    Raises UsageError for settings that its kind does not accept.
    """
    module: Any = registry.load("systems", configured.kind)
    settings = configured.settings
    if configured.kind == REPLAY and "run" in settings and "file" not in settings:
        return _replayed(layout, configured, module)
    return module.build(configured.system_id, settings, seed)


def _replayed(layout: Layout, configured: SystemConfig, module: Any) -> Any:
    settings = configured.settings
    unknown = sorted(settings.keys() - REPLAY_KEYS)
    if unknown:
        raise UsageError(
            f"system {configured.system_id!r} (replay): unknown setting {unknown[0]!r}; with "
            f"`run` there is {', '.join(sorted(REPLAY_KEYS))}"
        )
    source = Layout(Path(str(settings["store"]))) if "store" in settings else layout
    run_id, system_id = str(settings["run"]), settings.get("system")
    source.require()
    with reading(source) as reader:
        queries.run_status(reader, run_id)
        rows = reader.rows(
            sql_files.read("sql/queries/responses_of"), run_id=run_id, system_id=system_id
        )
    names = sorted({str(row["system_id"]) for row in rows})
    if len(names) != 1:
        there = f"there is {', '.join(names)}" if names else "nothing was answered in it"
        raise UsageError(
            f"system {configured.system_id!r} (replay): set `system` to one that answered in run "
            f"{run_id!r}; {there}"
        )
    payloads = [json.loads(str(row["payload"])) for row in rows]
    return module.build_from_payloads(configured.system_id, payloads, dict(settings))
