"""The table of traces that the pages of Langfuse export, as JSON and as CSV."""

import json

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.langfuse import langfuse
from evalstore.harnesses.langfuse_table import langfuse_table
from tests.harnesses.together import read_together


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


# Texts of the tests below, by what they are; the strict ones are read with ``is_strict``.
FILES = {}
STRICT = {
    "JSON": json.dumps(TRACES),
    "JSON Lines": "".join(json.dumps(one) + "\n" for one in TRACES),
    "CSV": as_csv(TRACES),
}


@pytest.fixture(scope="module")
def taken(tmp_path_factory):
    """Return what became of each file."""
    return read_together(
        tmp_path_factory.mktemp("lax"), FILES, ".json", format_name="langfuse_table"
    ) | read_together(tmp_path_factory.mktemp("strict"), STRICT, ".json", is_strict=True)


@pytest.mark.parametrize("name", STRICT)
def test_traces_and_their_scores(taken, name):
    """Each is a case with its response; a column that is no other holds a score's values."""
    file, _, rows = taken[name]

    assert file.format == "langfuse_table"
    assert [
        ("t1", "t1", "ok", 'Lima, "the" city\nof kings', 500.0, 15, 3, 0.002),
        ("t2", "t2", "error", None, 500.0, 15, 3, 0.002),
        ("t3", "t3", "missing", None, 500.0, 15, 3, 0.002),
        ("t4", "t4", "ok", "Quito", 500.0, 15, 3, 0.002),
    ] == rows(
        "select case_id, prompt, responses.status, text, latency_ms, tokens_in, tokens_out, "
        "cost_usd from facts.cases inner join facts.responses using (run_id, case_id) order by 1"
    )
    several = "2 scores of one name, of which the table does not say the last"
    assert [
        ("t1", "correct", "right", 1.0),
        ("t1", "tone", "unscored", None),
        ("t4", "correct", "unscored", None),
        ("t4", "tone", "unscored", None),
    ] == rows("select case_id, validator_id, outcome, score from facts.verdicts order by 1, 2")
    assert [("t4", "correct")] == rows(
        f"select case_id, validator_id from facts.verdicts where reason = '{several}'"
    )


def test_a_reply_is_the_same_from_each_file(store):
    """Quotes, brackets and keys in it are those of the reply."""
    replies = ['"Lima"', '"a\\nb"', '""', '{"a": 1, "a": 2}', "[Lima]", "Quito"]
    content = [trace(f"t{place}", reply) for place, reply in enumerate(replies)]
    store(json.dumps(content))
    store(as_csv(content), name="nightly.csv")

    assert [(reply, 2) for reply in replies] == store.rows(
        "select text, count(*) from facts.responses group by case_id, text order by case_id"
    )


FILES["one line"] = json.dumps(trace("t1", "Lima", correct=[1], other={"a": 1})) + "\n"


def test_one_trace_on_a_line(taken):
    """An export of one row, with a comment of another kind in a column of its own."""
    file, _, rows = taken["one line"]

    assert {"right": 1} == dict(rows("select outcome, count(*) from facts.verdicts group by 1"))
    assert "other: found values that are not lists of scores" in file.warnings[0]


NO_SCORES = {str(values): values for values in ([True, None], [[1]], "polite", {"a": 1}, "[1", 5)}
for name, values in NO_SCORES.items():
    FILES[name] = json.dumps([trace("t1", "Lima", correct=values)])


@pytest.mark.parametrize("name", NO_SCORES)
def test_a_column_of_something_else_is_told(taken, name):
    """It is no score, and the rest of the row is read."""
    file, _, rows = taken[name]

    assert "correct: found values" in file.warnings[0]
    assert [] == rows("select 1 from facts.verdicts")
    assert [("Lima",)] == rows("select text from facts.responses")


FILES["one name"] = json.dumps([trace("t1", "Lima", **{"correct": [0], "correct ": [1]})])


def test_two_columns_of_one_name(taken):
    """The first is read and the other told."""
    file, _, rows = taken["one name"]

    assert [("wrong",)] == rows("select outcome from facts.verdicts")
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
    with pytest.raises(UnreadableInputError, match="neither JSON nor CSV with quoted columns"):
        store(content, format_name="langfuse_table")


NO_TRACES = {"no id": {"id": None}, "a path": {"htmlPath": "/"}, "a score": {"latency": [0.5]}}
for name, changed in NO_TRACES.items():
    FILES[name] = json.dumps([TRACES[0], {**TRACES[1], **changed}])


@pytest.mark.parametrize("name", NO_TRACES)
def test_rows_that_are_left_out(taken, name):
    """What is no row of this table, and one with a score in the place of a column, are named."""
    assert {"no trace": 1} == dict(taken[name].file.skipped)


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


SCORED = trace("t1", None, correct=[1])
FILES["no output"] = json.dumps([SCORED, SCORED, trace("t2", "", correct=[0]), trace("t3", "")])


def test_scores_of_a_trace_without_an_output(taken):
    """It was answered and its text is not kept; the same row twice counts once."""
    file, _, rows = taken["no output"]

    assert "1 row, such as t1: the record is repeated unchanged" in file.doubts[0]
    assert [
        ("t1", "ok", "not_kept", "right"), ("t2", "ok", None, "wrong"),
        ("t3", "missing", None, None),
    ] == rows(
        "select case_id, status, text_status, outcome from facts.responses "
        "left join facts.verdicts using (run_id, case_id) order by 1"
    )  # fmt: skip


QUESTIONS = [
    trace("t", "Lima", correct=[1], sessionId="s1") | {"input": "A"},
    trace("t", "Quito", correct=[0], sessionId="s2") | {"input": "B"},
]
FILES["two questions"] = json.dumps(QUESTIONS)
FILES["two questions, turned"] = json.dumps(QUESTIONS[::-1])


def test_one_id_with_two_questions(taken):
    """They are two cases, in any order; sessions make no runs."""
    sql = (
        "select prompt, outcome, case_id from facts.cases "
        "inner join facts.verdicts using (run_id, case_id) order by 1"
    )
    one, other = (taken[name].rows(sql) for name in ("two questions", "two questions, turned"))

    assert one == other
    assert [("A", "right"), ("B", "wrong")] == [row[:2] for row in one]
    assert 2 == len({case_id for *_, case_id in one})
    assert [(1,)] == taken["two questions"].rows("select count(*) from facts.runs")


FILES["infinities"] = json.dumps([trace("t1", "Lima", distance=[float("inf")])])


def test_infinities(taken):
    """They are unscored, and called so."""
    file, _, rows = taken["infinities"]

    assert "1 value of distance is infinite" in file.warnings[0]
    assert [("unscored",)] == rows("select outcome from facts.verdicts")
