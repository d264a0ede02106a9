"""Rounds of a fold: the inbox files of each segment, and the metadata of its batch."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

import duckdb

from evalstore.base import sql_files
from evalstore.base.version import __version__
from evalstore.store.layout import Layout
from evalstore.store.log import inbox
from evalstore.store.log.batch import RUNS_LISTED_MAX, Batch
from evalstore.store.log.merkle import Frontier

Part = TypeVar("Part")
# The events of a segment, to bound the memory of a fold; a larger inbox becomes several segments.
ROUND_EVENTS_MAX = 1_200_000


def grouped(connection: duckdb.DuckDBPyConnection, layout: Layout) -> list[list[inbox.InboxFile]]:
    """Group the inbox, in name order, into rounds of a bounded number of events."""
    files = [inbox.read(connection, layout.inbox / name) for name in inbox.names(layout)]
    return in_rounds(((file, file.event_count) for file in files), ROUND_EVENTS_MAX)


def in_rounds(parts: Iterable[tuple[Part, int]], event_count_max: int) -> list[list[Part]]:
    """
    Divide parts, each with its number of events, into rounds of neighbours of bounded size.

    >>> in_rounds([("a", 2), ("b", 2), ("c", 9), ("d", 1)], 4)
    [['a', 'b'], ['c'], ['d']]
    """
    rounds: list[list[Part]] = []
    event_count = 0
    for part, part_count in parts:
        if not rounds or event_count + part_count > event_count_max:
            rounds.append([])
            event_count = 0
        rounds[-1].append(part)
        event_count += part_count
    return rounds


def batch_of(
    connection: duckdb.DuckDBPyConnection,
    tree: Frontier,
    new_tree: Frontier,
    sources: list[dict[str, object]],
    recorded_at: datetime,
) -> Batch:
    """Return the batch of the events that a fold records, between two sizes of the tree."""
    [(batch_id,)] = connection.execute(
        "select coalesce(max(batch_id) + 1, 0) from log.batches"
    ).fetchall()
    counts = connection.execute(sql_files.read("sql/fold/kind_counts")).fetchall()
    runs = connection.execute(sql_files.read("sql/fold/new_runs")).fetchall()
    return Batch(
        batch_id=batch_id,
        first_position=tree.tree_size,
        event_count=new_tree.tree_size - tree.tree_size,
        counts=dict(counts),
        root=new_tree.root.hex(),
        frontier=new_tree.peaks.hex(),
        sources=sources,
        tool_version=__version__,
        recorded_at=recorded_at.isoformat(),
        runs=None if len(runs) > RUNS_LISTED_MAX else [run_id for (run_id,) in runs],
    )


def extended(batch: Batch, tree: Frontier, kind: str) -> Batch:
    """Return the batch with the further events of one kind that a tree has at its end."""
    further_count = tree.tree_size - batch.tree_size
    if not further_count:
        return batch
    return replace(
        batch,
        event_count=batch.event_count + further_count,
        counts={**batch.counts, kind: further_count},
        root=tree.root.hex(),
        frontier=tree.peaks.hex(),
    )
