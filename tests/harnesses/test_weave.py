"""W&B Weave: evaluations as the API answers a query for their results."""

import json

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.harnesses.weave import weave
from tests.harnesses.together import read_together

OBJECT = "weave:///rivers/geo/object"


def trial(own, output, scores, **fields):
    return {
        "predict_and_score_call_id": own, "predict_call_id": f"{own}-p", "model_output": output,
        "scores": scores, "model_latency_seconds": 0.25, "total_tokens": 12, "total_cost": 0.001,
        "scorer_call_ids": {}, "genai_span_ref": None, **fields,
    }  # fmt: skip


def row(digest, data, **evaluations):
    return {
        "row_digest": digest, "raw_data_row": data,
        "evaluations": [
            {"evaluation_call_id": own, "trials": trials} for own, trials in evaluations.items()
        ],
    }  # fmt: skip


def stats(scorer, path, **figures):
    return {
        "scorer_key": scorer, "path": path, "trial_count": 3, "numeric_count": 0,
        "numeric_mean": None, "pass_true_count": 0, "pass_known_count": 0, "pass_rate": None,
        "pass_signal_coverage": 0, **figures,
    }  # fmt: skip


def judged(is_right, distance, why="the same place"):
    return {"match": is_right, "judge": {"distance": distance, "reasoning": why}}


ROWS = [
    row("d1", {"question": "Where does the Oder end?", "expected": "Baltic", "topic": "sea"},
        e1=[trial("t1", "Baltic", judged(True, 0.5)), trial("t2", "Nowhere", judged(False, 9))],
        e2=[trial("t5", {"answer": "Baltic"}, {"match": True})]),
    row("d2", {"question": "Where does the Okavango end?", "expected": "delta"},
        e1=[trial("t3", "a delta", judged(True, 0.25)), trial("t4", None, {}, total_cost=None)]),
]  # fmt: skip
SUMMARY = {
    "row_count": 2,
    "evaluations": [
        {
            "evaluation_call_id": "e1", "trial_count": 4, "display_name": "nightly",
            "evaluation_ref": f"{OBJECT}/ends:AbCdEfGhIjKl", "trace_id": "x",
            "model_ref": f"{OBJECT}/Atlas:Xk3vP0aT9qLm", "started_at": "2026-01-02T03:04:05+00:00",
            "scorer_stats": [
                stats("match", None, value_type="binary", pass_rate=2 / 3, pass_known_count=3),
                stats("judge", "distance", value_type="continuous", numeric_mean=3.25,
                      numeric_count=3),
            ],
        },
        {
            "evaluation_call_id": "e2", "trial_count": 1, "display_name": "other",
            "evaluation_ref": None, "model_ref": None, "scorer_stats": [],
        },
    ],
}  # fmt: skip
ANSWER = {"rows": ROWS, "total_rows": 2, "summary": SUMMARY, "warnings": []}


@pytest.fixture
def store(store_for):
    """An empty store that reads results."""
    return store_for("results.json")


# What the files of the tests below hold, each in runs of its own.
FILES = {}


@pytest.fixture(scope="module")
def taken(tmp_path_factory):
    """Return what became of each file."""
    texts = {name: json.dumps(content) for name, content in FILES.items()}
    return read_together(tmp_path_factory.mktemp("results"), texts, ".json")


@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    "content",
    [
        json.dumps(ANSWER, indent=1),
        json.dumps([ANSWER]),
        "".join(json.dumps({**ANSWER, "rows": [one]}) + "\n" for one in ROWS),
    ],
    ids=["an answer", "a list", "pages on lines"],
)
def test_evaluations_are_runs(store, content):
    """Each is a run of its own, whose trials of a row are attempts; the figures agree."""
    found = store(content, is_strict=True)

    assert [
        ("e1", "ends", "d1", 1, "Atlas:Xk3vP0aT", "ok", "Baltic", 250.0, 0.001, "Baltic"),
        ("e1", "ends", "d1", 2, "Atlas:Xk3vP0aT", "ok", "Nowhere", 250.0, 0.001, "Baltic"),
        ("e1", "ends", "d2", 1, "Atlas:Xk3vP0aT", "ok", "a delta", 250.0, 0.001, "delta"),
        ("e1", "ends", "d2", 2, "Atlas:Xk3vP0aT", "error", None, 250.0, None, "delta"),
        ("e2", "weave", "d1", 1, "other", "ok", "Baltic", 250.0, 0.001, "Baltic"),
    ] == store.rows(
        "select run_id, suite, case_id, attempt, system_id, responses.status, text, latency_ms, "
        "cost_usd, expected from facts.responses inner join facts.runs using (run_id) "
        "inner join facts.cases using (run_id, case_id) order by run_id, case_id, attempt"
    )
    assert [
        ("judge.distance", "mean", "agrees", 3.25),
        ("match", "accuracy", "agrees", 2 / 3),
    ] == (
        store.rows(
            "select validator_id, metric, verdict, computed_value from facts.reported_scores "
            "order by 1"
        )
    )
    assert found.compared.differing == []
    assert [("completed", 2)] == store.rows(
        "select run_status, count(*) from facts.runs group by 1"
    )


@pytest.mark.sweep
def test_values_of_a_scorer(store):
    """Each leaf is a validator; numbers beyond 1 measure, and a text beside them is the reason."""
    store(json.dumps(ANSWER))

    assert [
        ("judge.distance", "measured", 0.5, "the same place"),
        ("match", "right", None, "the score is true"),
    ] == store.rows(
        "select validator_id, outcome, value, reason from facts.verdicts "
        "where run_id = 'e1' and case_id = 'd1' and attempt = 1 order by 1"
    )


@pytest.mark.sweep
def test_questions(store):
    """One text of a usual name is the question, with other texts the whole row is; or nothing."""
    rows = [
        row("a", {"question": "Q?", "level": 3}, e=[trial("1", "x", {"s": True})]),
        row("b", {"context": "C" * 300, "question": "Q?"}, e=[trial("2", "x", {"s": True})]),
        row("c", None, e=[trial("3", "x", {"s": True})]),
        row("d", {"messages": [{"role": "user", "content": "hi"}]}, e=[trial("4", "x", {})]),
    ]
    store(json.dumps({"rows": rows, "total_rows": 4}))

    assert [("a", "Q?"), ("b", '{"context"'), ("c", None), ("d", '[{"role":"')] == store.rows(
        "select case_id, left(prompt, 10) from facts.cases order by 1"
    )
    assert [("level", "3")] == store.rows("select name, value from facts.case_attributes")


@pytest.mark.sweep
def test_odd_values_of_scorers(store):
    """Labels, lists and nothing at all are unscored, and what was said of them is kept."""
    scores = {"a": None, "b": [1, 2], "c": {}, "d": "polite", "e": {"x": {"y": 1e999, "z": True}},
              "": 0.5, "f": {"reason": "alone"}}  # fmt: skip
    store(json.dumps({"rows": [row("a", "Q?", e=[trial("1", "x", scores)])]}))

    assert [
        ("a", "unscored", None), ("b", "unscored", "[1, 2]"), ("c", "unscored", None),
        ("d", "unscored", "polite"), ("e.x.y", "unscored", "Infinity"), ("e.x.z", "right", None),
        ("f.reason", "unscored", "alone"), ("unnamed", "right", None),
    ] == store.rows(
        "select validator_id, outcome, json_extract_string(payload, '$.scorer_value') "
        "from facts.verdicts inner join log.events using (event_id) order by 1"
    )  # fmt: skip


@pytest.mark.sweep
def test_a_page_of_several(store):
    """A run of which rows are missing has neither figures nor an end, and a warning says so."""
    [file] = store(json.dumps({**ANSWER, "rows": ROWS[:1]})).files

    assert "found 1 of 2 rows" in " ".join(file.doubts)
    assert [(0, 2)] == store.rows(
        "select (select count(*) from facts.reported_scores), "
        "(select count(*) from facts.runs where run_status != 'completed')"
    )


@pytest.mark.sweep
def test_skipped_trials(store):
    """A trial without an id, the same trial again and a page without rows are named."""
    rows = [
        *ROWS,
        row("d3", "Q?", e1=[trial(None, "x", {})]),
        row("d4", "Q?", e1=[trial("t1", "x", {})]),
    ]
    pages = [{"rows": rows}, {"summary": SUMMARY}]
    [file] = store("".join(json.dumps(page) + "\n" for page in pages), format_name="weave").files

    assert {"no id": 1, "given twice": 1, "no rows": 1} == dict(file.skipped)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("content", ["", "[]", "{", "[1]", '{"rows": []}', '{"rows": [{}]}'])
def test_files_without_a_trial(store, content):
    """They are refused by name, and the store is as it was."""
    with pytest.raises(UnreadableInputError, match=r"results\.json: "):
        store(content, format_name="weave")
    assert list(store.layout.inbox.iterdir()) == []


def test_recognition(tmp_path):
    """Rows with digests and summaries of evaluations, and nothing else."""
    for found in (ANSWER, [ANSWER], {"summary": SUMMARY, "rows": []}):
        assert weave.recognises(tmp_path, json.dumps(found).encode())
    for content in ("", "{}", '{"rows": []}', '{"evaluation_call_id": 1}', '"row_digest" "rows"'):
        assert not weave.recognises(tmp_path, content.encode())


@pytest.mark.sweep
def test_what_weave_warns_of_is_said(store):
    """A row that it could not resolve stands there as a reference, or not at all."""
    said = "failed to resolve 1 dataset row ref"

    [file] = store(json.dumps({**ANSWER, "warnings": [said, said, None]})).files

    assert [f"{file.name}: Weave reports: {said}"] == file.warnings


TRIALS = [
    trial("t1", None, {"match": True}),
    trial("t2", "", {"match": False}),
    trial("t3", "", {}),
    trial("t4", None, {}),
]
FILES["no output"] = {"rows": [row("d", {"question": "?"}, a1=TRIALS)], "total_rows": 1}


def test_a_trial_whose_output_is_not_kept(taken):
    """It was answered, since its scores say so; without scores its model or a scorer failed."""
    rows = taken["no output"].rows

    assert [("ok", "not_kept", None), ("ok", None, ""), ("missing", None, ""),
            ("error", None, None)] == rows(
        "select status, text_status, text from facts.responses order by attempt"
    )  # fmt: skip
    assert [("right",), ("wrong",)] == rows("select outcome from facts.verdicts order by 1")


FILES["counts"] = {
    **ANSWER,
    "rows": [*ROWS, row("d3", {"question": "?"}, e2=[trial("t6", "x", {"match": True})])],
    "summary": {"evaluations": [SUMMARY["evaluations"][0] | {"trial_count": 5}]},
}


def test_counts_that_the_file_has_not(taken):
    """Trials that the summary counts and that are not there, and rows that no answer counts."""
    file, _, rows = taken["counts"]

    said = " ".join(file.doubts)
    assert "found 3 rows, expected at most 2" in said
    assert "evaluation e1: found 4 trials, expected 5" in said
    assert [("e2",)] == rows("select run_id from facts.runs where run_status = 'completed'")


INFINITE = [
    trial(f"t{number}", "x", {"d": value})
    for number, value in enumerate((float("inf"), float("-inf"), 0.5))
]
FILES["infinite"] = {
    "rows": [row("r", "Q?", a2=INFINITE)],
    "total_rows": 1,
    "summary": {
        "evaluations": [
            {
                "evaluation_call_id": "a2",
                "trial_count": 3,
                "scorer_stats": [
                    stats("d", None, numeric_mean=float("inf"), numeric_count=3),
                ],
            }
        ]
    },
}


def test_infinities(taken):
    """They are unscored and called so, as is a figure that the summary has of them."""
    file, _, rows = taken["infinite"]

    assert [f"{file.name}: 2 values of d are infinite, so no mean includes them; they are unscored"
            ] == file.warnings  # fmt: skip
    assert [("measured", 0.5, "the score is 0.5"),
            ("unscored", None, "the score is infinite (-Infinity), which no mean can hold"),
            ("unscored", None, "the score is infinite (Infinity), which no mean can hold")
            ] == rows(
        "select outcome, value, reason from facts.verdicts order by outcome, reason"
    )  # fmt: skip
    assert [(None, "Infinity")] == rows(
        "select payload ->> 'value', payload ->> 'value_text' from log.events "
        "where kind = 'score_reported'"
    )


def test_one_run_id_for_several_evaluations(store):
    """It is refused, since they would become one run."""
    with pytest.raises(UnreadableInputError, match=r"found 2 runs \(e1, e2\)"):
        store(json.dumps(ANSWER), run_id="nightly")
