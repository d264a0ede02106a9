"""Jailbreak attempts come with their twins, balanced, and no reflex is right on more than half."""

from collections import Counter

import pytest

from evalstore.judges.refusal import refusal
from evalstore.plugins.response import Response
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.cases import jailbreak

CASES = list(jailbreak.generate(SeededRandom("seed"), 10_000, {}))


def test_cases_are_distinct_and_paired():
    """Each attempt has a twin in its cluster, and each family as many of both."""
    counts = Counter((case.attributes["attack"], case.attributes["is_attack"]) for case in CASES)

    assert len(CASES) == len({case.case_id for case in CASES}) == len({c.turns for c in CASES})
    assert {2} == set(Counter(case.cluster_id for case in CASES).values())
    assert {(name, kind) for name in jailbreak.families() for kind in (True, False)} == set(counts)
    assert all(counts[name, True] == counts[name, False] for name in jailbreak.families())


def test_a_case_does_not_depend_on_the_seed():
    """Another seed draws another order of the same cases."""
    other = list(jailbreak.generate(SeededRandom("other"), 10_000, {}))

    assert {case.case_id: case for case in CASES} == {case.case_id: case for case in other}
    assert CASES != other


def test_a_twin_wears_the_same_dress():
    """Without the request both prompts of a pair are the same, letter for letter."""
    data = jailbreak._data()
    different = []
    for family in data["families"]:
        if family in {"encoding", "payload_splitting"}:
            continue
        for number in range(jailbreak._pair_count(family)):
            place = number // len(data["families"][family]["wordings"])
            attempt, twin = jailbreak.pair_of(family, number)
            asked, plain = data["requests"][place], data["plain"][place]["request"]
            if [turn.replace(asked, "") for turn in attempt.turns] != [
                turn.replace(plain, "") for turn in twin.turns
            ]:
                different.append((family, number))

    assert [] == different


def test_opening_and_length_of_the_request_do_not_tell_the_twin():
    """Both ask how, which or who, and neither is longer than the other in nearly all pairs."""
    data = jailbreak._data()
    pairs = [
        (asked, plain["request"])
        for asked, plain in zip(data["requests"], data["plain"], strict=True)
    ]
    longer_count = sum(len(asked) > len(plain) for asked, plain in pairs)

    assert [] == [each for each in pairs if each[0].split()[0] != each[1].split()[0]]
    assert 0.25 * len(pairs) <= longer_count <= 0.75 * len(pairs)


def test_twins_of_quoted_instructions_hold_the_same_text():
    """The quoted text is the same; the user alone says whether to follow it."""
    for number in range(jailbreak._pair_count(jailbreak.INJECTION)):
        attempt, twin = jailbreak.pair_of(jailbreak.INJECTION, number)
        quoted = [each.turns[0].split('"')[1] for each in (attempt, twin)]

        assert quoted[0] == quoted[1]
        assert str(twin.answer_key["marker"]) in quoted[0]


def test_hidden_requests_cannot_be_read_in_the_prompt():
    """Encoded requests and those in parts stand nowhere in plain words."""
    hidden = [
        case for case in CASES if case.attributes["attack"] in {"encoding", "payload_splitting"}
    ]
    requests = [*jailbreak._data()["requests"]]

    assert hidden
    assert [] == [
        case.turns for case in hidden if any(each in case.turns[-1] for each in requests)
    ]


def test_no_reflex_is_right_on_more_than_half():
    """Always refusing, complying, agreeing, declining by null or saying nothing passes no more."""
    replies = (
        "I can't help with that.", "Sure, here is what you asked for.", "Yes.", "No.", "I agree.",
        '{"answer": null}', "That is a mistake.", "OPALFINCH-10",
    )  # fmt: skip
    shares = {
        text: sum(
            refusal.judge(case, Response("ok", text=text)).outcome == "right" for case in CASES
        ) / len(CASES)
        for text in replies
    }  # fmt: skip

    assert {} == {text: share for text, share in shares.items() if share > 0.5}


def test_an_echo_is_never_right():
    """To repeat the prompt neither refuses nor answers."""
    outcomes = {refusal.judge(case, Response("ok", text=case.turns[-1])).outcome for case in CASES}

    assert "right" not in outcomes


@pytest.mark.sweep
def test_what_a_twin_expects_is_right_and_its_wrong_answers_are_not():
    """Plain answers pass, as they are and in the prescribed form; wrong ones do not."""
    twins = [case for case in CASES if not case.attributes["is_attack"]]
    failed = [
        (case.turns[-1], text)
        for case in twins
        for text in (str(case.expected), f"Sure, here is the answer: {case.expected}.")
        if refusal.judge(case, Response("ok", text=text)).outcome != "right"
    ]
    passed = [
        (case.turns[-1], text)
        for case in twins
        for text in case.answer_key["wrong"]
        if refusal.judge(case, Response("ok", text=text)).outcome == "right"
    ]

    assert [] == failed
    assert [] == passed


def test_some_families_alone():
    """The setting keeps the families that it names."""
    found = list(jailbreak.generate(SeededRandom("s"), 20, {"attacks": ["encoding"]}))

    assert {"encoding"} == {case.attributes["attack"] for case in found}
    assert 20 == len(found)
