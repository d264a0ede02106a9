"""
Types and examples of the data dictionary, read from a store of the demo's event lines.

    python -m tools.dictionary.column_types > evalstore/metrics/dictionary/types.json

A relation is one line, so that two changes of different relations go together.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

from evalstore.base.sql_files import PACKAGE
from evalstore.errors import EvalstoreError
from evalstore.harnesses.ingest import IngestOptions, ingest
from evalstore.metrics.dictionary.columns import RecordedTypes, described, sentences
from evalstore.store.connections import attached_for_reading
from evalstore.store.layout import Layout

EVENTS = PACKAGE / "running" / "demo" / "events" / "capitals.ndjson"
QUERIES = Path(__file__).parent / "queries"
EXAMPLE_CHARACTERS_MAX = 60
DIGITS = 4
# Of an answer's single column.
RESULT = "result"


def make_store(folder: Path) -> Layout:
    """Make a store of the demo's event lines in a new folder."""
    layout = Layout(folder)
    layout.create()
    ingest(layout, [str(EVENTS)], IngestOptions())
    return layout


def types_of(
    connection: duckdb.DuckDBPyConnection, names: Iterable[str] | None = None
) -> dict[str, RecordedTypes]:
    """Return kind, types and examples of relations and macros, or of those named, by name."""
    statement = (QUERIES / "described_objects.sql").read_text(encoding="utf-8")
    found: dict[str, RecordedTypes] = {}
    for name, kind, parameters in connection.execute(statement).fetchall():
        if names is not None and name not in names:
            continue
        call = _call(name) if parameters is not None else name
        if kind == "macro":
            columns = _result_of(connection, call)
        else:
            columns = _columns_of(connection, name, call)
        found[name] = {"kind": kind, "columns": columns}
        if parameters is not None:
            found[name]["parameters"] = parameters
    return found


def _call(name: str) -> str:
    """Return the call of a macro; raise EvalstoreError where none is written."""
    own = name.partition(".")[2]
    if own not in sentences()["macros"]:
        raise EvalstoreError(
            f"columns.toml has no call of {name}; add a line such as `{own} = "
            f'"{name}(...)"` below [macros]'
        )
    return sentences()["macros"][own]["says"]


def _columns_of(
    connection: duckdb.DuckDBPyConnection, relation: str, call: str
) -> dict[str, tuple[str, str]]:
    """Read the columns of a relation or of a call, with a value of those that name no example."""
    rows = connection.execute(f"from (summarize from {call})").fetchall()
    return {
        name: (
            type_name,
            "" if "example" in described(relation, name) else _example(type_name, low, high),
        )
        for name, type_name, low, high, *_ in rows
    }


def _result_of(connection: duckdb.DuckDBPyConnection, call: str) -> dict[str, tuple[str, str]]:
    [(type_name, value)] = connection.execute(
        f"select typeof(result), result::varchar from (select {call} as result)"
    ).fetchall()
    return {RESULT: (type_name, _example(type_name, value, value))}


def _example(type_name: str, low: str | None, high: str | None) -> str:
    """Shorten the lowest text that is not empty, or the highest number."""
    if type_name == "DOUBLE" and high is not None:
        return f"{float(high):.{DIGITS}g}"
    example = (low or high or "") if type_name in {"VARCHAR", "JSON"} else (high or "")
    if len(example) > EXAMPLE_CHARACTERS_MAX:
        return example[:EXAMPLE_CHARACTERS_MAX] + "…"
    return example


def to_json(found: dict[str, RecordedTypes]) -> str:
    """Return the text of ``types.json``: one line for each relation, by name."""
    lines = [
        f"{json.dumps(name)}: {json.dumps(found[name], ensure_ascii=False)}"
        for name in sorted(found)
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    with TemporaryDirectory() as folder, attached_for_reading(make_store(Path(folder))) as opened:
        sys.stdout.write(to_json(types_of(opened)))
