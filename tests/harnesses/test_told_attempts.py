"""Which attempt a line of every_eval_ever is of, and what several lines make of a metric."""

import json

import pytest

from evalstore.harnesses.every_eval_ever.metrics import metrics_of
from evalstore.harnesses.every_eval_ever.samples import samples
from evalstore.harnesses.ingest import ingest
from evalstore.harnesses.records import SourceFile
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading
from tests.harnesses.listed_events import listed, payloads
from tests.harnesses.test_every_eval_ever import FOREIGN, SAMPLE

ID = FOREIGN["evaluation_id"]


def line(metric, reply, score=1.0, **other):
    """Return a line of the sample; of no result where the metric is None."""
    said = {"score": score, "is_correct": other.pop("is_correct", score == 1)}
    return {
        **SAMPLE,
        "evaluation_result_id": metric,
        "output": {"raw": [reply]} if reply else None,
        "evaluation": said,
        "metadata": {},
        **other,
    }


def result(name, **config):
    """Return a result that its lines name."""
    [first] = FOREIGN["evaluation_results"]
    return {
        **first,
        "evaluation_result_id": name,
        "evaluation_name": name or "math",
        "metric_config": {**first["metric_config"], "metric_id": name or "score", **config},
    }


RESULTS = [result("m1"), result("m2")]


@pytest.fixture
def told(tmp_path):
    """Return a function that returns what the reader makes of lines, in their order."""

    def tell(lines, results=RESULTS):
        path = tmp_path / "samples.jsonl"
        path.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
        source = SourceFile(path, path.name, "0" * 64)
        found = samples(source, path, metrics_of(results, ID), None)
        return listed(found)

    return tell


def attempts(records):
    """Return validator, attempt, and whether the reply is new, of each line with a verdict."""
    return [
        (payload["validator_id"], payload["attempt"], "response_recorded" in dict(events))
        for events in records
        for kind, payload in events
        if kind == "verdict_recorded"
    ]


def test_a_metric_that_a_repetition_lacks(told):
    """Its only score belongs to the reply that it judged."""
    lines = [line("m1", "x", 0.0), line("m1", "y"), line("m2", "y")]

    assert [("m1", 1, True), ("m1", 2, True), ("m2", 2, False)] == attempts(told(lines))


def test_metrics_in_another_order(told):
    """Each judges the reply that stands in its line."""
    lines = [line("m1", "x"), line("m1", "y"), line("m2", "y"), line("m2", "x")]

    assert [1, 2, 2, 1] == [attempt for _, attempt, _ in attempts(told(lines))]


def test_filters_leave_other_replies(told):
    """What two filters left of one reply is one attempt, since neither judges twice."""
    lines = [line("m1", "[invalid]"), line("m2", "42")]

    assert [("m1", 1, True), ("m2", 1, False)] == attempts(told(lines))


def test_some_lines_say_their_epoch(told):
    """The others go where their reply is."""
    lines = [
        line("m1", "second", metadata={"epoch": "2"}),
        line("m2", "second"),
        line("m1", "first", metadata={"epoch": "1"}),
        line("m2", "first"),
    ]

    assert [2, 2, 1, 1] == [attempt for _, attempt, _ in attempts(told(lines))]


@pytest.mark.parametrize("places", [(0, 1), (1, 0)])
@pytest.mark.parametrize("named", [True, False])
def test_a_judge_that_failed_is_no_other_attempt(told, places, named):
    """The reply is the same, so the call did not fail: it stands, and one metric has nothing."""
    pair = [line("m1", "r"), line("m2", "r", error="judge timeout")]
    if not named:
        for one in pair:
            one["evaluation_name"], one["evaluation_result_id"] = one["evaluation_result_id"], None
    results = RESULTS if named else [{**one, "evaluation_result_id": None} for one in RESULTS]

    records = told([pair[place] for place in places], results)

    assert [1] == [one["attempt"] for one in payloads(records, "response_recorded")]
    assert [("m1", 1, True)] == attempts(records)


def test_systems_of_one_run_are_apart(told):
    """A file of samples alone may have several: each answers, and the run declares all."""
    lines = [line("m1", "x"), line("m1", "y", model_id="meta/other")]

    start, *records = told(lines)

    assert ["meta/llama", "meta/other"] == dict(start)["run_started"]["systems"]
    assert [("m1", 1, True), ("m1", 1, True)] == attempts(records)


def test_runs_count_from_their_own_first_epoch(told):
    """One that counts from 0 moves no other."""
    lines = [
        line("m1", "x", metadata={"epoch": epoch}, evaluation_id=run)
        for run, epochs in (("a", "01"), ("b", "12"))
        for epoch in epochs
    ]

    assert [1, 2, 1, 2] == [attempt for _, attempt, _ in attempts(told(lines))]


def test_what_differs_between_attempts_is_none_of_the_case(told):
    """The epoch is none, either."""
    lines = [
        line("m1", "x", metadata={"epoch": "1", "stop_reason": "stop", "level": "easy"}),
        line("m1", "y", metadata={"epoch": "2", "stop_reason": "max_tokens", "level": "easy"}),
    ]

    _, *records = told(lines)

    assert {"level": "easy"} == dict(records[0])["case_generated"]["attributes"]


GRADED = [(1.0, False), (0.6, False), (0.0, False)]


def test_what_a_score_means_depends_on_all_lines(tmp_path):
    """Where a metric grades, a full score is right; where it is binary, `is_correct` says it."""
    kinds = {
        "graded": ({}, GRADED),
        "said": ({}, [(1.0, False), (0.0, True)]),
        "binary": ({"score_type": "binary"}, [(0.7, False), (0.3, True)]),
        "less": ({"score_type": "binary", "lower_is_better": True}, [(0.9, False), (0.0, True)]),
    }
    results = [result(name, **config) for name, (config, _) in kinds.items()]
    lines = [
        line(name, f"{place}", score, is_correct=is_correct, sample_id=f"{place}")
        for name, (_, scores) in kinds.items()
        for place, (score, is_correct) in enumerate(scores)
    ]
    (tmp_path / "r.json").write_text(json.dumps({**FOREIGN, "evaluation_results": results}))
    (tmp_path / "r_samples.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines))
    layout = Layout(tmp_path / "store")
    layout.create()

    ingest(layout, [str(tmp_path / "r.json")])

    with reading(layout) as reader:
        rows = reader.rows("from facts.verdicts order by validator_id, case_id")
    found = {}
    for row in rows:
        found.setdefault(row["validator_id"], []).append((row["outcome"], row["score"]))
    assert found["graded"] == [("right", 1.0), ("right", 0.6), ("wrong", 0.0)]
    assert [outcome for outcome, _ in found["said"]] == ["wrong", "right"]
    assert found["binary"] == [("wrong", None), ("right", None)]
    assert [outcome for outcome, _ in found["less"]] == ["wrong", "right"]


def test_results_without_ids_say_the_scale_of_lines_with_one(told):
    """The name of the evaluation joins them; the id stays the name of the verdict."""
    results = [{**result("math", lower_is_better=True), "evaluation_result_id": None}]

    _, record = told([line("toxicity", "x", 0.9)], results)

    verdict = dict(record)["verdict_recorded"]
    assert ("toxicity", "measured") == (verdict["validator_id"], verdict["outcome"])


@pytest.fixture
def taken(tmp_path):
    """Return a function that ingests a record with its lines into a new store."""

    def take(record, lines):
        (tmp_path / "r.json").write_text(json.dumps({**FOREIGN, **record}))
        if lines:
            texts = "".join(json.dumps(one) + "\n" for one in lines)
            (tmp_path / "r_samples.jsonl").write_text(texts)
        layout = Layout(tmp_path / "store")
        layout.create()
        found = ingest(layout, [str(tmp_path / "r.json")])
        with reading(layout) as reader:
            [row] = reader.rows("select run_status from facts.runs")
        return found, row["run_status"]

    return take


@pytest.mark.sweep
def test_figures_of_parts_are_not_held_against_the_whole(taken):
    """Without ids the name of the evaluation says that each result is of some lines alone."""
    results = [
        {**result(name, metric_id="accuracy", metric_kind="accuracy"),
         "evaluation_result_id": None, "score_details": {"score": score}}
        for name, score in (("alg", 1.0), ("geo", 0.0))
    ]  # fmt: skip
    lines = [
        line(None, "x", score, sample_id=name, evaluation_name=name)
        for name, score in (("alg", 1.0), ("geo", 0.0))
    ]

    found, status = taken({"evaluation_results": results}, lines)

    assert str(found.compared).startswith("0 agree, 0 differ, 2 not comparable")
    assert "completed" == status


@pytest.mark.sweep
def test_a_record_that_says_how_many_lines_it_has(taken):
    """Where they are not there the run has no end."""
    details = {"format": "jsonl", "file_path": "r_samples.jsonl", "total_rows": 2}

    assert "unfinished" == taken({"detailed_evaluation_results": details}, [])[1]
