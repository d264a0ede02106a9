"""Histories: their order, their weeks, what is paired from one point to the next."""

from datetime import date

import pytest

import evalstore
from evalstore.errors import UsageError
from evalstore.metrics import catalog
from evalstore.statistics import trend_detection, trends
from evalstore.statistics.paired import Side, paired
from evalstore.statistics.trend_steps import Steps, week_before
from evalstore.store.query.reader import reading


def run_of(run_id, answers, committed_at=None, *, started_at=None, status="completed", **started):
    """A run of one system; each case is right (True), wrong (False) or an error (None)."""
    payload = {"suite": "quiz", "systems": ["maia"], "committed_at": committed_at} | started
    events = [("run_started", payload)]
    for case_id, is_right in answers.items():
        about = {"case_id": case_id, "system_id": "maia"}
        case = {"case_id": case_id, "domain": case_id[0], "validators": ["factual"]}
        case["is_canary"] = case_id.startswith("canary")
        answered = {"status": "error" if is_right is None else "ok", "confidence": 0.8}
        events += [("case_generated", case), ("response_recorded", about | answered)]
        if is_right is not None:
            outcome = {"outcome": "right" if is_right else "wrong", "reason": "told"}
            judged = about | {"validator_id": "factual"} | outcome
            events.append(("verdict_recorded", judged))
    events.append(("run_finished", {"status": status}))
    return [
        {"kind": kind, "run_id": run_id, "payload": payload, "occurred_at": started_at}
        for kind, payload in events
    ]


@pytest.fixture
def history_of(tmp_path):
    """Return a function that stores runs, and one series of them with a step to each point."""
    store = evalstore.open(tmp_path / "warehouse", create=True)

    def read(*runs, metric="accuracy", suite="quiz", **asked):
        if runs:
            store.append([event for run in runs for event in run])
        with reading(store.layout) as reader:
            history = trends.TrendHistory(catalog.find(metric), suite, **asked)
            [series] = trends.series_of(reader, history)
            steps = Steps(reader, history)
            places = range(len(series.points))
            return (
                series,
                [steps.of(series, place) for place in places],
                [steps.since_present(series, place) for place in places],
            )

    read.store = store
    return read


def run_ids(series):
    return [point.run_id for point in series.points]


@pytest.mark.sweep
def test_runs_are_in_the_order_of_commits(history_of):
    """A run of an old commit stands where the commit does, however late it was started."""
    series, _, _ = history_of(
        run_of("new", {"c": True}, "2026-03-03T00:00:00Z", started_at="2026-03-04T00:00:00Z"),
        run_of("late", {"c": True}, "2026-03-01T00:00:00Z", started_at="2026-03-09T00:00:00Z"),
        run_of("again", {"c": True}, "2026-03-01T00:00:00Z", started_at="2026-03-10T00:00:00Z"),
        run_of("uncommitted", {"c": True}, started_at="2026-03-02T00:00:00Z"),
    )

    assert ["late", "again", "uncommitted", "new"] == run_ids(series)


@pytest.mark.sweep
def test_other_suites_branches_and_failed_runs_are_kept_apart(history_of):
    """A history is of one suite, of a branch where one is named, and of runs that completed."""
    series, _, _ = history_of(
        run_of("r1", {"c": True}, "2026-03-01T00:00:00Z", git_branch="main"),
        run_of("r2", {"c": True}, "2026-03-02T00:00:00Z", suite="other", git_branch="main"),
        run_of("r3", {"c": True}, "2026-03-03T00:00:00Z", git_branch="side"),
        run_of("r4", {"c": True}, "2026-03-04T00:00:00Z", git_branch="main", status="failed"),
    )
    on_main, _, _ = history_of(branch="main")
    with reading(history_of.store.layout) as reader:
        left_out = trends.left_out_count(
            reader, trends.TrendHistory(catalog.find("accuracy"), "quiz")
        )

    assert (["r1", "r3"], ["r1"], 1) == (run_ids(series), run_ids(on_main), left_out)


@pytest.mark.thinned(8)
@pytest.mark.parametrize(
    ("committed_at", "week"),
    [
        ("2024-12-29T23:59:59Z", "2024-W52"),
        ("2024-12-30T00:00:00Z", "2025-W01"),
        ("2024-12-30T00:30:00+01:00", "2024-W52"),
        ("2020-12-31T12:00:00Z", "2020-W53"),
        ("2021-01-03T12:00:00Z", "2020-W53"),
        ("2021-01-04T00:00:00Z", "2021-W01"),
        ("2027-01-03T12:00:00Z", "2026-W53"),
    ],
)
def test_weeks_are_those_of_iso_8601(history_of, committed_at, week):
    """At the end of a year the week belongs to the year that has its Thursday, in UTC."""
    series, _, _ = history_of(run_of("r1", {"c": True}, committed_at), by="week")
    [commit] = history_of.store.query("select week from facts.commits").rows()

    assert [week] == [point.week for point in series.points]
    assert (week,) == commit


@pytest.mark.parametrize(
    ("monday", "expected"),
    [("2025-01-06", "2025-W01"), ("2024-12-30", "2024-W52"), ("2021-01-04", "2020-W53")],
)
def test_the_week_before_is_the_calendar_s(monday, expected):
    """Also over the end of a year of 52 or 53 weeks."""
    point = trends.TrendPoint(
        "r", True, None, None, None, None, None, None, None, date.fromisoformat(monday),
        1, 1, 0, 0, 1.0, None, None,
    )  # fmt: skip

    assert expected == week_before(point)


@pytest.mark.sweep
def test_a_week_is_its_last_commit(history_of):
    """Two runs in a week: that of the newer commit stands for it, though it was started first."""
    series, _, _ = history_of(
        run_of("older", {"c": False}, "2026-03-02T00:00:00Z", started_at="2026-03-06T00:00:00Z"),
        run_of("newer", {"c": True}, "2026-03-03T00:00:00Z", started_at="2026-03-03T00:00:00Z"),
        by="week",
    )

    expected = [("newer", "2026-W10", 2, 1.0)]
    assert expected == [
        (point.run_id, point.week, point.run_count, point.value) for point in series.points
    ]


@pytest.mark.sweep
def test_a_week_may_be_that_of_the_start(history_of):
    """Asked every week, one commit has a week of its own each time."""
    series, _, _ = history_of(
        run_of("r1", {"c": False}, "2026-03-02T00:00:00Z", started_at="2026-03-02T00:00:00Z"),
        run_of("r2", {"c": True}, "2026-03-02T00:00:00Z", started_at="2026-03-09T00:00:00Z"),
        by="week",
        week_of="start",
    )

    expected = [("r1", "2026-W10"), ("r2", "2026-W11")]
    assert expected == [(point.run_id, point.week) for point in series.points]


@pytest.mark.sweep
def test_week_over_week_is_of_the_previous_calendar_week(history_of):
    """A week without a run is named, and the last one that has a run is compared beside it."""
    _, steps, since = history_of(
        run_of("r1", {"c": False, "d": True}, "2024-12-23T00:00:00Z"),
        run_of("r2", {"c": True, "d": True}, "2024-12-30T00:00:00Z"),
        run_of("r3", {"c": True, "d": False}, "2025-01-15T00:00:00Z"),
        by="week",
    )

    expected = [
        (None, "the first of the series"),
        (0.5, "2 pairs are too few for an interval, which needs 6"),
        (None, "no run in 2025-W02"),
    ]
    assert expected == [(step.difference, step.reason) for step in steps]
    assert [None, None, (-0.5, "2025-W01", 2)] == [
        step and (step.difference, step.from_week, step.paired_count) for step in since
    ]


def test_a_step_is_the_paired_difference(history_of):
    """The interval is that of the cases both runs have, as a comparison of the two gives it."""
    left = {f"c{number}": number % 3 > 0 for number in range(20)}
    right = {f"c{number}": number % 4 > 0 for number in range(5, 30)}
    _, steps, _ = history_of(
        run_of("r1", left, "2026-03-01T00:00:00Z"), run_of("r2", right, "2026-03-02T00:00:00Z")
    )
    with reading(history_of.store.layout) as reader:
        [pair] = paired(reader, "accuracy", Side("r1", "maia"), Side("r2", "maia"))

    assert (pair.difference, *pair.interval, 15) == (
        steps[1].difference, steps[1].ci_low, steps[1].ci_high, steps[1].paired_count,
    )  # fmt: skip


@pytest.mark.sweep
def test_other_questions_are_paired_on_canaries(history_of):
    """Of two seeds only the canaries are the same, so the change is about those alone."""
    canaries = {"canary1": True, "canary2": True}
    _, steps, _ = history_of(
        run_of("r1", canaries | {"x1": False, "x2": False}, "2026-03-01T00:00:00Z", seed="1"),
        run_of(
            "r2", {"canary1": True, "canary2": False} | {"y1": True}, "2026-03-02T00:00:00Z",
            seed="2",
        ),
    )  # fmt: skip

    assert (-0.5, 2, None) == (steps[1].difference, steps[1].paired_count, steps[1].ci_low)
    assert "2 pairs are too few for an interval, which needs 6" == steps[1].reason


@pytest.mark.parametrize(("count", "is_shown"), [(5, False), (6, True)])
def test_a_step_needs_as_many_pairs_as_a_comparison(history_of, count, is_shown):
    """Of five cases that all become wrong no step is told, and the note counts them."""
    names = [f"c{number}" for number in range(count)]
    _, [_, step], _ = history_of(
        run_of("r1", dict.fromkeys(names, True), "2026-03-01T00:00:00Z"),
        run_of("r2", dict.fromkeys(names, False), "2026-03-08T00:00:00Z"),
    )

    assert (-1.0, count) == (step.difference, step.paired_count)
    assert is_shown == (step.ci_high is not None and step.ci_high < 0)
    assert (None if is_shown else "5 pairs are too few for an interval, which needs 6") == (
        step.reason
    )


@pytest.mark.sweep
def test_without_a_case_in_common_there_is_no_change(history_of):
    """Values of other questions are not subtracted; the reason says so, and what else differs."""
    _, steps, _ = history_of(
        run_of("r1", {"x1": True}, "2026-03-01T00:00:00Z", suite_version="1.0"),
        run_of("r2", {"y1": False}, "2026-03-02T00:00:00Z", suite_version="1.1"),
    )

    assert (None, 0, "no case in common", ("version 1.0 of r1 is not 1.1 of r2",)) == (
        steps[1].difference, steps[1].paired_count, steps[1].reason, steps[1].caveats,
    )  # fmt: skip


@pytest.mark.sweep
def test_what_has_no_value_for_a_case_needs_the_very_same_cases(history_of):
    """A calibration error is subtracted where all cases are the same, never with an interval."""
    _, steps, _ = history_of(
        run_of("r1", {"c": True, "d": False}, "2026-03-01T00:00:00Z"),
        run_of("r2", {"c": True, "d": True}, "2026-03-02T00:00:00Z"),
        run_of("r3", {"c": True, "e": True}, "2026-03-03T00:00:00Z"),
        metric="ece",
    )

    expected = [pytest.approx(0.2 - 0.3), None]
    assert expected == [step.difference for step in steps[1:]]
    assert [None, None] == [step.ci_low for step in steps[1:]]
    assert steps[2].reason.endswith("of 2 and 2 cases 1 are the same")


@pytest.mark.sweep
def test_undefined_values_are_said(history_of):
    """A run of errors alone has no value, no step to it, and is skipped by the detectors."""
    runs = [
        run_of(f"r{day:02}", {"c": None if day == 2 else True}, f"2026-03-{day:02}T00:00:00Z")
        for day in range(1, 4)
    ]
    series, steps, _ = history_of(*runs)
    found = trend_detection.detect(series, 2)

    assert [1.0, None, 1.0] == [point.value for point in series.points]
    assert "a value is undefined" == steps[1].reason
    assert [(2, 1), (2, 1)] == [
        (item.detection.known_count, item.detection.unknown_count) for item in found
    ]


@pytest.mark.sweep
def test_what_has_no_trend_is_refused(history_of):
    """A table of bins is no number, and a suite nobody ran has no history."""
    runs = run_of("r1", {"c": True})

    with pytest.raises(UsageError, match="is a table, not one number"):
        history_of(runs, metric="reliability_bins")
    with pytest.raises(UsageError, match="no completed run of suite nobody"):
        history_of(suite="nobody")
