"""Advice on unfinished runs, for example after a process was killed."""

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.store.query.reader import Reader

SHOWN_MAX = 3
PYTHON = "python"


def unfinished_advice(reader: Reader) -> list[str]:
    """Return how to resume each of the newest unfinished runs, and the number of further ones."""
    rows = reader.rows(sql_files.read("sql/queries/resumable_runs"))
    lines = [_advice(str(row["run_id"]), str(row["source"])) for row in rows[:SHOWN_MAX]]
    if len(rows) > SHOWN_MAX:
        lines.append(
            f"{counted(len(rows) - SHOWN_MAX, 'more run is', 'more runs are')} unfinished"
        )
    return lines


def _advice(run_id: str, source: str) -> str:
    way_out = f"run `evalstore run --resume {run_id}`"
    if source == PYTHON:
        way_out = f"call `store.run(run_id={run_id!r}, resume=True)`"
    return f"run {run_id} is not finished; if its process has ended, {way_out} to resume it"
