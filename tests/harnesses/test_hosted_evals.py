"""Hosted OpenAI Evals: runs and output items as the API lists them, whole and in part."""

import gzip
import json

import pytest

from tests.harnesses.together import read_together

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


# Texts of the tests below by their run, which is evalrun_1 in them as they are written here.
FILES = {}


@pytest.fixture(scope="module")
def taken(tmp_path_factory):
    """Return what became of each file."""
    texts = {run_id: text.replace('"evalrun_1"', f'"{run_id}"') for run_id, text in FILES.items()}
    return read_together(tmp_path_factory.mktemp("evals"), texts, ".jsonl")


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


FILES["no reply"] = lines_of(
    [
        EVAL,
        RUN,
        item(0, "a", "pass") | {"sample": None},
        item(1, "", "fail"),
        item(2, "a", None) | {"results": [], "sample": None, "status": None},
        item(3, "", "error") | {"results": []},
    ]
)


def test_a_grade_counts_without_the_reply(taken):
    """Missing is what has neither; an empty reply that was graded is as it was graded."""
    assert [
        ("", "error", None, "error"),
        ("", "ok", None, "wrong"),
        (None, "missing", None, None),
        (None, "ok", "not_kept", "right"),
    ] == taken["no reply"].rows(ANSWERS.replace("tokens_in", "text_status"))


LABELS = {"type": "label_model", "labels": ["kind", "rude"]}
# What a grader is, what it replied, and what becomes of it.
GRADES = {
    "no label": (LABELS, "no idea", "unscored"),
    "a label": (LABELS, '{"result": "rude"}', "wrong"),
    "no number": ({"type": "score_model"}, "quite polite", "unscored"),
    "a number": ({"type": "score_model"}, '{"result": 2}', "wrong"),
}
for name, (criterion, reply, _) in GRADES.items():
    evaluation = EVAL | {"testing_criteria": [{"name": "Tone", **criterion}]}
    said = {"output": [{"role": "assistant", "content": reply}]}
    results = [{"name": "Tone", "passed": False, "score": 0.0, "sample": said}]
    FILES[name] = lines_of([evaluation, RUN, item(0, "a", "fail", results)])


@pytest.mark.parametrize("name", GRADES)
def test_a_reply_of_a_grader_that_is_no_grade_is_none(taken, name):
    """None of its labels, or no number: nobody knows, and the item is undetermined."""
    *_, outcome = GRADES[name]

    assert [
        ("Tone", outcome), ("item", "wrong" if outcome == "wrong" else "undetermined")
    ] == taken[name].rows(
        "select validator_id, outcome from facts.verdicts order by 1"
    )  # fmt: skip


BARE = item(0, "a", "pass") | {"datasource_item": None}
OTHER = item(0, "b", "fail") | {"datasource_item": None, "id": "outputitem_9"}
OTHER["sample"]["input"] = [{"role": "user", "content": "Another"}]
FILES["listed again"] = lines_of([EVAL, RUN, *OBJECTS[2:4], OBJECTS[3], BARE, OTHER])


def test_an_item_that_is_listed_again_counts_once(taken):
    """Where pages overlap; two questions without fields under one id are two cases."""
    file, _, rows = taken["listed again"]

    assert [(4, 4)] == rows("select count(*), count(distinct case_id) from facts.responses")
    [shared, again] = file.doubts
    assert "1 id shared by several questions, such as item-0" in shared
    assert "1 item is listed more than once in run listed again" in again


GRADERS = [
    "fits-5d0c2b1e-77aa-4b0e-9a3c-1c2d3e4f5a6b",
    "fits-6d0c2b1e-77aa-4b0e-9a3c-1c2d3e4f5a6b",
]
FILES["two graders"] = lines_of(
    [
        EVAL,
        RUN
        | {
            "result_counts": {"total": 2, "errored": 0, "failed": 1, "passed": 1},
            "per_testing_criteria_results": [
                {"testing_criteria": GRADERS[0], "passed": 1, "failed": 1},
                {"testing_criteria": GRADERS[1], "passed": 2, "failed": 0},
            ],
        },
        item(0, "a", "pass", [{"name": name, "passed": True} for name in GRADERS]),
        item(
            1,
            "b",
            "fail",
            [{"name": GRADERS[0], "passed": False}, {"name": GRADERS[1], "passed": True}],
        ),
    ]
)


def test_graders_that_their_identifiers_alone_tell_apart(taken):
    """Each keeps its identifier, and its counts; no verdict replaces that of the other."""
    file, compared, rows = taken["two graders"]

    assert 0 == file.revised
    assert "8 agree, 0 differ, 0 not comparable" == str(compared)
    assert [(GRADERS[0], 0.5), (GRADERS[1], 1.0)] == rows(
        "select validator_id, avg((outcome = 'right')::int) from facts.verdicts "
        "where starts_with(validator_id, 'fits') group by 1 order by 1"
    )


SECOND_RUN = {
    **RUN,
    "id": "evalrun_2",
    "result_counts": {"total": 1, "passed": 1, "failed": 0},
    "per_testing_criteria_results": [],
}
FILES["a first run"] = lines_of([*OBJECTS, SECOND_RUN, {**OBJECTS[2], "run_id": "evalrun_2"}])


def test_several_runs_of_one_page_are_several(taken):
    """Each with its own counts."""
    _, compared, rows = taken["a first run"]

    assert "9 agree, 0 differ, 0 not comparable" == str(compared)
    assert [("a first run", 3), ("evalrun_2", 1)] == rows(
        "select run_id, count(*) from facts.responses group by 1 order by 1"
    )


INFINITE = [{"name": "Tone", "passed": True, "score": float("inf")}]
FILES["infinite"] = json.dumps([EVAL, RUN, item(0, "a", "pass", INFINITE)])


def test_an_infinite_score_is_named(taken):
    """It is no value, and one warning counts them."""
    file, _, rows = taken["infinite"]

    assert "1 value of Tone is infinite" in file.warnings[0]
    assert [("right", None, "the score is Infinity, which no mean can hold")] == rows(
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
