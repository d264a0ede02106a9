"""The table of traces that the pages of Langfuse export, as JSON and as CSV."""

import json

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.langfuse import langfuse
from evalstore.harnesses.langfuse_table import langfuse_table


def trace(own, output, level="DEFAULT", **scores):
    return {
        "id": own, "timestamp": "2026-01-02T03:04:05.000Z", "name": "answer", "userId": None,
        "sessionId": None, "release": "v7", "version": None, "environment": "default",
        "tags": ["a"], "bookmarked": False, "public": False, "output": output,
        "input": json.dumps({"question": own}), "metadata": {"topic": "tea"}, "latency": 0.5,
        "usage": {"promptTokens": 15, "completionTokens": 3, "totalTokens": 18},
        "inputCost": "0.001", "outputCost": "0.001", "totalCost": "0.002", "level": level,
        "errorCount": 0, "warningCount": 0, "defaultCount": 2, "debugCount": 0,
        "observationCount": 2, "inputTokens": 15, "outputTokens": 3, "totalTokens": 18,
        "comments": [], "correct": None, "tone": None, **scores,
    }  # fmt: skip


TRACES = [
    trace("t1", 'Lima, "the" city\nof kings', correct=[1], tone=["polite"]),
    trace("t2", None, "ERROR", correct=[0]),
    trace("t3", None),
    trace("t4", "Quito", correct=[1, 0], tone=["polite", "polite"]),
]


def as_csv(traces):
    """Write rows as Langfuse does: each cell in quotes, what is no text as its JSON."""

    def cell(column, value):
        if value is None:
            return ""
        # Times and costs are objects, whose JSON is a text.
        is_text = isinstance(value, str) and column != "timestamp" and not column.endswith("Cost")
        return value if is_text else json.dumps(value, ensure_ascii=False)

    rows = [list(traces[0]), *([cell(*item) for item in one.items()] for one in traces)]
    quoted = (",".join('"' + one.replace('"', '""') + '"' for one in row) for row in rows)
    return "".join(f"{line}\n" for line in quoted)


@pytest.fixture
def store(store_for):
    """An empty store that reads an export."""
    return store_for("nightly.json")


@pytest.mark.parametrize(
    "content",
    [
        json.dumps(TRACES),
        "".join(json.dumps(one) + "\n" for one in TRACES),
        as_csv(TRACES),
    ],
    ids=["JSON", "JSON Lines", "CSV"],
)
def test_traces_and_their_scores(store, content):
    """Each is a case with its response; a column that is no other holds a score's values."""
    [file] = store(content, is_strict=True).files

    assert file.format == "langfuse_table"
    assert [
        ("t1", "t1", "ok", 'Lima, "the" city\nof kings', 500.0, 15, 3, 0.002),
        ("t2", "t2", "error", None, 500.0, 15, 3, 0.002),
        ("t3", "t3", "missing", None, 500.0, 15, 3, 0.002),
        ("t4", "t4", "ok", "Quito", 500.0, 15, 3, 0.002),
    ] == store.rows(
        "select case_id, prompt, responses.status, text, latency_ms, tokens_in, tokens_out, "
        "cost_usd from facts.cases inner join facts.responses using (run_id, case_id) order by 1"
    )
    several = "2 scores of one name, of which the table does not say the last"
    assert [
        ("t1", "correct", "right", 1.0),
        ("t1", "tone", "unscored", None),
        ("t4", "correct", "unscored", None),
        ("t4", "tone", "unscored", None),
    ] == store.rows(
        "select case_id, validator_id, outcome, score from facts.verdicts order by 1, 2"
    )
    assert [("t4", "correct")] == store.rows(
        f"select case_id, validator_id from facts.verdicts where reason = '{several}'"
    )


@pytest.mark.parametrize("said", ['"Lima"', '"a\\nb"', '""', '{"a": 1, "a": 2}', "[Lima]"])
def test_a_reply_is_the_same_from_each_file(store, said):
    """Quotes, brackets and keys in it are those of the reply."""
    content = [trace("t1", said), trace("t2", "Quito")]
    store(json.dumps(content))
    store(as_csv(content), name="nightly.csv")

    assert [(said, 2)] == store.rows(
        "select text, count(*) from facts.responses where case_id = 't1' group by 1"
    )


def test_one_trace_on_a_line(store):
    """An export of one row, with a comment of another kind in a column of its own."""
    [file] = store(json.dumps(trace("t1", "Lima", correct=[1], other={"a": 1})) + "\n").files

    assert {"right": 1} == dict(
        store.rows("select outcome, count(*) from facts.verdicts group by 1")
    )
    assert "other: found values that are no lists of scores" in file.warnings[0]


@pytest.mark.parametrize("values", [[True, None], [[1]], "polite", {"a": 1}, "[1", 5])
def test_a_column_of_something_else_is_told(store, values):
    """It is no score, and the rest of the row is read."""
    [file] = store(json.dumps([trace("t1", "Lima", correct=values)])).files

    assert "correct: found values" in file.warnings[0]
    assert [] == store.rows("select 1 from facts.verdicts")


def test_two_columns_of_one_name(store):
    """The first is read and the other told."""
    [file] = store(json.dumps([trace("t1", "Lima", **{"correct": [0], "correct ": [1]})])).files

    assert [("wrong",)] == store.rows("select outcome from facts.verdicts")
    assert "correct" in file.warnings[0]


def test_what_is_nested_deep_is_left_out(store):
    """Deeper than a record can be written; another attempt at the same case is read with it."""
    for depth in (300, 500, 900):
        deep = '{"messages": ' + "[" * depth + "]" * depth + "}"
        content = [trace("t1", "?") | {"input": deep}, trace("t1", "Lima")]
        [file] = store(json.dumps(content), name=f"{depth}.json").files
        assert {"nested too deep": 1} == dict(file.skipped)

    assert [(3, "Lima")] == store.rows(
        "select count(*), any_value(text) from facts.cases "
        "inner join facts.responses using (run_id, case_id)"
    )


def test_an_older_table_is_refused(store):
    """Its cells cannot be told apart; the store is as it was."""
    old = "id,timestamp,sessionId,bookmarked,public,input,output\n" + '"a","","","","","b","c"\n'
    with pytest.raises(UnreadableInputError, match=r"without quotes.*export it as JSON"):
        store(old, name="old.csv")
    assert list(store.layout.inbox.iterdir()) == []


@pytest.mark.parametrize("content", ["", "  ", "\ufeff", "\0\0", "a,b\n1,2\n"])
def test_what_is_no_table_is_refused(store, content):
    """It is not taken for an older one."""
    with pytest.raises(UnreadableInputError, match="no JSON and no such CSV"):
        store(content, format_name="langfuse_table")


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"id": None}, "no trace"),
        ({"htmlPath": "/"}, "no trace"),
        ({"latency": [0.5]}, "no trace"),
    ],
)
def test_rows_that_are_left_out(store, changed, reason):
    """What is no row of this table, and one with a score in the place of a column, are named."""
    content = json.dumps([TRACES[0], {**TRACES[1], **changed}])
    [file] = store(content, format_name="langfuse_table").files

    assert {reason: 1} == dict(file.skipped)


def test_recognition(tmp_path):
    """By the columns of the first row itself, whatever stands within them."""
    api = json.dumps({**TRACES[0], "htmlPath": "/", "scores": [], "observations": []}).encode()
    table = json.dumps(TRACES).encode()
    within = json.dumps([{"example_id": "e", "input": TRACES[0]}]).encode()
    event = json.dumps({"kind": "case_generated", "payload": {"attributes": TRACES[0]}}).encode()
    scored = json.dumps([{**TRACES[0], "observations": [1]}]).encode()

    assert langfuse_table.recognises(tmp_path, table)
    assert langfuse_table.recognises(tmp_path, scored)
    assert langfuse_table.recognises(tmp_path, as_csv(TRACES).encode())
    assert not langfuse.recognises(tmp_path, table)
    for other in (api, within, event, b'"id","timestamp","name"\n'):
        assert not langfuse_table.recognises(tmp_path, other)


def test_scores_of_a_trace_without_an_output(store):
    """It was answered and its text is not kept; the same row twice counts once."""
    scored = trace("t1", None, correct=[1])
    [file] = store(
        json.dumps([scored, scored, trace("t2", "", correct=[0]), trace("t3", "")])
    ).files

    assert "1 row, such as t1: the record stands there more than once" in file.doubts[0]
    assert [
        ("t1", "ok", "not_kept", "right"), ("t2", "ok", None, "wrong"),
        ("t3", "missing", None, None),
    ] == store.rows(
        "select case_id, status, text_status, outcome from facts.responses "
        "left join facts.verdicts using (run_id, case_id) order by 1"
    )  # fmt: skip


def test_one_id_with_two_questions(store):
    """They are two cases, in any order; sessions make no runs."""
    rows = [
        trace("t", "Lima", correct=[1], sessionId="s1") | {"input": "A"},
        trace("t", "Quito", correct=[0], sessionId="s2") | {"input": "B"},
    ]
    store(json.dumps(rows))
    store(json.dumps(rows[::-1]), name="again.json")

    assert [("A", "right", 2, 1), ("B", "wrong", 2, 1)] == store.rows(
        "select prompt, outcome, count(distinct run_id), count(distinct case_id) "
        "from facts.cases inner join facts.verdicts using (run_id, case_id) "
        "group by all order by 1"
    )


def test_infinities(store):
    """They are unscored, and called so."""
    [file] = store(json.dumps([trace("t1", "Lima", distance=[float("inf")])])).files

    assert "1 value of distance is infinite" in file.warnings[0]
    assert [("unscored",)] == store.rows("select outcome from facts.verdicts")
