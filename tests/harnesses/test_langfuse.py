"""Langfuse: traces with their scores, alone and as a run of a dataset."""

import json

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.langfuse import langfuse
from tests.harnesses.together import read_together


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


# What the files of the tests below hold, each in runs of its own.
FILES = {}


@pytest.fixture(scope="module")
def taken(tmp_path_factory):
    """Return what became of each file."""
    texts = {name: json.dumps(content) for name, content in FILES.items()}
    return read_together(tmp_path_factory.mktemp("traces"), texts, ".json")


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
    """Items are cases with what they expect; the run's name is the system; the newest counts."""
    [file] = store(content).files

    assert ["ignored 1 score, such as correct-2026-01-01"] == [
        one.partition(": ")[2].partition(":")[0] for one in file.doubts
    ]
    assert [
        ("run-1", "capitals", "i1", "maia-2", "ok", "Lima", 15, 3, 500.0, 0.002, "Lima"),
        ("run-1", "capitals", "i2", "maia-2", "ok", None, 15, 3, 500.0, 0.002, None),
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


@pytest.mark.thinned(3)
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


def linked(own, *links):
    return {
        "id": own, "name": f"of {own}", "datasetName": "capitals", "metadata": {},
        "datasetRunItems": [
            {"traceId": one, "datasetItemId": item, "observationId": observation}
            for one, item, observation in links
        ],
    }  # fmt: skip


def answered(own, value, **fields):
    return {**trace(own, "Lima", [score("correct", "BOOLEAN", value)]), **fields}


def test_runs_that_share_their_traces(store):
    """A trace belongs to each run that links it, in any order; one that none links is named."""
    runs = [linked(own, ("t1", "i1", None), ("t2", "i2", None)) for own in ("a", "b")]
    traces = [answered("t1", 1), answered("t2", 0), answered("t3", 1)]
    [file] = store("".join(json.dumps(one) + "\n" for one in [*traces, *runs])).files
    again = store(json.dumps([*runs[::-1], *traces[::-1]]), name="again.json")

    assert ("no run", "t3") == (
        file.skips[0].reason, file.skips[0].detail.split(";")[0].split()[-1]
    )  # fmt: skip
    assert 0 == again.total("new") + again.total("revised")
    assert [("a", "of a", 0.5, 2, "completed"), ("b", "of b", 0.5, 2, "completed")] == store.rows(
        "select run_id, system_id, accuracy, scored_count, run_status from metrics.accuracy "
        "inner join facts.runs using (run_id) where slice_name = 'all' order by 1"
    )


OF_OBSERVATIONS = [
    {**score("correct", "BOOLEAN", value), "id": of, "observationId": of}
    for of, value in (("o1", 1), ("o2", 0))
]
OBSERVATIONS = [{"id": one, "input": f"{one}?", "output": one} for one in ("o1", "o2")]
FILES["several items"] = [
    trace("t", "both", OF_OBSERVATIONS) | {"observations": OBSERVATIONS},
    linked("r1", ("t", "i1", "o1"), ("t", "i2", "o2")),
]


def test_several_items_that_one_trace_answers(taken):
    """Each is a case, answered and judged by the observation that its run links."""
    assert [
        ("i1", "o1?", "o1", "right"),
        ("i2", "o2?", "o2", "wrong"),
    ] == taken["several items"].rows(
        "select case_id, prompt, text, outcome from facts.cases inner join facts.responses "
        "using (run_id, case_id) inner join facts.verdicts using (run_id, case_id) order by 1"
    )


FILES["several observations"] = trace(
    "t",
    "Lima",
    [
        {**score("correct", "BOOLEAN", value), "observationId": of}
        for of, value in (("o1", 1), ("o2", 0))
    ],
)


def test_scores_of_several_observations(taken):
    """Where they differ, and the trace has none of its own, none of them speaks for it."""
    assert [("unscored", "2 observations of the trace have such a score, and they differ")] == (
        taken["several observations"].rows("select outcome, reason from facts.verdicts")
    )


FILES["asked otherwise"] = [
    linked("r2", ("t1", "i", None), ("t2", "i", None), ("t3", "i", None)),
    answered("t1", 1, input="A"),
    answered("t2", 0, input="B"),
    answered("t3", 0, input="A"),
]


def test_an_item_that_is_asked_otherwise(taken):
    """Two traces of one item with other inputs are two cases; with the same, two attempts."""
    file, _, rows = taken["asked otherwise"]

    assert "1 id shared by several questions, such as i" in file.doubts[0]
    assert [("A", 2), ("B", 1)] == rows(
        "select prompt, count(*) from facts.cases inner join facts.responses "
        "using (run_id, case_id) group by 1 order by 1"
    )


FILES["twice"] = [
    answered("t", 1, updatedAt="2026-01-03"),
    answered("t", 0, updatedAt="2026-01-02"),
]


def test_a_trace_that_was_fetched_twice(taken):
    """Its newest version counts, wherever it stands."""
    file, _, rows = taken["twice"]

    assert "in several versions; the newest counts" in file.doubts[0]
    assert [("right", 1)] == rows("select outcome, attempt from facts.verdicts")


ENDS = "select count(*) from log.events where kind = 'run_finished'"
FILES["a page"] = {"data": [answered("t1", 1)], "meta": {"page": 1, "totalItems": 3}}


def test_pages_that_are_not_all(taken):
    """The counts of pages are held against what is there, and such a run has no end."""
    file, _, rows = taken["a page"]

    assert "found 1 of 3 traces" in file.doubts[0]
    assert [(0,)] == rows(ENDS)


FILES["not here"] = [answered("t1", 1), linked("r3", ("t1", "i1", None), ("t2", "i2", None))]


def test_traces_that_are_not_here(taken):
    """A run that links them is not whole, and they are named."""
    file, _, rows = taken["not here"]

    assert "run r3 links 1 trace not in the file, such as t2" in file.doubts[0]
    assert [(0,)] == rows(ENDS)


def test_a_list_of_traces_has_no_scores(store):
    """It has their ids alone, and says so instead of reading a trace that nobody scored."""
    with pytest.raises(UnreadableInputError, match="only the ids of its scores"):
        store(json.dumps([{**TRACES[0], "scores": ["s1"], "observations": ["o1"]}]))
