"""Columns of scores as tables have them: values that are none, words, and no column of replies."""

import json
import os
from pathlib import Path

import pytest

from evalstore.harnesses.mapped.columns import TableColumn, guessed
from evalstore.harnesses.mapped.sketch import sketched

VERDICTS = (
    "select case_id, outcome, coalesce(score, value), reason from facts.verdicts order by all"
)
STATUSES = "select case_id, status, text_status from facts.responses order by all"
HEAD = "id,question,model,answer,score\n"


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    "word", ["NaN", "N/A", "none", "null", "-", "parse_error", "NOT_PARSABLE"]
)
def test_a_word_among_numbers_is_unscored(carried_out, word):
    """The column stays one of scores, the row counts for nothing, and its reason is the word."""
    taken = carried_out(f"{HEAD}1,Qa?,m,x,4\n2,Qb?,m,y,{word}\n3,Qc?,m,z,2\n")

    reason = "its value is NaN" if word == "NaN" else f"score is {word}"
    assert [
        ("1", "measured", 4.0, None),
        ("2", "unscored", None, reason),
        ("3", "measured", 2.0, None),
    ] == carried_out.rows(VERDICTS)
    assert [("ok", 3)] == carried_out.rows(
        "select status, count(*) from facts.responses group by all"
    )
    assert not taken.files[0].warnings


@pytest.mark.sweep
def test_a_word_among_words_of_right_and_wrong(carried_out):
    """What could not be parsed is unscored and not wrong; what was not tried is an abstention."""
    carried_out("id,answer,verdict\n1,a,pass\n2,b,fail\n3,c,parse_error\n4,d,not_attempted\n")

    assert [
        ("1", "right", None),
        ("2", "wrong", None),
        ("3", "unscored", "verdict is parse_error"),
        ("4", "abstained", None),
    ] == carried_out.rows("select case_id, outcome, reason from facts.verdicts order by all")


@pytest.mark.thinned(3)
@pytest.mark.parametrize("name", ["graded.csv", "graded.jsonl", "graded.json"])
def test_infinite_numbers_are_named(carried_out, name):
    """They are unscored with that reason, and one warning counts them."""
    values = ["4", "Infinity", "-Infinity", "2"]
    lines = [f'{{"id": "{at}", "answer": "x", "rating": {one}}}' for at, one in enumerate(values)]
    contents = {
        "graded.csv": "id,answer,rating\n0,x,4\n1,x,inf\n2,x,-inf\n3,x,2\n",
        "graded.jsonl": "\n".join(lines),
        "graded.json": f"[{','.join(lines)}]",
    }
    taken = carried_out(contents[name], name)

    reason = "its value is infinite, which no mean can hold"
    assert [
        ("0", "measured", 4.0, None),
        ("1", "unscored", None, reason),
        ("2", "unscored", None, reason),
        ("3", "measured", 2.0, None),
    ] == carried_out.rows(VERDICTS)
    [warning] = taken.files[0].warnings
    assert warning.endswith(
        f"{name}: 2 values of rating are infinite, so no mean includes them; they are unscored"
    )


def test_scores_without_a_column_of_replies(carried_out):
    """Nothing is missing: the replies are not kept, and their scores count."""
    carried_out("id,model,grader,score\n1,m,ann,7\n2,m,ann,5\n3,m,ben,9\n4,m,ben,3\n5,m,ben,\n")

    assert [("ok", "not_kept", 5)] == carried_out.rows(
        "select status, text_status, count(*) from facts.responses group by all"
    )
    assert [(6.0,)] == carried_out.rows(
        "select mean_value from metrics.mean_value where slice_name = 'all'"
    )


def test_empty_replies_are_missing_unless_they_were_judged(carried_out):
    """An error stays one, also where it was scored, and a word for none is no error."""
    carried_out(
        "id,answer,score,error\n1,x,0.5,None\n2,,0.75,None\n3,,,None\n4,,0.25,timeout\n5,x,,None\n"
    )

    assert [
        ("1", "ok", None),
        ("2", "ok", "not_kept"),
        ("3", "missing", None),
        ("4", "error", None),
        ("5", "ok", None),
    ] == carried_out.rows(STATUSES)
    assert ["1", "2", "3", "5"] == [row[0] for row in carried_out.rows(VERDICTS)]


@pytest.mark.sweep
def test_values_of_several_types_are_not_nested(carried_out, sketch):
    """A truth value and a word among many numbers are named, and the column is offered."""
    rows = [{"id": at, "answer": "x", "score": 0.25, "tokens_out": 7} for at in range(30)]
    rows += [
        {"id": 30, "answer": "x", "score": True, "tokens_out": 7},
        {"id": 31, "answer": "x", "score": "n/a", "tokens_out": "many"},
    ]
    content = "".join(json.dumps(row) + "\n" for row in rows)
    made = sketch(content, "late.jsonl")
    carried_out(content, "late.jsonl", is_strict=True)

    assert "(nested)" not in made
    assert "-- In score 2 of 32 values are no number, and unscored: 'n/a', 'true'." in made
    assert "-- In tokens_out 1 of 32 values is no number, and left out: 'many'." in made
    assert [
        ("unscored", 1, "score is n/a"),
        ("unscored", 1, "score is true"),
        ("wrong", 30, None),
    ] == carried_out.rows(
        "select outcome, count(*), reason from facts.verdicts group by all order by all"
    )


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("task_id", "case_id"),
        ("user_input", "prompt"),
        ("inputs", "prompt"),
        ("outputs", "response"),
        ("targets", "expected"),
        ("ground_truth", "expected"),
        ("generator", "system_id"),
    ],
)
def test_names_of_common_tables(name, field):
    """Those of HumanEval, Ragas, MLflow and AlpacaEval are known."""
    found, _ = guessed([TableColumn(name, "VARCHAR", 3, 2, 9)])

    assert [field] == list(found)


@pytest.mark.parametrize(
    "name",
    [
        "faithfulness", "answer_relevancy", "Response Relevance", "context_precision",
        "llm_context_precision_with_reference", "context_recall", "answer_correctness",
        "factual_correctness(mode=f1)", "semantic_similarity", "correct/v1/score",
    ],
)  # fmt: skip
def test_metrics_of_common_tools_are_scores(name):
    """By their names, where their values are numbers."""
    column = TableColumn(name, "DOUBLE", 3, 3, 4, True, 0.1, 0.9)

    assert ({}, [column]) == guessed([column])


@pytest.mark.sweep
def test_a_reason_belongs_to_its_score(carried_out):
    """By the beginning of its name."""
    carried_out(
        "inputs,outputs,helpful/v1/score,helpful/v1/justification,polite/v1/score\n"
        "1+1?,2,5,it helps,4\n"
    )

    assert [("helpful/v1/score", "it helps"), ("polite/v1/score", None)] == carried_out.rows(
        "select validator_id, reason from facts.verdicts order by all"
    )


def test_a_preference_is_a_win_a_loss_or_a_draw(carried_out):
    """Of the second output's system, whose mean is the win rate."""
    rows = [
        {
            "instruction": f"q{at}", "output_1": "a", "generator_1": "base", "output_2": f"b{at}",
            "generator_2": "phi", "annotator": "judge", "preference": value,
        }
        for at, value in enumerate([1.0, 2.0, 0.0, 1.5, None])
    ]  # fmt: skip
    carried_out(json.dumps(rows), "annotations.json")

    assert [("phi", "unscored", None), ("phi", "measured", 0.0), ("phi", "measured", 0.5),
            ("phi", "measured", 0.5), ("phi", "measured", 1.0)] == carried_out.rows(
        "select system_id, outcome, value from facts.verdicts order by value nulls first"
    )  # fmt: skip
    assert [("b1",)] == carried_out.rows("select text from facts.responses where text = 'b1'")


def test_a_table_without_a_score_says_so(carried_out, tmp_path):
    """In the sketch, at the sketch and when it is carried out, with the columns that could be."""
    content = "id,question,reply,stars,notes\n1,Qa?,x,4,good\n2,Qb?,y,2,bad\n"
    taken = carried_out(content)
    made = sketched(tmp_path / "results.csv", "results.csv")

    said = "stars (numbers from 2 to 4)"
    assert f"-- No verdict: no column has the name of a score; candidates: {said}." in made.text
    assert ["results.csv: no verdict: no column has the name of a score; candidates: " + said] == (
        made.warnings
    )
    [warning] = taken.files[0].warnings
    assert "the map returns 2 responses but no verdict, so nothing" in warning
    assert warning.endswith(f"columns that could be verdicts: {said}")


@pytest.mark.sweep
def test_runs_in_one_table(carried_out, sketch):
    """A column of runs makes each a run; one of row ids makes none, and that is said."""
    rows = "a,q1,1\na,q2,0\nb,q1,1\n"
    carried_out(f"run,question_id,correct\n{rows}")
    made = sketch("run_id,question,answer,correct\nu1,Qa?,x,1\nu2,Qb?,y,0\n")

    assert [("a", 2), ("b", 1)] == carried_out.rows(
        "select run_id, count(*) from facts.verdicts group by all order by all"
    )
    assert "'results' as run_id," in made
    assert "-- Not used as run_id: run_id (2 different values)" in made


@pytest.mark.sweep
@pytest.mark.real_data
@pytest.mark.skipif(
    "EVALSTORE_REAL_DATA" not in os.environ, reason="EVALSTORE_REAL_DATA names no folder"
)
@pytest.mark.parametrize(
    ("name", "count", "mean"),
    [
        ("csv/hibayes_q3.csv", 1048, 5.264),
        ("csv/ragas_nikola.csv", 4, 0.868),
        ("custom_json/alpaca_phi2_annotations.json", 799, 245 / 799),
        ("mlflow/eval_results_table.json", 24, None),
    ],
)
def test_tables_of_others(carried_out, name, count, mean):
    """As they were sketched, the maps give the means that the files themselves have."""
    path = Path(os.environ["EVALSTORE_REAL_DATA"]) / "cases/files" / name
    carried_out(path.read_bytes(), path.name)

    [(found_count, found)] = carried_out.rows(
        "select count(*), avg(coalesce(score, value)) from facts.verdicts "
        "where outcome != 'unscored'"
    )
    assert count == found_count
    assert mean is None or pytest.approx(mean, abs=0.001) == found
    assert [(0,)] == carried_out.rows("select count(*) from facts.responses where status != 'ok'")
