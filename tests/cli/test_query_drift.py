"""An analyst asks for detections with thresholds of their own, and the guard lets them."""

import json

import pytest

THRESHOLDS = "{'value_dim': null, 'delta': 0.5, 'tau_low': -0.4, 'c_min': 3, 'epsilon': 0.3}"
OF_POWER = "{'c_min': 1, 'value_dim': 'power', 'epsilon': 0.3, 'delta': 1.5, 'tau_low': -0.1}"


def readings(*alignments):
    """Return the event lines of one persona's weeks, read as these alignments of one value."""
    for week, alignment in enumerate(alignments, 1):
        about = {"case_id": f"w{week}", "system_id": "s"}
        attributes = {"persona_id": "p", "week": week}
        yield "case_generated", {
            "case_id": f"w{week}", "domain": "drift", "attributes": attributes, "expected": [],
        }  # fmt: skip
        yield "response_recorded", {**about, "status": "ok"}
        yield "response_recorded", {
            **about, "status": "ok", "value_dim": "power", "alignment": alignment,
            "uncertainty": 0.1,
        }  # fmt: skip


@pytest.fixture
def drift_store(folder, evalstore):
    """A store of two runs in which a persona falls from 0.5, to -0.25 and to -0.5."""
    assert evalstore("init").code == 0
    for run_id, low in (("r1", -0.25), ("r2", -0.5)):
        path = folder / f"{run_id}.ndjson"
        path.write_text(
            "".join(
                json.dumps({"kind": kind, "run_id": run_id, "payload": payload}) + "\n"
                for kind, payload in readings(0.5, low, low)
            )
        )
        assert evalstore("ingest", path).code == 0
    return folder / "warehouse"


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("thresholds", "found"),
    [
        (f"[{THRESHOLDS}]", [(2, "crash")]),
        # The order of the fields is nobody's business, and a value may have its own.
        (
            f"[{THRESHOLDS}, {OF_POWER}]",
            [(2, "rut"), (3, "rut")],
        ),
        ("[]", []),
    ],
)
def test_thresholds_are_an_argument(evalstore, drift_store, thresholds, found):
    """What fires is what the thresholds in the question say, in the run that it names."""
    asked = evalstore(
        "query",
        f"select week, trigger from macros.drift_detections({thresholds}, 1.0) "
        "where run_id = 'r1' order by week",
        "--format",
        "json",
    )

    assert 0 == asked.code
    assert found == [(row["week"], row["trigger"]) for row in json.loads(asked.out)]


@pytest.mark.sweep
def test_the_question_may_begin_with_from(evalstore, drift_store):
    """It is as easily asked as a table: the drop of each run is that of its own readings."""
    asked = evalstore(
        "query", f"from macros.drift_detections([{THRESHOLDS}], 1.0) where run_id = $run",
        "--param", "run=r2", "--format", "json",
    )  # fmt: skip

    assert [1.0] == [row["drop"] for row in json.loads(asked.out)]


@pytest.mark.sweep
def test_a_trigger_without_its_threshold_does_not_fire(evalstore, drift_store):
    """Who asks for crashes alone names their threshold alone."""
    asked = evalstore(
        "query",
        "select run_id, trigger, is_suppressed "
        "from macros.drift_detections([{'delta': 0.5, 'epsilon': 0.3}], 1.0) order by run_id",
        "--format",
        "json",
    )

    assert [("r1", "crash", False), ("r2", "crash", False)] == [
        tuple(row.values()) for row in json.loads(asked.out)
    ]
