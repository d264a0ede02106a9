"""Rounds of neighbouring runs whose facts are computed together, which bounds the memory."""

from collections.abc import Iterator

import duckdb

from evalstore.base import sql_files
from evalstore.store.facts import facts
from evalstore.store.log.rounds import in_rounds

ROUND_EVENTS_MAX = 1_000_000


def each_round(connection: duckdb.DuckDBPyConnection) -> Iterator[list[str]]:
    """
    Divide the runs in ``touched_runs`` into rounds; set the table to each, and yield its ids.

    A round is one run, or several with at most ROUND_EVENTS_MAX events together.
    """
    counts = connection.execute(sql_files.read("sql/queries/run_event_counts")).fetchall()
    rounds: list[list[str]] = in_rounds(counts, ROUND_EVENTS_MAX)
    for run_ids in rounds:
        facts.touch(connection, run_ids)
        yield run_ids
