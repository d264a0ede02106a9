"""Each recipe of the cookbook runs, answers as the page shows, and means what it says."""

import hashlib
from collections import Counter, defaultdict

import pytest
from statsmodels.stats.proportion import proportion_confint

from tests.docs.cookbook import printed, recipes, shown
from tests.docs.recorded import of_run, outcome, recorded, week

TRIAGE = recorded("triage.ndjson")
CAPITALS = recorded("capitals.ndjson")
NEWEST = "triage-4"


def test_answers_are_as_shown(demo):
    """What stands below each statement is what it prints on the demo's data."""
    different = [
        (recipe.question, found)
        for recipe in recipes()
        if (found := shown(printed(recipe.sql, demo / "warehouse"))) != recipe.answer
    ]

    assert [] == different


def test_every_recipe_is_whole():
    """Thirty questions or more, none twice, each with rows and words on how to read them."""
    found = recipes()
    poor = [
        recipe.question
        for recipe in found
        if not recipe.question.endswith("?")
        or len((recipe.answer or "").splitlines()) < 2
        or len(recipe.notes.split()) < 8
    ]

    assert [] == poor
    assert 30 <= len({recipe.question for recipe in found}) == len(found)


def test_what_failed(answers):
    """The failures are what is wrong, abstained or unparsable, errors left out."""
    expected = sorted(
        (*key[1:], TRIAGE.cases[key[0], key[2]]["prompt"], response["text"])
        for key, response in of_run(TRIAGE, NEWEST)
        if outcome(TRIAGE, key) in {"wrong", "abstained"}
    )

    assert expected == [row[:5] for row in answers("What failed in the newest run")]


def test_accuracy_by_domain(answers):
    """Shares and intervals are those of statsmodels, a missing answer wrong."""
    outcomes = defaultdict(list)
    for key, _ in of_run(CAPITALS, "capitals-nightly-2"):
        domain = CAPITALS.cases[key[0], key[2]]["domain"]
        outcomes[key[1], domain].append(outcome(CAPITALS, key))

    found = {row[:2]: row[2:] for row in answers("How right is each system")}

    for key, (scored_count, error_count, *value_and_ends) in found.items():
        right_count = outcomes[key].count("right")
        ends = proportion_confint(right_count, 10, method="wilson")
        assert (10, 0) == (scored_count, error_count)
        assert [right_count / 10, *(round(float(end), 2) for end in ends)] == value_and_ends
    assert outcomes.keys() == found.keys()


def test_side_by_side(answers):
    """Each cell is the answer of that system, else its status."""
    expected = defaultdict(dict)
    for (_, system_id, case_id, attempt), response in of_run(TRIAGE, NEWEST):
        case = TRIAGE.cases[NEWEST, case_id]
        cells = expected[case_id, attempt, case["expected"]]
        cells[system_id] = response.get("answer", response["status"])

    found = {row[:3]: row[3:] for row in answers("side by side")}
    systems = sorted(TRIAGE.runs[NEWEST]["systems"])
    assert {
        key: tuple(cells[name] for name in systems) for key, cells in expected.items()
    } == found


def test_what_nobody_gets_right(answers):
    """A case is there where no attempt of any run and system was right."""
    right = {key[2] for key in CAPITALS.responses if outcome(CAPITALS, key) == "right"}

    found = [row[1] for row in answers("nobody get right")]

    assert sorted({case_id for _, case_id in CAPITALS.cases} - right) == found


def test_sure_and_wrong(answers):
    """All wrong answers with a confidence of 0.95 or more, the surest first."""
    expected = [
        (key[1], key[2], response["confidence"])
        for key, response in of_run(CAPITALS, "capitals-nightly-2")
        if outcome(CAPITALS, key) == "wrong" and response["confidence"] >= 0.95
    ]

    found = [row[:3] for row in answers("wrong answers were sure")]

    assert sorted(expected, key=lambda row: (-row[2], row[1])) == found


def test_kinds_of_error(answers):
    """Errors are counted by their words; a declared system that gave nothing is missing."""
    expected = Counter(
        (key[1], "error", response["error"])
        for key, response in TRIAGE.responses.items()
        if response["status"] == "error"
    )
    asked = {
        (run_id, name, case_id)
        for run_id, case_id in CAPITALS.cases
        for name in CAPITALS.runs[run_id]["systems"]
    }
    for _, system_id, _ in asked - {key[:3] for key in CAPITALS.responses}:
        expected[system_id, "missing", None] += 1

    found = {row[:3]: row[3] for row in answers("kind of error") if row[0] != "mockllm/bold"}

    assert expected == found


def test_abstentions(answers):
    """The share is of the attempts that came or should have come."""
    abstained = Counter(
        (key[1], CAPITALS.cases[key[0], key[2]]["domain"])
        for key, _ in of_run(CAPITALS, "capitals-nightly-2")
        if outcome(CAPITALS, key) == "abstained"
    )

    found = answers("abstain, by domain")

    assert abstained == Counter({row[:2]: row[3] for row in found})
    assert 60 == sum(row[2] for row in found)


def test_came_and_went(answers):
    """Cases of one of the two runs only."""
    cases = {
        run_id: {case_id for of, case_id in TRIAGE.cases if of == run_id}
        for run_id in ("triage-1", NEWEST)
    }

    found = [row[:2] for row in answers("came or went")]

    dropped = [(case_id, "dropped") for case_id in cases["triage-1"] - cases[NEWEST]]
    assert sorted(dropped + [(i, "added") for i in cases[NEWEST] - cases["triage-1"]]) == found


def test_errors_by_week(answers):
    """Weeks are those of ISO 8601, attempts those that were expected."""
    expected = defaultdict(Counter)
    for (run_id, system_id, *_), response in TRIAGE.responses.items():
        expected[week(TRIAGE, run_id), system_id][response["status"]] += 1

    found = {row[:2]: row[2:] for row in answers("How many calls failed")}

    assert {
        key: (counts.total(), counts["error"], counts["unparsable"])
        for key, counts in expected.items()
    } == found


def test_confidence_bins(answers):
    """Each claim is in the bin at or below it, with the share that was right."""
    bins = defaultdict(list)
    for key, response in of_run(CAPITALS, "capitals-nightly-2"):
        if response["confidence"] is not None:
            low = int(response["confidence"] * 100) // 10 / 10
            bins[key[1], low].append(outcome(CAPITALS, key) == "right")

    found = {row[:2]: row[2:] for row in answers("Which confidence do systems state")}

    assert {
        key: (len(rights), round(sum(rights) / len(rights), 2)) for key, rights in bins.items()
    } == found


def test_agreement(answers):
    """The share of attempts on which both validators gave the same outcome."""
    same = defaultdict(list)
    for *attempt, validator_id in TRIAGE.verdicts:
        key = tuple(attempt)
        if validator_id == "judge" and outcome(TRIAGE, key) in {"right", "wrong", "abstained"}:
            pair = outcome(TRIAGE, key), outcome(TRIAGE, key, "judge")
            same[key[:2]].append(pair[0] == pair[1])

    found = {row[:2]: row[3:5] for row in answers("How much do two validators agree")}

    assert {
        key: (len(pairs), round(sum(pairs) / len(pairs), 2)) for key, pairs in same.items()
    } == found


def test_tokens_and_cost(answers):
    """Sums are over all attempts of a domain."""
    expected = defaultdict(lambda: [0, 0, 0, 0.0])
    for (_, system_id, case_id, _), response in of_run(TRIAGE, NEWEST):
        sums = expected[system_id, TRIAGE.cases[NEWEST, case_id]["domain"]]
        added = (1, response.get("tokens_in", 0), response.get("tokens_out", 0))
        for place, number in enumerate((*added, response["cost_usd"])):
            sums[place] += number

    found = {row[:2]: row[2:6] for row in answers("tokens and money")}

    assert {key: (*sums[:3], round(sums[3], 5)) for key, sums in expected.items()} == found


@pytest.mark.sweep
def test_slowest_and_longest(answers):
    """The first five by latency, and by characters."""
    slowest = sorted((r["latency_ms"] for r in TRIAGE.responses.values()), reverse=True)
    longest = sorted((len(r.get("text", "")) for r in TRIAGE.responses.values()), reverse=True)

    assert slowest[:5] == [row[4] for row in answers("took longest")]
    assert longest[:5] == [row[3] for row in answers("are the longest")]


def test_where_an_answer_came_from(answers, demo):
    """The file is named, and its hash is that of its bytes."""
    digest = hashlib.sha256((demo / "events/triage.ndjson").read_bytes()).hexdigest()

    found = answers("Which file did an answer come from")

    assert [("event_lines:events/triage.ndjson", digest[:16])] * 2 == [row[:2] for row in found]
