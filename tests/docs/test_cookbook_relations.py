"""Recipes on relations of their own mean what plain Python makes of the event lines."""

from collections import Counter, defaultdict

import pytest

from tests.docs.recorded import of_run, outcome, recorded

TRIAGE = recorded("triage.ndjson")
NEWEST = "triage-4"


@pytest.mark.sweep
def test_what_disagrees(answers):
    """A flaky case has both outcomes in one run; validators disagree on right against wrong."""
    outcomes = defaultdict(list)
    for key in TRIAGE.responses:
        outcomes[key[:3]].append(outcome(TRIAGE, key))
    flaky = sorted(
        (*key, *(found.count(word) for word in ("right", "wrong", "abstained")))
        for key, found in outcomes.items()
        if "right" in found and {"wrong", "abstained"} & {*found}
    )
    disputed = sorted(
        (key[1], key[2])
        for key, _ in of_run(TRIAGE, NEWEST)
        if {"right", "wrong"} == {outcome(TRIAGE, key), outcome(TRIAGE, key, "judge")}
    )

    assert flaky == [row[:6] for row in answers("attempts at a case disagree")]
    assert disputed == [row[:2] for row in answers("two validators disagree")]


def test_what_regressed(answers):
    """A case is right from half of its attempts on; the rows are those that differ."""
    rights = defaultdict(list)
    for key in TRIAGE.responses:
        if (found := outcome(TRIAGE, key)) is not None:
            rights[key[:3]].append(found == "right")
    means = {key: sum(found) / len(found) for key, found in rights.items()}
    expected = {
        (system_id, case_id): (before, after)
        for (run_id, system_id, case_id), after in means.items()
        if run_id == NEWEST
        and (before := means.get(("triage-1", system_id, case_id))) is not None
        and (before >= 0.5) != (after >= 0.5)
    }

    assert expected == {row[:2]: row[5:] for row in answers("since the last release")}


def test_cost_of_a_right_answer(answers):
    """All costs over the number of right attempts."""
    sums, rights = Counter(), Counter()
    for key, response in of_run(TRIAGE, NEWEST):
        sums[key[1]] += response["cost_usd"]
        rights[key[1]] += outcome(TRIAGE, key) == "right"

    found = {row[0]: row[4] for row in answers("right answer cost")}

    assert {name: pytest.approx(sums[name] / rights[name]) for name in sums} == found


@pytest.mark.sweep
def test_what_a_number_counted(answers):
    """What is left out are the attempts without an outcome; the rest sums up to the accuracy."""
    keys = [key for key, _ in of_run(TRIAGE, NEWEST)]
    left_out = sorted(key[1:] for key in keys if outcome(TRIAGE, key) is None)
    rights = defaultdict(lambda: defaultdict(list))
    for key in keys:
        if (found := outcome(TRIAGE, key)) is not None:
            rights[key[1]][key[2]].append(found == "right")

    assert left_out == [row[:3] for row in answers("leave out, and why")]
    for system_id, accuracy, case_count, attempt_count, not_right in answers("make up a number"):
        cases = rights[system_id]
        means = [sum(found) / len(found) for found in cases.values()]
        assert pytest.approx(sum(means) / len(means), abs=1e-4) == accuracy
        assert (len(cases), sum(map(len, cases.values()))) == (case_count, attempt_count)
        assert sorted(name for name in cases if not all(cases[name])) == not_right
