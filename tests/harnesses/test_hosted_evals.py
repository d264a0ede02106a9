"""Hosted OpenAI Evals: runs and output items as the API lists them, whole, in part and hostile."""

import gzip
import json

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.hosted_evals import hosted_evals

GRADER = "String check-a2486074-d803-4445-b431-ad2262e85d47"
EVAL = {
    "object": "eval",
    "id": "eval_1",
    "name": "Tickets",
    "testing_criteria": [
        {"name": "String check", "type": "string_check", "reference": "{{ item.label }}"},
        {"name": "Tone", "type": "score_model", "model": "o3", "pass_threshold": 5},
    ],
}
RUN = {
    "object": "eval.run",
    "id": "evalrun_1",
    "eval_id": "eval_1",
    "created_at": 1743000100,
    "status": "completed",
    "model": "gpt-4.1",
    "result_counts": {"total": 3, "errored": 1, "failed": 1, "passed": 1},
    "per_testing_criteria_results": [{"testing_criteria": GRADER, "passed": 1, "failed": 1}],
    "data_source": {"type": "completions", "model": "gpt-4.1"},
}


def item(number, reply, status, results=None, **sample):
    passed = status == "pass"
    return {
        "object": "eval.run.output_item",
        "id": f"outputitem_{number}",
        "created_at": 1743000200,
        "run_id": "evalrun_1",
        "eval_id": "eval_1",
        "status": status,
        "datasource_item_id": number,
        "datasource_item": {"ticket": f"Printer {number} burns", "label": "Hardware"},
        "results": [{"name": GRADER, "sample": None, "passed": passed, "score": float(passed)}]
        if results is None
        else results,
        "sample": {
            "input": [{"role": "user", "content": f"Printer {number} burns"}],
            "output": [{"role": "assistant", "content": reply}],
            "finish_reason": "stop",
            "model": "gpt-4.1-2025-04-14",
            "usage": {"prompt_tokens": 28, "completion_tokens": 2, "total_tokens": 30},
            "error": None,
            **sample,
        },
    }


FAILED = {"code": "rate_limit", "message": "try later"}
OBJECTS = [
    EVAL,
    RUN,
    item(0, "Hardware", "pass"),
    item(1, "Software", "fail"),
    item(2, None, "error", [], error=FAILED),
]


def lines_of(objects):
    return "".join(json.dumps(one) + "\n" for one in objects)


@pytest.fixture
def store(store_for):
    """An empty store that reads objects of the API."""
    return store_for("evals.jsonl")


ANSWERS = """
    select text, responses.status, tokens_in, outcome from facts.responses
    left join facts.verdicts using (run_id, case_id, system_id, attempt)
    where coalesce(validator_id, 'item') = 'item' order by all nulls last
"""


@pytest.mark.thinned(6)
@pytest.mark.parametrize(
    "content",
    [
        lines_of(OBJECTS),
        lines_of(reversed(OBJECTS)),
        json.dumps(OBJECTS, indent=2),
        json.dumps({"object": "list", "data": OBJECTS, "has_more": False}, indent=2),
        lines_of([EVAL, RUN, {"object": "list", "data": OBJECTS[2:]}]),
        gzip.compress(lines_of(OBJECTS).encode()),
    ],
    ids=["lines", "in another order", "a list", "a page", "pages on lines", "packed"],
)
def test_objects_in_every_form(store, content):
    """Lines, lists and pages: the same run, whose counts agree."""
    taken = store(content, is_strict=True)

    assert str(taken.compared) == "6 agree, 0 differ, 0 not comparable"
    assert [
        ("Hardware", "ok", 28, "right"),
        ("Software", "ok", 28, "wrong"),
        (None, "error", 28, "error"),
    ] == store.rows(ANSWERS)
    assert [("Tickets", "gpt-4.1")] == store.rows(
        "select distinct suite, system_id from facts.runs "
        "inner join facts.responses using (run_id)"
    )


@pytest.mark.sweep
def test_cases_are_their_questions(store):
    """The same question is the same case in every run, wherever it stands; the second is #2."""
    first, second = item(0, "a", "pass"), {**item(0, "b", "pass"), "datasource_item_id": 9}
    other = {**second, "run_id": "evalrun_2"}
    store(lines_of([first, second, other]))

    [(one,), (two,), (three,)] = store.rows(
        "select case_id from facts.responses order by run_id, case_id"
    )
    assert (f"{one}#2", one) == (two, three)
    assert [("Printer 0 burns",)] == store.rows(
        "select distinct value from facts.case_attributes where name = 'ticket'"
    )


@pytest.mark.sweep
def test_graders_pass_by_a_threshold_of_their_own(store):
    """The score stands beside it; a model that graded is named; one that broke is an error."""
    graded = {"model": "o3", "output": [{"role": "assistant", "content": "quite polite"}]}
    results = [
        {"name": "Tone", "passed": True, "score": 5.5, "sample": graded},
        {"name": "Judge", "passed": False, "score": 0.0, "sample": {"error": FAILED}},
        {"name": "Odd", "passed": None, "score": None},
    ]
    store(lines_of([EVAL, RUN, item(0, "a", "pass", results)]))

    assert [
        ("Judge", "error", 0.0, "rate_limit: try later", None),
        ("Odd", "unscored", None, None, None),
        ("Tone", "right", 5.5, "quite polite", "o3"),
    ] == store.rows(
        "select validator_id, outcome, value, reason, payload ->> '$.judge.model' "
        "from facts.verdicts inner join log.events using (event_id) "
        "where validator_id != 'item' order by 1"
    )


@pytest.mark.sweep
@pytest.mark.parametrize("failed_count", [1, 3])
def test_a_grader_that_broke_down_fails_no_item(store, failed_count):
    """Nobody knows whether it would have passed, however the service counts it."""
    broken = {"name": GRADER, "passed": False, "score": 0.0, "sample": {"error": FAILED}}
    items = [
        item(0, "a", "fail", [broken]),
        item(1, "a", "fail"),
        item(2, "a", "fail", [broken, {"name": "Tone", "passed": True, "score": 1.0}]),
    ]
    criterion = {"testing_criteria": GRADER, "passed": 0, "failed": failed_count}
    run = {
        **RUN,
        "result_counts": {"total": 3, "failed": failed_count},
        "per_testing_criteria_results": [criterion],
    }

    store(lines_of([EVAL, run, *items]), is_strict=True)

    assert [(0.0, 1, 2)] == store.rows(
        "select accuracy, scored_count, unscored_count from metrics.accuracy "
        "where validator_id = 'item' and slice_name = 'all'"
    )
    assert [("a grader broke down, and no other failed it", 2)] == store.rows(
        "select reason, count(*) from facts.verdicts where outcome = 'undetermined' group by 1"
    )


@pytest.mark.sweep
def test_a_reply_in_parts(store):
    """The texts among them are the reply."""
    parts = [{"type": "output_text", "text": "a"}, {"type": "refusal"}, {"text": "b"}]
    store(lines_of([EVAL, RUN, item(0, parts, "pass")]))

    assert [("a\nb", "ok")] == store.rows("select text, status from facts.responses")


@pytest.mark.sweep
def test_stored_replies_are_no_part_of_the_question(store):
    """Of completions that were stored, the reply stands in the item."""
    fields = {"question": "2 + 2?", "sample": {"output_text": "4"}}
    stored = {**item(0, None, "pass"), "sample": None, "datasource_item": fields}
    store(lines_of([EVAL, RUN, stored]))

    assert [("4", "ok")] == store.rows("select text, status from facts.responses")
    assert [("question",)] == store.rows("select name from facts.case_attributes")


def test_a_grade_counts_without_the_reply(store):
    """Missing is what has neither; an empty reply that was graded is as it was graded."""
    bare = {"results": [], "sample": None, "status": None}
    store(
        lines_of(
            [
                EVAL,
                RUN,
                item(0, "a", "pass") | {"sample": None},
                item(1, "", "fail"),
                item(2, "a", None) | bare,
                item(3, "", "error") | {"results": []},
            ]
        )
    )

    assert [
        ("", "error", None, "error"),
        ("", "ok", None, "wrong"),
        (None, "missing", None, None),
        (None, "ok", "not_kept", "right"),
    ] == store.rows(ANSWERS.replace("tokens_in", "text_status"))


@pytest.mark.parametrize(
    ("criterion", "reply", "outcome"),
    [
        ({"type": "label_model", "labels": ["kind", "rude"]}, "no idea", "unscored"),
        ({"type": "label_model", "labels": ["kind", "rude"]}, '{"result": "rude"}', "wrong"),
        ({"type": "score_model"}, "quite polite", "unscored"),
        ({"type": "score_model"}, '{"result": 2}', "wrong"),
    ],
)
def test_a_reply_of_a_grader_that_is_no_grade_is_none(store, criterion, reply, outcome):
    """None of its labels, or no number: nobody knows, and the item is undetermined."""
    evaluation = EVAL | {"testing_criteria": [{"name": "Tone", **criterion}]}
    said = {"output": [{"role": "assistant", "content": reply}]}
    results = [{"name": "Tone", "passed": False, "score": 0.0, "sample": said}]
    store(lines_of([evaluation, RUN, item(0, "a", "fail", results)]))

    assert [
        ("Tone", outcome), ("item", "wrong" if outcome == "wrong" else "undetermined")
    ] == store.rows("select validator_id, outcome from facts.verdicts order by 1")  # fmt: skip


def test_an_item_that_is_listed_again_counts_once(store):
    """Where pages overlap; two questions without fields under one id are two cases."""
    bare = item(0, "a", "pass") | {"datasource_item": None}
    other = item(0, "b", "fail") | {"datasource_item": None, "id": "outputitem_9"}
    other["sample"]["input"] = [{"role": "user", "content": "Another"}]
    taken = store(lines_of([EVAL, RUN, *OBJECTS[2:4], OBJECTS[3], bare, other]))

    assert [(4, 4)] == store.rows("select count(*), count(distinct case_id) from facts.responses")
    [shared, again] = taken.files[0].doubts
    assert "1 id of several questions, such as item-0" in shared
    assert "1 item is listed again in run evalrun_1" in again


def test_graders_that_their_identifiers_alone_tell_apart(store):
    """Each keeps its identifier, and its counts; no verdict replaces that of the other."""
    graders = ["fits-5d0c2b1e-77aa-4b0e-9a3c-1c2d3e4f5a6b",
               "fits-6d0c2b1e-77aa-4b0e-9a3c-1c2d3e4f5a6b"]  # fmt: skip
    items = [
        item(0, "a", "pass", [{"name": name, "passed": True} for name in graders]),
        item(1, "b", "fail", [{"name": graders[0], "passed": False},
                              {"name": graders[1], "passed": True}]),
    ]  # fmt: skip
    run = RUN | {
        "result_counts": {"total": 2, "errored": 0, "failed": 1, "passed": 1},
        "per_testing_criteria_results": [
            {"testing_criteria": graders[0], "passed": 1, "failed": 1},
            {"testing_criteria": graders[1], "passed": 2, "failed": 0},
        ],
    }
    taken = store(lines_of([EVAL, run, *items]))

    assert 0 == taken.total("revised")
    assert "8 agree, 0 differ, 0 not comparable" == str(taken.compared)
    assert [(graders[0], 0.5), (graders[1], 1.0)] == store.rows(
        "select validator_id, avg((outcome = 'right')::int) from facts.verdicts "
        "where starts_with(validator_id, 'fits') group by 1 order by 1"
    )


def test_several_runs_of_one_page_are_several(store):
    """Each with its own counts."""
    other = {**RUN, "id": "evalrun_2", "result_counts": {"total": 1, "passed": 1, "failed": 0},
             "per_testing_criteria_results": []}  # fmt: skip
    taken = store(lines_of([*OBJECTS, other, {**OBJECTS[2], "run_id": "evalrun_2"}]))

    assert "9 agree, 0 differ, 0 not comparable" == str(taken.compared)
    assert [("evalrun_1", 3), ("evalrun_2", 1)] == store.rows(
        "select run_id, count(*) from facts.responses group by 1 order by 1"
    )


def test_an_infinite_score_is_named(store):
    """It is no value, and one warning counts them."""
    results = [{"name": "Tone", "passed": True, "score": float("inf")}]
    taken = store(json.dumps([EVAL, RUN, item(0, "a", "pass", results)]))

    assert "1 value of Tone is infinite" in taken.files[0].warnings[0]
    assert [("right", None, "the score is Infinity, which no mean can hold")] == store.rows(
        "select outcome, value, reason from facts.verdicts where validator_id = 'Tone'"
    )


@pytest.mark.sweep
def test_items_alone(store):
    """They are read with a warning: no counts, no end, the model that the items name."""
    taken = store(lines_of(OBJECTS[2:]))

    assert "run evalrun_1 is not in the file" in taken.files[0].warnings[0]
    assert [("gpt-4.1-2025-04-14", "eval_1")] == store.rows(
        "select distinct system_id, suite from facts.runs "
        "inner join facts.responses using (run_id)"
    )
    assert [] == store.rows("select 1 from log.events where kind = 'run_finished'")


@pytest.mark.sweep
def test_a_run_that_goes_on_and_ends_later(store):
    """Without an end first; then the same run, with what is new."""
    store(lines_of([EVAL, {**RUN, "status": "in_progress", "result_counts": {}}, OBJECTS[2]]))
    assert [] == store.rows("select 1 from log.events where kind = 'run_finished'")

    store(lines_of(OBJECTS), name="later.jsonl")

    assert [(3,)] == store.rows("select count(*) from facts.responses")
    assert [("completed",)] == store.rows(
        "select payload ->> '$.status' from log.events where kind = 'run_finished'"
    )


DEEP = '{"object": "eval.run.output_item", "run_id": "r", "sample": ' + "[" * 3000
HOSTILE = {
    "no JSON": "{]",
    "cut short": '{"object": "eval.run.output_item", "run_id": "evalr',
    "a number": "7",
    "text": '"eval.run"',
    "no object": '{"id": "a"}',
    "another object": '{"object": "chat.completion", "id": "a"}',
    "an item without a run": '{"object": "eval.run.output_item", "id": "a"}',
    "a run without an id": '{"object": "eval.run"}',
    "an id that is a list": '{"object": "eval.run", "id": ["a"]}',
    "deep nesting": DEEP,
    "a page that is none": '{"object": "list", "data": {"a": 1}}',
}
ODD = [
    {"object": "eval.run.output_item", "run_id": "odd"},
    {"object": "eval.run.output_item", "run_id": "odd", "sample": [], "results": {"a": 1}},
    {"object": "eval.run.output_item", "run_id": "odd", "datasource_item": "x", "status": 3},
    {"object": "eval.run.output_item", "run_id": "odd", "results": [{"name": "a"}, {"name": 3}]},
    {"object": "eval.run.output_item", "run_id": "odd", "created_at": -1e300, "sample": "\ud800"},
    {"object": "eval.run", "id": "odd", "status": {}, "result_counts": [], "created_at": "now"},
    {"object": "eval", "id": 3, "testing_criteria": {"reference": "{{ item.a }}"}},
]


@pytest.mark.sweep
def test_hostile_lines(store):
    """What is no such object is named by its line; odd ones are read as far as they go."""
    [file] = store(lines_of([*OBJECTS, *ODD]) + "\n".join(HOSTILE.values())).files

    found = {skip.location.partition("[")[0] for skip in file.skips}
    first = len(OBJECTS) + len(ODD) + 1
    assert {f"line {number}" for number in range(first, first + len(HOSTILE))} == found
    assert all(len(skip.detail) < 400 for skip in file.skips)
    assert [(3, 5)] == store.rows(
        "select count(*) filter (where run_id = 'evalrun_1'), "
        "count(*) filter (where run_id = 'odd') from facts.responses"
    )


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "[1]", '{"object": "eval", "id": "a"}', "[" * 9000]
)
def test_files_without_runs(store, text):
    """They are refused by name, and the store is as it was."""
    with pytest.raises(UnreadableInputError, match=r"evals\.jsonl: "):
        store(text, format_name="hosted_evals")
    assert list(store.layout.inbox.iterdir()) == []


def test_only_objects_of_the_api_are_recognised(tmp_path):
    """By what they say they are."""
    for text in ('{"object": "chat.completion"}', "{}", "", '"object": "eval"'):
        assert not hosted_evals.recognises(tmp_path, text.encode())
    for text in (json.dumps(RUN), json.dumps([EVAL]), lines_of(OBJECTS)):
        assert hosted_evals.recognises(tmp_path, text.encode())
