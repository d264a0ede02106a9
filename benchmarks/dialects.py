"""
Run every statement of `evalstore sql` on other engines, and compare with DuckDB's own answers.

    pip install pyspark chdb
    python -m benchmarks.dialects STORE spark
    python -m benchmarks.dialects STORE clickhouse

Prints how many relations are equal to 1e-9, row by row, the time of each engine, and what differs
or fails. Spark runs in this process (local[2]), ClickHouse by chdb.
"""

import math
import sys
import tempfile
import time
from decimal import Decimal
from pathlib import Path

import duckdb
from pyarrow import parquet

from evalstore.dialects import relations, transpiling
from evalstore.errors import UsageError
from evalstore.lake.portable import PortableRows
from evalstore.store.layout import Layout
from evalstore.store.reader import reading

SETTINGS = (
    " settings join_use_nulls=1, aggregate_functions_null_for_empty=1, cast_keep_nullable=1,"
    " prefer_column_name_to_alias=1, union_default_mode='ALL', use_variant_as_common_type=0"
)
STORED = "select table_schema, table_name from information_schema.tables where table_type = $kind"


def plain(value):
    """Return a value as all engines give it: numbers as floats, times and ids as text."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float | Decimal):
        return float(value)
    if isinstance(value, list | tuple):
        return tuple(plain(one) for one in value)
    if isinstance(value, dict):
        return tuple((key, plain(one)) for key, one in value.items())
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return str(value).removesuffix("+00:00")


def rows_of(table):
    """Return the rows of an Arrow table, columns by name, so that their order does not matter."""
    return [tuple(plain(one) for _, one in sorted(row.items())) for row in table.to_pylist()]


def place(row):
    """Return what to sort by: numbers with six digits, so that rounding moves no row."""
    return tuple(
        (0, "") if one is None else (1, f"{one:.6e}") if isinstance(one, float) else (2, str(one))
        for one in row
    )


def is_same(found, expected):
    """Say whether two values are equal, numbers to 1e-9; a truth value may be 0 or 1."""
    if found is None or expected is None:
        return found is expected
    if isinstance(found, bool | float) and isinstance(expected, bool | float):
        return math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9)
    return found == expected


def difference(found, expected):
    """Say how two lists of rows differ; None where they do not."""
    if len(found) != len(expected):
        return f"{len(found)} rows, {len(expected)} expected"
    for left, right in zip(sorted(found, key=place), sorted(expected, key=place), strict=True):
        for own, theirs in zip(left, right, strict=True):
            if not is_same(own, theirs):
                return f"{str(own)[:40]!r}, {str(theirs)[:40]!r} expected"
    return None


def spark(folder):
    """Return a function that asks Spark, the tables in its catalog."""
    from pyspark.sql import SparkSession

    settings = {
        "spark.ui.enabled": "false", "spark.sql.shuffle.partitions": "2",
        "spark.driver.memory": "6g", "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1", "spark.sql.warehouse.dir": f"{folder}/warehouse",
        "spark.sql.session.timeZone": "UTC",
    }  # fmt: skip
    builder = SparkSession.builder.master("local[2]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    for path in sorted(Path(folder).glob("*.parquet")):
        session.sql(f"create database if not exists {path.stem.partition('.')[0]}")
        session.sql(f"create table {path.stem} using parquet location '{path}'")

    def ask(sql):
        frame = session.sql(sql.rstrip().removesuffix(";"))
        rows = [row.asDict(recursive=True) for row in frame.collect()]
        return [tuple(plain(one) for _, one in sorted(row.items())) for row in rows]

    return ask


def clickhouse(folder):
    """Return a function that asks ClickHouse, the tables in memory."""
    import pyarrow
    from chdb.session import Session

    session = Session()
    for path in sorted(Path(folder).glob("*.parquet")):
        session.query(f"create database if not exists {path.stem.partition('.')[0]}")
        session.query(
            f"create table {path.stem} engine=Memory as select * from file('{path}','Parquet')"
        )

    def ask(sql):
        found = session.query(sql.rstrip().removesuffix(";") + SETTINGS, "Parquet")
        return rows_of(parquet.read_table(pyarrow.BufferReader(found.bytes())))

    return ask


def exported(reader, folder):
    """Write the stored tables as Parquet, as `publish` has them."""
    for row in reader.rows(STORED, kind="BASE TABLE"):
        name = f"{row['table_schema']}.{row['table_name']}"
        if name.startswith(("facts.", "log.")):
            rows = PortableRows(reader.connection.table(name).to_arrow_reader(65536))
            parquet.write_table(rows.stream().read_all(), folder / f"{name}.parquet")


def main(store, engine):
    """Compare all relations, and print what is equal and what is not."""
    equal, filled, refused, other = [], 0, [], {}
    own_seconds = engine_seconds = 0.0
    with tempfile.TemporaryDirectory() as name, reading(Layout(Path(store))) as reader:
        folder = Path(name)
        exported(reader, folder)
        ask = {"spark": spark, "clickhouse": clickhouse}[engine](folder)
        for relation in relations.view_files():
            try:
                sql = transpiling.transpiled(relation, engine)
            except UsageError:
                refused.append(relation)
                continue
            began = time.perf_counter()
            table = reader.connection.table(relation).to_arrow_table()
            own_seconds += time.perf_counter() - began
            expected = rows_of(PortableRows(table.to_reader()).stream().read_all())
            began = time.perf_counter()
            try:
                found = ask(sql)
            except Exception as error:  # noqa: BLE001 - whatever an engine raises is its answer
                other[relation] = " ".join(str(error).split())[:200]
                continue
            engine_seconds += time.perf_counter() - began
            said = difference(found, expected)
            if said is None:
                equal.append(relation)
                filled += bool(expected)
            else:
                other[relation] = said
    metrics = sum(relation.startswith("metrics.") for relation in equal)
    print(f"{engine}, DuckDB {duckdb.__version__}, {store}")
    print(f"equal: {len(equal)} relations, {filled} of them with rows, {metrics} metrics")
    print(f"refused: {len(refused)}; DuckDB {own_seconds:.1f} s, {engine} {engine_seconds:.1f} s")
    for relation, said in other.items():
        print(f"{relation}: {said}")


if __name__ == "__main__":
    main(*sys.argv[1:])
