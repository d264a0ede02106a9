"""What a log reports itself, and what it declares: figures, attempts, and which log it is."""

import collections
import json
import math
import statistics

import pytest

from evalstore.harnesses.inspect import inspect_runs, samples, whole_log

LOGS = ["errors.eval", "parts.eval", "ratings.eval", "reducers.eval", "retried_second.json",
        "scored_append.json", "scored_overwrite.json", "two_ratings.eval"]  # fmt: skip


@pytest.fixture
def figures(events, log_path):
    """Return the payloads of what a log reports."""
    return lambda name: [
        json.loads(payload)
        for kind, *_, payload in events(log_path(name))
        if kind == "score_reported"
    ]


@pytest.fixture
def reported_by():
    """Return the figures of a header that a test makes up."""

    def read(results, scorer="score"):
        log = samples.Log("run", "quiz", "model", nameless_scorer=scorer)
        text = whole_log.reported_text({"results": results}, log)
        return [] if text is None else json.loads(text)["figures"]

    return read


@pytest.mark.parametrize("name", LOGS)
def test_the_numbers_have_the_means_that_inspect_reports(events, figures, log_path, name):
    """The mean over cases of the mean over their scored attempts, for every scorer and part."""
    numbers = collections.defaultdict(lambda: collections.defaultdict(list))
    for kind, *_, payload in events(log_path(name)):
        verdict = json.loads(payload)
        if kind == "verdict_recorded" and verdict["outcome"] != "unscored":
            number = verdict.get("score", verdict.get("value"))
            numbers[verdict["validator_id"]][verdict["case_id"]].append(number)
    stated = [
        (figure["scorer"], figure["value"], figure["count"])
        for figure in figures(name)
        if figure["metric"] in ("accuracy", "mean") and figure.get("reducer", "mean") == "mean"
    ]
    means = [
        (scorer, statistics.mean(map(statistics.mean, cases.values())), len(cases))
        for scorer, cases in numbers.items()
        if scorer in {scorer for scorer, *_ in stated}
    ]

    assert stated
    for expected, found in zip(sorted(stated), sorted(means), strict=True):
        assert pytest.approx(expected[1:]) == found[1:], expected[0]


@pytest.mark.sweep
def test_every_figure_is_there_with_what_tells_it_apart(figures):
    """Each reducer has its own; a standard error is a figure, and stands beside its mean too."""
    reducers = figures("reducers.eval")
    parts = figures("parts.eval")

    assert {
        (figure["reducer"], figure["metric"]) for figure in reducers
    } == {
        (reducer, metric)
        for reducer in ("mean", "median", "mode", "max", "pass_at_2", "pass_k_2", "at_least_2",
                        "majority")
        for metric in ("accuracy", "stderr")
    }  # fmt: skip
    assert [("majority", 8, 2)] == [
        (figure["reducer"], figure["count"], figure["unscored_count"])
        for figure in reducers
        if figure["unscored_count"] and figure["metric"] == "accuracy"
    ]
    errors = {figure["reducer"]: figure["value"] for figure in reducers if "stderr" not in figure}
    assert errors == {
        figure["reducer"]: figure["stderr"] for figure in reducers if "stderr" in figure
    }
    assert {"aspects.tone", "aspects.length", "aspects.is_polite", "share"} == {
        figure["scorer"] for figure in parts
    }
    assert [("mean", "easy"), ("mean", "hard"), ("mean", "all")] * 2 == [
        (figure["params"]["metric"]["name"], figure["group"])
        for figure in parts
        if figure["metric"] == "grouped"
    ]
    assert [("0.25", 16)] == [
        (figure["group"], figure["count"])
        for figure in parts
        if figure["metric"] == "frequency" and figure["group"] == "0.25"
    ]


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        (None, []),
        ({"scores": []}, []),
        ({"scores": [{"name": "m", "scorer": "m", "metrics": {}}]}, []),
        # The oldest logs have one scorer.
        (
            {"scorer": {"name": "match"}, "metrics": {"mean": {"name": "mean", "value": 1}}},
            [("match", "mean", None, 1)],
        ),
        # vitals gives per cents, and parameters that have no name.
        (
            {"scores": [{"name": "qa(x = 1)", "scorer": "qa(x = 1)", "metrics": {"accuracy": {
                "name": "accuracy", "value": 59.6154, "params": {"1": "numeric_scores"}}}}]},
            [("qa(x = 1)", "accuracy", None, 59.6154)],
        ),
        (
            {"scores": [{"name": "m", "scorer": "m", "metrics": {
                "mean": {"name": "mean", "value": 1}, "mean2": {"name": "mean", "value": 2},
                "mean3": {"name": "mean", "value": 3, "params": {"a": 1}}}}]},
            [("m", "mean", None, 1), ("m", "mean2", None, 2), ("m", "mean", None, 3)],
        ),
        (
            {"scores": [{"name": "a", "scorer": "m", "metrics": {
                "mean": {"name": "mean", "value": math.nan}, "x": 7}}]},
            [("m.a", "mean", None, None)],
        ),
    ],
)  # fmt: skip
def test_each_shape_of_results_is_read(reported_by, results, expected):
    """Older logs, vitals, a metric twice, and a figure that is none."""
    assert expected == [
        (figure["scorer"], figure["metric"], figure["group_name"], figure["value"])
        for figure in reported_by(results)
    ]


def test_a_figure_that_is_no_number_says_what_it_was(reported_by):
    """NaN becomes null."""
    metrics = {"mean": {"name": "mean", "value": math.nan}}
    [figure] = reported_by({"scores": [{"name": "m", "scorer": "m", "metrics": metrics}]})

    assert ("value", "NaN") == (figure["repairs"][0]["path"], figure["repairs"][0]["was"])


@pytest.mark.parametrize(
    ("config", "header", "attempts"),
    [
        ({"epochs": 3}, {"status": "success"}, 3),
        # They choose cases, and say nothing of attempts.
        ({"epochs": 3, "limit": 2, "sample_id": [1]}, {"status": "success"}, 3),
        ({"epochs": 3}, {"status": "error"}, None),
        ({"epochs": 3}, {"status": "cancelled"}, None),
        ({"epochs": 3}, {}, None),
        ({"epochs": 3}, {"status": "success", "results": {"early_stopping": {"m": 1}}}, None),
        ({"epochs": 0}, {"status": "success"}, None),
        ({"epochs": True}, {"status": "success"}, None),
        ({}, {"status": "success"}, None),
        (None, {"status": "success"}, None),
    ],
)
def test_attempts_are_those_a_whole_run_made(config, header, attempts):
    """What broke off never asked for the rest."""
    assert attempts == inspect_runs.attempts_of({"config": config}, header)


@pytest.mark.sweep
def test_a_log_with_a_damaged_sample_declares_no_attempts(events, members, written):
    """The attempt that was lost is not one that never came."""
    spoilt = [
        (name, b"{" if name.startswith("samples/3_epoch_1") else data, method)
        for name, data, method in members()
    ]
    whole, damaged = (
        json.loads(events(written(some))[0][3]).get("attempts") for some in (members(), spoilt)
    )

    assert (2, None) == (whole, damaged)


def test_a_log_says_which_it_is(events, log_path):
    """A retry keeps the task's id, and an eval set its own; every log has an id of its own."""
    first, second = (
        json.loads(events(log_path(name))[0][3])["config"] for name in ("set_1.json", "set_2.json")
    )

    assert first["task_id"] == second["task_id"]
    assert first["eval_set_id"] == second["eval_set_id"]
    assert first["eval_id"] != second["eval_id"]
    assert first["run_id"]
