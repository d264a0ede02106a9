"""Each kind of confidence is measured apart, from the event to the gate."""

import json
from pathlib import Path

import pytest

import evalstore
from evalstore.cli import call_command
from evalstore.metrics.catalog import catalog

CALIBRATION = sorted(
    name for name, metric in catalog().items() if metric.sql_name.startswith("views/calibration/")
)
NUMBERS = [name for name in CALIBRATION if catalog()[name].has_value]
STATED = "confidence_kind=stated"
LOGPROB = "confidence_kind=logprob"


def answer(confidence, kind, *, is_right: bool = True) -> dict:
    return {
        "status": "ok",
        "outcome": "right" if is_right else "wrong",
        "is_right": is_right,
        "confidence": confidence,
        "confidence_kind": kind,
    }


SURE = [answer(0.9, "stated"), answer(0.8, "stated", is_right=False), answer(0.85, "stated")]
DOUBTFUL = [answer(0.2, "logprob"), answer(0.1, "logprob", is_right=False)]
UNSAID = [answer(0.75, None), answer(0.72, "", is_right=False)]
CLAIMLESS = [
    {"status": "missing", "is_right": False},
    {"status": "error"},
    {"status": "ok", "outcome": "undetermined", "confidence": 0.4, "confidence_kind": "vote"},
    {"status": "ok", "outcome": "abstained", "is_right": False, "confidence": 0.3,
     "confidence_kind": "vote"},
]  # fmt: skip


@pytest.mark.parametrize("name", CALIBRATION)
def test_variant_is_in_every_grain(name):
    """No calibration metric mixes kinds."""
    assert "variant" in catalog()[name].grain


@pytest.mark.thinned(3)
@pytest.mark.parametrize("name", NUMBERS)
def test_a_kind_is_what_it_is_alone(warehouse, name):
    """Beside claims of other kinds, a value is that of its own claims; the counts are shared."""
    parts = {STATED: SURE, LOGPROB: DOUBTFUL, "": UNSAID}
    expected = {}
    for variant, claims in parts.items():
        warehouse.hold(claims + CLAIMLESS)
        expected[variant] = warehouse.row(name)

    warehouse.hold(SURE + UNSAID + DOUBTFUL + CLAIMLESS)
    rows = {row["variant"]: row for row in warehouse.rows(name)}

    assert expected.keys() == rows.keys()
    for variant, row in rows.items():
        # The slope's sums are added in the order of the scan: their last bits may differ.
        assert expected[variant] == pytest.approx(row)
    assert {(1, 1, 1)} == {
        (row["missing_count"], row["error_count"], row["unscored_count"]) for row in rows.values()
    }


@pytest.mark.parametrize("name", NUMBERS)
def test_without_a_claim_there_is_one_row_without_kind(warehouse, name):
    """A kind that was only said beside an abstention, or an answer without verdict, is no kind."""
    warehouse.hold(CLAIMLESS)
    row = warehouse.row(name)

    assert ("", 0, 1, 1, 1, None) == (
        row["variant"],
        row["scored_count"],
        row["missing_count"],
        row["error_count"],
        row["unscored_count"],
        row[name],
    )


@pytest.mark.parametrize("name", ["reliability_bins", "risk_coverage"])
def test_tables_hold_each_kind_apart(warehouse, name):
    """Each curve holds the answers of one kind; what claims nothing is in none."""
    warehouse.hold(SURE + DOUBTFUL + CLAIMLESS)
    counts = {}
    for row in warehouse.rows(name):
        count = row["bin_count"] if name == "reliability_bins" else 1
        counts[row["variant"]] = counts.get(row["variant"], 0) + count

    assert {STATED: 3, LOGPROB: 2} == counts


@pytest.mark.sweep
def test_a_curve_of_many_answers_is_a_hundred_steps(warehouse, claims, crowd):
    """Whatever was asked, a chart gets a row per percent; at 80 % it says what the number says."""
    warehouse.hold(claims(*crowd))
    rows = warehouse.rows("risk_coverage")
    by_coverage = {row["coverage"]: row["selective_risk"] for row in rows}

    assert [1000 * step for step in range(1, 101)] == [row["answer_count"] for row in rows]
    assert by_coverage[0.8] == pytest.approx(warehouse.value("selective_risk"), abs=1e-12)


@pytest.mark.parametrize("count", [1, 4, 5, 7, 10, 15, 20, 99, 100, 101, 350])
def test_steps_are_rounded_up_in_whole_numbers(warehouse, claims, count):
    """The kept answers are the ceilings of whole percents, which binary fractions would miss."""
    warehouse.hold(claims([place / 1000 for place in range(count)], [1] * count))
    expected = sorted({-(-count * percent // 100) for percent in range(1, 101)})

    assert expected == [row["answer_count"] for row in warehouse.rows("risk_coverage")]


@pytest.fixture
def store(tmp_path: Path) -> evalstore.Store:
    """Return a store in which stated confidence is right and that of logprobs is not."""
    events: list[dict] = [{"kind": "run_started", "run_id": "r1", "payload": {"suite": "quiz"}}]
    for number, (kind, confidence) in enumerate([("stated", 1.0), ("logprob", 0.1)] * 3):
        case = {"case_id": f"c{number}", "system_id": "s"}
        response = {**case, "status": "ok", "confidence": confidence, "confidence_kind": kind}
        verdict = {**case, "validator_id": "factual", "outcome": "right", "reason": "as told"}
        events += [
            {"kind": "response_recorded", "run_id": "r1", "payload": response},
            {"kind": "verdict_recorded", "run_id": "r1", "payload": verdict},
        ]
    events.append({"kind": "run_finished", "run_id": "r1", "payload": {"status": "completed"}})
    store = evalstore.open(tmp_path / "warehouse", create=True)
    store.append(events)
    return store


@pytest.mark.sweep
def test_a_variant_can_be_asked_for(store):
    """The kind of the response's confidence is the variant of the value."""
    rows = store.metric("ece", variant=STATED).to_dicts()

    assert [(STATED, 3, 0)] == [(row["variant"], row["scored_count"], row["ece"]) for row in rows]
    assert 2 == len(store.metric("ece"))


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("where", "code", "decisions"),
    [
        ("", 1, {STATED: "pass", LOGPROB: "fail"}),
        (f'variant = "{STATED}"', 0, {STATED: "pass"}),
        (f'variant = "{LOGPROB}"', 1, {LOGPROB: "fail"}),
    ],
)
def test_a_gate_applies_to_each_variant(store, tmp_path, capsys, where, code, decisions):
    """Without a variant named, every kind has to pass; with one, only that."""
    gates = tmp_path / "gates.toml"
    gates.write_text(
        f'[[gate]]\nmetric = "ece"\nmax = 0.1\n[gate.where]\n{where}\n', encoding="utf-8"
    )

    answered = call_command(
        ["gate", "--store", str(store.layout.root), "--config", str(gates), "--json"]
    )
    printed = json.loads(capsys.readouterr().out)

    assert code == answered
    assert decisions == {row["variant"]: row["decision"] for row in printed["gates"]}
    assert len(decisions) == len(store.query("from facts.gates where run_id = 'r1'"))
