"""Journals are many, true to their labels, and drift where and only where they say."""

import hashlib
import re
from collections import Counter, defaultdict
from itertools import groupby
from math import isclose

import pytest

from evalstore.errors import UsageError
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.drift.cases import crisis_weeks
from evalstore.suites.drift.crisis.crisis_language import SEVERITIES, scenarios
from evalstore.suites.drift.engine import journal
from evalstore.suites.drift.engine.values import VALUES

# The beginning of the hash of three personas: what every machine must draw.
THREE = "7ebb5fa16d7e06a6"


def some(count, seed="seed", **settings):
    return list(crisis_weeks.generate(SeededRandom(seed), count, settings))


def by_persona(cases):
    """Group the cases by persona, in order, each a list of weeks."""
    return [
        list(weeks) for _, weeks in groupby(cases, key=lambda case: case.attributes["persona_id"])
    ]


CASES = some(200)
PERSONAS = by_persona(CASES)
CRISIS = [case for case in CASES if case.label == "crisis"]


@pytest.mark.parametrize("count", [0, 1, 7])
def test_the_count_is_of_personas(count):
    """As many personas come as were asked for, each with eight to ten weeks in a row."""
    personas = by_persona(some(count))

    assert count == len(personas)
    for weeks in personas:
        assert 8 <= len(weeks) <= 10
        first = weeks[0].attributes["week"]
        assert 1 <= first <= 40
        assert list(range(first, first + len(weeks))) == [
            case.attributes["week"] for case in weeks
        ]


def test_the_same_dice_draw_the_same_cases():
    """A seed is fixed for every machine; another seed draws other personas."""
    text = "\n".join(case.turns[0] for case in some(3))

    assert some(3) == some(3)
    assert {case.case_id for case in some(3)}.isdisjoint(case.case_id for case in some(3, "b"))
    assert THREE == hashlib.sha256(text.encode()).hexdigest()[:16]


def test_more_personas_change_none_of_the_first():
    """The first personas of a seed are the same however many follow."""
    assert some(5) == CASES[: len(some(5))]


def test_ids_are_unique():
    """No case and no persona comes twice, and a persona is a cluster."""
    assert len(CASES) == len({case.case_id for case in CASES})
    assert len(PERSONAS) == len({case.cluster_id for case in CASES}) == 200
    assert all(case.cluster_id == case.attributes["persona_id"] for case in CASES)


def test_a_quarter_are_controls():
    """Every fourth persona has no crisis, no scenario and no severity."""
    controls = [weeks for weeks in PERSONAS if weeks[0].attributes["is_control"]]

    assert 50 == len(controls)
    for case in (case for weeks in controls for case in weeks):
        assert ("quiet", (), None) == (case.label, case.expected, case.severity)
        assert "none" == case.attributes["scenario"]


def test_a_crisis_follows_weeks_of_alignment():
    """After four to six weeks two or three are a crisis, in one run or two, and one is better."""
    run_counts = Counter()
    for weeks in PERSONAS:
        crisis = [number for number, case in enumerate(weeks, 1) if case.label == "crisis"]
        if not weeks[0].attributes["is_control"]:
            run_counts[sum(week - 1 not in crisis for week in crisis)] += 1

            assert 5 <= crisis[0] <= 7
            assert len(crisis) in {2, 3}
            assert crisis[-1] < len(weeks)
    assert {1, 2} == set(run_counts)
    assert run_counts[1] > 2 * run_counts[2]


def test_every_value_has_a_crisis_of_every_severity():
    """Among two hundred personas each value drifts in each of three ways, by twelve scenarios."""
    found = {(*case.expected, case.severity) for case in CRISIS}

    assert {(value, severity) for value in VALUES for severity in SEVERITIES} == found
    assert 12 == len({case.attributes["scenario"] for case in CRISIS})
    assert {
        "benevolence": {"work_over_friends", "sharp_tongue"},
        "security": {"risky_money", "warnings_unheeded"},
        "self_direction": {"deferring_decisions"},
    } == {
        value: {case.attributes["scenario"] for case in CRISIS if case.expected == (value,)}
        for value in ("benevolence", "security", "self_direction")
    }


def test_the_profile_is_one_of_three_or_four_values():
    """The weights fall with the rank and sum to 1; the value in crisis is first or second."""
    for case in CASES:
        dims = case.extra["value_dims"]
        weights = [dim["weight"] for dim in dims]
        values = [dim["value_dim"] for dim in dims]

        assert len(set(values)) == len(values) in {3, 4}
        assert set(values) <= set(VALUES)
        assert sorted(weights, reverse=True) == weights
        assert isclose(1.0, sum(weights))
        assert set(case.expected) <= set(values[:2])


def test_the_truth_of_a_week_is_that_of_its_entries():
    """Each class is the mean of the entries' own labels beyond one half, 0 where none speaks."""
    entries = defaultdict(list)
    for entry in crisis_weeks.labelled_entries("seed", "test", 60):
        entries[entry.persona_id, entry.week].append(entry)
    cases = some_of_labelled("seed", "test", 60)
    assert len(cases) == len(entries)
    for case in cases:
        own = entries[case.attributes["persona_id"], case.attributes["week"]]

        assert [entry.text for entry in own] == list(journal.read(case.turns[0]).entries)
        for dim in case.extra["value_dims"]:
            name = dim["value_dim"]
            labels = [entry.labels[name] for entry in own if entry.labels.get(name)]
            mean = sum(labels) / len(labels) if labels else 0
            expected = -1 if mean < -0.5 else 1 if mean > 0.5 else 0

            assert expected == dim["alignment"]
            assert dim["is_bimodal"] == any(entry.labels.get(name) == 0 for entry in own)


def some_of_labelled(seed, split, count):
    """Return the cases of the personas that labelled_entries writes."""
    rng = SeededRandom(seed, "crisis_weeks", split)
    return list(crisis_weeks.generate(rng, count, {"split": split}))


def test_a_value_in_crisis_is_acted_against_and_no_other():
    """The classes say -1 where a value is in crisis; of the other weeks nearly all say 1."""
    classes = Counter(
        (dim["value_dim"] in case.expected, dim["alignment"])
        for case in CASES
        for dim in case.extra["value_dims"]
    )
    quiet = {
        alignment: count for (is_crisis, alignment), count in classes.items() if not is_crisis
    }

    assert {-1} == {alignment for is_crisis, alignment in classes if is_crisis}
    assert {0, 1} == set(quiet)
    assert 0.01 < quiet[0] / sum(quiet.values()) < 0.08


def test_conflicting_signals_are_neither():
    """A value whose signals conflict is 0, the week says so, and there are some."""
    dims = [(case, dim) for case in CASES for dim in case.extra["value_dims"]]

    assert {0} == {dim["alignment"] for _, dim in dims if dim["is_bimodal"]}
    for case in CASES:
        is_any = any(dim["is_bimodal"] for dim in case.extra["value_dims"])

        assert is_any == case.attributes["is_bimodal"]


@pytest.mark.sweep
def test_subtle_crises_start_gradually():
    """The first week of a subtle crisis has one entry against the value, an obvious one two."""
    persona_entries = defaultdict(list)
    for entry in crisis_weeks.labelled_entries("seed", "test", 60):
        persona_entries[entry.persona_id, entry.week].append(entry)
    counts = defaultdict(set)
    for weeks in by_persona(some_of_labelled("seed", "test", 60)):
        first = next((case for case in weeks if case.label == "crisis"), None)
        if first:
            own = persona_entries[first.attributes["persona_id"], first.attributes["week"]]
            against = [entry for entry in own if entry.labels.get(first.expected[0]) == -1]
            counts[first.severity].add(len(against))

    assert {"obvious": {2}, "moderate": {2}, "subtle": {1}} == counts


def test_subtle_crises_use_no_flatly_negative_words():
    """What is acted against subtly is not given away by a word."""
    flat = (
        r"\b(cancel|refus|forgot|ignor|avoid|skip|fail|quit\b|lied|broke|wasted|lost|never|hate)"
    )
    texts = {
        severity: [act for scenario in scenarios() for act in scenario.acts[severity]]
        for severity in SEVERITIES
    }

    assert [] == [act for act in texts["subtle"] if re.search(flat, act)]
    assert sum(bool(re.search(flat, act)) for act in texts["obvious"]) > 40


@pytest.mark.sweep
def test_a_system_sees_the_journal_alone():
    """The prompt reads as a week of three to five entries; no label or scenario stands in it."""
    for case in CASES:
        (prompt,) = case.turns
        week = journal.read(prompt)

        assert case.attributes["week"] == week.week
        assert [dim["value_dim"] for dim in case.extra["value_dims"]] == list(week.values)
        assert 3 <= len(week.entries) <= 5
        assert not re.search(r"crisis|quiet\b(?! hours|\.| twin| now)|subtle|obvious", prompt)
        assert not re.search(r"aligned|bimodal|persona|scenario|[a-z]_(?!direction)[a-z]", prompt)
        assert case.attributes["persona_id"] not in prompt


def test_the_payload_says_that_nothing_is_expected():
    """A quiet week expects an empty list, which is not the same as saying nothing."""
    quiet = next(case for case in CASES if case.label == "quiet")

    assert [] == quiet.payload()["expected"]
    assert [*CRISIS[0].expected] == CRISIS[0].payload()["expected"]


def test_entries_are_sentences():
    """Every entry begins with a capital, ends with a full stop and has no open gap."""
    entries = [entry for case in CASES for entry in journal.read(case.turns[0]).entries]
    wrong = r"  | [,.]|,,|\.\.|[{}]|\ba (?!one\b)[aeio]|\ban (?!hour)[^aeiou]|\b(\w+) \1\b"

    assert [] == [text for text in entries if not re.fullmatch(r"[A-Z].*\.", text)]
    assert [] == [text for text in entries if re.search(wrong, text)]


@pytest.mark.parametrize("severity", SEVERITIES)
def test_a_severity_can_be_asked_for(severity):
    """Only crises of that severity come, and a quarter of controls as ever."""
    cases = some(20, severity=severity)

    assert {severity, None} == {case.severity for case in cases}
    assert 5 == sum(weeks[0].attributes["is_control"] for weeks in by_persona(cases))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"splits": "test"},
            r"crisis_weeks: no setting 'splits'; did you mean 'split'\? Available: acts, s",
        ),
        ({"split": "dev"}, "`split` is 'dev', expected one of test, validation, train"),
        ({"split": ["test"]}, r"`split` is \['test'\], expected one of"),
        ({"severity": 3}, "`severity` is 3, expected one of all, obvious, moderate, subtle"),
    ],
)
def test_wrong_settings_are_named(settings, message):
    """A setting nobody knows, or a value it cannot have, is an error that says what there is."""
    with pytest.raises(UsageError, match=message):
        next(crisis_weeks.generate(SeededRandom("seed"), 1, settings))


def test_a_wrong_split_of_entries_is_named():
    """Entries to train on come of the three splits alone."""
    with pytest.raises(UsageError, match="`split` is 'dev'"):
        crisis_weeks.labelled_entries("seed", "dev", 1)
