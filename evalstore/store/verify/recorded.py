"""The events of some runs as the segments have them, compared with the log in the database."""

from collections.abc import Collection, Sequence
from pathlib import Path

import duckdb

from evalstore.base import sql_files
from evalstore.errors import CorruptStoreError
from evalstore.store.layout import Layout
from evalstore.store.log import incoming
from evalstore.store.replica import partial
from evalstore.store.replica.partial import Partial
from evalstore.store.verify.segment_index import SegmentIndex


def index_of(
    connection: duckdb.DuckDBPyConnection, layout: Layout, replica: Partial | None
) -> SegmentIndex:
    """Return the index of the recorded segments; set the variable ``tree_size`` to the log's."""
    batches = connection.execute(sql_files.read("sql/verify/recorded_batches")).fetchall()
    tree_size = max((size for _, _, size, _, _ in batches), default=0)
    connection.execute("set variable tree_size = $size", {"size": tree_size})
    return SegmentIndex(connection, layout, batches, replica.left_out if replica else {})


def load(
    connection: duckdb.DuckDBPyConnection,
    index: SegmentIndex,
    run_ids: Sequence[str],
    kinds: Sequence[str] | None = None,
) -> None:
    """Read the events of these runs, of some kinds or all, and all retractions."""
    holding = index.holding(run_ids)
    index.require_recorded(holding.of_runs)
    load_files(connection, run_ids, holding.of_runs, holding.of_retractions, kinds)


def load_files(
    connection: duckdb.DuckDBPyConnection,
    run_ids: Sequence[str],
    of_runs: Sequence[Path],
    of_retractions: Sequence[Path],
    kinds: Sequence[str] | None = None,
) -> None:
    """
    Read the events of these runs from some segments, and the retractions from others.

    The variable ``tree_size`` is the log's.
    """
    connection.execute("set variable checked_runs = $run_ids", {"run_ids": list(run_ids)})
    connection.execute("set variable recorded_kinds = $kinds::varchar[]", {"kinds": kinds})
    for files, relation in (
        (of_runs, "recorded_events"),
        (of_retractions, "recorded_retractions"),
    ):
        connection.execute("set variable segment_files = $files", {"files": list(map(str, files))})
        file = relation if files else f"no_segments/{relation}"
        connection.execute(sql_files.read(f"sql/verify/{file}"))


def altered_events(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Return a text about the first loaded event that does not match its hash, if there is one."""
    incoming.define_macros(connection)
    altered = connection.execute(sql_files.read("sql/verify/recorded_hashes")).fetchall()
    return [f"the event at position {altered[0][0]} does not match its hash"] if altered else []


def forget(connection: duckdb.DuckDBPyConnection) -> None:
    """Drop the loaded events."""
    connection.execute("drop table if exists temp.recorded_events")
    connection.execute("drop table if exists temp.recorded_retractions")


def size_of_log(connection: duckdb.DuckDBPyConnection, tree_size: int) -> int | None:
    """Return ``tree_size``, the number of recorded events, or None if the log has others."""
    [(has_others,)] = connection.execute(
        "select exists(from log.events where position >= $size)", {"size": tree_size}
    ).fetchall()
    return None if has_others else tree_size


def unconfirmed_runs(
    connection: duckdb.DuckDBPyConnection,
    layout: Layout,
    run_ids: Collection[str],
    tree_size: int,
) -> set[str]:
    """
    Return those of ``run_ids`` whose facts may rest on a log that the segments do not confirm.

    ``tree_size`` is the size of the log when this process locked the store: it wrote the later
    events itself. Without earlier events of these runs, and without any retraction, nothing is
    read. The table ``touched_runs`` has the runs.
    """
    rows = connection.execute(
        sql_files.read("sql/fold/earlier_runs"), {"position": tree_size}
    ).fetchall()
    earlier = [run_id for (run_id,) in rows]
    [(has_retractions,)] = connection.execute(
        "select exists(from log.events where kind = 'retracted' and position < $size)",
        {"size": tree_size},
    ).fetchall()
    if not earlier and not has_retractions:
        return set()
    try:
        index = index_of(connection, layout, partial.of(layout))
        connection.execute("set variable tree_size = $size", {"size": tree_size})
        load(connection, index, earlier)
        if altered_events(connection):
            return {*run_ids}
        [(are_events_other, are_retractions_other)] = connection.execute(
            sql_files.read("sql/verify/log_differs")
        ).fetchall()
    except CorruptStoreError:
        return {*run_ids}
    finally:
        forget(connection)
    if are_retractions_other:
        return {*run_ids}
    return {*earlier} if are_events_other else set()
