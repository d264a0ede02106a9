"""lm-evaluation-harness: what its files become, held against the files themselves."""

import collections
import json
import math

import numpy as np
import pytest

from evalstore.errors import UnreadableInputError, UsageError
from evalstore.harnesses import detect
from tests.harnesses.lm_eval.conftest import FIXTURES, STAMP, Reading

RESULTS = f"results_{STAMP}.json"


def lines_of(task):
    path = FIXTURES / f"samples_{task}_{STAMP}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_each_task_and_each_group_is_a_run(written_by_the_tool):
    """Named by task and stamp, with the model's name and revision as its system."""
    starts = written_by_the_tool.payloads("run_started")
    run_ids = {run_id for _, run_id, _ in written_by_the_tool.events}

    assert {"kinds", "kinds_of_animals", "sums", "words", "endings", "all_kinds"} == {
        start["suite"] for start in starts
    }
    assert {f"{start['suite']}_{STAMP}" for start in starts} == run_ids
    assert [["tests/dummy@step7"]] * 6 == [start["systems"] for start in starts]


@pytest.mark.parametrize("task", ["kinds", "kinds_of_animals", "sums", "words", "endings"])
def test_every_line_is_read(written_by_the_tool, task):
    """A case for each document, a verdict for each metric of each line."""
    lines = lines_of(task)
    cases = written_by_the_tool.payloads("case_generated", task)
    verdicts = written_by_the_tool.payloads("verdict_recorded", task)

    assert {line["doc_id"] for line in lines} == {int(case["doc_id"]) for case in cases}
    assert len(cases) == len({case["case_id"] for case in cases})
    assert sum(len(line["metrics"]) for line in lines) == len(verdicts)


def test_filters_are_parts_of_a_validator(written_by_the_tool):
    """Each filter has a verdict of its own on every document."""
    counts = collections.Counter(
        verdict["validator_id"]
        for verdict in written_by_the_tool.payloads("verdict_recorded", "sums")
    )

    assert {"exact_match.strict-match": 4, "exact_match.flexible-extract": 4} == counts


def test_repeats_that_are_judged_together_are_one_attempt(written_by_the_tool):
    """Both replies to a document are there; as attempts one of them would lack a verdict."""
    responses = written_by_the_tool.payloads("response_recorded", "sums")
    texts = [line["resps"][0] for line in lines_of("sums")[:4]]
    verdicts = written_by_the_tool.payloads("verdict_recorded", "sums")

    assert texts == [response["replies"] for response in responses]
    assert [one[0] for one in texts] == [response["text"] for response in responses]
    assert {1} == {response["attempt"] for response in responses}
    assert {1} == {verdict["attempt"] for verdict in verdicts}
    assert "the metric gave 1.0 for all 2 replies" == verdicts[0]["reason"]


def test_a_document_that_comes_twice_is_two_cases(written_by_the_tool):
    """Case ids are from the content; the second of two equal documents says so."""
    ids = [case["case_id"] for case in written_by_the_tool.payloads("case_generated", "sums")]

    assert ids[0] + "#2" == ids[3]
    assert lines_of("sums")[0]["doc_hash"].startswith(ids[0])


def test_confidence_is_the_softmax_over_the_choices(written_by_the_tool):
    """It equals the highest of the probabilities that the harness gives to its Brier score."""
    found = [
        response["confidence"]
        for response in written_by_the_tool.payloads("response_recorded", "kinds")
    ]
    likelihoods = [
        [float(likelihood) for likelihood, _ in line["filtered_resps"]]
        for line in lines_of("kinds")
    ]
    theirs = [
        max(float(number) for number in line["brier_score"][1].strip("[]").split())
        for line in lines_of("kinds")
    ]

    assert [pytest.approx(np.exp(max(one)) / np.exp(one).sum()) for one in likelihoods] == found
    assert pytest.approx(theirs, abs=1e-8) == found


def test_the_likeliest_choice_is_the_answer(written_by_the_tool):
    """Its text, beside the text of the right one, which the file names by its number."""
    cases = written_by_the_tool.payloads("case_generated", "kinds")
    responses = written_by_the_tool.payloads("response_recorded", "kinds")
    accs = [
        verdict["outcome"]
        for verdict in written_by_the_tool.payloads("verdict_recorded", "kinds")
        if verdict["validator_id"] == "acc"
    ]

    assert ["iron", "maple", "wool"] == cases[0]["choices"]
    assert ["right" if case["expected"] == response["text"] else "wrong"
            for case, response in zip(cases, responses, strict=True)] == accs  # fmt: skip
    assert {"logprob"} == {response["confidence_kind"] for response in responses}


def test_what_is_lower_the_better_measures(written_by_the_tool):
    """A log-likelihood is no share; a list that only makes a figure with others is unscored."""
    endings = written_by_the_tool.payloads("verdict_recorded", "endings")
    words = written_by_the_tool.payloads("verdict_recorded", "words")

    assert [line["perplexity"] for line in lines_of("endings")] == [
        verdict["value"] for verdict in endings if verdict["validator_id"] == "perplexity"
    ]
    assert {"unscored"} == {verdict["outcome"] for verdict in words}
    assert [line["word_perplexity"] for line in lines_of("words")] == [
        verdict["scorer_value"] for verdict in words
    ]


def test_every_figure_is_reported(written_by_the_tool):
    """Value and standard error of each metric and filter, N/A being none."""
    found = json.loads((FIXTURES / RESULTS).read_text(encoding="utf-8"))["results"]
    expected = {
        (task, metric.removesuffix(",none").replace(",", "."), value)
        for task, metrics in found.items()
        for metric, value in metrics.items()
        if "," in metric and "_stderr," not in metric
    }
    figures = [
        (run_id.removesuffix(f"_{STAMP}"), payload["scorer"], payload["value"])
        for kind, run_id, payload in written_by_the_tool.events
        if kind == "score_reported"
    ]

    assert expected == set(figures)
    assert len(expected) == len(figures)


@pytest.mark.sweep
def test_the_store_computes_what_the_tool_reports(take, a_store):
    """Means, their standard errors, and groups by samples and by tasks; others have a reason."""
    taken = take(FIXTURES)
    rows = list(
        a_store.query(
            "select validator_id, verdict, reason from facts.reported_scores order by all"
        )
    )

    assert 9 == sum(verdict == "agrees" for _, verdict, _ in rows)
    assert [] == taken.compared.differing
    assert [
        ("brier_score", "evalstore does not compute brier_score"),
        ("perplexity", "evalstore does not compute perplexity"),
        ("word_perplexity", "evalstore does not compute weighted_perplexity"),
    ] == [(name, reason) for name, verdict, reason in rows if verdict == "not_comparable"]


@pytest.mark.sweep
def test_a_changed_value_is_a_figure_that_differs(take, tool_files):
    """One sample made right: its task's figure and its group's differ, and nobody knows why."""
    path = tool_files / f"samples_kinds_of_animals_{STAMP}.jsonl"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"acc": 0.0', '"acc": 1.0', 1), encoding="utf-8")
    taken = take(tool_files)

    assert ["all_kinds", "kinds_of_animals"] == sorted(
        str(figure.suite) for figure in taken.compared.unexplained
    )


def test_a_part_of_the_samples_is_not_compared(take, tool_files):
    """Fewer samples than the figure is of: said as such, also of the group."""
    path = tool_files / f"samples_kinds_of_animals_{STAMP}.jsonl"
    first, _ = path.read_text(encoding="utf-8").splitlines()
    path.write_text(first + "\n", encoding="utf-8")
    taken = take(tool_files)
    reasons = {
        (figure.suite, figure.validator_id): figure.reason
        for figure in taken.compared.figures
        if figure.suite in ("all_kinds", "kinds_of_animals")
    }

    assert "the log holds 1 of the 2 attempts it is of" == reasons["kinds_of_animals", "acc"]
    assert "the log holds 6 of the 7 samples it is of" == reasons["all_kinds", "acc"]


def test_a_sample_alone_says_what_to_name(tool_files, tmp_path):
    """Beside results it is not read; without any it is, with a warning."""
    path = tool_files / f"samples_sums_{STAMP}.jsonl"
    with pytest.raises(UnreadableInputError, match="ingest that file"):
        Reading(path)
    moved = path.rename(tmp_path / path.name)
    found = Reading(moved)

    assert 4 == len(found.payloads("response_recorded"))
    assert [] == found.payloads("score_reported") + found.payloads("run_finished")
    assert "samples without results (sums)" in found.source.warnings[0]


def test_results_without_samples_are_figures_alone(tool_files, tmp_path):
    """Runs with figures and no case, and a warning that names them."""
    found = Reading((tool_files / RESULTS).rename(tmp_path / RESULTS))

    assert 12 == len(found.payloads("score_reported"))
    assert [] == found.payloads("case_generated")
    assert "5 tasks have figures but no samples next to them" in found.source.warnings[0]


def test_one_run_id_is_not_for_several_tasks(take):
    """Their cases would take each other's place."""
    with pytest.raises(UsageError, match=r"found 6 runs .*\(kinds, kinds_of_animals, sums, …;"):
        take(FIXTURES, run_id="mine")


def test_detection(tool_files):
    """Results and samples are recognised; results of other tools are not."""
    other = tool_files / "other.json"
    other.write_text('{"evalId": "e", "results": {"version": 3, "prompts": []}, "config": {}}')
    third = tool_files / "third.json"
    third.write_text('{"results": {"version": 3, "results": []}, "config": {}}')

    assert {"lm_eval"} == {detect.format_of(path) for path in tool_files.glob("*_2026*")}
    assert {"lm_eval"}.isdisjoint({detect.format_of(other), detect.format_of(third)})


def test_softmax_survives_extremes(reading, sample):
    """Likelihoods far below zero, and minus infinity as text."""
    arguments = {f"gen_args_{at}": {"arg_0": "Q", "arg_1": f" {name}"}
                 for at, name in enumerate("ab")}  # fmt: skip
    found = reading(
        sample(0, arguments=arguments, filtered_resps=[["-1e5", "False"], ["-99999", "True"]]),
        sample(1, arguments=arguments, filtered_resps=[["-inf", "False"], ["-inf", "False"]]),
    )
    first, second = found.payloads("response_recorded")

    assert pytest.approx(1 / (1 + math.exp(-1))) == first["confidence"]
    assert "b" == first["text"]
    assert "confidence" not in second


def test_a_filter_may_have_a_comma(tmp_path):
    """Its figures are told apart by the filters' own names."""
    results = {
        "results": {"t": {"bleu,flexible, all": 0.5, "bleu_stderr,flexible, all": 0.1}},
        "configs": {"t": {"filter_list": [{"name": "flexible, all"}, {"name": 7}]}},
        "versions": {},
    }
    path = tmp_path / RESULTS
    path.write_text(json.dumps(results), encoding="utf-8")

    [figure] = Reading(path).payloads("score_reported")

    assert ("bleu.flexible, all", 0.5, 0.1) == tuple(
        figure[key] for key in ("scorer", "value", "stderr")
    )
