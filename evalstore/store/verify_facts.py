"""Compute again all that is derived from the events, and compare it with what is stored."""

from collections import Counter
from collections.abc import Iterator

import duckdb

from evalstore import sql_files
from evalstore.phrases import counted
from evalstore.store import facts, sums
from evalstore.store.finding import IntegrityFinding, SegmentRecord
from evalstore.store.partial import Partial
from evalstore.store.run_rounds import each_round


def findings(
    connection: duckdb.DuckDBPyConnection, record: SegmentRecord, replica: Partial | None
) -> Iterator[IntegrityFinding]:
    """
    Yield the tables of facts and of sums that the events, or those that came, do not give.

    The runs are compared in rounds. The rows that a partial replica took from packs are left to
    ``partial_facts``.
    """
    _choose_runs(connection, record, replica)
    connection.execute(sql_files.read("sql/fold/no_new_events"))
    missing, expected, found, differing = (Counter[str]() for _ in range(4))
    compared = sorted(replica.runs_by_facts) if replica else []
    for run_ids in each_round(connection):
        compared += run_ids
        facts.compute(connection)
        for schema_name, table in facts.TABLES:
            name = f"{schema_name}.{table}"
            # Of two tables with as many rows, one holds all rows of the other or they differ.
            [(missing_count, expected_count, found_count)] = connection.execute(
                f"with found as (from {name} where run_id in (select run_id from touched_runs)) "
                f"select (select count(*) from (from temp.{table} except all from found)), "
                f"(select count(*) from temp.{table}), (select count(*) from found)"
            ).fetchall()
            missing[name] += missing_count
            expected[name] += expected_count
            found[name] += found_count
        differing.update(dict(sums.differences(connection)))
    if not record.first_position:
        for name, row_count in _rows_of_others(connection, compared):
            (differing if name.partition(".")[2] in sums.SUMS else found)[name] += row_count
    for name in found:
        if missing[name] or expected[name] != found[name]:
            yield IntegrityFinding(
                "facts altered",
                f"{name} has {found[name]} rows; {missing[name]} of the {expected[name]} that "
                "the events give are not among them; `evalstore rebuild` computes them again",
            )
    for name, row_count in differing.items():
        if row_count:
            yield IntegrityFinding(
                "facts altered",
                f"{name}: {counted(row_count, 'row is', 'rows are')} not what the facts give; "
                "`evalstore rebuild` computes them again",
            )


def _choose_runs(
    connection: duckdb.DuckDBPyConnection, record: SegmentRecord, replica: Partial | None
) -> None:
    """Make ``touched_runs`` of the runs that are compared."""
    if record.first_position:
        connection.execute(
            sql_files.read("sql/queries/changed_runs"), {"first_position": record.first_position}
        )
        connection.execute(sql_files.read("sql/verify/changed_runs"))
    else:
        connection.execute(
            sql_files.read("sql/verify/whole_runs"),
            {"incomplete_runs": sorted(replica.incomplete_runs) if replica else []},
        )


def _rows_of_others(
    connection: duckdb.DuckDBPyConnection, run_ids: list[str]
) -> Iterator[tuple[str, int]]:
    """Yield each table with the count of its rows that are of none of these runs."""
    connection.execute(
        "create or replace temp table compared_runs as "
        "select unnest($run_ids::varchar[]) as run_id",
        {"run_ids": run_ids},
    )
    for schema_name, table in (*facts.TABLES, *sums.TABLES):
        name = f"{schema_name}.{table}"
        [(row_count,)] = connection.execute(
            f"select count(*) from {name} anti join compared_runs using (run_id)"
        ).fetchall()
        yield name, row_count
