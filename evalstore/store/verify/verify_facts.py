"""Compute all facts and sums from the events again, and compare them with the stored ones."""

from collections import Counter
from collections.abc import Iterator

import duckdb

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.store.facts import facts, facts_counts, sums
from evalstore.store.facts.run_rounds import each_round
from evalstore.store.layout import Layout
from evalstore.store.replica.partial import Partial
from evalstore.store.verify import verify_digests
from evalstore.store.verify.finding import IntegrityFinding, SegmentRecord


def findings(
    connection: duckdb.DuckDBPyConnection,
    layout: Layout,
    record: SegmentRecord,
    replica: Partial | None,
) -> Iterator[IntegrityFinding]:
    """
    Yield a finding for each table of facts or sums that differs from a new computation.

    Also for each run whose facts differ from what its fold recorded of them.

    The runs are compared in rounds: all of them, or those that changed since a checkpoint. The
    rows that a partial replica took from packs are checked by ``partial_facts``. If a table cannot
    be queried, earlier findings are yielded before DuckDB's error is raised.
    """
    counts = _Counts()
    try:
        _compare(connection, record, replica, counts)
    except (duckdb.Error, ValueError):
        yield from counts.findings()
        raise
    yield from counts.findings()
    if replica is None:
        facts.forget(connection)
        _choose_runs(connection, record, replica)
        yield from verify_digests.findings(connection, layout)


class _Counts:
    """Row counts by table: computed, stored, computed but not stored; for sums, differing rows."""

    def __init__(self) -> None:
        self.expected, self.found, self.missing = Counter[str](), Counter[str](), Counter[str]()
        self.differing = Counter[str]()

    def findings(self) -> Iterator[IntegrityFinding]:
        """Yield a finding for each table whose counts show a difference."""
        for name in self.found:
            if self.missing[name] or self.expected[name] != self.found[name]:
                yield IntegrityFinding(
                    "facts altered",
                    f"{name} has {self.found[name]} rows, and lacks {self.missing[name]} of the "
                    f"{self.expected[name]} computed from the events; run `evalstore rebuild` to "
                    "compute them again",
                )
        for name, row_count in self.differing.items():
            if row_count:
                yield IntegrityFinding(
                    "facts altered",
                    f"{name}: {counted(row_count, 'row does', 'rows do')} not match the facts; "
                    "run `evalstore rebuild` to compute them again",
                )


def _compare(
    connection: duckdb.DuckDBPyConnection,
    record: SegmentRecord,
    replica: Partial | None,
    counts: _Counts,
) -> None:
    """Count the rows of all tables, round by round, then the rows of runs without events."""
    _choose_runs(connection, record, replica)
    connection.execute(sql_files.read("sql/fold/no_new_events"))
    compared = sorted(replica.runs_by_facts) if replica else []
    for run_ids in each_round(connection):
        # Events that a fold recorded itself have no run and no facts.
        compared += [run_id for run_id in run_ids if run_id]
        facts.compute(connection)
        for table_counts in facts_counts.compared(connection):
            counts.missing[table_counts.table] += table_counts.missing_count
            counts.expected[table_counts.table] += table_counts.expected_count
            counts.found[table_counts.table] += table_counts.found_count
        counts.differing.update(dict(sums.differences(connection)))
    if not record.first_position:
        for name, row_count in rows_of_others(connection, compared):
            is_sum = name.partition(".")[2] in sums.SUMS
            (counts.differing if is_sum else counts.found)[name] += row_count


def _choose_runs(
    connection: duckdb.DuckDBPyConnection, record: SegmentRecord, replica: Partial | None
) -> None:
    """Create ``touched_runs`` with the runs to compare."""
    if record.first_position:
        connection.execute(
            sql_files.read("sql/queries/changed_runs"), {"first_position": record.first_position}
        )
        connection.execute(sql_files.read("sql/verify/changed_runs/touched_runs"))
    else:
        connection.execute(
            sql_files.read("sql/queries/whole_runs/touched_runs"),
            {"incomplete_runs": sorted(replica.incomplete_runs) if replica else []},
        )


def rows_of_others(
    connection: duckdb.DuckDBPyConnection, run_ids: list[str]
) -> Iterator[tuple[str, int]]:
    """Yield each table with the number of its rows of other runs."""
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
