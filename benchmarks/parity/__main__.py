"""
Every statement of ``evalstore sql`` on another engine, beside DuckDB's own answer.

    python -m benchmarks.parity ENGINE STORE [RELATION …]

ENGINE is spark or clickhouse. Tables of facts are computed from the log there, views of facts and
metrics from the tables; all rows and columns are compared, numbers to 1e-9. `make parity` does it
with both on a store with revisions (``history``).
"""

import argparse
import json
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path

import duckdb
from pyarrow import parquet

from benchmarks.harness import table
from benchmarks.parity.difference import difference
from evalstore.errors import UsageError
from evalstore.scale.dialects import relations, transpiling
from evalstore.scale.lake.portable import PortableRows
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading

ENGINES = {"clickhouse": "ClickHouse", "spark": "Spark"}
STORED = """
    select table_schema || '.' || table_name as name
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('facts', 'log')
"""
ERROR_CHARACTERS_MAX = 300


def main() -> int:
    """Compare, print a line for each relation and a table; exit with 1 where something differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("store", type=Path)
    parser.add_argument("relations", nargs="*", help="metrics.ece, or metrics; default: all")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the lines there")
    parser.add_argument("--is-local", action="store_true", help="Spark in one process, no cluster")
    asked = parser.parse_args()
    names = [
        name for name in transpiling.offered()
        if not asked.relations or {name, name.partition(".")[0]} & set(asked.relations)
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        own_seconds = exported(asked.store, place, names)
        kind = getattr(
            import_module(f"benchmarks.parity.engines.{asked.engine}"), ENGINES[asked.engine]
        )
        (place / "scratch").mkdir()
        options = {"is_cluster": False} if asked.is_local else {}
        engine = kind(place / "tables", place / "scratch", **options)
        try:
            found = [compared(engine, asked.engine, place, name) for name in names]
        finally:
            engine.close()
    for line in found:
        line["duckdb_s"] = own_seconds[line["relation"]]
    if asked.json:
        asked.json.write_text(json.dumps({"engine": engine.version, "relations": found}, indent=1))
    return summary(engine.version, asked.store, found)


def exported(store, folder, names):
    """Write tables as `publish` has them and DuckDB's own answers; return the seconds of these."""
    for part in ("tables", "expected"):
        (folder / part).mkdir()
    seconds = {}
    with reading(Layout(store)) as reader:
        for row in reader.rows(STORED):
            rows = PortableRows(
                reader.connection.table(row["name"]).to_arrow_reader(65536)
            ).stream()
            path = folder / "tables" / f"{row['name']}.parquet"
            with parquet.ParquetWriter(path, rows.schema) as writer:
                for batch in rows:
                    writer.write_batch(batch)
        for name in names:
            began = time.perf_counter()
            reader.connection.table(name).to_parquet(str(folder / "expected" / f"{name}.parquet"))
            seconds[name] = time.perf_counter() - began
    return seconds


def compared(engine, dialect, folder, name):
    """Return what an engine said of a relation: how many rows, in what time, and what differs."""
    line = {"relation": name, "rows": None, "seconds": None, "refused": None, "differs": None}
    try:
        sql = transpiling.transpiled(name, dialect)
    except UsageError as error:
        return line | {"refused": str(error)}
    began = time.perf_counter()
    try:
        path = engine.answer(sql, name)
        line["seconds"] = time.perf_counter() - began
        line["rows"], line["differs"] = judged(engine, folder, name, path)
    except Exception as error:  # noqa: BLE001 - whatever an engine raises is its answer
        line["differs"] = " ".join(f"{type(error).__name__}: {error}".split())[
            :ERROR_CHARACTERS_MAX
        ]
    if line["differs"]:
        print(f"{name}: {line['differs']}", file=sys.stderr, flush=True)
    return line


def judged(engine, folder, name, path):
    """Return how many rows are expected, and in words how those in ``path`` differ, if they do."""
    with duckdb.connect() as connection:
        connection.execute("set TimeZone = 'UTC'")
        connection.execute(f"create view expected as from '{folder}/expected/{name}.parquet'")
        connection.execute(f"create view found as from read_parquet('{path}')")
        [(count,)] = connection.execute("select count(*) from expected").fetchall()
        return count, difference(connection, name, has_null_lists=engine.has_null_lists)


def summary(version, store, found):
    """Print how many relations of each kind are equal; return the exit code."""
    rows = []
    kinds = {
        "tables of facts": [line for line in found if line["relation"] in relations.table_files()],
        "views of facts": [
            line for line in found
            if line["relation"] in relations.view_files() and "metrics." not in line["relation"]
        ],
        "metrics": [line for line in found if line["relation"].startswith("metrics.")],
    }  # fmt: skip
    for kind, lines in kinds.items():
        equal = [line for line in lines if line["seconds"] is not None and not line["differs"]]
        rows.append((
            kind, str(len(lines)), str(len(equal)), str(sum(bool(line["rows"]) for line in equal)),
            str(sum(line["refused"] is not None for line in lines)),
            f"{sum(line['seconds'] for line in equal):.1f}",
            f"{sum(line['duckdb_s'] for line in equal):.1f}", "",
        ))  # fmt: skip
    table(
        f"{version}, DuckDB {duckdb.__version__}, {store}",
        ("relations", "all", "equal", "with rows", "refused", "seconds", "DuckDB s", ""),
        rows,
    )
    return 1 if any(line["differs"] for line in found) else 0


if __name__ == "__main__":
    sys.exit(main())
