"""What records of every_eval_ever say of their metrics, and which metric a line is of."""

import pytest

from tests.harnesses.test_converted_records import line, reader_of, result

VERDICTS = (
    "select case_id, attempt, validator_id, outcome, score, value from facts.verdicts order by all"
)
LEVELS = {"score_type": "levels", "has_unknown_level": True}


@pytest.fixture
def read(tmp_path):
    """Return a function that reads an aggregate with its lines into a store."""
    return reader_of(tmp_path)


def judged(score, *, is_correct):
    """Return what a line says of its reply."""
    return {"evaluation": {"score": score, "is_correct": is_correct}}


@pytest.mark.thinned(16)
@pytest.mark.parametrize(
    ("config", "evaluations", "outcomes"),
    [
        ({"max_score": 10}, [(1.0, True), (0.8, True)], ["measured", "measured"]),
        ({"max_score": "Infinity"}, [(1.0, True)], ["measured"]),
        ({"min_score": -1}, [(1.0, True)], ["measured"]),
        ({"max_score": 100}, [(1.0, False)], ["measured"]),
        # One percent is not correct: the record is in percents, and its samples are shares.
        ({"max_score": 100}, [(1.0, True), (0, False)], ["right", "wrong"]),
        (
            {"max_score": 100, "metric_unit": "points"},
            [(1.0, True), (0, False)],
            ["right", "wrong"],
        ),
        ({"max_score": 100, "metric_unit": "seconds"}, [(1.0, True)], ["measured"]),
        # A share between them says nothing else; a number beyond them does.
        ({"max_score": 100}, [(1.0, True), (0.35, False)], ["right", "wrong"]),
        ({"max_score": 100}, [(1.0, True), (35, False)], ["measured", "measured"]),
        ({**LEVELS, "level_names": ["low", "middle", "high"]}, [(1, True)], ["measured"]),
        ({**LEVELS, "level_names": ["no", "yes"]}, [(1, True), (0, False)], ["right", "wrong"]),
        ({"score_type": "binary", "max_score": 10}, [(1, True)], ["right"]),
        # Less is better: none is correct, or it does not say what is.
        (
            {"score_type": "binary", "lower_is_better": True},
            [(1, False), (0, True)],
            ["wrong", "right"],
        ),
        (
            {"score_type": "binary", "lower_is_better": True},
            [(1, True), (0, True)],
            ["measured", "measured"],
        ),
    ],
)
def test_the_declared_scale_is_that_of_the_scores(read, config, evaluations, outcomes):
    """A 1 of 10 is not right, whatever the few scores of a file show."""
    lines = [
        line(str(at), "m", 0, **judged(score, is_correct=is_correct))
        for at, (score, is_correct) in enumerate(evaluations)
    ]

    read([result("m", "m", **config)], lines)

    assert outcomes == [row[3] for row in read.rows(VERDICTS)]


@pytest.mark.sweep
def test_an_unknown_level_is_no_score(read):
    """-1 is what the format has for it: neither a verdict nor a figure is made of it."""
    config = {**LEVELS, "level_names": ["no", "yes"]}

    read([result("m", "m", score=-1, **config)], [line("1", "m", -1), line("2", "m", 1)])

    assert [("1", "unscored"), ("2", "right")] == [(row[0], row[3]) for row in read.rows(VERDICTS)]
    assert [("-1.0 is what the metric has for an unknown level",)] == read.rows(
        "select reason from facts.verdicts where outcome = 'unscored'"
    )
    assert [(None, "no number is reported")] == read.rows(
        "select reported_value, reason from facts.reported_scores"
    )
    assert "have the score -1" in read.file.warnings[0]


@pytest.mark.sweep
@pytest.mark.parametrize("metadata", [{}, {"epoch": "1"}])
def test_two_metrics_of_one_evaluation_judge_one_attempt(read, metadata):
    """Without ids nobody knows which line is of which, but the reply is the same."""
    results = [result(None, "accuracy"), result(None, "f1")]

    read(results, [line("1", None, score, metadata=metadata) for score in (1.0, 0.3)])

    assert [("1", 1, "score", "unscored"), ("1", 1, "score:2", "unscored")] == [
        row[:4] for row in read.rows(VERDICTS)
    ]
    assert "2 of 2 samples have an `evaluation_result_id` that is missing" in read.file.warnings[0]


@pytest.mark.sweep
def test_two_results_of_one_metric_are_one_verdict(read):
    """They are figures of the same scores: two metrics of three results share four lines."""
    results = [
        result(None, "accuracy"),
        result(None, "accuracy", evaluation_description="strict"),
        result(None, "f1"),
    ]

    read(results, [line("1", None, score) for score in (1.0, 1.0, 0.0, 0.0)])

    assert [(1, "score"), (1, "score:2"), (2, "score"), (2, "score:2")] == [
        row[1:3] for row in read.rows(VERDICTS)
    ]


@pytest.mark.sweep
@pytest.mark.parametrize("metadata", [{}, {"epoch": "1"}])
@pytest.mark.parametrize("results", [None, [result("acc")]])
def test_evaluations_of_one_sample_are_metrics_of_one_attempt(read, results, metadata):
    """Lines that name no result are of as many metrics as they have names of evaluations."""
    lines = [
        line(sample_id, None, score, evaluation_name=name, metadata=metadata)
        for sample_id, name, score in (("1", "math", 1.0), ("1", "f1", 7.0), ("2", "physics", 1.0))
    ]

    read(results, [*lines, *([line("1", "acc", 1.0, metadata=metadata)] if results else [])])

    unnamed = [
        ("1", 1, "score:f1", "measured"),
        ("1", 1, "score:math", "right"),
        ("2", 1, "score", "right"),
    ]
    if results:
        unnamed = [("1", 1, "accuracy", "right"), *((*one[:3], "unscored") for one in unnamed)]
    assert unnamed == [row[:4] for row in read.rows(VERDICTS)]
    assert read.file.skips == []


@pytest.mark.sweep
def test_another_reply_to_another_evaluation_is_another_attempt(read):
    """What was answered differently is not judged as the first reply."""
    lines = [
        line("1", None, 1.0, evaluation_name=name, output={"raw": [name]}) for name in ("a", "b")
    ]

    read(None, lines)

    assert [(1, "a"), (2, "b")] == read.rows(
        "select attempt, text from facts.responses order by all"
    )


@pytest.mark.sweep
def test_an_id_that_no_result_has_is_unscored(read):
    """Its name is kept, and what it scores nobody knows."""
    read([result("acc")], [line("1", "zzz", 1.0), line("2", "acc", 1.0)])

    assert [("1", 1, "zzz", "unscored"), ("2", 1, "accuracy", "right")] == [
        row[:4] for row in read.rows(VERDICTS)
    ]
    assert "1 of 2 samples have an `evaluation_result_id` that is missing" in read.file.warnings[0]


@pytest.mark.thinned(50)
@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        ({"evaluation_description": "mean"}, {"evaluation_description": "spread"},
         {"evaluation_description"}),
        ({"metric_parameters": {"k": 1}}, {"metric_parameters": {"k": 2}}, {"metric_parameters"}),
        ({}, {}, {"place"}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("score", [0.5, 0.9])
def test_results_of_one_name_are_two_figures(read, first, second, names, score):
    """Whether or not their values are equal, what tells them apart is said."""
    read([result(None, **first), result(None, score=score, **second)], [])

    assert [(0.5,), (score,)] == read.rows(
        "select reported_value from facts.reported_scores order by all"
    )
    [params] = read.rows("select distinct json_keys(params) from facts.reported_scores")
    assert names == set(params[0]) - {"evaluation_name"}


@pytest.mark.sweep
@pytest.mark.parametrize("samples", [[], [line("1", None, 1.0), line("2", None, 1.0)]])
def test_a_figure_without_a_metric_is_compared_with_nothing(read, samples):
    """Other tools call a sum of scores `score`; it is none of those."""
    read([result(None, None, 1.0)], samples)

    assert [(None, "not_comparable")] == read.rows(
        "select computed_value, verdict from facts.reported_scores"
    )
