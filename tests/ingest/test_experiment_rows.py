"""Experiments that Phoenix, Braintrust and LangSmith export: rows, scores, hostile files."""

import csv
import io
import json

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.ingest.formats import braintrust, langsmith, phoenix


@pytest.fixture
def store(store_for):
    """An empty store that reads an export."""
    return store_for()


def annotation(name, score, label=None, explanation=None, error=None):
    return {
        "name": name, "annotator_kind": "LLM", "label": label, "score": score,
        "explanation": explanation, "trace_id": None, "error": error, "metadata": {},
        "start_time": "2026-01-02T03:04:05+00:00", "end_time": "2026-01-02T03:04:06+00:00",
    }  # fmt: skip


def run_of(example, repetition, output, annotations, error=None):
    return {
        "example_id": example, "repetition_number": repetition,
        "input": {"question": f"{example}?"}, "reference_output": {"answer": "4"},
        "output": output, "error": error, "latency_ms": 120.5,
        "start_time": "2026-01-02T03:04:05+00:00", "end_time": "2026-01-02T03:04:06+00:00",
        "trace_id": "t", "prompt_token_count": 5, "completion_token_count": 1,
        "annotations": annotations,
    }  # fmt: skip


PHOENIX = [
    run_of("e1", 1, "4", [annotation("correct", 1.0, "correct", "it is"), annotation("len", 17)]),
    run_of("e1", 2, {"answer": "5", "n": 1}, [annotation("correct", 0.0), annotation("len", 3)]),
    run_of("e2", 1, None, [annotation("correct", 0.0)], error="RateLimit: later"),
    run_of("e3", 1, "x", [annotation("correct", None, error="judge broke"),
                          annotation("tone", None, "polite")]),
]  # fmt: skip


def as_csv(runs):
    """Write runs as Phoenix does, by a table with the columns of every annotation."""
    table = []
    for run in runs:
        row = {name: value for name, value in run.items() if name != "annotations"}
        row |= {name: json.dumps(run[name]) for name in ("input", "reference_output")}
        if isinstance(run["output"], dict):
            row["output"] = json.dumps(run["output"])
        for one in run["annotations"]:
            row |= {f"annotation_{one['name']}_{key}": one[key] for key in one if key != "name"}
        table.append(row)
    names = list(dict.fromkeys(name for row in table for name in row))
    file = io.StringIO()
    writer = csv.DictWriter(file, names)
    writer.writeheader()
    writer.writerows(table)
    return file.getvalue()


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("content", "name"),
    [(json.dumps(PHOENIX, indent=2), "quiz.json"), (as_csv(PHOENIX), "quiz.csv")],
    ids=["json", "csv"],
)
def test_phoenix(store, content, name):
    """Repetitions are attempts, annotations validators; a label alone is unscored."""
    store(content, name, is_strict=True)

    assert [
        ("e1", 1, "quiz", "ok", "4", 120.5, 5),
        ("e1", 2, "quiz", "ok", "5", 120.5, 5),
        ("e2", 1, "quiz", "error", None, 120.5, 5),
        ("e3", 1, "quiz", "ok", "x", 120.5, 5),
    ] == store.rows(
        "select case_id, attempt, system_id, status, text, latency_ms, tokens_in "
        "from facts.responses order by all"
    )
    assert [
        ("correct", 1, "right", 1.0, None, "it is"),
        ("correct", 1, "error", None, None, "judge broke"),
        ("correct", 2, "wrong", 0.0, None, "the score is 0.0"),
        ("len", 1, "measured", None, 17.0, "the score is 17.0"),
        ("len", 2, "measured", None, 3.0, "the score is 3.0"),
        ("tone", 1, "unscored", None, None, "the label is polite"),
    ] == store.rows(
        "select validator_id, attempt, outcome, score, value, reason from facts.verdicts "
        "order by validator_id, attempt, case_id"
    )
    assert [("e1?", "4")] == store.rows(
        "select prompt, expected from facts.cases where case_id = 'e1'"
    )


def span(number, output, scores, **more):
    return {
        "id": str(number), "span_id": f"s{number}", "root_span_id": f"s{number}",
        "experiment_id": "exp-1", "project_id": "p", "created": "2026-01-02T03:04:05.123Z",
        "input": {"messages": [{"role": "user", "content": "2 + 2?"}]}, "output": output,
        "expected": "4", "scores": scores, "metadata": {"model": "maia-2", "topic": "sums"},
        "metrics": {"start": 1.0, "end": 1.5, "prompt_tokens": 5, "estimated_cost": 0.01},
        "error": None, "is_root": True, **more,
    }  # fmt: skip


SPANS = [
    span(1, "4", {"Factuality": 1, "Style": None}),
    span(2, "5", {"Factuality": 0.25, "Style": 0.5}),
    {**span(3, "inner", {}), "is_root": False, "root_span_id": "s1"},
    span(4, None, {}, error={"name": "Timeout"}, dataset_record_id="row-7"),
]


@pytest.mark.thinned(50)
@pytest.mark.parametrize(
    "content",
    [
        json.dumps(SPANS, indent=1),
        "".join(json.dumps(one) + "\n" for one in SPANS),
        json.dumps({"events": SPANS, "cursor": None}),
    ],
    ids=["a list", "lines", "a page"],
)
def test_braintrust(store, content):
    """The same input again is an attempt; spans below a row are counted and left out."""
    taken = store(content, "experiment.json", is_strict=True)

    assert "1 spans below the rows were left out" in taken.files[0].warnings[0]
    assert [
        ("exp-1", 1, "ok", "4", 500.0, 5, 0.01),
        ("exp-1", 1, "error", None, 500.0, 5, 0.01),
        ("exp-1", 2, "ok", "5", 500.0, 5, 0.01),
    ] == store.rows(
        "select run_id, attempt, status, text, latency_ms, tokens_in, cost_usd "
        "from facts.responses where system_id = 'maia-2' order by attempt, status desc"
    )
    assert [("Factuality", 1.0), ("Factuality", 0.25), ("Style", None), ("Style", 0.5)] == (
        store.rows("select validator_id, score from facts.verdicts order by validator_id, attempt")
    )
    assert [("row-7",)] == store.rows("select case_id from facts.responses where status = 'error'")


@pytest.mark.sweep
def test_a_scorer_of_braintrust_that_broke_down(store):
    """Its exception stands in the metadata of the row, and it has no score or a null one."""
    metadata = {"scorer_errors": {"Factuality": "Traceback: 429", "Style": "late", "Other": None}}
    store(
        json.dumps([span(1, "4", {"Style": 0.5, "Other": None}, metadata=metadata)]),
        "experiment.json",
    )

    assert [
        ("Factuality", "error", "Traceback: 429"),
        ("Other", "error", "the scorer raised an exception"),
        ("Style", "right", "the score is 0.5"),
    ] == store.rows("select validator_id, outcome, reason from facts.verdicts order by 1")


LANGSMITH = """\
,inputs.question,inputs.topic,outputs.answer,error,reference.answer,feedback.correct,\
feedback.tone,feedback.length,execution_time,example_id,id
0,2 + 2?,sums,4,,4,True,polite,12,0.5,ex-1,run-1
1,2 + 3?,sums,6,,5,False,,3,0.25,ex-2,run-2
2,2 + 4?,sums,,"ValueError('no')",6,,,,0.1,ex-3,run-3
"""


def test_langsmith(store):
    """Truth values, numbers and labels in one kind of column; an error is no wrong answer."""
    store(LANGSMITH, "nightly.csv", is_strict=True)

    assert [
        ("ex-1", "ok", "4", 500.0, None),
        ("ex-2", "ok", "6", 250.0, None),
        ("ex-3", "error", None, 100.0, "ValueError('no')"),
    ] == store.rows(
        "select case_id, status, text, latency_ms, error from facts.responses order by all"
    )
    assert [
        ("correct", "right"), ("correct", "wrong"), ("length", "measured"),
        ("tone", "unscored"),
    ] == store.rows(
        "select distinct validator_id, outcome from facts.verdicts order by all"
    )  # fmt: skip


HOSTILE = {
    "phoenix": [
        "", "[]", "[1, 2]", '[{"example_id": ', '[{"input": 1}]', "[" * 5000, "example_id\n1\n",
        b"\xff\xfe\x00", 'example_id,repetition_number,input,reference_output,output,error\n"a',
    ],
    "braintrust": ["", "[]", "{", "[1]", '{"events": []}', '{"events": 3}', "[" * 5000, "\n\n"],
    "langsmith": ["", "a,b\n1,2\n", "execution_time,example_id,id\n", b"\xff\xff", "\x00"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("format_name", "content"),
    [(name, content) for name, contents in HOSTILE.items() for content in contents],
    ids=str,
)
def test_files_without_a_row(store, format_name, content):
    """Each is refused by name, and the store is as it was."""
    with pytest.raises(UnreadableInputError, match="odd"):
        store(content, "odd", format_name=format_name)
    assert list(store.layout.inbox.iterdir()) == []


@pytest.mark.sweep
def test_odd_rows(store):
    """What is left out is named, and the run has no end; odd values are read as far as they go."""
    odd = {"example_id": "o1", "annotations": [{"name": "a", "score": "high"}, {"name": 3}, 7],
           "latency_ms": -1, "input": ["\ud800"], "repetition_number": 0}  # fmt: skip
    [first] = store(json.dumps([*PHOENIX, odd, 7, {"example_id": None}]), "odd.json",
                    format_name="phoenix").files  # fmt: skip
    [second] = store(LANGSMITH + "3,too,few\n", "odd.csv").files

    assert {"no object": 1, "no example": 1} == dict(first.skipped)
    assert {"other columns": 1} == dict(second.skipped)
    assert [] == store.rows("select 1 from log.events where kind = 'run_finished'")
    assert [("unscored", "the label is high")] == store.rows(
        "select outcome, reason from facts.verdicts where case_id = 'o1'"
    )


def test_recognition(tmp_path):
    """Each knows its own, and no other table or log."""
    samples = {
        phoenix: [json.dumps(PHOENIX, indent=2), as_csv(PHOENIX)],
        braintrust: [json.dumps(SPANS), json.dumps({"events": SPANS})],
        langsmith: [LANGSMITH],
    }
    for module in samples:
        for other, texts in samples.items():
            for text in (*texts, "id,question\n1,2\n", "", '{"span_id": "a"}'):
                assert module.recognises(tmp_path, text.encode()) == (
                    module is other and text in texts
                )
