"""Columns of the table ``records``, with statistics of their values."""

import duckdb

from evalstore.base import sql_files
from evalstore.harnesses.mapped.columns import TableColumn

OWN = {"record_number", "file_name"}


def columns_of(connection: duckdb.DuckDBPyConnection) -> list[TableColumn]:
    """Return the columns of the file itself, in its order."""
    described = connection.execute("describe records").fetchall()
    kinds = {row[0]: row[1] for row in described if row[0] not in OWN}
    profiled = {}
    if kinds:
        json_names = [name for name, kind in kinds.items() if kind == "JSON"]
        rows = connection.execute(
            sql_files.read("sql/mapped/column_profile"), {"json_names": json_names}
        ).fetchall()
        profiled = {row[0]: row[1:] for row in rows}
    return [TableColumn(column, kind, *profiled.get(column, ())) for column, kind in kinds.items()]
