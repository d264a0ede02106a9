"""A partial replica has the events of some runs and the facts of others, and says so."""

from datetime import UTC, datetime

import duckdb
import pytest

from evalstore.cli import call_command
from evalstore.errors import CorruptStoreError, StoreError, UsageError
from evalstore.harnesses.append import append_events
from evalstore.scale.remotes.pull import RemotePart, pull
from evalstore.scale.remotes.push import push
from evalstore.store.facts import facts_pack, rebuild
from evalstore.store.layout import Layout
from evalstore.store.log import inbox
from evalstore.store.log.fold import fold
from evalstore.store.query.reader import reading
from evalstore.store.verify.verify import verify
from tests.scale.remotes.places import (
    LONG_AGO,
    accuracies,
    asked,
    event_ids,
    with_run,
    with_runs,
)

FACTS = (
    "from facts.{table} where run_id = 'r2' order by all",
    "from metrics.all_metrics where run_id = 'r2' order by all",
)


@pytest.fixture
def pushed(folder, tmp_path):
    """Return a place with three runs."""
    outcomes_by_run = {
        "r1": {"a": "right", "b": "wrong"},
        "r2": {"a": "right", "b": "right"},
        "r3": {"a": "wrong", "b": "abstained"},
    }
    push(with_runs(tmp_path / "own", outcomes_by_run), folder)
    return folder


@pytest.fixture
def partial(pushed, tmp_path):
    """Return a replica with the events of r3 and the facts of r1 and r2."""
    layout = Layout(tmp_path / "partial")
    pull(layout, pushed, RemotePart(run_ids=["r3"], since=LONG_AGO))
    return layout


@pytest.mark.sweep
def test_numbers_are_those_of_the_whole(pushed, partial, tmp_path):
    """Metrics of runs that are here by their facts alone are the same as in the whole log."""
    whole = Layout(tmp_path / "whole")
    pull(whole, pushed, RemotePart())

    assert {"r1": 0.5, "r2": 1.0, "r3": 0.0} == accuracies(partial) == accuracies(whole)
    sql = "from metrics.all_metrics order by all"
    assert asked(whole, sql) == asked(partial, sql)
    assert 1 == len(list(partial.segments.iterdir()))
    assert verify(whole).root == verify(partial).root
    found = verify(partial)
    assert ([], 2) == (found.findings, found.left_out_count)


@pytest.mark.sweep
def test_facts_alone_are_a_replica(pushed, tmp_path):
    """Without a segment, a database that is lost, as in a pull that broke off, is made again."""
    layout = Layout(tmp_path / "facts")
    pull(layout, pushed, RemotePart(since=LONG_AGO))
    expected = accuracies(layout)
    layout.database.unlink()

    with_run(layout.root, "r4", {"a": "right"})

    assert {**expected, "r4": 1.0} == accuracies(layout)
    assert not verify(layout).findings


@pytest.mark.sweep
def test_texts_stay_in_the_remote(partial):
    """Of runs without events neither prompts nor replies nor reasons are here."""
    assert [("r1", 0, 0, 0), ("r2", 0, 0, 0), ("r3", 2, 2, 2)] == asked(
        partial,
        """select run_id, count(prompt), count(text), count(verdicts.reason)
        from facts.cases join facts.responses using (run_id, case_id)
        join facts.verdicts using (run_id, case_id) group by all order by 1""",
    )


@pytest.mark.sweep
def test_a_gate_decides_against_the_history(pushed, partial, tmp_path):
    """A new run is compared with one whose events are not here, and the decision is pushed."""
    with_run(partial.root, "r4", {"a": "right", "b": "wrong"})
    config = tmp_path / "gates.toml"
    config.write_text(
        '[[gate]]\nmetric = "accuracy"\nmax_drop = 0.1\nbaseline = "run:r2"\nmin_count = 1\n'
    )
    store = ["--config", str(config), "--store", str(partial.root)]

    assert 1 == call_command(["gate", "--run", "r4", *store])
    assert [("fail", 0.5)] == asked(partial, "select decision, drop_value from facts.gates")
    push(partial, pushed)
    whole = Layout(tmp_path / "whole")
    pull(whole, pushed, RemotePart())
    assert [] == verify(whole).findings
    assert [("r4", "fail", False)] == asked(
        whole, "select run_id, decision, is_foreign from facts.gates"
    )


@pytest.mark.sweep
def test_comparisons_read_facts_and_nothing_of_runs_outside_the_part(pushed, tmp_path):
    """A run by its facts is compared as in the whole log; one that was not pulled is unknown."""
    layout = Layout(tmp_path / "part")
    pull(layout, pushed, RemotePart(run_ids=["r2", "r3"]))
    config = tmp_path / "gates.toml"
    config.write_text(
        '[[gate]]\nmetric = "accuracy"\nmax_drop = 0.1\nbaseline = "run:r1"\nmin_count = 1\n'
    )
    store = ["--store", str(layout.root)]

    assert 0 == call_command(["compare", "r3", "r2", *store])
    assert 2 == call_command(["compare", "r3", "r1", *store])
    assert 2 == call_command(["show", "accuracy", "--run", "r1", *store])
    assert 2 == call_command(["gate", "--run", "r3", "--config", str(config), *store])
    facts = Layout(tmp_path / "facts")
    pull(facts, pushed, RemotePart(since=LONG_AGO))
    assert 0 == call_command(["compare", "r3", "r2", "--store", str(facts.root)])


@pytest.mark.sweep
def test_a_segment_of_the_part_has_to_be_there(partial):
    """One that the pull brought and that is gone is a finding, whatever checkpoints are left."""
    for folder in (partial.segments, partial.checkpoints):
        for path in folder.iterdir():
            path.unlink()

    assert any("is missing, and the pull did not leave it out" in one.detail
               for one in verify(partial).findings)  # fmt: skip


@pytest.mark.sweep
def test_altered_decisions_of_other_runs_break_a_gate(partial, pushed, tmp_path):
    """Of runs that a decision does not read, it is compared what was decided on them."""
    config = tmp_path / "gates.toml"
    config.write_text('[[gate]]\nmetric = "accuracy"\nmin = 0.1\nmin_count = 1\n')
    gate = ["gate", "--config", str(config), "--store"]
    other = with_run(tmp_path / "other", "r4")
    assert 0 == call_command([*gate, str(other.root)])
    push(other, pushed)
    pull(partial, pushed, RemotePart(since=LONG_AGO))
    with_run(partial.root, "r5")
    assert 0 == call_command([*gate, str(partial.root), "--no-record"])
    with duckdb.connect() as connection:
        connection.execute(f"attach '{partial.database}' as store (type duckdb)")
        connection.execute("update store.facts.gates set decision = 'fail' where run_id = 'r4'")

    assert 4 == call_command([*gate, str(partial.root), "--no-record"])


@pytest.mark.sweep
def test_altered_facts_break_a_gate(partial, tmp_path):
    """Facts that are not those of their pack are found before a number is read, also of others."""
    with_run(partial.root, "r4")
    with duckdb.connect() as connection:
        connection.execute(f"attach '{partial.database}' as store (type duckdb)")
        connection.execute("update store.facts.runs set run_status = 'x' where run_id = 'r1'")
    config = tmp_path / "gates.toml"
    config.write_text('[[gate]]\nmetric = "accuracy"\nmin = 0.1\n')

    assert 4 == call_command(["gate", "--config", str(config), "--store", str(partial.root)])
    assert any("facts.runs" in one.detail for one in verify(partial).findings)
    rebuild.rebuild(partial)
    assert [] == verify(partial).findings


@pytest.mark.sweep
def test_a_rebuild_gives_the_same(partial):
    """The database is made again of the segments and the packs."""
    before = asked(partial, "from metrics.all_metrics order by all")
    partial.database.unlink()
    rebuild.rebuild(partial)

    assert before == asked(partial, "from metrics.all_metrics order by all")
    assert [] == verify(partial).findings


@pytest.mark.thinned(4)
@pytest.mark.parametrize("name", ["facts", "partial.json", "log.ndjson"])
def test_a_damaged_replica_is_told(pushed, partial, name):
    """What a replica needs beside its segments is checked, and a pull brings it again."""
    path = partial.remote / name
    if path.is_dir():
        path = min(path.iterdir())
    path.write_bytes(path.read_bytes()[:-9] + b"something")

    with pytest.raises(CorruptStoreError, match=r"pull|from a backup"):
        rebuild.rebuild(partial)
    if name != "log.ndjson":
        (partial.remote / "partial.json").unlink()
    else:
        path.unlink()
        (partial.remote / "partial.json").unlink()
    partial.database.unlink(missing_ok=True)


@pytest.mark.sweep
def test_events_of_a_run_that_is_not_whole(pushed, partial):
    """To add to a run, all of it has to be here: it is told, and nothing of the inbox is lost."""
    events = [
        {
            "kind": "verdict_recorded",
            "run_id": "r2",
            "payload": {
                "case_id": "a", "system_id": "m", "validator_id": "v", "outcome": "wrong",
            },
        }
    ]  # fmt: skip
    append_events(partial, events, source="later")
    with pytest.raises(StoreError, match=r"lacks earlier events of .*: r2; .*pull --run r2"):
        fold(partial)
    assert 1 == len(inbox.names(partial))
    pull(partial, pushed, RemotePart(run_ids=["r2"], since=LONG_AGO))
    fold(partial)

    assert {"r1": 0.5, "r2": 0.5, "r3": 0.0} == accuracies(partial)
    assert [] == verify(partial).findings


@pytest.mark.sweep
def test_a_retraction_of_something_unknown(partial, tmp_path):
    """What a retraction names may be in a run that is not here, so that it is refused."""
    retraction = {
        "kind": "retracted",
        "run_id": "r9",
        "payload": {"event_id": "00000000-0000-8000-8000-000000000000", "reason": "wrong"},
    }

    append_events(partial, [retraction], source="later")
    with pytest.raises(StoreError, match="retract events that it lacks"):
        fold(partial)


@pytest.mark.sweep
def test_facts_of_another_version_are_not_used(pushed, tmp_path, monkeypatch):
    """Where facts are computed in another way now, the events come instead."""
    monkeypatch.setattr(facts_pack, "definition", lambda: "another")
    layout = Layout(tmp_path / "partial")
    pulled = pull(layout, pushed, RemotePart(since=LONG_AGO))

    assert ["r1", "r2", "r3"] == pulled.whole_for_want_of_facts
    assert 0 == pulled.left_out_count
    assert {"r1": 0.5, "r2": 1.0, "r3": 0.0} == accuracies(layout)


@pytest.mark.sweep
def test_which_runs(pushed, tmp_path):
    """The newest, one by name, those since a time; an unknown one is told with the closest."""
    layout = Layout(tmp_path / "partial")
    assert ["r3"] == pull(layout, pushed, RemotePart(is_newest=True)).whole_run_ids
    assert [] == pull(layout, pushed, RemotePart(since=datetime.now(UTC))).facts_run_ids
    with pytest.raises(UsageError, match="r2"):
        pull(layout, pushed, RemotePart(run_ids=["r22"]))
    pull(layout, pushed, RemotePart())
    assert not (layout.remote / "partial.json").exists()
    assert {"r1": 0.5, "r2": 1.0, "r3": 0.0} == accuracies(layout)
    assert [] == verify(layout).findings


@pytest.mark.sweep
def test_a_replica_of_no_events(pushed, tmp_path):
    """With facts alone there is a log without events, and a new run comes behind all of it."""
    layout = Layout(tmp_path / "partial")
    pull(layout, pushed, RemotePart(since=LONG_AGO))
    assert [] == event_ids(layout)
    with_run(layout.root, "r4")
    size = push(layout, pushed).tree_size

    with reading(layout) as reader:
        [first] = reader.rows(
            "select min(position) as first, max(position) as last from log.events"
        )
    assert size == int(str(first["last"])) + 1
    assert [] == verify(layout).findings
