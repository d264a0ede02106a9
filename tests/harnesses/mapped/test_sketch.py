"""Sketched maps: what is guessed of columns, and that every one of them can be carried out."""

import json
import os
from collections import defaultdict
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalstore.harnesses.mapped.columns import TableColumn, guessed
from evalstore.harnesses.mapped.event_map import EventMap
from evalstore.harnesses.mapped.sketch import sketched

RESULTS = """\
Question ID,Question,Ground Truth,Model,Output,Is Correct,Similarity,Stars,Category,confidence,\
Latency,Created At,notes
q1,Capital of Peru?,Lima,maia-2,Lima,TRUE,0.91,5,geo,0.8,1.5,2026-01-02 03:04:05,
q1,Capital of Peru?,Lima,maia-3,Cusco,FALSE,0.2,1,geo,0.7,1.25,2026-01-02 03:04:06,hm
q2,2 + 2?,4,maia-2,4,TRUE,1,5,maths,0.9,0.5,2026-01-02 03:04:07,
q2,2 + 2?,4,maia-2,,,,,maths,,,2026-01-02 03:04:08,
"""


@pytest.mark.sweep
def test_results_of_several_models(store, sketch):
    """Cases once, a response and its verdicts for each row, a second attempt where it comes."""
    taken = store(RESULTS, sketch(RESULTS), name="results.csv", is_strict=True)

    assert [
        ("q1", "maia-2", 1, "ok", "Lima", 0.8, 1500.0),
        ("q1", "maia-3", 1, "ok", "Cusco", 0.7, 1250.0),
        ("q2", "maia-2", 1, "ok", "4", 0.9, 500.0),
        ("q2", "maia-2", 2, "missing", None, None, None),
    ] == store.rows(
        "select case_id, system_id, attempt, status, text, confidence, latency_ms "
        "from facts.responses order by all"
    )
    assert [("right", 2), ("unscored", 1), ("wrong", 1)] == store.rows(
        "select outcome, count(*) from facts.verdicts where validator_id = 'Is Correct' "
        "group by all order by all"
    )
    assert [("Lima", "geo"), ("4", "maths")] == store.rows(
        "select expected, domain from facts.cases order by 2"
    )
    assert not taken.warnings


def test_what_is_guessed_is_said(sketch):
    """A time without a unit, attempts that no column numbers; a unit in the name is no guess."""
    made = sketch(RESULTS)
    named = sketch(RESULTS.replace("Latency", "latency_s"))

    assert "as latency_ms,  -- seconds assumed, because the name of the column has no unit" in made
    unnamed = sketch("name,passed\na,1\n")
    assert (
        "as case_id,  -- the number of the record, which is another case in another file"
        in unnamed
    )
    assert "as attempt,  -- counted for each case and system" in made
    assert "as latency_ms,\n" in named


def test_scores_are_shares_or_measurements(store, sketch):
    """By their values: from 0 to 1, or anything else."""
    content = RESULTS.replace("Similarity,Stars", "match_score,rating")
    store(content, sketch(content), name="results.csv")

    assert [("match_score", "right", 0.91, None), ("rating", "measured", None, 5.0)] == store.rows(
        "select validator_id, outcome, score, value from facts.verdicts where case_id = 'q1' "
        "and system_id = 'maia-2' and validator_id != 'Is Correct' order by all"
    )


@pytest.mark.sweep
def test_questions_alone_have_no_responses(store, sketch):
    """An answer beside questions, with nothing said of a system, is the right one."""
    content = "question,answer\nCapital of Peru?,Lima\n2 + 2?,4\n"
    made = sketch(content)
    store(content, made, name="results.csv")

    assert "No column contains scores" in made
    assert [(2, 0)] == store.rows(
        "select (select count(*) from facts.cases), (select count(*) from facts.responses)"
    )


def test_empty_objects_are_nested(store, sketch):
    """What is made of them has no columns, but they are no words to slice by."""
    content = '{"id": 1, "output": "a", "scores": {}}\n' * 2
    made = sketch(content, "results.jsonl")
    store(content, made, name="results.jsonl", is_strict=True)

    assert "-- Not used: scores (nested)." in made
    assert [("1", "a"), ("1", "a")] == store.rows("select case_id, text from facts.responses")


@pytest.mark.sweep
def test_json_lines_and_names_that_are_no_words(store, sketch):
    """Nested values are not used, quotes in names are kept from ending them."""
    rows = [
        {"id": 1, 'it\'s "odd"': "x", "tools": [1], "gold": ["a"], "output": "a", "passed": True},
        {"id": 2, 'it\'s "odd"': "x", "tools": [2], "gold": [], "output": "b", "passed": False},
    ]
    content = "".join(json.dumps(row) + "\n" for row in rows)
    made = sketch(content, "results.jsonl")
    store(content, made, name="results.jsonl")

    assert "-- Not used: tools (nested)." in made
    assert [("1", "right"), ("2", "wrong")] == store.rows(
        "select case_id, outcome from facts.verdicts order by all"
    )
    assert [("x",)] == store.rows("select distinct value from facts.case_attributes")
    assert [('["a"]',)] == store.rows("select expected from facts.cases where case_id = '1'")


@pytest.mark.sweep
@given(st.lists(st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1, max_size=9),
                min_size=1, max_size=5, unique_by=str.casefold))  # fmt: skip
def test_every_sketch_can_be_carried_out(tmp_path_factory, names):
    """Whatever the columns are called, the map is one SELECT that gives the columns of events."""
    folder = tmp_path_factory.getbasetemp()
    path, map_path = folder / "names.jsonl", folder / "sketched.sql"
    path.write_text(json.dumps(dict.fromkeys(names, "a")), encoding="utf-8")
    made = sketched(path, "names.jsonl").text
    map_path.write_text(made, encoding="utf-8")

    assert EventMap.read(map_path).text == made


def test_values_decide_beside_names():
    """A column of another kind of values is not taken for what its name says."""
    found, verdicts = guessed(
        [
            TableColumn("confidence", "VARCHAR", 3, 3, 4, True, 0, 85),
            TableColumn("timestamp", "VARCHAR", 3, 3, 9),
            TableColumn("score", "VARCHAR", 3, 2, 3),
            TableColumn("Model Name", "VARCHAR", 3, 2, 9),
            TableColumn("output", "VARCHAR", 0),
        ]
    )

    assert (["system_id"], []) == (list(found), verdicts)


@pytest.mark.sweep
@pytest.mark.real_data
@pytest.mark.skipif(
    "EVALSTORE_REAL_DATA" not in os.environ, reason="EVALSTORE_REAL_DATA names no folder"
)
def test_a_table_of_others(store, sketch):
    """As it was sketched, the map gives the accuracies that the file itself has."""
    path = Path(os.environ["EVALSTORE_REAL_DATA"]) / "judging/qa_replies_dev.jsonl"
    content = path.read_text(encoding="utf-8")
    marks = defaultdict(list)
    for line in content.splitlines():
        found = json.loads(line)
        marks[found["system"]].append(found["human_is_right"])

    store(content, sketch(content, path.name), name=path.name, is_strict=True)

    assert {system: pytest.approx(fmean(found)) for system, found in marks.items()} == dict(
        store.rows("select system_id, accuracy from metrics.accuracy where slice_name = 'all'")
    )


def test_a_key_of_no_characters(sketch):
    """Is a column like another one, and the map can be carried out."""
    made = sketch('{"": "x", "id": 1, "answer": "a"}\n', "keys.jsonl")

    assert '"id"::varchar as case_id' in made
