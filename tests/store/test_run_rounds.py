"""Facts of the whole log are computed in rounds of runs, and compared in them."""

import duckdb
import pytest

from evalstore.store.facts import run_rounds
from evalstore.store.facts.rebuild import rebuild
from evalstore.store.layout import Layout
from evalstore.store.verify.verify import verify
from tests.scale.remotes.places import asked, with_run

RUNS = ("r1", "r2", "r3")


@pytest.fixture
def layout(tmp_path, monkeypatch):
    """Return a store of three runs, no two of which fit a round."""
    monkeypatch.setattr(run_rounds, "ROUND_EVENTS_MAX", 10)
    for run_id in RUNS:
        with_run(tmp_path / "store", run_id)
    return Layout(tmp_path / "store")


def changed(layout, sql):
    with duckdb.connect(str(layout.database)) as connection:
        connection.execute(sql)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("run_id", RUNS)
def test_each_round_is_compared(layout, run_id):
    """What was altered is found in whichever round it is, and counted among all rows."""
    assert verify(layout).holds
    changed(layout, f"update facts.responses set latency_ms = 2 where run_id = '{run_id}'")
    [found] = verify(layout).findings

    assert (
        "facts.responses has 6 rows, and lacks 2 of the 6 computed from the events" in found.detail
    )


@pytest.mark.sweep
def test_sums_of_each_round_are_compared(layout):
    """So are the sums; how many rows differ is said of all rounds."""
    changed(layout, "update facts.answer_sums set case_count = 7 where slice_name = 'all'")
    [found] = verify(layout).findings

    assert "facts.answer_sums: 3 rows do not match the facts" in found.detail


@pytest.mark.sweep
def test_a_rebuild_has_the_runs_of_each_round(layout):
    """A database made again has the facts of all runs."""
    before = asked(layout, "from facts.responses order by all")
    rebuild(layout)

    assert verify(layout).holds
    assert before == asked(layout, "from facts.responses order by all")
