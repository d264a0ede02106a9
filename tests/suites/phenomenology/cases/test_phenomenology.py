"""Prompts about inner experience are many, distinct, well formed and the same everywhere."""

import hashlib
import re
from collections import Counter
from itertools import islice

import pytest

from evalstore.errors import UsageError
from evalstore.judges.phenomenological.images import forms, vocabulary
from evalstore.plugins.case import content_id
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.cases import canary
from evalstore.suites.phenomenology.cases import phenomenology

# The beginning of the hash of fifty prompts: what every machine must draw.
FIFTY = "ebda227ee458aa9f"
ALL = list(phenomenology.generate(SeededRandom("all"), 100_000, {}))


def some(count, seed="seed", **settings):
    return list(phenomenology.generate(SeededRandom(seed), count, settings))


def test_no_two_cases_share_an_image():
    """There are more than three hundred cases, and no symbol of one stands in another."""
    owners = {}
    for case in (*ALL, *experiences()):
        for symbol in case.answer_key["symbols"]:
            for form in forms(symbol):
                owners.setdefault(form, set()).add(case.case_id)

    assert len(ALL) > 300
    assert [] == [form for form, ids in owners.items() if len(ids) > 1]


@pytest.mark.sweep
def test_no_prompt_names_the_image_of_another():
    """The words of a prompt, its opener, turn and closing included, are no other case's image."""
    known = {
        form: case.case_id
        for case in (*ALL, *experiences())
        for symbol in case.answer_key["symbols"]
        for form in forms(symbol)
    }
    found = [
        (word, case.turns[0])
        for case in some(1000, "words") + ALL
        for word in re.findall(r"[a-z]+", case.turns[0].lower())
        if known.get(word, case.case_id) not in ids_of_same_image(case)
    ]

    assert [] == found


def test_the_vocabulary_of_images_is_complete():
    """The validator knows every symbol, so that it sees one read in reply to another prompt."""
    symbols = {symbol for case in (*ALL, *experiences()) for symbol in case.answer_key["symbols"]}

    assert [] == sorted(symbol for symbol in symbols if symbol not in vocabulary().image_of)


def test_each_symbol_has_meanings_and_each_case_suggestions():
    """A key says what each symbol may stand for and what a reply may orient towards."""
    for case in ALL:
        key = case.answer_key

        assert key["symbols"] == list(key["meanings"])
        assert all(key["meanings"].values())
        assert key["suggestions"]
        assert all(step in case.expected for step in ("Acknowledge", "Integrate", "Orient"))


def test_as_many_cases_are_available_as_come():
    """What a suite says of a shortfall is what the generator has."""
    assert phenomenology.available_count({}) == len(ALL)
    assert phenomenology.available_count({"input_kinds": "dream"}) == 80


def experiences():
    return [case for case in canary.canaries() if case.domain == "phenomenology"]


def ids_of_same_image(case):
    return {
        other.case_id
        for other in (*ALL, *experiences())
        if set(other.answer_key["symbols"]) == set(case.answer_key["symbols"])
    } | {case.case_id}


def test_the_kinds_take_turns():
    """A hundred cases are twenty-five of each kind."""
    expected = dict.fromkeys(phenomenology.INPUT_KINDS, 25)

    assert expected == Counter(case.attributes["input_kind"] for case in some(100))


@pytest.mark.parametrize("count", [0, 1, 7])
def test_as_many_come_as_were_asked_for(count):
    """A count is kept exactly."""
    assert count == len(some(count))


def test_the_same_dice_draw_the_same_cases():
    """The first cases of a seed are fixed for every machine; other seeds draw others."""
    text = "\n".join(case.turns[0] for case in some(50))

    assert text == "\n".join(case.turns[0] for case in some(50))
    assert text != "\n".join(case.turns[0] for case in some(50, "other"))
    assert FIFTY == hashlib.sha256(text.encode()).hexdigest()[:16]


def test_an_id_is_of_the_prompt_alone():
    """The same prompt has the same id whatever was drawn around it, so that runs pair."""
    assert all(case.case_id == content_id("phenomenology", *case.turns) for case in ALL)


def test_every_image_named_in_the_key_stands_in_the_prompt():
    """The key holds the images of the prompt, each once and as a whole word."""
    for case in ALL:
        symbols = case.answer_key["symbols"]

        assert len(set(symbols)) == len(symbols) > 0
        assert all(re.search(rf"\b{symbol}\b", case.turns[0]) for symbol in symbols), case.turns


def test_prompts_are_sentences():
    """A prompt begins with a capital, ends with a full stop and holds no double mark or space."""
    sentence = re.compile(r"[A-Z][^.]*\.( [A-Z][^.]*\.)?")

    assert [] == [case.turns[0] for case in ALL if not sentence.fullmatch(case.turns[0])]
    assert [] == [case.turns[0] for case in ALL if re.search(r"  | [,.]|,,", case.turns[0])]


def test_articles_fit_the_next_word():
    """No prompt says "a" before a vowel or "an" before a consonant."""
    wrong = re.compile(r"\ba [aeio]|\ban [^aeiou]")

    assert [] == [case.turns[0] for case in ALL if wrong.search(case.turns[0])]


def test_a_case_says_what_it_is():
    """Domain, validator and kind are those that suites and slices look for."""
    case = some(1, input_kinds="desire")[0]

    assert case.domain == case.generator == "phenomenology"
    assert case.validators == ("phenomenological",)
    assert case.answer_key["kind"] == "phenomenology"
    assert case.attributes == {"input_kind": "desire", "question_kind": "desire"}
    assert case.chance == phenomenology.CHANCE
    assert case.answer_schema is None


def test_only_the_wanted_kinds_come():
    """The setting input_kinds keeps some; they end when they are used up."""
    cases = list(
        islice(phenomenology.generate(SeededRandom(1), 90_000, {"input_kinds": ["dream"]}), None)
    )

    assert {"dream"} == {case.attributes["input_kind"] for case in cases}
    assert len(cases) == 80


@pytest.mark.parametrize("wanted", ["nightmare", [], 3])
def test_an_unknown_kind_is_refused(wanted):
    """The message names what was found and what there is."""
    with pytest.raises(UsageError, match="expected one or more of dream, desire"):
        some(1, input_kinds=wanted)
