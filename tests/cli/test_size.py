"""``evalstore size`` answers before there is a run, and takes from a run what is not named."""

import json

import numpy as np
import pytest

from evalstore.gates.gate import Gate
from evalstore.gates.power.outcomes import of_pairs

ANSWER = ("power", "cases", "pass", "fail", "undecided", "by_chance", "checked_cases", "reason")


def test_it_needs_no_store(evalstore, folder):
    """The number of cases, and what the gate answers on so many."""
    found = evalstore("size", "accuracy", "--min", 0.85, "--true", 0.9)

    assert 0 == found.code
    assert "80%      378  83.6%  0.0%  16.4%      2.5%\n" in found.out
    assert not list(folder.iterdir())


def test_json_has_every_chance(evalstore):
    """As numbers, with what was assumed."""
    found = evalstore(
        "size", "accuracy", "--drop", 0.1, "--discordant", 0.05, "--power", 0.8, "--json"
    )
    answer = json.loads(found.out)
    [row] = answer["answers"]

    assert ANSWER == tuple(row)
    assert "fail" == answer["aim"]
    assert 0.8 <= row["fail"] < 0.82
    assert row["by_chance"] < 0.025
    assert len(answer["assumptions"]) == 2


def test_a_number_of_cases_can_show(evalstore):
    """The other way round: both answers of a bound, each with the value it takes."""
    found = evalstore("size", "accuracy", "--min", 0.85, "--cases", 200, "--json")
    answer = json.loads(found.out)

    assert [] == answer["answers"]
    assert [("pass", 0.914), ("fail", 0.778), ("pass", 0.929), ("fail", 0.753)] == [
        (one["answer"], round(one["at"], 3)) for one in answer["detectable"]
    ]


def test_no_number_shows_the_smallest_of_differences(evalstore):
    """It says so, and not a number."""
    found = evalstore(
        "size", "mean_value", "--min", 6, "--true", 6.0001, "--spread", 2, "--power", 0.8,
    )  # fmt: skip

    assert 0 == found.code
    assert "> 100000" in found.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("accuracy",), "the question has to be one"),
        (("accuracy", "--cases", 100), "but not what they should show; add --min or --max"),
        (("accuracy", "--min", 0.8, "--drop", 0.1), "the question has to be one"),
        (("accuracy", "--min", 0.85), "--true is missing"),
        (("accuracy", "--min", 0.85, "--true", 0.85), "the limit itself"),
        (("accuracy", "--min", 85, "--true", 0.9), "expected a number in the range of accuracy"),
        (("accuracy", "--min", 0.8, "--true", 0.9, "--alpha", 0.1), "leave it out"),
        (("accuracy", "--min", 0.8, "--true", 0.9, "--spread", 0.3), "leave out --spread"),
        (("accuracy", "--drop", 0.02), "--discordant"),
        (("accuracy", "--max-drop", 0.02, "--baseline-share", 0.9), "--drop is missing"),
        (("accuracy", "--max-drop", 0.02, "--drop", 0.01, "--discordant", 0.1),
         "name the drop that it should find"),
        (("accuracy", "--drop", 0.95, "--baseline-share", 0.9), "expected at most 0.9"),
        (("mean_value", "--min", 6, "--true", 7), "--spread"),
        (("mean_value", "--drop", 1, "--spread", 2), "ask for --min or --max"),
        (("brier", "--max", 0.2, "--true", 0.1, "--spread", 0.2), "--require point"),
        (("ece", "--max", 0.1, "--true", 0.05), "ece has no value for a single case"),
        (("acuracy", "--min", 0.8, "--true", 0.9), "the closest of"),
        (("accuracy", "--min", 0.8, "--true", 0.9, "--system", "maia"), "name the run with --run"),
    ],
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, tuple) else "",
)  # fmt: skip
def test_a_question_that_cannot_be_answered_is_refused(evalstore, arguments, words):
    """With what is missing, and exit code 2."""
    found = evalstore("size", *arguments)

    assert 2 == found.code, found.out
    assert words in found.err


def lines(run_id, started_at, outcomes, attempts=1):
    """Return the event lines of a run of one system."""
    at = {"run_id": run_id, "occurred_at": started_at}
    yield {"kind": "run_started", **at, "payload": {"suite": "quiz", "systems": ["maia"]}}
    for number, outcome in enumerate(outcomes):
        case = f"c{number}"
        yield {"kind": "case_generated", **at, "payload": {"case_id": case, "domain": "math"}}
        for attempt in range(1, attempts + 1):
            about = {"case_id": case, "system_id": "maia", "attempt": attempt}
            is_right = outcome if attempt == 1 else number % 2 == 0
            yield {"kind": "response_recorded", **at, "payload": {**about, "status": "ok"}}
            yield {"kind": "verdict_recorded", **at, "payload": {
                **about, "validator_id": "factual", "reason": "read",
                "outcome": "right" if is_right else "wrong"}}  # fmt: skip
    yield {"kind": "run_finished", **at, "payload": {"status": "completed"}}


@pytest.fixture
def runs(evalstore, folder):
    """A store with two runs of forty cases, of which four differ, and one of two attempts."""
    events = [
        *lines("r1", "2026-01-01T00:00:00Z", [number < 32 for number in range(40)]),
        *lines("r2", "2026-01-02T00:00:00Z", [number not in {0, 1, *range(34, 40)}
                                              for number in range(40)]),
        *lines("r3", "2026-01-03T00:00:00Z", [number < 20 for number in range(40)], attempts=2),
    ]  # fmt: skip
    path = folder / "events.ndjson"
    path.write_text("".join(json.dumps(event) + "\n" for event in events), encoding="utf-8")
    evalstore("init")
    assert evalstore("ingest", path).code == 0


def test_a_run_gives_what_is_not_named(runs, evalstore):
    """Its value, its number of cases, and the cases that differ from the run before."""
    bound = json.loads(evalstore("size", "accuracy", "--min", 0.6, "--run", "r2", "--json").out)
    drop = json.loads(evalstore("size", "accuracy", "--drop", 0.2, "--run", "r2", "--json").out)

    assert [40] == [row["cases"] for row in bound["answers"]]
    assert "where it is truly 0.8" in bound["asked"]
    assert "differ on 10.0% of the answers, as r2 and r1 do" in drop["assumptions"][1]


def test_attempts_of_a_run_say_how_alike_they_are(runs, evalstore):
    """The cases whose attempts differ are half of those of the run."""
    found = json.loads(evalstore("size", "accuracy", "--drop", 0.2, "--run", "r3", "--json").out)

    assert (
        "differ on 50.0% of the answers, as attempts at a case in r3 do"
        in (found["assumptions"][1])
    )
    assert "2 attempts at each case" in found["assumptions"][2]


def test_an_unknown_run_is_refused(runs, evalstore):
    """With the runs there are."""
    assert "no run 'r9'" in evalstore("size", "accuracy", "--min", 0.6, "--run", "r9").err
    found = evalstore("size", "accuracy", "--min", 0.6, "--run", "r2", "--system", "maja")
    assert "did you mean 'maia'" in found.err


def test_a_run_without_a_value_leaves_it_undecided(runs, evalstore):
    """Exit code 3, with the command that says why."""
    found = evalstore("size", "brier", "--drop", 0.1, "--run", "r2")

    assert 3 == found.code
    assert "evalstore show brier --run r2" in found.err


@pytest.mark.parametrize(
    ("option", "value"), [("--drop", "nan"), ("--discordant", "nan"), ("--power", "nan"),
                          ("--true", "inf"), ("--max-drop", "inf")]
)  # fmt: skip
def test_a_number_that_is_none_is_refused(evalstore, option: str, value: str):
    """Click takes NaN for a number of every range."""
    found = evalstore("size", "accuracy", "--drop", 0.05, option, value)

    assert (2, f"{option} is {value}, expected a finite number") == (
        found.code,
        found.err.strip().removeprefix("Error: "),
    )


def test_a_drop_is_ruled_out_with_so_many_cases(evalstore):
    """No loss, of a tenth that differ: held against draws of lost and won pairs by the bound."""
    found = evalstore(
        "size", "accuracy", "--max-drop", 0.05, "--require", "ruled_out", "--discordant", 0.1,
        "--power", 0.8, "--json",
    )  # fmt: skip
    [row] = json.loads(found.out)["answers"]
    gate = Gate("g", "accuracy", max_drop=0.05, requirement="ruled_out")
    count = row["cases"]
    rng = np.random.default_rng(51)
    drawn = rng.multinomial(count, [0.05, 0.05, 0.9], 2000)[:, :2]
    pairs, times = np.unique(drawn, axis=0, return_counts=True)
    passing = [of_pairs(gate, int(lost), int(won), count, 0.05) == "pass" for lost, won in pairs]

    assert 0.8 <= row["pass"] < 0.83
    assert abs(row["pass"] - times[passing].sum() / 2000) < 0.035
    assert row["by_chance"] < 0.06


def test_what_cannot_be_ruled_out_is_refused(evalstore):
    """No number of cases excludes every drop."""
    found = evalstore("size", "accuracy", "--drop", 0, "--require", "ruled_out")

    assert 2 == found.code
    assert "such as --max-drop 0.02" in " ".join(found.err.split())
