"""Counts of the facts of ``touched_runs``, as computed and as stored."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import duckdb

from evalstore.store.facts import facts


@dataclass(frozen=True, slots=True)
class FactsCounts:
    """Row counts of one table: computed from events, stored, and computed but not stored."""

    table: str
    expected_count: int
    found_count: int
    missing_count: int


def compared(
    connection: duckdb.DuckDBPyConnection, tables: Sequence[tuple[str, str]] = facts.TABLES
) -> Iterator[FactsCounts]:
    """Yield the counts of each table that ``facts.compute_tables`` has computed."""
    for (schema_name, table), (expected_count, found_count) in zip(
        tables, _row_counts(connection, tables), strict=True
    ):
        missing_count = 0
        if expected_count:
            # With equal counts, no missing row means that the tables are equal. Grouped, since
            # `except all` sorts both sides and takes three times as long.
            [(missing_count,)] = connection.execute(
                "select coalesce(sum(excess), 0)::bigint from (select sum(side) as excess from ("
                f"select computed, 1 as side from temp.{table} as computed union all "
                f"select stored, -1 from {schema_name}.{table} as stored "
                "where run_id in (select run_id from touched_runs)) "
                "group by computed having sum(side) > 0)"
            ).fetchall()
        yield FactsCounts(f"{schema_name}.{table}", expected_count, found_count, missing_count)


def _row_counts(
    connection: duckdb.DuckDBPyConnection, tables: Sequence[tuple[str, str]]
) -> list[tuple[int, int]]:
    """Return the number of computed and of stored rows of each table, from one query."""
    counts = ", ".join(
        f"(select count(*) from temp.{table}), (select count(*) from {schema}.{table} "
        "where run_id in (select run_id from touched_runs))"
        for schema, table in tables
    )
    [row] = connection.execute(f"select {counts}").fetchall()
    return list(zip(row[::2], row[1::2], strict=True))
