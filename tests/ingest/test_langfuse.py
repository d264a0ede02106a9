"""Langfuse: traces with their scores, alone and as a run of a dataset."""

import json

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.ingest.formats import langfuse


def score(name, kind, value, said=None, at="2026-01-02", comment=None):
    return {
        "id": f"{name}-{at}", "traceId": "t", "name": name, "source": "EVAL", "dataType": kind,
        "value": value, "stringValue": said, "comment": comment, "timestamp": f"{at}T00:00:00Z",
    }  # fmt: skip


def trace(own, output, scores):
    return {
        "id": own, "timestamp": "2026-01-02T03:04:05Z", "name": "answer", "projectId": "p",
        "input": {"question": f"{own}?"}, "output": output, "metadata": {}, "latency": 0.5,
        "totalCost": 0.002, "htmlPath": "/trace", "release": "v7", "scores": scores,
        "observations": [{"type": "GENERATION", "usageDetails": {"input": 10, "output": 2}},
                         {"type": "GENERATION", "usage": {"input": 5, "output": 1}},
                         {"type": "SPAN"}],
    }  # fmt: skip


TRACES = [
    trace("t1", "Lima", [
        score("correct", "BOOLEAN", 0, "False", at="2026-01-01"),
        score("correct", "BOOLEAN", 1, "True", comment="it is"),
        score("tone", "CATEGORICAL", None, "polite"),
        score("length", "NUMERIC", 4),
    ]),
    trace("t2", None, [score("correct", "BOOLEAN", 0, "False"), score("length", "NUMERIC", 0.5)]),
]  # fmt: skip
RUN = {
    "id": "run-1", "name": "maia-2", "datasetName": "capitals", "metadata": {},
    "datasetRunItems": [{"traceId": "t1", "datasetItemId": "i1"},
                        {"traceId": "t2", "datasetItemId": "i2"}],
}  # fmt: skip
ITEMS = [{"id": "i1", "datasetId": "d", "expectedOutput": "Lima", "input": "?"}]


@pytest.fixture
def store(store_for):
    """An empty store that reads traces."""
    return store_for("traces.json")


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    "content",
    [
        json.dumps([RUN, *ITEMS, *TRACES]),
        "".join(json.dumps(one) + "\n" for one in [*TRACES, *ITEMS, RUN]),
        "".join(json.dumps(one) + "\n" for one in [RUN, {"data": ITEMS}, {"data": TRACES}]),
    ],
    ids=["a list", "lines", "pages on lines"],
)
def test_a_run_of_a_dataset(store, content):
    """Items are cases with what they expect; the run's name is the system."""
    store(content, is_strict=True)

    assert [
        ("run-1", "capitals", "i1", "maia-2", "ok", "Lima", 15, 3, 500.0, 0.002, "Lima"),
        ("run-1", "capitals", "i2", "maia-2", "missing", None, 15, 3, 500.0, 0.002, None),
    ] == store.rows(
        "select run_id, suite, case_id, system_id, responses.status, text, tokens_in, tokens_out, "
        "latency_ms, cost_usd, expected from facts.responses "
        "inner join facts.runs using (run_id) "
        "inner join facts.cases using (run_id, case_id) order by case_id"
    )
    assert [
        ("correct", "right", None, "it is"),
        ("length", "measured", 4.0, "the score is 4.0"),
        ("tone", "unscored", None, "the label is polite"),
    ] == store.rows(
        "select validator_id, outcome, value, reason from facts.verdicts where case_id = 'i1' "
        "order by 1"
    )


@pytest.mark.sweep
def test_traces_alone(store):
    """Each is a case of its own, named by itself; one object may be the whole file."""
    store(json.dumps(TRACES[0]), name="one.json")
    store(json.dumps(TRACES, indent=1), name="helpdesk.json")

    assert [("t1", "helpdesk"), ("t1", "one"), ("t2", "helpdesk")] == store.rows(
        "select case_id, system_id from facts.responses order by all"
    )


@pytest.mark.parametrize("text", ["", "[]", "{", "[1]", '{"data": []}', "{}", json.dumps(RUN)])
def test_files_without_a_trace(store, text):
    """They are refused by name, and the store is as it was."""
    with pytest.raises(UnreadableInputError, match=r"traces\.json: "):
        store(text, format_name="langfuse")
    assert list(store.layout.inbox.iterdir()) == []


@pytest.mark.sweep
def test_odd_traces(store):
    """What is no trace is named; odd values are read as far as they go."""
    odd = {"id": 3, "observations": "x", "latency": "soon", "totalCost": -1, "scores": [
        7, {"name": None}, {"name": "a", "dataType": "BOOLEAN", "value": "yes"},
        {"name": "b", "dataType": "CATEGORICAL", "value": 2}, {"name": "c", "value": 1e999},
    ]}  # fmt: skip
    [file] = store(json.dumps([*TRACES, odd, {"id": "a"}, 7])).files

    assert {"no trace": 1, "no object": 1} == dict(file.skipped)
    assert [("a", "unscored"), ("b", "unscored"), ("c", "unscored")] == store.rows(
        "select validator_id, outcome from facts.verdicts "
        "where validator_id in ('a', 'b', 'c') order by 1"
    )


def test_recognition(tmp_path):
    """Traces with scores and dataset runs, and nothing else."""
    for found in (TRACES, TRACES[0], RUN):
        assert langfuse.recognises(tmp_path, json.dumps(found).encode())
    for text in ("", "{}", '{"scores": [], "observations": []}', '{"dataType": 1}'):
        assert not langfuse.recognises(tmp_path, text.encode())


@pytest.mark.sweep
def test_a_call_that_failed_is_an_error(store):
    """Such a trace has no output and an observation of level ERROR; its scores judge nothing."""
    failed = {
        **TRACES[1],
        "observations": [
            {"type": "SPAN", "level": "DEFAULT", "parentObservationId": None},
            {"type": "GENERATION", "level": "ERROR", "statusMessage": "429: later"},
        ],
    }
    retried = {**TRACES[0], "observations": failed["observations"]}
    quiet = {**trace("t3", None, []), "observations": [{"level": "ERROR"}]}
    store(json.dumps({"data": [failed, retried, quiet]}))

    assert [
        ("t1", "ok", None),
        ("t2", "error", "429: later"),
        (
            "t3",
            "error",
            "an observation of the trace has the level ERROR, and the trace no output",
        ),
    ] == store.rows("select case_id, status, error from facts.responses order by 1")
    assert [("t1",)] == store.rows("select distinct case_id from facts.verdicts")


@pytest.mark.sweep
def test_the_root_speaks_for_its_trace(store):
    """Where a trace says nothing of itself, its root has the question and the reply."""
    root = {"type": "SPAN", "parentObservationId": None, "input": "Q?", "output": "root"}
    below = {"type": "GENERATION", "parentObservationId": "s", "output": "below"}
    store(json.dumps({**trace("t", None, []), "input": None, "observations": [below, root]}))

    assert [("Q?", "root", "ok")] == store.rows(
        "select prompt, text, responses.status from facts.responses "
        "inner join facts.cases using (run_id, case_id)"
    )


@pytest.mark.sweep
def test_the_score_of_the_trace_counts(store):
    """One of an observation in it is of that alone, however new."""
    inner = {**score("correct", "BOOLEAN", 0, at="2026-02-02"), "observationId": "o"}
    scores = [inner, score("correct", "BOOLEAN", 1)]
    store(json.dumps(trace("t", "Lima", scores)))

    assert [("right",)] == store.rows("select outcome from facts.verdicts")
