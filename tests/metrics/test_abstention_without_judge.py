"""Abstention in runs that nobody judges: label and answer decide, as in those with a validator."""

import json
import random

import pytest
from sklearn.metrics import f1_score, precision_score, recall_score

import evalstore
from evalstore.cli import call_command

METRICS = ("cvrr", "far_ne", "licensed_accuracy", "abstention_recall", "abstention_precision",
           "abstention_f1", "answer_coverage")  # fmt: skip
VALUES = (
    "select metric, system_id, slice_name, slice_value, variant, value, scored_count, "
    "missing_count, error_count, is_primary_validator from metrics.all_metrics "
    f"where run_id = $run_id and metric in {METRICS} order by all"
)


def events_of(run_id, *, is_judged):
    """Sixty labelled cases, all answered by one system, some by another; seven of no label."""
    dice = random.Random("abstention")
    events = [("run_started", {"suite": "cards"})]
    for number in range(67):
        label = "ECU"[number % 3] if number < 60 else None
        case_id = f"c{number}"
        events.append(
            ("case_generated",
             {"case_id": case_id, "domain": "even" if number % 2 else "odd", "label": label,
              "attributes": {"predicate": f"p{number % 2}"}})
        )  # fmt: skip
        for system_id in ("all", "some"):
            if system_id == "some" and number % 5 == 0:
                continue
            about = {"case_id": case_id, "system_id": system_id}
            status = "error" if system_id == "some" and number % 11 == 0 else "ok"
            answer = dice.choice(("YES", "no", " UNKNOWN"))
            events.append(("response_recorded", {**about, "status": status, "answer": answer}))
            if is_judged:
                verdict = {"validator_id": "v", "outcome": "undetermined", "reason": "not read"}
                events.append(("verdict_recorded", {**about, **verdict}))
    events.append(("run_finished", {"status": "completed"}))
    return [{"kind": kind, "run_id": run_id, "payload": payload} for kind, payload in events]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A store with the same run twice, of which one is judged."""
    store = evalstore.open(tmp_path_factory.mktemp("unjudged") / "warehouse", create=True)
    store.append([*events_of("bare", is_judged=False), *events_of("judged", is_judged=True)])
    return store


@pytest.mark.sweep
def test_the_values_are_those_of_scikit_learn(store):
    """Licensed: NO and UNKNOWN abstain; due on what is contradicted or unknown."""
    asked = store.query(
        "select label, upper(trim(answer)) from facts.cases "
        "inner join facts.responses using (run_id, case_id) "
        "where run_id = 'bare' and system_id = 'all' and label is not null"
    ).rows()
    due = [label != "E" for label, _ in asked]
    abstains = [answer != "YES" for _, answer in asked]
    contradicted = [is_silent for (label, _), is_silent in zip(asked, abstains, strict=True)
                    if label == "C"]  # fmt: skip
    expected = {
        "abstention_precision": precision_score(due, abstains),
        "abstention_recall": recall_score(due, abstains),
        "abstention_f1": f1_score(due, abstains),
        "cvrr": sum(contradicted) / len(contradicted),
        "far_ne": 1 - recall_score(due, abstains),
        "licensed_accuracy": recall_score([not item for item in due],
                                          [not item for item in abstains]),
    }  # fmt: skip
    found = {
        name: store.metric(name, run="bare", system="all", variant="mapping=licensed")
        .pl()[name]
        .item()
        for name in expected
    }

    assert 60 == len(asked)
    assert expected == pytest.approx(found)


@pytest.mark.sweep
def test_a_judge_changes_nothing_but_the_name(store):
    """The same rows in every slice and mapping, missing answers and errors counted alike."""
    bare = store.query(VALUES, run_id="bare").rows()

    assert len(bare) > 7 * 3 * 2 * 4
    assert bare == store.query(VALUES, run_id="judged").rows()
    assert [("", True)] == store.query(
        "select distinct validator_id, is_primary_validator from metrics.cvrr "
        "where run_id = 'bare'"
    ).rows()
    assert [("v",)] == store.query(
        "select distinct validator_id from metrics.cvrr where run_id = 'judged'"
    ).rows()


@pytest.mark.sweep
def test_nothing_else_is_made_up(store):
    """What a validator would have to say is not there, and no key of all_metrics comes twice."""
    others = store.query(
        "select distinct metric from metrics.all_metrics "
        "where run_id = 'bare' and validator_id = '' and value is not null "
        f"and metric not in {METRICS} order by all"
    )
    keys = "metric, run_id, system_id, slice_name, slice_value, validator_id, variant"

    assert [] == store.query("from facts.scored where run_id = 'bare'").rows()
    assert not {"accuracy", "ece", "error_rate"} & {name for (name,) in others.rows()}
    assert (
        0
        == store.query(
            f"select count(*) from (select {keys} from metrics.all_metrics "
            f"group by {keys} having count(*) > 1)"
        ).item()
    )


def test_declared_attempts_that_never_came_are_missing(tmp_path):
    """A crash must not help: they stay in the denominators."""
    store = evalstore.open(tmp_path / "warehouse", create=True)
    about = {"case_id": "c", "system_id": "s"}
    payloads = [
        ("run_started", {"suite": "cards", "systems": ["s", "silent"], "attempts": 2}),
        ("case_generated", {"case_id": "c", "domain": "d", "label": "C"}),
        ("response_recorded", {**about, "status": "ok", "answer": "NO"}),
    ]
    store.append({"kind": kind, "run_id": "r", "payload": said} for kind, said in payloads)
    found = store.metric("cvrr", variant="mapping=strict").pl().sort("system_id")

    assert [("s", 2, 0.5), ("silent", 2, 0.0)] == found.select(
        "system_id", "attempt_count", "cvrr"
    ).rows()


def test_gates_and_comparisons_take_them(store, tmp_path, monkeypatch, capfd):
    """A gate reads the row without a validator, and two systems are compared on it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evalstore.toml").write_text(
        '[[gate]]\nid = "g"\nmetric = "cvrr"\nmin = 0.01\nmin_count = 5\nmax_error_rate = 0.5\n'
        'where = { variant = "mapping=licensed" }\n',
        encoding="utf-8",
    )
    root = str(store.layout.root)
    code = call_command(["gate", "--store", root, "--run", "bare", "--no-record", "--json"])
    decisions = json.loads(capfd.readouterr().out)["gates"]
    compared = call_command(
        ["compare", "bare", "bare", "--system", "all:some", "--metric", "cvrr", "--store", root]
    )

    assert (0, ["pass", "pass"]) == (code, [item["decision"] for item in decisions])
    assert 0 == compared, capfd.readouterr().err
