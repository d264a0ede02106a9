"""Stores with runs of their own, and places that stores push to."""

from datetime import UTC, datetime

from evalstore.harnesses.append import append_events
from evalstore.scale.remotes.objects import open_objects
from evalstore.scale.remotes.pull import RemotePart, pull
from evalstore.scale.remotes.push import push
from evalstore.store.layout import Layout
from evalstore.store.log.fold import fold
from evalstore.store.query.reader import reading
from tests.kept_stores import copy

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
OUTCOMES = {"a": "right", "b": "wrong"}


def events_of(run_id, outcomes):
    def event(kind, **payload):
        return {"kind": kind, "run_id": run_id, "payload": payload}

    yield event("run_started", suite="s", systems=["m"])
    for case, outcome in outcomes.items():
        answer = {"case_id": case, "system_id": "m"}
        yield event("case_generated", case_id=case, prompt=f"{case}?", domain="d")
        yield event("response_recorded", **answer, status="ok", text="x", latency_ms=1.5)
        yield event(
            "verdict_recorded", **answer, validator_id="v", outcome=outcome, reason="said so"
        )
    yield event("run_finished", status="completed")


def with_run(folder, run_id, outcomes=None):
    """Add a run to the store in a folder and fold; a new store is a copy of one that is kept."""
    return with_runs(folder, {run_id: OUTCOMES if outcomes is None else outcomes})


def with_runs(folder, outcomes_by_run):
    """Add runs to the store in a folder, each with a fold; a new store is a copy of a kept one."""
    layout = Layout(folder)
    if layout.root.exists():
        _add(layout, outcomes_by_run)
    else:
        # The folder's name is part of the key: stores of one test have different events.
        copy(
            f"a store {layout.root.name} of {outcomes_by_run}",
            lambda kept: _add(Layout(kept), outcomes_by_run),
            layout.root,
        )
    return layout


def _add(layout, outcomes_by_run):
    layout.create()
    for run_id, outcomes in outcomes_by_run.items():
        append_events(layout, list(events_of(run_id, outcomes)), source="test")
        fold(layout)


def with_remote(folder):
    """Copy a store with the run r1, and the place that it was pushed to; return both."""

    def make(kept):
        push(with_run(kept / "one", "r1"), open_objects(str(kept / "remote")))

    copy("a store and its remote", make, folder)
    return Layout(folder / "one"), open_objects(str(folder / "remote"))


def with_part(folder):
    """Copy a remote with the run r1, and a replica of its facts without events; return that."""

    def make(kept):
        _, place = with_remote(kept / "team")
        pull(Layout(kept / "job"), place, RemotePart(since=LONG_AGO))

    copy("a partial replica and its remote", make, folder)
    return Layout(folder / "job")


def asked(layout, sql, **parameters):
    with reading(layout) as reader:
        return [tuple(row.values()) for row in reader.rows(sql, **parameters)]


def event_ids(layout):
    return sorted(
        event_id for (event_id,) in asked(layout, "select event_id::varchar from log.events")
    )


def accuracies(layout):
    return dict(
        asked(
            layout,
            "select run_id, accuracy from metrics.accuracy where slice_name = 'all' order by 1",
        )
    )
