"""Rounds of neighbouring runs whose facts are computed together, which bounds the memory."""

from collections.abc import Iterator

import duckdb

from evalstore import sql_files

ROUND_EVENTS_MAX = 1_000_000


def each_round(connection: duckdb.DuckDBPyConnection) -> Iterator[list[str]]:
    """
    Divide the runs in ``touched_runs`` into rounds; make it of each, and yield the ids of that.

    A round is one run, or several that have at most ROUND_EVENTS_MAX events together.
    """
    counts = connection.execute(sql_files.read("sql/queries/run_event_counts")).fetchall()
    rounds: list[list[str]] = []
    event_count = 0
    for run_id, count in counts:
        if not rounds or event_count + count > ROUND_EVENTS_MAX:
            rounds.append([])
            event_count = 0
        rounds[-1].append(run_id)
        event_count += count
    for run_ids in rounds:
        connection.execute(
            "create or replace temp table touched_runs as select unnest($run_ids) as run_id",
            {"run_ids": run_ids},
        )
        yield run_ids
