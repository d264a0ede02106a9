"""Records of every_eval_ever as its converters of Inspect, lm-eval and HELM write them."""

import copy
import json

import pytest

from evalstore.harnesses.ingest import ingest
from evalstore.store.layout import Layout
from evalstore.store.query.reader import reading
from tests.harnesses.test_every_eval_ever import FOREIGN, SAMPLE

RUN = FOREIGN["evaluation_id"]


def result(result_id, metric_id="accuracy", score=0.5, name="math", **config):
    """Return a result of the aggregate, such as `match:accuracy`."""
    found = copy.deepcopy(FOREIGN["evaluation_results"][0])
    return {
        **found,
        "evaluation_result_id": result_id,
        "evaluation_name": name,
        "metric_config": {**found["metric_config"], "metric_id": metric_id, **config},
        "score_details": {"score": score},
    }


def line(sample_id, result_id, score, **fields):
    """Return a line of samples; without an id of a result it has none."""
    named = {} if result_id is None else {"evaluation_result_id": result_id}
    bare = {key: value for key, value in SAMPLE.items() if key != "evaluation_result_id"}
    judged = {"score": score, "is_correct": score == 1}
    return {
        **bare,
        **named,
        "sample_id": sample_id,
        "evaluation": judged,
        "metadata": {},
        **fields,
    }


def reader_of(folder):
    """Return a function that reads an aggregate with its lines into a store."""
    layout = Layout(folder / "store")
    layout.create()

    def read(results, lines, **fields):
        if results is not None:
            aggregate = {**FOREIGN, "evaluation_results": results, **fields}
            (folder / "a.json").write_text(json.dumps(aggregate))
        samples = folder / "a_samples.jsonl"
        texts = [one if isinstance(one, str) else json.dumps(one) for one in lines]
        samples.write_text("".join(f"{one}\n" for one in texts))
        named = "a.json" if results is not None else samples.name
        [read.file] = ingest(layout, [str(folder / named)]).files

    def rows(sql):
        with reading(layout) as reader:
            return [tuple(row.values()) for row in reader.rows(sql)]

    read.rows = rows
    return read


@pytest.fixture
def read(tmp_path):
    """Return a function that reads an aggregate with its lines into a store."""
    return reader_of(tmp_path)


VERDICTS = "select case_id, attempt, validator_id, outcome from facts.verdicts order by all"


@pytest.mark.sweep
def test_scorers_of_one_metric_are_apart(read):
    """Two scorers give an accuracy each: they judge one attempt, and are no two attempts."""
    read(
        [result("match:accuracy"), result("includes:accuracy")],
        [line("1", "match:accuracy", 0.0), line("1", "includes:accuracy", 1.0)],
    )

    assert [
        ("1", 1, "includes:accuracy", "right"),
        ("1", 1, "match:accuracy", "wrong"),
    ] == read.rows(VERDICTS)


def test_the_suite_of_filters_is_the_data_set(read):
    """Each filter is an evaluation of its own name, and the task is the same in every run."""
    read([result("acc", name="math/a"), result("acc:b", name="math/b")], [])

    assert [("math",)] == read.rows("select suite from facts.runs")


@pytest.mark.sweep
def test_a_line_of_no_result_is_unscored(read):
    """The format wants a number where a tool has none: that number is nobody's score."""
    read([result("word_perplexity", "perplexity", 1.1)], [line("1", None, 0.0)])

    assert [("1", 1, "score", "unscored")] == read.rows(VERDICTS)
    assert [(None, 1)] == read.rows(
        "select accuracy, unscored_count from metrics.accuracy where slice_name = 'all'"
    )
    [reason] = read.rows("select reason from facts.verdicts")
    assert "names none of the record's results" in reason[0]
    assert "1 of 1 samples have an `evaluation_result_id` that is missing" in read.file.warnings[0]


@pytest.mark.sweep
def test_lines_without_ids_are_of_the_evaluation_they_name(read):
    """Where no result has an id, the evaluation says which of them a line is of."""
    results = [result(None, "accuracy", name="math"), result(None, "f1", name="physics")]

    read(results, [line("1", None, 1.0), line("2", None, 1.0, evaluation_name="physics")])

    assert [("1", "accuracy"), ("2", "f1")] == read.rows(
        "select case_id, validator_id from facts.verdicts order by all"
    )


@pytest.mark.sweep
def test_an_epoch_that_failed_leaves_the_other(read):
    """The first epoch has an error, the second is right: one counts, no reply stands for both."""
    read(
        [result("match:accuracy")],
        [
            line("1", None, 0.0, error="ValueError: boom", metadata={"epoch": "1"}),
            line("1", "match:accuracy", 1.0, metadata={"epoch": "2"}),
        ],
    )

    assert [(1, "error"), (2, "ok")] == read.rows(
        "select attempt, status from facts.responses order by all"
    )
    assert [(1.0, 1, 2, 0)] == read.rows(
        "select accuracy, scored_count, attempt_count, unscored_count from metrics.accuracy "
        "where slice_name = 'all'"
    )
    assert [] == read.file.warnings


@pytest.mark.sweep
def test_a_failed_call_and_its_retry_are_two_attempts(read):
    """Without a number of the epoch, what failed is not taken for the reply that was judged."""
    read([result("acc")], [line("1", None, 0.0, error="timeout"), line("1", "acc", 1.0)])

    assert [(1, "error"), (2, "ok")] == read.rows(
        "select attempt, status from facts.responses order by all"
    )
    assert [("1", 2, "accuracy", "right")] == read.rows(VERDICTS)


@pytest.mark.sweep
def test_ratings_and_losses_measure(read):
    """A number outside 0 to 1, or one that is better lower, says neither right nor wrong."""
    read(
        [result("r:mean", "rating"), result("brier", "brier", lower_is_better=True)],
        [
            line("1", "r:mean", 7.0),
            # Alone it would read as right.
            line("2", "r:mean", 1.0),
            line("1", "brier", 0.25),
        ],
    )

    assert [("brier", "measured", 0.25), ("rating", "measured", 1.0), ("rating", "measured", 7.0)
            ] == read.rows(
        "select validator_id, outcome, value from facts.verdicts order by all"
    )  # fmt: skip


@pytest.mark.sweep
def test_a_graded_share_counts_as_it_stands(read):
    """Converters call no graded score correct, or every one above 0: from one half it is right."""
    correct = {"evaluation": {"score": 0.3, "is_correct": True}}

    read([result("rouge")], [line("1", "rouge", 0.8), line("2", "rouge", 0.3, **correct)])

    assert [("1", "right", 0.8), ("2", "wrong", 0.3)] == read.rows(
        "select case_id, outcome, score from facts.verdicts order by all"
    )


@pytest.mark.sweep
def test_a_binary_metric_says_itself_what_is_right(read):
    """Of 100 points it says that they are correct, of 0 errors as well."""
    evaluations = [{"score": 100, "is_correct": True}, {"score": 0, "is_correct": True}]

    read(
        [result("passed", "passed", score_type="binary")],
        [line(str(at), "passed", 0, evaluation=one) for at, one in enumerate(evaluations)],
    )

    assert [("0", "right", None), ("1", "right", None)] == read.rows(
        "select case_id, outcome, score from facts.verdicts order by all"
    )


@pytest.mark.sweep
def test_two_questions_of_one_id_are_two_cases(read):
    """Subjects that count their samples from 0 alike; a perturbed question is another one too."""
    other = {"input": {"raw": "3 + 3?", "reference": ["6"]}, "evaluation_name": "physics"}

    read([result("acc")], [line("0", "acc", 1.0), line("0", "acc", 0.0, **other),
                           line("1", "acc", 1.0)])  # fmt: skip

    cases = [case_id for (case_id,) in read.rows("select case_id from facts.cases order by all")]
    assert [False, False, True] == ["~" not in case_id for case_id in cases]
    assert [(1,)] == read.rows("select max(attempt) from facts.responses")


@pytest.mark.sweep
def test_lines_of_another_record_are_skipped(read):
    """They would begin a run that nothing tells of."""
    read(
        [result("acc")],
        [line("1", "acc", 1.0), line("2", "acc", 1.0, evaluation_id="another/one/1"),
         line("3", "acc", 1.0, model_id="another/model")],
    )  # fmt: skip

    assert [("a_samples.jsonl, line 2", "of another record"),
            ("a_samples.jsonl, line 3", "of another record")] == [
        (skip.location, skip.reason) for skip in read.file.skips
    ]  # fmt: skip
    assert [(RUN, "1")] == read.rows("select run_id, case_id from facts.cases")


@pytest.mark.sweep
def test_samples_alone_name_their_results(read):
    """Several runs and several results in one file stay apart without an aggregate too."""
    read(
        None,
        [line("1", "a:x", 1.0), line("1", f"{RUN}/y", 0.0),
         line("1", "a:x", 0.0, evaluation_id="math/meta/llama/2")],
    )  # fmt: skip

    assert [(RUN, 1, "a:x"), (RUN, 1, "y"), ("math/meta/llama/2", 1, "a:x")] == read.rows(
        "select run_id, attempt, validator_id from facts.verdicts order by all"
    )
    assert [(2,)] == read.rows("select count(suite) from facts.runs")
