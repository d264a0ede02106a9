"""A lake holds what the store holds: each event once, whatever broke off or came between."""

import json
import threading

import polars
import pyarrow
import pytest
from deltalake import DeltaTable

from evalstore.api.store import open_store
from evalstore.errors import StoreBusyError, UsageError
from evalstore.harnesses.append import append_events
from evalstore.scale.lake import publish as publishing
from evalstore.scale.lake.lake_table import ConflictError, LakeTable
from evalstore.scale.lake.publish import publish
from evalstore.store.facts.schema import FACTS
from evalstore.store.facts.sums import SUMS
from evalstore.store.layout import Layout
from evalstore.store.log.fold import fold
from evalstore.store.query.reader import reading

NAMES = ["log.batches", "log.events", *(f"facts.{name}" for name in sorted((*FACTS, *SUMS)))]


def events_of(run_id, outcomes):
    def event(kind, **payload):
        return {"kind": kind, "run_id": run_id, "payload": payload}

    yield event("run_started", suite="s", systems=["m"])
    for case, outcome in outcomes.items():
        answer = {"case_id": case, "system_id": "m"}
        yield event("case_generated", case_id=case, prompt=f"{case}?", domain="d")
        yield event("response_recorded", **answer, status="ok", text="x", latency_ms=1.5)
        yield event("verdict_recorded", **answer, validator_id="v", outcome=outcome)


def maker_of(folder):
    """Return a function that makes a store in a folder, or adds a run to one."""

    def add(run_id, outcomes, name="store"):
        layout = Layout(folder / name)
        layout.create()
        append_events(layout, list(events_of(run_id, outcomes)), source="test")
        fold(layout)
        return layout

    return add


@pytest.fixture
def made(tmp_path):
    """Return a function that makes a store, or adds a run to one."""
    return maker_of(tmp_path)


def table(lake, name):
    return DeltaTable(f"{lake}/{name.replace('.', '/')}")


def in_lake(lake, name, *columns):
    return sorted(map(tuple, polars.read_delta(table(lake, name)).select(columns).rows()))


def in_store(layout, sql):
    with reading(layout) as reader:
        return sorted(tuple(row.values()) for row in reader.rows(sql))


def brought(layout, lake, **options):
    return {one.name: one for one in publish(layout, str(lake), **options)}


def require_equal(layout, lake):
    """Require the positions, the hashes and the outcomes of both to be the same."""
    assert in_lake(lake, "log.events", "position", "leaf_hash", "payload") == in_store(
        layout, "select position, leaf_hash, payload::varchar from log.events"
    )
    columns = ("run_id", "case_id", "validator_id", "outcome")
    assert in_lake(lake, "facts.scored", *columns) == in_store(
        layout, f"select {', '.join(columns)} from facts.scored"
    )


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """Return a store, its lake and what was written first; nobody may add to either."""
    folder = tmp_path_factory.mktemp("published")
    layout = maker_of(folder)("r1", {"a": "right", "b": "wrong"})
    return layout, folder / "lake", brought(layout, folder / "lake")


def test_a_lake_is_the_store(published):
    """Every table has the store's rows, and nothing is written a second time."""
    layout, lake, first = published

    assert NAMES == list(first)
    for name in NAMES:
        [(count,)] = in_store(layout, f"select count(*) from {name}")
        assert first[name].row_count == count == table(lake, name).count()
    require_equal(layout, lake)
    versions = {name: table(lake, name).version() for name in NAMES}
    assert {0} == {one.row_count for one in brought(layout, lake).values()}
    assert versions == {name: table(lake, name).version() for name in NAMES}


@pytest.mark.sweep
def test_new_events_and_changed_facts(made, tmp_path):
    """Events are added; the facts of runs that they touch are replaced, and no others."""
    lake = tmp_path / "lake"
    brought(made("r1", {"a": "right"}), lake)
    layout = made("o'2); drop --", {"a": "wrong"})
    brought(layout, lake)
    layout = made("r1", {"a": "abstained"})
    last = brought(layout, lake)

    require_equal(layout, lake)
    assert last["facts.runs"].row_count == 1
    assert [("abstained", "r1"), ("wrong", "o'2); drop --")] == in_lake(
        lake, "facts.scored", "outcome", "run_id"
    )


@pytest.mark.sweep
def test_more_changed_runs_than_are_named(made, tmp_path, monkeypatch):
    """Where all rows are replaced, those of the runs that did not change are written again."""
    lake = tmp_path / "lake"
    monkeypatch.setattr(publishing, "RUNS_REPLACED_MAX", 1)
    brought(made("r1", {"a": "right"}), lake)
    made("r2", {"a": "wrong"})
    layout = made("r3", {"a": "abstained"})
    last = brought(layout, lake)

    require_equal(layout, lake)
    assert last["facts.runs"].row_count == len(in_lake(lake, "facts.runs", "run_id")) == 3


@pytest.mark.sweep
def test_events_of_no_run(made, tmp_path):
    """A store that read the same events elsewhere brings where from; no facts change."""
    lake, stores = tmp_path / "lake", []
    lines = [json.dumps(event) for event in events_of("r1", {"a": "right"})]
    for name, ending in (("one", ""), ("other", "\n")):
        layout = made("r0", {}, name)
        file = tmp_path / f"{name}.ndjson"
        file.write_text("\n".join(lines) + ending, encoding="utf-8")
        stores.append(open_store(layout.root))
        stores[-1].ingest(file)
    layout = stores[0].layout
    brought(layout, lake)
    first_position = table(lake, "log.events").count()
    stores[0].ingest(stores[1].layout.root)
    last = brought(layout, lake)

    sql = f"select distinct run_id from log.events where position >= {first_position}"
    assert [("",)] == in_store(layout, sql)
    assert (last["log.events"].row_count, last["facts.scored"].row_count) == (1, 0)
    require_equal(layout, lake)


@pytest.mark.sweep
def test_a_retraction_from_another_run(made, tmp_path):
    """A run whose event another run's event retracts has other facts too."""
    layout, lake = made("r1", {"a": "right"}), tmp_path / "lake"
    brought(layout, lake)
    [(event_id,)] = in_store(
        layout, "select event_id::varchar from log.events where kind = 'verdict_recorded'"
    )
    payload = {"event_id": event_id, "reason": "it judged another text"}
    append_events(
        layout, [{"kind": "retracted", "run_id": "r2", "payload": payload}], source="test"
    )
    fold(layout)
    brought(layout, lake)

    require_equal(layout, lake)
    assert [] == in_lake(lake, "facts.verdicts", "outcome")


@pytest.mark.thinned(3)
@pytest.mark.parametrize("broken_after", range(3))
def test_a_call_that_was_broken_off(made, tmp_path, broken_after):
    """The next call finds which tables are behind, says so, and writes what is missing once."""
    lake = tmp_path / "lake"
    brought(made("r1", {"a": "right"}), lake)
    layout = made("r2", {"a": "wrong"})
    tables = publish(layout, str(lake))
    for _ in range(broken_after + 1):
        next(tables)
    tables.close()
    found = brought(layout, lake)

    require_equal(layout, lake)
    behind = [name for name, one in found.items() if one.is_caught_up]
    assert behind == NAMES[broken_after + 1 :]


@pytest.mark.sweep
def test_two_at_once(made, tmp_path, monkeypatch):
    """Who comes second to a table finds that all is there."""
    lake = tmp_path / "lake"
    brought(made("r1", {"a": "right"}), lake)
    layout = made("r2", {"a": "wrong"})
    barrier = threading.Barrier(2, timeout=30)
    appended = LakeTable.append

    def append_together(self, rows, event_count):
        if self.uri.endswith("log/events"):
            barrier.wait()
        appended(self, rows, event_count)

    monkeypatch.setattr(LakeTable, "append", append_together)
    found, threads = [], []
    for _ in range(2):
        threads.append(threading.Thread(target=lambda: found.append(brought(layout, lake))))
        threads[-1].start()
    for thread in threads:
        thread.join()

    assert [0, 5] == sorted(one["log.events"].row_count for one in found)
    require_equal(layout, lake)


@pytest.mark.sweep
def test_others_are_always_first(made, tmp_path, monkeypatch):
    """It is said, and nothing is written."""

    def refused(self, rows, event_count):
        raise ConflictError

    monkeypatch.setattr(LakeTable, "append", refused)
    with pytest.raises(
        StoreBusyError, match=r"log/batches: other writers changed it during each of 5 tries"
    ):
        brought(made("r1", {"a": "right"}), tmp_path / "lake")
    assert not (tmp_path / "lake").exists()


@pytest.mark.sweep
def test_a_lake_of_another_store(made, tmp_path):
    """Neither another store's events nor an older copy's come to a lake."""
    lake = tmp_path / "lake"
    older = made("r1", {"a": "right"})
    brought(made("r2", {"a": "right", "b": "right"}, "second"), lake)
    brought(made("r3", {"a": "right"}, "second"), lake)

    with pytest.raises(UsageError, match="it is an older copy"):
        brought(older, lake)
    with pytest.raises(UsageError, match="the events of another store"):
        brought(made("r2", {"c": "right", "d": "wrong", "e": "wrong"}), lake)
    with pytest.raises(UsageError, match="is inside the store"):
        brought(older, older.root / "lake")


@pytest.mark.sweep
def test_compaction_and_pruning(made, tmp_path):
    """Many small files become one a month, whose runs and months leave out files."""
    lake = tmp_path / "lake"
    for number in range(3):
        layout = made(f"r{number}", {"a": "right"})
        brought(layout, lake)
    assert len(table(lake, "log.events").file_uris()) == 3
    found = brought(layout, lake, is_compacting=True)

    assert found["log.events"].removed_file_count == 3
    require_equal(layout, lake)
    [action] = pyarrow.table(table(lake, "facts.scored").get_add_actions(flatten=True)).to_pylist()
    assert (action["min.run_id"], action["max.run_id"]) == ("r0", "r2")
    assert len(action["partition.month"]) == len("2026-11")


def test_any_reader_can_read_it(published):
    """Tables ask for the oldest protocol; times have a zone, ids are text."""
    _, lake, _ = published

    for name in NAMES:
        protocol = table(lake, name).protocol()
        assert (protocol.min_reader_version, protocol.min_writer_version) == (1, 2)
    fields = {one.name: one.type for one in table(lake, "log.events").schema().fields}
    assert (fields["recorded_at"].type, fields["event_id"].type) == ("timestamp", "string")


def test_command(made, tmp_path, evalstore_command):
    """What was written is printed, by table, and as JSON."""
    layout, lake = made("r1", {"a": "right"}), tmp_path / "lake"
    first = evalstore_command("publish", lake, "--store", layout.root)
    again = evalstore_command("publish", lake, "--store", layout.root, "--compact", "--json")

    assert "log.events: 5 rows written\n" in first
    assert first.endswith("lake has 5 events\n")
    found = json.loads(again)
    assert (found["event_count"], len(found["tables"])) == (5, len(NAMES))
