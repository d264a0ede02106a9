"""Records of openai/evals: what is one sample, one event and one grade, and what is none."""

import json

import pytest

from tests.harnesses.test_openai_evals import MATCH, REPORT, SAMPLING, SPEC, SPECIFICATION, event

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


def test_a_match_counts_without_the_reply(store):
    """Missing is what has neither; an empty reply that nobody judged is one."""
    store(
        SPEC,
        MATCH | {"event_id": 0},
        event(1, "sums.dev.1", "sampling", prompt="2 + 2?", sampled=[""]),
        event(2, "sums.dev.2", "sampling", prompt="3 + 3?", sampled=["6"]),
    )

    assert [("missing", None, None), ("ok", "not_kept", "right"), ("ok", None, None)] == (
        store.rows(STATES)
    )


@pytest.mark.parametrize(("number", "status"), [(2, "error"), (0, "ok")])
def test_an_error_behind_a_judgement_ends_a_sample(store, number, status):
    """One before it was overcome."""
    lines = [SAMPLING, MATCH]
    lines.insert(number, event(7, "sums.dev.0", "error", type="Timeout", message="late"))
    store(SPEC, *lines)

    assert [(status,)] == store.rows("select status from facts.responses")


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
    assert "1 id of several questions, such as sums.dev.0" in taken.files[0].doubts[0]


@pytest.mark.parametrize("as_asked", [str, lambda text: [{"role": "user", "content": text}]])
def test_a_question_that_begins_as_another_is_another(store, as_asked):
    """Only what goes on with the reply is a later turn."""
    longer = as_asked("1 + 1")
    longer = longer + "1" if isinstance(longer, str) else [*longer, *as_asked("And more?")]
    taken = store(
        SPEC,
        event(0, "sums.dev.0", "sampling", prompt=as_asked("1 + 1"), sampled=["2"]),
        MATCH,
        event(2, "sums.dev.0", "sampling", prompt=longer, sampled=["1"]),
        event(3, "sums.dev.0", "match", correct=False, expected="12", picked="1"),
    )

    assert [(2,)] == store.rows("select count(*) from facts.cases")
    assert "1 id of several questions" in taken.files[0].doubts[0]


def test_later_turns_of_a_sample_are_attempts(store):
    """Their messages go on from the first."""
    first = [{"role": "user", "content": "1 + 1?"}]
    later = [*first, {"role": "assistant", "content": "2"}, {"role": "user", "content": "Sure?"}]
    store(
        SPEC,
        event(0, "sums.dev.0", "sampling", prompt=first, sampled=["2"]),
        MATCH,
        event(2, "sums.dev.0", "sampling", prompt=later, sampled=["Yes"]),
        event(3, "sums.dev.0", "match", correct=True, expected="2", picked="Yes"),
    )

    assert [("sums.dev.0", 1), ("sums.dev.0", 2)] == store.rows(
        "select case_id, attempt from facts.responses order by all"
    )


def test_a_line_that_stands_twice_counts_once(store):
    """As where a file was put together with itself; it is named."""
    lines = [SPEC, REPORT, SAMPLING, MATCH]
    taken = store(*lines, *lines)

    assert [("ok", None, "right")] == store.rows(STATES)
    assert "2 events stand in run r1 twice" in taken.files[0].doubts[0]


def test_another_specification_of_one_run_is_named(store):
    """Nobody can tell whose events are whose."""
    taken = store(SPEC, SAMPLING, {"spec": SPECIFICATION | {"completion_fns": ["juno"]}}, MATCH)

    assert "run r1 has several specifications" in taken.files[0].doubts[0]


def test_a_choice_that_nobody_could_read_is_unscored(store):
    """The harness gives it the lowest score, and its mean differs for that reason."""
    report = {"final_report": {"score": 0.5}, "run_id": "r1"}
    store(
        SPEC,
        report,
        event(0, "sums.dev.0", "metrics", choice="Y", score=1.0),
        event(1, "sums.dev.1", "metrics", choice="__invalid__", score=0.0),
    )

    reason = "grades that could not be read, 0 to the tool: 1"
    assert [("differs", 0.5, 1.0, reason)] == store.rows(
        "select verdict, reported_value, computed_value, reason from facts.reported_scores"
    )
    assert [("unscored", 0.0)] == store.rows(
        "select payload ->> '$.outcome', (payload ->> '$.scorer_value')::double from log.events "
        "where payload ->> '$.choice' = '__invalid__'"
    )


def test_an_infinite_metric_is_named_and_holds_no_mean(store):
    """One warning counts them; the report's own is called what it is."""
    report = {"final_report": {"spread": float("inf")}, "run_id": "r1"}
    taken = store(
        SPEC,
        report,
        event(0, "sums.dev.0", "metrics", spread=0.5),
        event(1, "sums.dev.1", "metrics", spread=float("inf")),
    )

    assert "1 value of spread is infinite" in taken.files[0].warnings[0]
    assert [("right",), ("unscored",)] == store.rows(
        "select outcome from facts.verdicts order by 1"
    )
    assert [("Infinity", None)] == store.rows(
        "select payload ->> '$.value_text', payload ->> '$.value' from log.events "
        "where kind = 'score_reported'"
    )
