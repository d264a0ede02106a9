"""``evalstore trends``: the series, the change from one to the next, and what was detected."""

import json
from datetime import date, timedelta

import pytest

from tests.kept_stores import store_of

RIGHT_BEFORE, RIGHT_AFTER = (9, 8), (4, 3)


def history(count, drop_at, *, suite="quiz", domain="math"):
    """A run a day of ten cases; nine or eight are right, from a day on four or three."""
    lines = []
    for number in range(count):
        right = (RIGHT_BEFORE if number < drop_at else RIGHT_AFTER)[number % 2]
        started = {
            "suite": suite, "systems": ["maia"], "git_sha": f"{number:07}ab",
            "git_branch": "main", "committed_at": f"{date(2024, 12, 1) + timedelta(number)}",
        }  # fmt: skip
        events = [("run_started", started)]
        for case in range(10):
            about = {"case_id": f"c{case}", "system_id": "maia"}
            outcome = "right" if case < right else "wrong"
            events += [
                ("case_generated", {"case_id": about["case_id"], "domain": domain}),
                ("response_recorded", about | {"status": "ok", "confidence": 0.8}),
                (
                    "verdict_recorded",
                    about | {"validator_id": "factual", "outcome": outcome, "reason": "told"},
                ),
            ]
        events.append(("run_finished", {"status": "completed"}))
        lines += [
            json.dumps({"kind": kind, "run_id": f"{suite}-{number:02}", "payload": payload})
            for kind, payload in events
        ]
    return lines


@pytest.fixture
def quizzes(folder):
    """A store of forty runs of a quiz, which fell in the 26th, and two of another suite."""
    path = folder / "history.ndjson"
    lines = [*history(40, drop_at=25), *history(2, drop_at=2, suite="other")]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    store_of([json.loads(line) for line in lines], folder / "warehouse")
    return path


def asked(evalstore, *arguments):
    outcome = evalstore("trends", "accuracy", "--suite", "quiz", *arguments)

    assert (0, "") == (outcome.code, outcome.err)
    return outcome.out


def test_a_fall_is_said_and_recorded(quizzes, evalstore):
    """The newest runs, the commit after which it fell in words, and what was appended."""
    del quizzes
    said = asked(evalstore, "--slice", "domain", "--runs", "3", "--record").splitlines()

    assert "accuracy (share of cases) by commit, suite quiz, main; intervals of 95 %" == said[0]
    assert "maia, domain=math, validator factual, the newest 3 of 40 runs" == said[2]
    assert ["0000037", "quiz-37", "10", "0.3"] == said[4].split()[:4]
    assert said[7].startswith(
        "accuracy in math of maia fell after commit 0000024, from 0.852 to 0.3467 on average; "
        "noticed at commit 0000026 (run quiz-26) by cusum: "
    )
    assert said[-1] == "recorded 2 new, 0 revised, 0 duplicate; see facts.trends"


@pytest.mark.sweep
def test_found_again_is_recorded_once(quizzes, evalstore):
    """The same question finds the same events, so the log stays as it is."""
    del quizzes
    asked(evalstore, "--record")
    again = json.loads(asked(evalstore, "--record", "--json"))

    assert {"new": 0, "revised": 0, "duplicate": 2} == again["recorded"]


@pytest.mark.sweep
def test_json_has_points_steps_and_detections(quizzes, evalstore):
    """Every printed point with its step from the one before, paired on all ten cases."""
    del quizzes
    answer = json.loads(asked(evalstore, "--json"))
    [series] = answer["series"]
    last = series["points"][-1]

    assert (None, 40, 20) == (answer["recorded"], series["point_count"], len(series["points"]))
    assert ("quiz-39", 0.3, 10) == (last["run_id"], last["value"], last["change"]["paired_count"])
    assert pytest.approx(-0.1) == last["change"]["difference"]
    assert [("cusum", "quiz-25"), ("page_hinkley", "quiz-25")] == [
        (found["detector"], found["changes"][0]["at_run"]) for found in series["detections"]
    ]


def test_weeks(quizzes, evalstore):
    """Each week is its last run, and the first days of December fill seven weeks."""
    del quizzes
    answer = json.loads(asked(evalstore, "--by", "week", "--json"))
    [series] = answer["series"]

    expected = [
        ("2024-W48", "quiz-00", 1), ("2024-W49", "quiz-07", 7), ("2024-W50", "quiz-14", 7),
        ("2024-W51", "quiz-21", 7), ("2024-W52", "quiz-28", 7), ("2025-W01", "quiz-35", 7),
        ("2025-W02", "quiz-39", 4),
    ]  # fmt: skip
    assert expected == [
        (point["week"], point["run_id"], point["run_count"]) for point in series["points"]
    ]
    assert series["detections"][0]["reason"].startswith("found 7 known values in all")


@pytest.mark.sweep
def test_weekly_is_by_week(quizzes, evalstore):
    """`--weekly` prints what `--by week` does."""
    del quizzes
    assert asked(evalstore, "--by", "week") == asked(evalstore, "--weekly")


@pytest.mark.sweep
def test_nothing_is_recorded_unless_wanted(quizzes, evalstore):
    """By default, with --no-record, and without detection, the log keeps its size."""
    del quizzes
    options = ((), ("--no-record",), ("--record", "--no-detect"))
    said = [asked(evalstore, *names) for names in options]
    [row] = json.loads(
        evalstore("query", "select count(*) as n from facts.trends", "--format", "json").out
    )

    assert ["nothing was recorded"] * 3 == [text.splitlines()[-1] for text in said]
    assert {"n": 0} == row


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nope",), "no metric 'nope'"),
        (("accuracy", "--suite", "nope"), "no suite 'nope'; available: other, quiz"),
        (("accuracy", "--branch", "nope"), "no branch 'nope'; available: main"),
        (("accuracy", "--system", "nope"), "no system 'nope'; available: maia"),
        (("accuracy", "--slice", "=math"), "expected NAME=VALUE"),
        (("reliability_bins",), "is a table, not one number"),
        (("accuracy", "--runs", "0"), "--runs"),
        (("accuracy", "--week-of", "start"), "expected 'commit' unless by is 'week'"),
    ],
)
def test_what_cannot_be_asked_is_refused(quizzes, evalstore, arguments, message):
    """Usage errors leave with 2 and say what there is."""
    del quizzes
    outcome = evalstore("trends", *arguments)

    assert (2, "") == (outcome.code, outcome.out)
    assert message in outcome.err


@pytest.mark.sweep
def test_without_a_suite_it_is_that_of_the_newest_run(quizzes, evalstore):
    """Two suites are never one series, and the newest run chooses."""
    del quizzes
    said = evalstore("trends", "accuracy").out

    assert "by commit, suite quiz, main" in said
    assert "other-0" not in said


@pytest.mark.sweep
def test_hostile_names_stay_text(folder, evalstore):
    """A domain with an escape sequence cannot move the cursor."""
    path = folder / "hostile.ndjson"
    lines = history(22, drop_at=21, domain="\x1b[2J")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    evalstore("init")
    evalstore("ingest", path)
    outcome = evalstore("trends", "accuracy", "--slice", "domain")

    assert "\x1b" not in outcome.out
    assert "domain=\\x1b[2J" in outcome.out
