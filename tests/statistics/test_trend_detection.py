"""Changes of level in words and as events, which stand in facts.trends."""

import json
from datetime import date, datetime, timedelta

import pytest

import evalstore
from evalstore.metrics import catalog
from evalstore.statistics.trend_detection import (
    detect,
    detector_name,
    events,
    sampling_error,
    sentence,
)
from evalstore.statistics.trends import TrendHistory, TrendPoint, TrendSeries

ACCURACY = catalog.find("accuracy")
FALL = [0.9, 0.8] * 12 + [0.9, 0.4] + [0.3, 0.4] * 7


def point_of(number, value, **other):
    at = datetime.fromisoformat("2024-12-01T12:00:00") + timedelta(days=7 * number)
    monday = at.date() - timedelta(days=at.weekday())
    year, week, _ = at.isocalendar()
    columns = {
        "run_id": f"r{number:02}", "is_primary_validator": True, "suite_version": "1.0",
        "seed": "1", "git_sha": f"{number:07}ab", "git_branch": "main", "committed_at": at,
        "started_at": at, "week": f"{year}-W{week:02}", "week_started_on": monday, "run_count": 1,
        "scored_count": 10, "missing_count": 0, "error_count": 0, "value": value,
        "ci_low": None, "ci_high": None,
    }  # fmt: skip
    return TrendPoint(**(columns | other))


def series_of(values, variant="", **other):
    points = tuple(point_of(number, value, **other) for number, value in enumerate(values))
    return TrendSeries("maia", "factual", "domain", "math", variant, points)


def said(history, series):
    """The sentence about the first change that CUSUM finds."""
    item = detect(series)[0]
    return sentence(history, item, item.detection.changes[0], "{:.2f}".format)


def test_a_change_in_words():
    """The last commit of the old level, the means of both, who noticed, in which run."""
    expected = (
        "accuracy in math of maia fell after commit 0000024, from 0.85 to 0.35 on average; "
        "noticed at commit 0000026 (run r26) by cusum: "
    )
    assert said(TrendHistory(ACCURACY, "quiz"), series_of(FALL)).startswith(expected)


def test_a_change_of_weeks_names_them():
    """By week the old level ends with a week; a commit says nothing there."""
    found = said(TrendHistory(ACCURACY, "quiz", by="week"), series_of(FALL))

    assert "fell after week 2025-W20, from" in found
    assert "noticed at week 2025-W22 (run r26)" in found
    assert date(2025, 5, 18).isocalendar()[:2] == (2025, 20)


def test_a_run_without_a_commit_is_named():
    """Where no commit is known the sentence names runs."""
    assert "fell after run r24, from" in said(
        TrendHistory(ACCURACY, "quiz"), series_of(FALL, git_sha=None)
    )


def test_other_questions_are_said():
    """Where the seed changed with the level, the questions may be the cause."""
    whole = series_of(FALL)
    points = [*whole.points[:25], *series_of(FALL, seed="2", suite_version="1.1").points[25:]]
    mixed = TrendSeries("maia", "factual", "domain", "math", "", tuple(points))
    history = TrendHistory(ACCURACY, "quiz")

    ending = (
        "; the suite's version 1.0 became 1.1 and the seed 1 became 2 there, so the "
        "questions may differ"
    )
    assert said(history, mixed).endswith(ending)
    assert "questions" not in said(history, whole)


@pytest.mark.parametrize(
    ("history", "series", "expected"),
    [
        (TrendHistory(ACCURACY, "quiz"), {}, "cusum"),
        (TrendHistory(ACCURACY, "quiz", by="week"), {}, "cusum by=week"),
        (
            TrendHistory(ACCURACY, "q", by="week", week_of="start"),
            {},
            "cusum by=week week_of=start",
        ),
        (TrendHistory(ACCURACY, "quiz", branch="main"), {}, "cusum branch=main"),
        (TrendHistory(ACCURACY, "q"), {"is_primary_validator": False}, "cusum validator=factual"),
        (TrendHistory(ACCURACY, "q"), {"variant": "mapping=strict"}, "cusum mapping=strict"),
    ],
)
def test_other_series_do_not_overwrite_each_other(history, series, expected):
    """The detector names what else tells a series from others of its metric and slice."""
    assert expected == detector_name("cusum", history, series_of([0.5], **series))


def test_a_change_is_recorded_once(tmp_path):
    """What detectors found stands in facts.trends; found again, it is there already."""
    store = evalstore.open(tmp_path / "warehouse", create=True)
    found = list(events(TrendHistory(ACCURACY, "quiz"), detect(series_of(FALL))))
    for _ in range(2):
        store.append(found)
    rows = store.query(
        "select detector, direction, at_run_id, git_sha, run_before_id, slice_name, "
        "slice_value, statistic_limit from facts.trends order by detector"
    ).rows()
    [counted] = store.query("select count(*) from log.events where kind = 'trend_detected'").rows()

    about = ("fell", "r25", "0000025ab", "r24", "domain", "math")
    assert [("cusum", *about, 12.0), ("page_hinkley", *about, 15.0)] == rows
    assert (2,) == counted


def test_what_others_record_stands_there_too(tmp_path):
    """A detector of someone else says less; the rest is null."""
    store = evalstore.open(tmp_path / "warehouse", create=True)
    payload = {"metric": "ece", "detector": "adwin", "at_run": "r7"}
    store.append([{"kind": "trend_detected", "run_id": "r9", "payload": payload}])
    [row] = store.query(
        "select run_id, metric, detector, at_run_id, slice_name, direction from facts.trends"
    ).rows()

    assert ("r9", "ece", "adwin", "r7", None, None) == row


def test_events_are_json():
    """Each is an event line as anyone may write it, of the run in which it was noticed."""
    found = list(events(TrendHistory(ACCURACY, "quiz"), detect(series_of(FALL))))

    assert found == json.loads(json.dumps(found))
    assert ("trend_detected", "r26") == (found[0]["kind"], found[0]["run_id"])


def test_values_that_never_vary_have_the_scale_of_their_intervals():
    """A system that always answers alike is watched by how sure its cases make its value."""
    still = [0.9] * 22
    with_interval = series_of([*still, *[0.5] * 10], ci_low=0.8, ci_high=1.0)
    without = series_of([*still, *[0.5] * 10])

    assert pytest.approx(0.2 / (2 * 1.959964)) == sampling_error(with_interval.points, 20)
    assert [1, 1] == [len(item.detection.changes) for item in detect(with_interval)]
    assert {"the 20 values to learn from are all equal"} == {
        item.detection.reason for item in detect(without)
    }
