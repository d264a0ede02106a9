"""``evalstore drift detect``: triggers applied to stored readings, and what the log says of it."""

import json

import pytest

from evalstore.cli import call_command

LEVELS = {1: 0.5, 2: -0.5, 3: -0.5, 4: 0.5}
# A fall of 1.0 in week 2; below -0.4 in weeks 2 and 3.
CRASH, RUT = ("w2", "crash"), ("w3", "rut")
LOW = "[drift]\ndelta = 0.9\ntau_low = -0.4\nc_min = 2\nepsilon = 0.3\n"
FALL_ONLY = LOW.replace("c_min = 2", "c_min = 3")
NEITHER = FALL_ONLY.replace("delta = 0.9", "delta = 1.5")


def events_of(run_id="r1"):
    """One persona's four weeks, in crisis in weeks 2 and 3, read by two systems; no trigger."""
    events = [("run_started", {"suite": "weeks"})]
    for week, level in LEVELS.items():
        about = {"case_id": f"w{week}", "status": "ok", "uncertainty": 0.1, "value_dim": "power"}
        case = {"case_id": f"w{week}", "domain": "drift",
                "expected": ["power"] if week in {2, 3} else [],
                "attributes": {"persona_id": "p", "week": week},
                "value_dims": [{"value_dim": "power", "weight": 1.0, "alignment": 1}]}  # fmt: skip
        events += [
            ("case_generated", case),
            ("response_recorded", {**about, "system_id": "critic", "alignment": level}),
            ("response_recorded", {**about, "system_id": "calm", "alignment": 0.5}),
        ]
    events.append(("run_finished", {"status": "completed"}))
    return [{"kind": kind, "run_id": run_id, "payload": payload} for kind, payload in events]


@pytest.fixture
def store(store_of):
    """Make a store of the run, where nobody has applied a trigger."""
    return store_of(events_of())


@pytest.fixture
def thresholds(tmp_path):
    """Return what writes thresholds to a file."""

    def write(text):
        path = tmp_path / "thresholds.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def fired(store):
    return store.query(
        "select 'w' || week as week, trigger from facts.drift_detections order by all"
    ).rows()


def hit_rates(store):
    found = store.query(
        "select system_id, scored_count, unscored_count, hit_rate from metrics.hit_rate "
        "where slice_name = 'all' order by all"
    )
    return found.rows()


def count(store):
    return store.query("select count(*) from log.events").item()


def test_without_triggers_nothing_is_known(store, drift):
    """Neither a hit rate nor a false alarm; afterwards both, of the silent system too."""
    before = (
        hit_rates(store),
        store.metric("false_positive_rate").pl()["false_positive_rate"].to_list(),
    )
    found = drift(store, "detect", "r1")

    assert ([("calm", 0, 2, None), ("critic", 0, 2, None)], [None, None]) == before
    assert 0 == found.code
    assert "thresholds: the defaults" in found.out
    assert "recorded: 1 new, 0 changed, 0 retracted" in found.out
    assert [CRASH] == fired(store)
    assert [("calm", 2, 0, 0.0), ("critic", 2, 0, 0.5)] == hit_rates(store)
    # Week 1 is the first one; week 4 alone is quiet and known.
    assert [0.0, 0.0] == store.metric("false_positive_rate").pl()["false_positive_rate"].to_list()


@pytest.mark.sweep
def test_a_gate_on_unknown_flags_is_undecided(store, capfd):
    """None of the targets passes or breaks where nobody has looked, and each says why."""
    code = call_command(
        ["gate", "--gates", "drift-targets", "--store", str(store.layout.root), "--json",
         "--no-record"]
    )  # fmt: skip
    found = json.loads(capfd.readouterr().out)["gates"]

    assert 3 == code
    assert {"undecided"} == {item["decision"] for item in found}
    assert {"drift-hit-rate", "drift-f1-of-each-value"} <= {item["gate_id"] for item in found}
    assert all("no trigger was applied to the 4 readings" in item["reason"] for item in found)


@pytest.mark.sweep
def test_the_same_thresholds_again_append_nothing(store, drift, thresholds):
    """Also not without a file: those applied last count."""
    path = thresholds(LOW)
    first = drift(store, "detect", "r1", "--thresholds", path)
    size = count(store)
    again = drift(store, "detect", "r1", "--thresholds", path)
    remembered = drift(store, "detect", "r1")

    assert (0, 0, 0) == (first.code, again.code, remembered.code)
    assert [CRASH, RUT] == fired(store)
    assert "all detections are in the log already" in again.out
    assert "thresholds: those applied last" in remembered.out
    assert size == count(store)


@pytest.mark.sweep
def test_what_other_thresholds_found_does_not_linger(store, drift, thresholds):
    """There and back: what no longer fires is retracted with a reason, and can come back."""
    drift(store, "detect", "r1", "--thresholds", thresholds(LOW))
    both = fired(store), hit_rates(store)
    fewer = drift(store, "detect", "r1", "--thresholds", thresholds(FALL_ONLY))
    one = fired(store), hit_rates(store)
    drift(store, "detect", "r1", "--thresholds", thresholds(NEITHER))
    none = fired(store), hit_rates(store)
    drift(store, "detect", "r1", "--thresholds", thresholds(LOW))
    size = count(store)
    drift(store, "detect", "r1", "--thresholds", thresholds(LOW))

    assert ([CRASH, RUT], [("calm", 2, 0, 0.0), ("critic", 2, 0, 1.0)]) == both
    assert "0 new, 0 changed, 1 retracted" in fewer.out
    assert ([CRASH], [("calm", 2, 0, 0.0), ("critic", 2, 0, 0.5)]) == one
    assert ([], [("calm", 2, 0, 0.0), ("critic", 2, 0, 0.0)]) == none
    assert (both, size) == ((fired(store), hit_rates(store)), count(store))
    reasons = "select distinct payload ->> '$.reason' from log.events where kind = 'retracted'"
    assert [("no trigger fires here with the thresholds applied last",)] == store.query(
        reasons
    ).rows()


@pytest.mark.sweep
def test_a_foreign_detection_that_does_not_fire_is_taken_back(store, drift):
    """What was there before, from whichever tool, stands only where these thresholds say it."""
    about = {"system_id": "calm", "value_dim": "power", "is_suppressed": False}
    store.append(
        {"kind": "drift_detected", "run_id": "r1",
         "payload": {**about, "case_id": case_id, "trigger": "crash", "level": 0.1}}
        for case_id in ("w2", "w4")
    )  # fmt: skip
    found = drift(store, "detect", "r1", "--json")

    assert [CRASH] == fired(store)
    said = json.loads(found.out)
    assert (1, 0, 2) == (said["new"], said["changed"], said["retracted"])
    assert [("calm", 4, 0, 0), ("critic", 4, 1, 0)] == [
        (item["system_id"], item["reading_count"], item["detection_count"],
         item["suppressed_count"]) for item in said["systems"]
    ]  # fmt: skip


@pytest.mark.sweep
def test_readings_that_came_later_wait_for_the_next_time(store, drift):
    """Their weeks are unknown until the triggers were applied again."""
    drift(store, "detect", "r1")
    about = {"case_id": "w2", "status": "ok", "uncertainty": 0.1, "value_dim": "power"}
    reading = {**about, "system_id": "late", "alignment": 0.5}
    store.append([{"kind": "response_recorded", "run_id": "r1", "payload": reading}])
    before = hit_rates(store)
    drift(store, "detect", "r1")

    assert ("late", 0, 1, None) in before
    # Week 3 never came: it is counted as missing.
    assert ("late", 1, 0, 0.0) in hit_rates(store)


def test_a_run_without_readings_is_refused(store_of, drift):
    """It says what is missing; so does a run that is not there."""
    store = store_of([event for event in events_of() if event["kind"] != "response_recorded"])
    found = drift(store, "detect", "r1")
    absent = drift(store, "detect", "r2")

    assert (2, 2) == (found.code, absent.code)
    assert "run 'r1' has no readings of alignment" in found.err
    assert "no run 'r2'" in absent.err


@pytest.mark.thinned(3)
@pytest.mark.parametrize("command", [["detect", "r1"], ["tune"], ["validate"]])
def test_readings_without_cases_are_refused(store_of, drift, command):
    """Whose week was read is said by cases; without them the refusal says what to record."""
    bare = store_of([event for event in events_of() if event["kind"] != "case_generated"])
    system = [] if command[0] == "detect" else ["--system", "critic"]

    found = drift(bare, *command, *system)

    assert 2 == found.code
    assert "persona_id and week" in found.err
    assert "case_generated event" in found.err


@pytest.mark.sweep
def test_a_value_that_nobody_reads_is_named(store, drift, thresholds):
    """A misspelled value in the thresholds would else be silent."""
    path = thresholds(LOW + "[drift.values.powr]\ndelta = 0.1\n")
    found = drift(store, "detect", "r1", "--thresholds", path, "--no-record")

    assert "thresholds for 'powr' are not used: this run has no reading of this value" in found.err
    assert "not recorded: 2 new" in found.out
    assert [] == fired(store)
