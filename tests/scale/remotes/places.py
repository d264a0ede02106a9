"""Stores with runs of their own, and places that stores push to."""

from datetime import UTC, datetime

from evalstore.harnesses.append import append_events
from evalstore.scale.remotes.objects import open_objects
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
    """Make a store, or add a run to it, and fold."""
    layout = Layout(folder)
    layout.create()
    events = list(events_of(run_id, OUTCOMES if outcomes is None else outcomes))
    append_events(layout, events, source="test")
    fold(layout)
    return layout


def with_remote(folder):
    """Copy a store with the run r1, and the place that it was pushed to; return both."""

    def make(kept):
        push(with_run(kept / "one", "r1"), open_objects(str(kept / "remote")))

    copy("a store and its remote", make, folder)
    return Layout(folder / "one"), open_objects(str(folder / "remote"))


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
