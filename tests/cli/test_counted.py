"""``show --counted`` and ``failures --metric``: the rows behind a number, and what it left out."""

import csv
import io
import json

import pytest

from tests.kept_stores import store_of

OUTCOMES = {
    "c1": ("ok", "right", 0.9),
    "c2": ("ok", "wrong", 0.8),
    "c3": ("ok", "abstained", None),
    "c4": ("ok", "error", 0.5),
    "c5": ("missing", None, None),
    "c6": ("error", None, None),
}


def events():
    """Return a run of six cases, of which three are counted as answers of some kind."""
    made = [("run_started", {"suite": "quiz", "systems": ["maia"]})]
    for case_id, (status, outcome, confidence) in OUTCOMES.items():
        about = {"case_id": case_id, "system_id": "maia"}
        made.append(
            (
                "case_generated",
                {
                    "case_id": case_id,
                    "domain": "sea",
                    "prompt": f"={case_id}?",
                    "validators": ["factual"],
                },
            )
        )
        if status != "missing":
            said = {"text": "so", "confidence": confidence} if status == "ok" else {"error": "bad"}
            made.append(("response_recorded", {**about, "status": status, **said}))
        if outcome:
            judged = {"validator_id": "factual", "outcome": outcome, "reason": "read"}
            made.append(("verdict_recorded", {**about, **judged}))
    return [{"kind": kind, "run_id": "r1", "payload": payload} for kind, payload in made]


@pytest.fixture(scope="module")
def quiz(tmp_path_factory):
    return store_of(events(), tmp_path_factory.mktemp("counted") / "warehouse").layout.root


def test_reasons_are_counted(evalstore, quiz):
    """Each reason stands with its cases and attempts, and with the count that has the cases."""
    done = evalstore("show", "ece", "--run", "r1", "--counted", "--store", quiz)

    assert done.code == 0
    text = " ".join(done.out.split())
    for expected in (
        "True - scored_count 2 2 0",
        "False abstained unclaimed_count 1 1 0",
        "False error: the system failed error_count 1 1 0",
        "False error: the validator failed error_count 1 1 0",
        "False missing missing_count 1 1 1",
    ):
        assert expected in text


def test_rows_add_up_to_the_number(evalstore, quiz):
    """In other formats each row is there, and those that count come to the metric's value."""
    done = evalstore("show", "brier", "--counted", "--store", quiz, "--json")
    [number] = json.loads(evalstore("show", "brier", "--store", quiz, "--json").out)

    rows = json.loads(done.out)
    counted = [row for row in rows if row["is_counted"]]

    assert len(rows) == len(OUTCOMES)
    assert [row["case_id"] for row in counted] == ["c1", "c2"]
    assert sum(row["numerator"] for row in counted) / sum(
        row["denominator"] for row in counted
    ) == pytest.approx(number["brier"])


@pytest.mark.parametrize("arguments", [("--sql",), ("--cluster", "case")])
def test_other_shapes_contradict_it(evalstore, quiz, arguments):
    """One output at a time."""
    done = evalstore("show", "accuracy", "--counted", *arguments, "--store", quiz)

    assert done.code == 2
    assert f"--counted and {arguments[0]} cannot be combined" in done.err


def test_an_unknown_name_is_named(evalstore, quiz):
    """Nothing found for a system that does not exist is an error, as in `show`."""
    done = evalstore("show", "accuracy", "--counted", "--system", "maja", "--store", quiz)

    assert done.code == 2
    assert "maja" in done.err


def test_failures_of_a_metric(evalstore, quiz):
    """What was left out comes with its reason, then what entered and is not right."""
    done = evalstore("failures", "--metric", "ece", "--store", quiz, "--format", "csv")

    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [(row["case_id"], row["is_counted"], row["left_out_because"]) for row in rows] == [
        ("c3", "False", "abstained"),
        ("c4", "False", "error: the validator failed"),
        ("c5", "False", "missing"),
        ("c6", "False", "error: the system failed"),
        ("c2", "True", ""),
    ]
    assert rows[-1]["reason"] == "read"
    assert rows[-2]["reason"] == "bad"
    assert rows[0]["prompt"] == "'=c3?"
    assert "ece: 2 rows counted, 1 row abstained" in done.err


@pytest.mark.sweep
def test_failures_of_what_no_validator_judged(evalstore, tmp_path):
    """Where no verdict says what is not right, it is what makes the value worse, up or down."""
    store = store_of(
        [
            {"kind": kind, "run_id": "r1", "payload": {"case_id": case_id, **payload}}
            for case_id, label, answer in (
                ("c1", "C", "NO"), ("c2", "C", "YES"), ("e1", "E", "YES"), ("u1", "U", "YES")
            )
            for kind, payload in (
                ("case_generated", {"label": label}),
                ("response_recorded", {"system_id": "a", "status": "ok", "answer": answer}),
            )
        ],
        tmp_path / "warehouse",
    ).layout.root  # fmt: skip
    found = {}
    for metric in ("cvrr", "far_ne"):
        asked = ("failures", "--metric", metric, "--variant", "mapping=licensed")
        done = evalstore(*asked, "--store", store, "--format", "csv")
        rows = csv.DictReader(io.StringIO(done.out))
        found[metric] = {row["case_id"] for row in rows if row["is_counted"] == "True"}

    assert {"cvrr": {"c2"}, "far_ne": {"c2", "u1"}} == found


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--metric", "ece", "--by", "tag"), "expected at most one of them"),
        (("--variant", "k=1"), "expected a metric"),
        (("--metric", "eec"), "ece"),
    ],
)
def test_options_that_do_not_go_together(evalstore, quiz, arguments, message):
    """A wrong combination, or a metric that does not exist, is a usage error."""
    done = evalstore("failures", *arguments, "--store", quiz)

    assert done.code == 2
    assert message in done.err
