"""Compare the numbers of two sizes of one log, of the runs that have events on both sides."""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import duckdb

from evalstore.base import sql_files
from evalstore.base.phrases import unknown_name
from evalstore.errors import UsageError
from evalstore.metrics.catalog import Metric
from evalstore.store.connections import connect
from evalstore.store.explanation.at_size import OnProgress, sized
from evalstore.store.explanation.difference import (
    PARTS,
    ChangedNumber,
    LaterEvents,
    LogDifference,
    LogSize,
    Row,
    reasons,
)
from evalstore.store.explanation.equality import are_equal
from evalstore.store.explanation.record import log_at
from evalstore.store.layout import Layout
from evalstore.store.log.batch import Batch
from evalstore.store.query.queries import select_metrics
from evalstore.store.query.reader import Reader
from evalstore.store.replica import partial

GRAIN = (
    "metric", "run_id", "system_id", "validator_id", "slice_name", "slice_value", "variant",
)  # fmt: skip
Parts = list[tuple[Path, Batch]]


def differences(
    layout: Layout,
    first: int,
    last: int | None = None,
    run_ids: Sequence[str] = (),
    metrics: Sequence[Metric] = (),
    on_progress: OnProgress = lambda _done, _total: None,
) -> LogDifference:
    """
    Compare the numbers at the size ``first`` with those at ``last``, by default the present one.

    Only these runs and metrics are compared, or all. Raises UsageError if the log never ended at
    one of the sizes, ``first`` is the larger one or a run is unknown, and CorruptStoreError if a
    segment that is needed was altered.
    """
    layout.require()
    with closing(connect()) as connection:
        every = log_at(connection, layout, last)
        size = every[-1][1].tree_size
        if first > size:
            raise UsageError(
                f"the first size is {first}, the second {size}; name the earlier one first"
            )
        earlier = log_at(connection, layout, first)
        later = every[len(earlier) :]
        changed = _changed_runs(connection, every, later, first)
        known = _runs(connection, earlier)
        sizes = [_size(connection, parts) for parts in (earlier, every)]
    for run_id in run_ids:
        if run_id not in known | changed:
            raise unknown_name(
                "run", run_id, sorted(known | changed), f" among the first {size} events"
            )
    chosen = changed & {*run_ids} if run_ids else changed
    replica = partial.of(layout)
    left_out = chosen & replica.incomplete_runs if replica else frozenset()
    compared = sorted((chosen & known) - left_out)
    before, after, events = {}, {}, list[LaterEvents]()
    if compared:
        with sized(layout, first, compared, on_progress) as then:
            before = _numbers(then.reader, metrics)
        with sized(layout, size, compared, on_progress) as now:
            after = _numbers(now.reader, metrics)
            rows = now.reader.rows(
                sql_files.read("sql/explanations/sized/changes_between"),
                first_position=first,
                run_ids=compared,
            )
            events = [LaterEvents(**row) for row in rows]  # type: ignore[arg-type]
    return LogDifference(
        before=sizes[0],
        after=sizes[1],
        numbers=list(_changed(before, after, events)),
        events=events,
        compared=compared,
        new=sorted(chosen - known - left_out),
        left_out=sorted(left_out),
    )


def _runs(connection: duckdb.DuckDBPyConnection, parts: Parts) -> set[str]:
    """Return the runs with events in these segments."""
    runs = {run_id for _, batch in parts for run_id in batch.runs or ()}
    unlisted = [str(path) for path, batch in parts if batch.runs is None]
    if unlisted:
        rows = connection.execute(
            sql_files.read("sql/verify/runs_in_segments"), {"files": unlisted}
        ).fetchall()
        runs.update(run_id for (run_id,) in rows)
    return runs - {""}


def _changed_runs(
    connection: duckdb.DuckDBPyConnection, every: Parts, later: Parts, first: int
) -> set[str]:
    """Return the runs with events in the later segments, or with one that is retracted there."""
    retracting = [
        str(path) for path, batch in later if batch.counts.get("retracted") and path.exists()
    ]
    if not retracting:
        return _runs(connection, later)
    rows = connection.execute(
        sql_files.read("sql/explanations/sized/retracted_ids"),
        {"files": retracting, "first_position": first, "tree_size": every[-1][1].tree_size},
    ).fetchall()
    files = [str(path) for path, _ in every if path.exists()]
    runs, known = _runs(connection, later), set[str]()
    # A retraction may name another one, which then no longer withdraws what it named.
    while wanted := {event_id for (event_id,) in rows if event_id} - known:
        known |= wanted
        targets = connection.execute(
            sql_files.read("sql/explanations/sized/retraction_targets"),
            {"files": files, "event_ids": sorted(wanted)},
        ).fetchall()
        runs.update(run_id for run_id, _ in targets)
        rows = [(event_id,) for _, event_id in targets]
    return runs - {""}


def _size(connection: duckdb.DuckDBPyConnection, parts: Parts) -> LogSize:
    """Return the size that segments end at, with the newest definition that a fold recorded."""
    last = parts[-1][1]
    for path, batch in reversed(parts):
        if batch.counts.get("facts_computed") and path.exists():
            rows = connection.execute(
                sql_files.read("sql/verify/segment_facts"), {"file": str(path)}
            ).fetchall()
            definitions = [
                json.loads(payload).get("definition") for *_, payload in rows if payload
            ]
            if definitions:
                return LogSize(last.tree_size, last.root, str(definitions[-1]))
    return LogSize(last.tree_size, last.root, None)


def _numbers(reader: Reader, metrics: Sequence[Metric]) -> dict[tuple[object, ...], Row]:
    """Return the numbers of these metrics, or of all, by the values of their grain."""
    relation = "metrics.all_metrics"
    if metrics:
        select_metrics(reader, *(metric.name for metric in metrics))
        relation = "selected_metrics"
    columns = ", ".join((*GRAIN, *PARTS))
    rows = reader.rows(f"select {columns} from {relation} order by {', '.join(GRAIN)}")
    return {
        tuple(row[name] for name in GRAIN): {name: row[name] for name in PARTS} for row in rows
    }


def _changed(
    before: dict[tuple[object, ...], Row],
    after: dict[tuple[object, ...], Row],
    events: list[LaterEvents],
) -> Iterator[ChangedNumber]:
    for key in sorted(before.keys() | after.keys(), key=str):
        left, right = before.get(key), after.get(key)
        if left and right and all(are_equal(left[name], right[name]) for name in PARTS):
            continue
        number = dict(zip(GRAIN, key, strict=True))
        yield ChangedNumber(number, left, right, reasons(number, events))
