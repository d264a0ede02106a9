"""Tables in one JSON object, as pandas and MLflow write them: their rows are the records."""

import gzip
import json

import pytest

from evalstore.errors import SkippedRecordsError, UnreadableInputError

COLUMNS = ["question", "answer", "correct"]
ROWS = [["1+1?", "2", 1], ["2+2?", "5", 0], ["3+3?", "6", 1]]
OBJECTS = [dict(zip(COLUMNS, row, strict=True)) for row in ROWS]
BY_COLUMN = {
    name: {str(at): row[name] for at, row in enumerate(OBJECTS)} for name in COLUMNS
}  # fmt: skip
BY_ROW = {str(at): row for at, row in enumerate(OBJECTS)}
LABELLED = {
    name: {label: BY_COLUMN[name][str(at)] for at, label in enumerate("abc")} for name in COLUMNS
}
SCHEMA = {"fields": [{"name": "index"}, *({"name": name} for name in COLUMNS)]}
SHAPES = {
    "split": {"columns": COLUMNS, "data": ROWS},
    "split with an index": {"columns": COLUMNS, "index": [0, 1, 2], "data": ROWS},
    "split with labels": {"columns": COLUMNS, "index": ["a", "b", "c"], "data": ROWS},
    "columns": BY_COLUMN,
    "columns with labels": LABELLED,
    "index": BY_ROW,
    "index with labels": dict(zip("abc", OBJECTS, strict=True)),
    "list": {name: [row[name] for row in OBJECTS] for name in COLUMNS},
    "table": {"schema": SCHEMA, "data": [{"index": at, **row} for at, row in enumerate(OBJECTS)]},
    "records": OBJECTS,
}
ASKED = (
    "select prompt, text, outcome from facts.cases inner join facts.responses using (run_id, "
    "case_id) inner join facts.verdicts using (run_id, case_id) order by all"
)
RESULTS = [("1+1?", "2", "right"), ("2+2?", "5", "wrong"), ("3+3?", "6", "right")]


@pytest.mark.thinned(11)
@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_of_pandas(carried_out, shape, indent):
    """Each has three records, on one line and on many."""
    carried_out(json.dumps(SHAPES[shape], indent=indent), "table.json", is_strict=True)

    assert RESULTS == carried_out.rows(ASKED)


@pytest.mark.sweep
def test_a_packed_table(carried_out):
    """It is read as the file in it is."""
    packed = gzip.compress(json.dumps(SHAPES["split"]).encode())
    carried_out(packed, "table.json.gz", is_strict=True)

    assert RESULTS == carried_out.rows(ASKED)


@pytest.mark.sweep
@pytest.mark.parametrize("shape", ["split with labels", "columns with labels"])
def test_labels_of_rows_are_a_column(carried_out, shape):
    """They are the ids of the cases."""
    carried_out(json.dumps(SHAPES[shape]), "table.json")

    assert [("a",), ("b",), ("c",)] == carried_out.rows(
        "select case_id from facts.cases order by 1"
    )


@pytest.mark.sweep
def test_a_row_of_another_length_is_named(store):
    """It costs no other, and ends an ingest under --strict."""
    content = json.dumps({"columns": ["id", "mark"], "data": [["c1", "ok"], ["c2"], ["c3", "no"]]})
    [file] = store(content, name="table.json").files

    assert [("record 2", "other count of values")] == [
        (skip.location, skip.reason) for skip in file.skips
    ]
    assert [("c1",), ("c3",)] == store.rows("select case_id from facts.verdicts order by all")
    with pytest.raises(SkippedRecordsError, match="found 1 values, expected 2"):
        store(content, name="table.json", is_strict=True)


@pytest.mark.sweep
def test_one_record_is_no_table(store):
    """A line with objects in it stays one record, and a list below a name is to be taken out."""
    sql = store.verdicts.replace("'case_id': id", "'case_id': id ->> '$.a'")
    store('{"id": {"a": "c1"}, "mark": "ok"}\n', sql, name="marks.jsonl")

    assert [("c1",)] == store.rows("select case_id from facts.verdicts")
    with pytest.raises(UnreadableInputError, match="write only the list"):
        store('{\n"results": [{"id": "c1"}]}', name="results.json")
