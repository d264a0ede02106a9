"""A job brings facts, metrics and decisions to the state of the log; Spark is not asked here."""

import json

import pytest
from deltalake import DeltaTable

from evalstore.errors import StoreBusyError
from evalstore.gates.run_gates import GateQuery, configured, decided
from evalstore.harnesses.append import append_events
from evalstore.scale.lake.job import running
from evalstore.scale.lake.job.job_lake import DECISIONS, JobLake
from evalstore.scale.lake.job.running import Job
from evalstore.scale.lake.job.spark_session import files_of
from evalstore.scale.lake.lake_table import ConflictError, LakeTable
from evalstore.scale.lake.portable import PortableRows
from evalstore.scale.lake.publish import FACT_TABLES, publish
from evalstore.store.layout import Layout
from evalstore.store.log.fold import fold
from evalstore.store.query.reader import reading
from tests.scale.lake.store_steps import events_of, steps_of

METRICS = ["metrics.accuracy", "metrics.ece"]
NAMES = [*FACT_TABLES, *METRICS]
GATES = """
[[gate]]
metric = "accuracy"
min = 0.6

[[gate]]
id = "no-drop"
metric = "accuracy"
max_drop = 0.0
baseline = "branch:main"
"""


def lake_of(folder, monkeypatch):
    """Return a lake with the log of a store of one run, and a function that adds a run to both."""
    layout = Layout(folder / "store")
    layout.create()
    monkeypatch.setattr(running, "spark_steps", steps_of(layout))
    place = folder / "la ke"

    def add(run_id, outcomes, day):
        append_events(layout, list(events_of(run_id, outcomes, day)), source="test")
        fold(layout)
        list(publish(layout, str(place), is_log_only=True))
        return layout

    add("r1", {"a": "right", "b": "right"}, 1)
    return place, add


@pytest.fixture
def lake(tmp_path, monkeypatch):
    """Return a lake with the log of a store of one run, and a function that adds a run to both."""
    return lake_of(tmp_path, monkeypatch)


def job(place, **options):
    return Job(JobLake(str(place)), METRICS, **options)


def done(place, **options):
    return {one.name: one for one in job(place, **options).run()}


def table(place, name):
    return DeltaTable(f"{place}/{name.replace('.', '/')}")


def require_equal(layout, place):
    """Require each table to have the rows of the store."""
    with reading(layout) as reader:
        for name in NAMES:
            expected = PortableRows(reader.connection.table(name).to_arrow_reader(1000))
            found = table(place, name).to_pyarrow_table().select(expected.schema.names)
            assert found.schema == expected.schema
            rows = expected.stream().read_all().to_pylist()
            assert sorted(map(repr, found.to_pylist())) == sorted(map(repr, rows))


def test_tables_are_those_of_the_store(lake):
    """Facts and metrics of the whole log are computed into the lake."""
    place, add = lake
    layout = add("o'2", {"a": "wrong"}, 2)

    assert NAMES == list(done(place))
    require_equal(layout, place)


@pytest.mark.sweep
def test_changed_runs_alone(lake):
    """What is new is computed once, and of no other run; then nothing is left to do."""
    place, add = lake
    assert NAMES == list(done(place))
    add("o'2", {"a": "wrong"}, 2)
    layout = add("r1", {"a": "abstained", "c": "right"}, 1)
    second = done(place)

    require_equal(layout, place)
    assert {(2, 9)} == {(one.run_count, one.first_position) for one in second.values()}
    versions = {name: table(place, name).version() for name in NAMES}
    assert job(place).is_done
    assert [] == list(done(place))
    assert versions == {name: table(place, name).version() for name in NAMES}
    assert not (place / "scratch").exists()


@pytest.mark.sweep
@pytest.mark.parametrize("written_count", [1, len(FACT_TABLES) - 1, len(FACT_TABLES) + 1])
def test_a_call_that_was_broken_off(lake, written_count):
    """Tables that stayed behind are brought by the next call, also to events that came since."""
    place, add = lake
    done(place)
    add("r2", {"a": "wrong"}, 2)
    tables = job(place).run()
    for _ in range(written_count):
        next(tables)
    tables.close()
    layout = add("r3", {"a": "right"}, 3)
    done(place)

    require_equal(layout, place)


@pytest.mark.sweep
def test_a_broken_call_leaves_only_what_is_behind(lake):
    """A table that was brought is not written again, and nothing of the other call is left."""
    place, add = lake
    done(place)
    add("r2", {"a": "wrong"}, 2)
    tables = job(place).run()
    first = next(tables).name
    tables.close()

    assert not (place / "scratch").exists()
    assert [name for name in NAMES if name != first] == list(done(place))


@pytest.mark.sweep
def test_publish_and_the_job_take_turns(lake):
    """Facts that were published are not computed again, and the other way round."""
    place, add = lake
    layout = add("r2", {"a": "wrong"}, 2)
    list(publish(layout, str(place)))
    assert METRICS == list(done(place))
    layout = add("r3", {"a": "wrong"}, 3)
    done(place)

    assert {0} == {one.row_count for one in publish(layout, str(place))}
    require_equal(layout, place)


@pytest.mark.sweep
def test_more_changed_runs_than_are_named(lake, monkeypatch):
    """All rows are written then, those of the other runs again."""
    place, add = lake
    done(place)
    monkeypatch.setattr("evalstore.scale.lake.job.lake_database.RUNS_REPLACED_MAX", 1)
    add("r2", {"a": "wrong"}, 2)
    layout = add("r3", {"a": "right"}, 3)
    second = done(place)

    assert second["facts.runs"].run_count is None
    require_equal(layout, place)


@pytest.mark.sweep
def test_decisions_are_those_of_the_store(lake, tmp_path):
    """Each finished run that changed is decided once, as `evalstore gate` decides on it."""
    place, add = lake
    config = tmp_path / "gates.toml"
    config.write_text(GATES, encoding="utf-8")
    gates, control = configured(GateQuery(config_path=config))
    assert done(place, gates=(gates, control))[DECISIONS].row_count == 2
    layout = add("r2", {"a": "wrong", "b": "right"}, 2)
    assert done(place, gates=(gates, control))[DECISIONS].row_count == 2
    assert job(place, gates=(gates, control)).is_done

    rows = table(place, DECISIONS).to_pyarrow_table().to_pylist()
    expected = {
        run_id: decided(layout, GateQuery(config_path=config, run_id=run_id), gates, control)
        for run_id in ("r1", "r2")
    }
    assert [("r1", 9), ("r1", 9), ("r2", 18), ("r2", 18)] == sorted(
        (row["run_id"], row["position"]) for row in rows
    )
    # What r1 was decided on is the log as it was then.
    size = {"tree_size": None, "root": None}
    for run_id, answer in expected.items():
        found = [json.loads(row["payload"]) for row in rows if row["run_id"] == run_id]
        assert [one | size for one in answer.payloads] == [one | size for one in found]
    assert ["fail", "undecided"] == [row["decision"] for row in rows if row["run_id"] == "r2"]
    assert {"lake"} == {row["rests_on"] for row in rows}


@pytest.mark.sweep
def test_a_payload_that_is_lost(lake, tmp_path):
    """Gates are broken, as in a store: nobody knows what the event said."""
    place, _ = lake
    done(place)
    events = table(place, "log.events")
    events.update(updates={"payload": "null"}, predicate="kind = 'verdict_recorded'")
    config = tmp_path / "gates.toml"
    config.write_text(GATES, encoding="utf-8")
    done(place, gates=configured(GateQuery(config_path=config)))

    rows = table(place, DECISIONS).to_pyarrow_table().to_pylist()
    assert {"broken"} == {row["decision"] for row in rows}
    assert rows[0]["reason"].startswith("2 events were redacted")


@pytest.mark.sweep
def test_files_that_hold_no_such_run(lake):
    """Of a table only those files are read that may have rows of the runs."""
    place, add = lake
    add("r2", {"a": "wrong"}, 2)
    events = JobLake(str(place)).events
    files = files_of(events, None)

    assert len(files) == 2
    assert all("la ke/log/events" in one for one in files)
    assert 1 == len(files_of(events, ["r2"]))
    assert files == files_of(events, ["r0", "r1", "r2"]) or len(files) == 2
    assert [] == files_of(events, ["r3"])


@pytest.mark.sweep
def test_others_are_always_first(lake, monkeypatch):
    """It is said, with the way out."""
    place, _ = lake

    def refused(self, rows, event_count, run_ids):
        raise ConflictError

    monkeypatch.setattr(LakeTable, "replace", refused)
    with pytest.raises(StoreBusyError, match="first 5 times; run the job again"):
        done(place)
