"""``evalstore trends --by session``: the order, the change, what has no value, what is refused."""

import json

import pytest

from evalstore.reviews.report.trend_lines import trends_of_run
from evalstore.store.query.reader import reading
from tests.kept_stores import store_of

FALL_AT, COUNT, UNSCORED = 31, 45, 7


def sessions(run_id, first=1, count=COUNT):
    """Sessions of ten cases; nine or eight are right, from one on three; one has errors alone."""
    events = [("run_started", {"suite": "tutor", "systems": ["maia"]})]
    for number in range(first, first + count):
        right_count = 3 if number >= FALL_AT else 9 - number % 2
        for case in range(10):
            about = {"case_id": f"{run_id}-{number}-{case}", "system_id": "maia"}
            is_scored = number != UNSCORED
            generated = {"case_id": about["case_id"], "domain": "d", "session_id": str(number)}
            status = "ok" if is_scored else "error"
            events += [
                ("case_generated", generated | {"validators": ["factual"]}),
                ("response_recorded", about | {"status": status, "confidence": 0.9}),
            ]
            if is_scored:
                outcome = "right" if case < right_count else "wrong"
                judged = about | {"validator_id": "factual", "outcome": outcome, "reason": "told"}
                events.append(("verdict_recorded", judged))
    events.append(("run_finished", {"status": "completed"}))
    return [{"kind": kind, "run_id": run_id, "payload": payload} for kind, payload in events]


@pytest.fixture
def store(folder):
    return store_of([*sessions("pilot"), *sessions("again", 1, 3)], folder / "warehouse")


@pytest.fixture
def ask(evalstore, store):
    """Return a function that asks for trends of a metric by session of the pilot."""

    def asked(metric, *rest, run_ids=("pilot",)):
        runs = [part for run_id in run_ids for part in ("--run", run_id)]
        return evalstore("trends", metric, "--by", "session", *runs, *rest)

    return asked


@pytest.mark.sweep
def test_a_fall_is_found_and_the_unscored_session_is_said(ask):
    """Sessions 1 to 45 in the order of numbers, 44 of them numbered; the fall is after 30."""
    found = json.loads(ask("accuracy", "--json", "--runs", "100").out)
    [series] = found["series"]
    named = [point["session_id"] for point in series["points"]]
    cusum = series["detections"][0]["changes"][0]

    assert [str(number) for number in range(1, COUNT + 1) if number != UNSCORED] == named
    assert list(range(1, COUNT)) == [point["session_number"] for point in series["points"]]
    assert [str(UNSCORED)] == series["unscored_sessions"]
    assert ("fell", "31", 2) == (
        cusum["direction"], cusum["at_session"], len(series["detections"])
    )  # fmt: skip


@pytest.mark.sweep
def test_calibration_drifts_and_its_events_name_the_sessions(ask, evalstore, store):
    """ECE rises where confidence stays and answers fall; asked again nothing is recorded."""
    said, again = (ask("ece", "--record").out for _ in range(2))
    rows = evalstore(
        "query", "select detector, at_session_id, session_before_id, session_id from facts.trends "
        "where starts_with(detector, 'cusum') and metric = 'ece'", "--json",
    )  # fmt: skip
    [row] = json.loads(rows.out)

    assert "ece of maia rose after session 30, from" in said
    assert "1 session has no value of ece, so no number: 7" in said
    assert "0 new" in again
    assert f"cusum by=session session={row['session_id']}" == row["detector"]
    assert ("31", "30") == (row["at_session_id"], row["session_before_id"])


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ({"run_ids": ("pilot", "again")}, "session 1 is in the runs again and pilot"),
        ({"run_ids": ("nowhere",)}, "nowhere"),
    ],
)
def test_runs_that_make_no_series_are_refused(ask, rest, said):
    """Two runs that share a session, and a run that is not there."""
    found = ask("accuracy", **rest)

    assert found.code == 2
    assert said in found.err


def test_a_slice_and_a_run_by_commit_are_refused(ask, evalstore, store):
    """Slices are not crossed, and --run is about sessions."""
    sliced = ask("accuracy", "--slice", "domain")
    by_commit = evalstore("trends", "accuracy", "--run", "pilot")

    assert "--slice domain cannot be used with --by session" in sliced.err
    assert "expected none unless by is 'session'" in by_commit.err


@pytest.mark.sweep
def test_the_report_and_the_chart_draw_the_line(evalstore, store, tmp_path):
    """With its change of level; a run of three sessions has no line."""
    page = tmp_path / "pilot.html"
    evalstore("report", "--run", "pilot", "-o", page)
    text = page.read_text()
    with reading(store.layout) as reader:
        few = trends_of_run(reader, "again")
    chart = tmp_path / "chart.json"
    evalstore(
        "chart", "accuracy", "--run", "pilot", "--slice", "session", "-o", str(chart),
    )  # fmt: skip
    drawn = chart.read_text()

    assert "accuracy of maia; 44 sessions; first" in text
    assert "accuracy of maia fell after session 30" in text
    assert {None} == {line.sessions for line in few}
    assert "session, oldest first" in drawn
    assert "over 44 sessions" in drawn


def test_the_table_of_calibration_needs_no_slice(evalstore, store):
    """It has rows of sessions alone, in their order."""
    said = evalstore("show", "calibration_by_session", "--run", "pilot").out

    assert ["1", "2", "3"] == [line.split()[4] for line in said.splitlines()[1:4]]
