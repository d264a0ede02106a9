"""A store in which everything occurs, and its metrics where fields of its events say otherwise."""

import json
import math
from functools import partial

import duckdb
import pytest

from benchmarks.parity.history import build
from evalstore.metrics.catalog import catalog
from evalstore.store.facts import facts, schema
from evalstore.store.layout import Layout
from evalstore.store.query.run_range import run_range
from tests.kept_stores import copy

DIGITS = 9
EVENTS = "from original.log.events order by position"


@pytest.fixture(scope="session")
def everything(tmp_path_factory):
    """Return the database of a store with all kinds of events, revisions and retractions."""
    folder = tmp_path_factory.mktemp("everything") / "store"
    copy("a small history", partial(build, is_small=True), folder)
    return Layout(folder).database


@pytest.fixture(scope="session")
def as_recorded(everything):
    """Return the rows of each metric, computed as for changed events."""
    return metrics_of(everything, lambda kind, payload: payload)


def metrics_of(database, changed, names=None):
    """
    Return the rows of these metrics, or all, computed from events whose payloads were changed.

    ``changed`` takes the kind and the payload of an event. What the log keeps beside the payload,
    such as the subject, stays as it is.
    """
    with duckdb.connect() as connection:
        connection.execute("set threads = 1")
        connection.execute(f"attach '{database}' as original (read_only)")
        schema.create(connection)
        rows = connection.execute(f"select position, kind, payload::varchar {EVENTS}").fetchall()
        payloads = [
            (position, payload and json.dumps(changed(kind, json.loads(payload))))
            for position, kind, payload in rows
        ]
        connection.execute("create temp table changed (position bigint, payload json)")
        connection.execute(
            "insert into changed select unnest($positions), unnest($payloads)",
            {"positions": [at for at, _ in payloads], "payloads": [text for _, text in payloads]},
        )
        connection.execute(
            "insert into log.events select events.* replace (changed.payload as payload) "
            "from original.log.events inner join changed using (position) order by position"
        )
        run_ids = {run_id for (run_id,) in connection.execute(
            "select distinct run_id from log.events where run_id <> ''").fetchall()}  # fmt: skip
        _compute(connection, sorted(run_ids))
        return {name: _rows(connection, name) for name in names or catalog()}


def _compute(connection, run_ids):
    facts.touch(connection, run_ids)
    connection.execute("create or replace temp table new_events as from log.events limit 0")
    facts.store(connection, facts.compute(connection))
    for name, value in run_range([]).items():
        connection.execute(f"set variable {name} = $value", {"value": value})


def _rows(connection, name):
    found = connection.execute(f"from metrics.{name}").fetchall()
    return sorted(repr(tuple(map(_rounded, row))) for row in found)


def _rounded(value):
    if isinstance(value, float) and math.isfinite(value):
        return round(value, DIGITS) + 0.0
    return value
