"""The metrics of several runs that are read together."""

import pytest

from evalstore.reviews.report import run_metrics
from evalstore.reviews.report.run_metrics import MetricReader, metrics_of
from evalstore.store.query.reader import reading
from tests.kept_stores import store_of
from tests.reviews.site.conftest import EVENTS, HOSTILE, events_of

SLICES = ["all", "domain"]
# Without an answer, as a run that was only begun.
BARE = [
    {"kind": "run_started", "run_id": "r2b", "payload": {"suite": "quiz", "systems": ["maia"]}}
]


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    """Return a reader of runs whose ids follow each other."""
    events = [*EVENTS, *BARE, *events_of("r4", 20, right_count=3)]
    store = store_of(events, tmp_path_factory.mktemp("several") / "warehouse")
    with reading(store.layout) as opened:
        yield opened


def test_runs_read_together_have_the_rows_that_each_has_alone(reader):
    """All values of all runs are the same, also of a run without answers and one apart."""
    run_ids = ["r1", "r2", "r2b", "r4", HOSTILE]
    together = MetricReader(reader, run_ids)

    for run_id in run_ids:
        expected = metrics_of(reader, run_id, SLICES)
        assert expected == metrics_of(reader, run_id, SLICES, together)
        assert bool(expected) == (run_id != "r2b")


@pytest.mark.sweep
def test_each_range_of_runs_is_read_once(reader, monkeypatch):
    """A run in between that is not shown separates ranges; other slices are read alone."""
    read = []
    original = run_metrics.rows_of_range

    def watched(store, run_ids, slice_names):
        read.append([*run_ids])
        return original(store, run_ids, slice_names)

    monkeypatch.setattr(run_metrics, "rows_of_range", watched)
    together = MetricReader(reader, ["r1", "r2", "r3", "r4"])
    for run_id in ("r1", "r2", "r3", "r4"):
        together.rows(run_id, SLICES)
    together.rows("r3", ["all", "difficulty"])

    assert read == [["r1", "r2"], ["r3", "r4"], ["r3"]]


def test_a_range_is_bounded(monkeypatch):
    """At most RANGE_LIMIT runs are read together."""
    monkeypatch.setattr(run_metrics, "RANGE_LIMIT", 2)

    assert run_metrics.ranges_of("abcde", {*"abcde"}) == [["a", "b"], ["c", "d"], ["e"]]
