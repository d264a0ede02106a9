"""Records of openai/evals: what is one sample, one event and one grade, and what is none."""

import json

import pytest

from tests.harnesses.test_openai_evals import MATCH, REPORT, SAMPLING, SPEC, SPECIFICATION, event
from tests.harnesses.together import read_together

STATES = "select status, text_status, outcome from facts.responses left join facts.verdicts \
using (run_id, case_id, system_id, attempt) order by all nulls last"


@pytest.fixture
def store(store_for):
    """An empty store that reads records."""
    read = store_for("records.jsonl")

    def lines(*found, **options):
        return read("\n".join(map(json.dumps, found)), **options)

    lines.rows = read.rows
    return lines


# Lines of the tests below by their run, which is r1 in them as they are written here.
FILES = {}


@pytest.fixture(scope="module")
def taken(tmp_path_factory):
    """Return what became of each file."""
    texts = {
        run_id: "\n".join(map(json.dumps, lines)).replace(
            '"run_id": "r1"', f'"run_id": "{run_id}"'
        )
        for run_id, lines in FILES.items()
    }
    return read_together(tmp_path_factory.mktemp("records"), texts, ".jsonl")


FILES["no reply"] = [
    SPEC,
    MATCH | {"event_id": 0},
    event(1, "sums.dev.1", "sampling", prompt="2 + 2?", sampled=[""]),
    event(2, "sums.dev.2", "sampling", prompt="3 + 3?", sampled=["6"]),
]


def test_a_match_counts_without_the_reply(taken):
    """Missing is what has neither; an empty reply that nobody judged is one."""
    assert [("missing", None, None), ("ok", "not_kept", "right"), ("ok", None, None)] == (
        taken["no reply"].rows(STATES)
    )


LATE = event(7, "sums.dev.0", "error", type="Timeout", message="late")
FILES["error behind"] = [SPEC, SAMPLING, MATCH, LATE]
FILES["error before"] = [SPEC, LATE, SAMPLING, MATCH]


@pytest.mark.parametrize(("name", "status"), [("error behind", "error"), ("error before", "ok")])
def test_an_error_behind_a_judgement_ends_a_sample(taken, name, status):
    """One before it was overcome."""
    assert [(status,)] == taken[name].rows("select status from facts.responses")


def test_two_questions_of_one_sample_id_are_two_cases(store):
    """Named by what they ask, whatever their order; it is a doubt of the file."""
    other = [
        event(2, "sums.dev.0", "sampling", prompt="9 + 9?", sampled=["1"]),
        event(3, "sums.dev.0", "match", correct=False, expected="18", picked="1"),
    ]
    taken = store(SPEC, SAMPLING, MATCH, *other)
    names = store.rows("select case_id, outcome from facts.verdicts order by 1")
    assert 0 == store(SPEC, *other, SAMPLING, MATCH, name="turned.jsonl").total("revised")

    assert {"right", "wrong"} == {outcome for _, outcome in names}
    assert names == store.rows("select case_id, outcome from facts.verdicts order by 1")
    assert "1 id shared by several questions, such as sums.dev.0" in taken.files[0].doubts[0]


SHORT = {"a text": "1 + 1", "messages": [{"role": "user", "content": "1 + 1"}]}
LONGER = {
    "a text": "1 + 11",
    "messages": [*SHORT["messages"], {"role": "user", "content": "And more?"}],
}
for name, question in SHORT.items():
    FILES[name] = [
        SPEC,
        event(0, "sums.dev.0", "sampling", prompt=question, sampled=["2"]),
        MATCH,
        event(2, "sums.dev.0", "sampling", prompt=LONGER[name], sampled=["1"]),
        event(3, "sums.dev.0", "match", correct=False, expected="12", picked="1"),
    ]


@pytest.mark.parametrize("name", SHORT)
def test_a_question_that_begins_as_another_is_another(taken, name):
    """Only what goes on with the reply is a later turn."""
    file, _, rows = taken[name]

    assert [(2,)] == rows("select count(*) from facts.cases")
    assert "1 id shared by several questions" in file.doubts[0]


FIRST = [{"role": "user", "content": "1 + 1?"}]
LATER = [*FIRST, {"role": "assistant", "content": "2"}, {"role": "user", "content": "Sure?"}]
FILES["turns"] = [
    SPEC,
    event(0, "sums.dev.0", "sampling", prompt=FIRST, sampled=["2"]),
    MATCH,
    event(2, "sums.dev.0", "sampling", prompt=LATER, sampled=["Yes"]),
    event(3, "sums.dev.0", "match", correct=True, expected="2", picked="Yes"),
]


def test_later_turns_of_a_sample_are_attempts(taken):
    """Their messages go on from the first."""
    assert [("sums.dev.0", 1), ("sums.dev.0", 2)] == taken["turns"].rows(
        "select case_id, attempt from facts.responses order by all"
    )


FILES["twice"] = [SPEC, REPORT, SAMPLING, MATCH] * 2


def test_a_line_that_stands_twice_counts_once(taken):
    """As where a file was put together with itself; it is named."""
    file, _, rows = taken["twice"]

    assert [("ok", None, "right")] == rows(STATES)
    assert "2 events occur more than once in run twice" in file.doubts[0]


OTHER_SPECIFICATION = {"spec": SPECIFICATION | {"completion_fns": ["juno"]}}
FILES["specified again"] = [SPEC, SAMPLING, OTHER_SPECIFICATION, MATCH]


def test_another_specification_of_one_run_is_named(taken):
    """Nobody can tell whose events are whose."""
    doubts = taken["specified again"].file.doubts

    assert "run specified again has several specifications" in doubts[0]


FILES["unreadable choice"] = [
    SPEC,
    {"final_report": {"score": 0.5}, "run_id": "r1"},
    event(0, "sums.dev.0", "metrics", choice="Y", score=1.0),
    event(1, "sums.dev.1", "metrics", choice="__invalid__", score=0.0),
]


def test_a_choice_that_nobody_could_read_is_unscored(taken):
    """The harness gives it the lowest score, and its mean differs for that reason."""
    rows = taken["unreadable choice"].rows

    reason = "grades that could not be read, 0 to the tool: 1"
    assert [("differs", 0.5, 1.0, reason)] == rows(
        "select verdict, reported_value, computed_value, reason from facts.reported_scores"
    )
    assert [("unscored", 0.0)] == rows(
        "select payload ->> '$.outcome', (payload ->> '$.scorer_value')::double from log.events "
        "where payload ->> '$.choice' = '__invalid__'"
    )


FILES["infinite"] = [
    SPEC,
    {"final_report": {"spread": float("inf")}, "run_id": "r1"},
    event(0, "sums.dev.0", "metrics", spread=0.5),
    event(1, "sums.dev.1", "metrics", spread=float("inf")),
]


def test_an_infinite_metric_is_named_and_holds_no_mean(taken):
    """One warning counts them; the report's own is called what it is."""
    file, _, rows = taken["infinite"]

    assert "1 value of spread is infinite" in file.warnings[0]
    assert [("right",), ("unscored",)] == rows("select outcome from facts.verdicts order by 1")
    assert [("Infinity", None)] == rows(
        "select payload ->> '$.value_text', payload ->> '$.value' from log.events "
        "where kind = 'score_reported'"
    )
