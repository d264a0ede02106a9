"""A metric that only some validators can have is decided, paired and followed by theirs."""

import pytest

from evalstore.gates import run_gates
from evalstore.gates.run_gates import GateQuery
from evalstore.reviews.report.report_questions import answers_of, primary_of
from evalstore.reviews.report.run_metrics import metrics_of
from evalstore.store.query.reader import reading
from tests import kept_stores

GRADES = ("respect", "integration", "orientation")


def run_of(run_id, day, respected, *, graders=("phenomenological",)):
    """Yield a run of eight facts judged by factual, and eight wishes that others grade."""
    about = {"run_id": run_id, "occurred_at": f"2026-03-{day:02}T10:00:00Z"}
    yield {**about, "kind": "run_started", "payload": {"suite": "s", "systems": ["maia"]}}
    for number in range(16):
        is_fact = number < 8
        validators = ["factual"] if is_fact else [*graders]
        case = {"case_id": f"c{number}", "domain": "fact" if is_fact else "wish"}
        answer = {"case_id": f"c{number}", "system_id": "maia"}
        yield {**about, "kind": "case_generated", "payload": {**case, "validators": validators}}
        yield {**about, "kind": "response_recorded", "payload": {**answer, "status": "ok"}}
        is_met = is_fact or number - 8 < respected
        for validator in validators:
            verdict = {"validator_id": validator, "outcome": "right" if is_met else "wrong",
                       "reason": "so"}  # fmt: skip
            if not is_fact:
                verdict["scores"] = dict.fromkeys(GRADES, float(is_met))
            yield {**about, "kind": "verdict_recorded", "payload": {**answer, **verdict}}
    yield {**about, "kind": "run_finished", "payload": {"status": "completed"}}


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Return a store of a run that respects six wishes, one that respects two, one of rivals."""
    events = [
        *run_of("r1", 1, 6),
        *run_of("r2", 2, 2),
        *run_of("rivals", 3, 2, graders=("judge_a", "judge_b")),
    ]
    return kept_stores.store_of(events, tmp_path_factory.mktemp("some") / "warehouse")


def decided(store, folder, run_id, text):
    """Return the answers, values and reasons of the gates of a text on a run."""
    (folder / "gates.toml").write_text(text, encoding="utf-8")
    query = GateQuery(config_path=folder / "gates.toml", run_id=run_id)
    decisions = run_gates.decided(store.layout, query, *run_gates.configured(query))
    return [
        (payload["decision"], payload.get("value"), payload["reason"])
        for payload in decisions.payloads
    ]


@pytest.mark.thinned(3)
@pytest.mark.parametrize("grade", GRADES)
def test_a_gate_decides(store, tmp_path, grade):
    """The primary validator of the run judges no wish, and is not asked for."""
    text = f'[[gate]]\nmetric = "{grade}_index"\nmin = 0.5\n'

    [(first, value, _)] = decided(store, tmp_path, "r1", text)
    [(second, _, reason)] = decided(store, tmp_path, "r2", text)

    assert ("pass", 0.75, "fail") == (first, value, second)
    assert f"{grade}_index is 0.25, must be at least 0.5" == reason


def test_rivals_are_named(store, tmp_path):
    """Two judges of the same thing: the reason names both, and not that there is no row."""
    text = '[[gate]]\nmetric = "respect_index"\nmin = 0.5\n'
    named = f'{text}where = {{ validator = "judge_a" }}\n'

    [(answer, _, reason)] = decided(store, tmp_path, "rivals", text)
    [(of_one, value, _)] = decided(store, tmp_path, "rivals", named)

    assert "undecided" == answer
    assert (
        "no validator with values of respect_index is the primary one; name one of these in "
        "`where`: judge_a, judge_b"
    ) == reason
    assert ("fail", 0.25) == (of_one, value)


@pytest.mark.sweep
def test_a_drop_of_a_grade_is_tested(store, tmp_path):
    """Graded replies are pairs, so a gate may have a baseline."""
    text = '[[gate]]\nmetric = "respect_index"\nmax_drop = 0\nbaseline = "run:r1"\n'

    [(answer, value, reason)] = decided(store, tmp_path, "r2", text)

    assert ("fail", 0.25) == (answer, value)
    assert reason.startswith("0.5 worse than r1 on 8 paired cases")


@pytest.mark.thinned(3)
@pytest.mark.parametrize("grade", GRADES)
def test_graded_replies_are_paired(store, grade):
    """Each reply that both runs grade is a pair, whatever judges the other cases."""
    comparison = store.compare("r1", "r2", metric=f"{grade}_index", record=False)

    assert (8, -0.5) == (comparison.paired_count, comparison.difference)


def test_trends_have_the_grades(store):
    """Without a validator named, the series is of the one that grades."""
    points = store.trends("respect_index", suite="s", record=False).points.pl()

    assert [0.75, 0.25] == points["value"].to_list()
    assert {"phenomenological"} == {*points["validator_id"]}


def test_a_report_has_the_grades_among_its_answers(store):
    """They are not closed below the values of other validators."""
    with reading(store.layout) as reader:
        rows = metrics_of(reader, "r1", ["all"])
    [answers] = [each for each in answers_of("r1", rows, [], [], [])
                 if each.question.name == "phenomenology"]  # fmt: skip

    assert {f"{grade}_index" for grade in GRADES} <= {row.metric for row in answers.rows}
    assert () == answers.others
    accuracies = [row.validator_id for row in primary_of(rows) if row.metric == "accuracy"]
    assert ["factual"] == accuracies
