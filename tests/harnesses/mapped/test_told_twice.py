"""Ids of several questions, and what a map gives several times under one subject."""

import random

import pytest

from evalstore.errors import DoubtfulInputError
from evalstore.harnesses.case_ids import question_digest
from evalstore.harnesses.mapped.sketch import sketched

ROWS = ["q1,1+1?,m,2,1", "q1,2+2?,m,5,0", "q1,2+2?,m,4,1", "q2,3+3?,m,6,1"]
CASES = """
    select 'case_generated' as kind, 'r1' as run_id, {'case_id': id, 'prompt': mark} as payload
    from records
"""
RESPONSES = """
    select 'response_recorded' as kind, 'r1' as run_id,
        {'case_id': id, 'system_id': 'm', 'status': 'ok', 'text': mark} as payload
    from records
"""


@pytest.mark.thinned(2)
@pytest.mark.parametrize("seed", [0, 1])
def test_an_id_of_several_questions(carried_out, tmp_path, seed):
    """Each question is a case by its digest, whatever the order; the same one has attempts."""
    rows = random.Random(seed).sample(ROWS, len(ROWS))
    carried_out("id,question,model,answer,correct\n" + "\n".join(rows) + "\n")
    made = sketched(tmp_path / "results.csv", "results.csv")

    first, second = (f"q1~{question_digest(asked)}" for asked in ("1+1?", "2+2?"))
    assert sorted([(first, 1, 1), (second, 1, 1), (second, 2, 1), ("q2", 1, 1)]) == (
        carried_out.rows(
            "select case_id, attempt, count(*) from facts.verdicts group by all order by all"
        )
    )
    said = "results.csv: 1 id shared by several questions, such as q1; each question becomes"
    assert [f"{said} a separate case with the id `id~digest of the question`"] == made.warnings


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        (
            CASES,
            "1 case more than once with another question or expected answer, such as one of c1",
        ),
        (RESPONSES, "1 response more than once with different content, such as one of c1"),
        (None, "1 verdict more than once with different content, such as one of c1"),
    ],
)
def test_a_map_that_tells_one_thing_twice(store, sql, said):
    """It is named, and ends an ingest under --strict; the same again is no other content."""
    sql = sql or store.verdicts
    with pytest.raises(DoubtfulInputError, match=said):
        store("id,mark\nc1,ok\nc1,no\nc2,ok\nc2,ok\n", sql, is_strict=True)
    [file] = store("id,mark\nc1,ok\nc1,no\nc2,ok\nc2,ok\n", sql).files

    assert [True] == [said in doubt for doubt in file.doubts]
