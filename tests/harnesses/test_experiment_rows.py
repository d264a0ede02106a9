"""Experiments that Phoenix, Braintrust and LangSmith export: rows, scores, hostile files."""

import csv
import io
import json

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.braintrust import braintrust
from evalstore.harnesses.langsmith import langsmith
from evalstore.harnesses.phoenix import phoenix


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
        "output": output, "error": error, "latency_ms": 120.5, "trace_id": "t",
        "start_time": "2026-01-02T03:04:05+00:00", "end_time": "2026-01-02T03:04:06+00:00",
        "annotations": annotations, "prompt_token_count": 5, "completion_token_count": 1,
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

    assert "skipped 1 spans that are not root spans" in taken.files[0].warnings[0]
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
        ("correct", "right"), ("correct", "wrong"), ("length", "measured"), ("tone", "unscored"),
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


@pytest.mark.thinned(4)
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


def cases_of(store, run_id="%"):
    """Return the prompts of a run with their attempts and what was judged, in order."""
    return store.rows(
        "select prompt, attempt, outcome from facts.cases inner join facts.verdicts "
        f"using (run_id, case_id) where run_id like '{run_id}' order by all"
    )


def test_what_was_judged_without_a_text(store):
    """It was answered; missing is what nobody judged either, an error stays one."""
    runs = [
        run_of("e1", 1, None, [annotation("correct", 1.0)]),
        run_of("e2", 1, "", [annotation("correct", 0.0)]),
        run_of("e3", 1, "", []),
        run_of("e4", 1, None, []),
        run_of("e5", 1, None, [annotation("correct", None)]),
        run_of("e6", 1, None, [annotation("correct", 1.0)], error="later"),
    ]
    store(json.dumps(runs, indent=2), "quiz.json", is_strict=True)

    assert [
        ("e1", "ok", "not_kept", "right"), ("e2", "ok", None, "wrong"),
        ("e3", "missing", None, None), ("e4", "missing", None, None),
        ("e5", "ok", "not_kept", "unscored"), ("e6", "error", None, None),
    ] == store.rows(
        "select case_id, status, text_status, outcome from facts.responses "
        "left join facts.verdicts using (run_id, case_id) order by 1"
    )  # fmt: skip


def test_one_example_with_two_inputs(store):
    """They are two cases, whatever their order; the same input again is an attempt."""
    rows = [
        {**span(n, "4", {"f": score}, dataset_record_id="r"), "input": asked}
        for n, (asked, score) in enumerate((("A", 1), ("B", 0), ("A", 0), ("B", 0)))
    ]
    [file] = store(json.dumps(rows), "a.json").files
    again = store(json.dumps([rows[1], rows[0], rows[3], rows[2]]), "b.json")

    assert "1 id shared by several questions, such as r" in file.doubts[0]
    assert [("A", 1, "right"), ("A", 2, "wrong"), ("B", 1, "wrong"), ("B", 2, "wrong")] == (
        cases_of(store)
    )
    assert 0 == again.total("new") + again.total("revised")


def test_each_experiment_of_a_file_is_a_run(store):
    """Braintrust names it in each row; pages may stand on lines; one run id would join them."""
    rows = [
        span(1, "4", {"f": 1}),
        span(2, "5", {"f": 0}, experiment_id="exp-2", metadata={"model": "maia-3"}),
        span(3, "5", {"f": 0}),
    ]
    content = "".join(json.dumps({"events": [one], "cursor": "c"}) + "\n" for one in rows)
    store(content, "a.jsonl", is_strict=True)

    assert [("exp-1", "maia-2", 0.5), ("exp-2", "maia-3", 0.0)] == store.rows(
        "select run_id, system_id, accuracy from metrics.accuracy where slice_name = 'all' "
        "order by 1"
    )
    with pytest.raises(UnreadableInputError, match=r"found 2 runs \(exp-1, exp-2\)"):
        store(content, "a.jsonl", run_id="nightly")


def test_versions_of_a_row(store):
    """Of a row of Braintrust the newest counts; the same row twice counts once."""
    rows = [
        span(1, "4", {"f": 1}, _xact_id="1000"),
        span(1, "5", {"f": 0}, _xact_id="999"),
        span(2, "5", {"f": 0}),
        span(2, "5", {"f": 0}),
    ]
    [file] = store(json.dumps(rows), "a.json").files

    assert "1 row, such as 2: the record is repeated unchanged" in file.doubts[0]
    assert "1 row, such as 1: the record occurs in several versions" in file.doubts[1]
    assert [("right",), ("wrong",)] == store.rows("select outcome from facts.verdicts order by 1")


def test_the_newest_version_counts_whatever_the_order(store):
    """Also where it says what an older one said; without a version nothing is left out."""
    told = (1, 1, "1"), (1, 1, "3"), (1, 0, "2"), (2, 0, "2"), (2, 1, "2")
    rows = [span(at, str(at), {"f": mark}, _xact_id=version) for at, mark, version in told]
    [file] = store(json.dumps(rows), "a.json").files

    assert [("1", "right"), ("2", "right"), ("2", "wrong")] == store.rows(
        "select text, outcome from facts.verdicts inner join facts.responses "
        "using (run_id, system_id, case_id, attempt) order by all"
    )
    assert "1 row, such as 2: the record is repeated with different content" in file.doubts[2]


def test_a_repetition_that_came_before(store):
    """Two experiments of Phoenix in one file: each row counts, and the file is doubtful."""
    runs = [
        run_of("e1", 1, said, [annotation("correct", score)]) | {"trace_id": said}
        for said, score in (("4", 1.0), ("5", 0.0), ("5", 0.0))
    ]
    [file] = store(json.dumps(runs, indent=2), "quiz.json").files

    assert "the record is repeated unchanged" in file.doubts[0]
    assert "such as e1, repetition 1: the case already has this repetition" in file.doubts[1]
    assert [("e1?", 1, "right"), ("e1?", 2, "wrong")] == cases_of(store)


@pytest.mark.parametrize("write", [json.dumps, as_csv], ids=["json", "csv"])
def test_numbers_that_are_none(store, write):
    """An answer that could not be parsed has the score 0, and an infinite one is no number."""
    runs = [
        run_of("e1", 1, "4", [annotation("correct", 0.0, "NOT_PARSABLE"),
                              annotation("far", float("inf"))]),
        run_of("e2", 1, "4", [annotation("correct", 1.0, "right"), annotation("far", 0.5)]),
    ]  # fmt: skip
    [file] = store(write(runs), "quiz", format_name="phoenix").files

    assert "1 value of far is infinite, so no mean includes it; it is unscored" in file.warnings[0]
    assert "1 answer of the evaluator correct could not be parsed" in file.warnings[1]
    assert [
        ("correct", "right", None), ("correct", "unscored", None), ("far", "measured", 0.5),
        ("far", "unscored", None),
    ] == store.rows(
        "select validator_id, outcome, value from facts.verdicts order by all"
    )  # fmt: skip


SEVERAL = """\
,inputs.q,outputs.answer,error,feedback.f,feedback.g,execution_time,example_id,id,experiment
0,A,,,1,,0.5,ex-1,run-1,base
1,B,,,,,0.5,ex-2,run-2,base
0,A,x,,inf,,0.5,ex-1,run-3,tuned
"""


def test_experiments_that_a_column_names(store):
    """Each is a run of LangSmith; a row that no column scores and that says nothing is missing."""
    [file] = store(SEVERAL, "nightly.csv", is_strict=True).files

    assert "1 value of f is infinite" in file.warnings[0]
    assert [
        ("base", "ex-1", "ok", "not_kept"), ("base", "ex-2", "missing", None),
        ("tuned", "ex-1", "ok", None),
    ] == store.rows(
        "select system_id, case_id, status, text_status from facts.responses order by all"
    )  # fmt: skip


def test_tables_put_together(store):
    """Without such a column the rows are of one run, and the file is doubtful."""
    lines = [line.rpartition(",")[0] for line in SEVERAL.splitlines()]
    [file] = store("\n".join(lines) + "\n", "nightly.csv").files

    assert "row number 0 occurs 2 times" in file.doubts[0]
    assert [(1,)] == store.rows("select count(*) from facts.runs")
