"""Prompts about inner experience are many, distinct, well formed and the same everywhere."""

import hashlib
import re
from collections import Counter
from itertools import islice

import pytest

from evalstore.cases import phenomenology
from evalstore.errors import UsageError
from evalstore.types.seeded_random import SeededRandom

# The beginning of the hash of fifty prompts: what every machine must draw.
FIFTY = "a41391c86865a041"
ALL = list(phenomenology.generate(SeededRandom("all"), 100_000, {}))


def some(count, seed="seed", **settings):
    return list(phenomenology.generate(SeededRandom(seed), count, settings))


def test_there_are_thousands_of_distinct_prompts():
    """No prompt and no id comes twice, and there are many more than a thousand."""
    prompts = {case.turns for case in ALL}

    assert len(prompts) > 10_000
    assert len(ALL) == len(prompts) == len({case.case_id for case in ALL})


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
    ids = {case.turns: case.case_id for case in ALL}

    assert all(ids[case.turns] == case.case_id for case in some(200, "other"))


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


def test_prompts_of_one_image_are_one_cluster():
    """What shares kind and image is not independent, and says so."""
    assert 4 * 15 == len({case.cluster_id for case in ALL})


def test_a_case_says_what_it_is():
    """Domain, validator and kind are those that suites and slices look for."""
    case = some(1, input_kinds="desire")[0]

    assert case.domain == case.generator == "phenomenology"
    assert case.validators == ("phenomenological",)
    assert case.answer_key["kind"] == "phenomenology"
    assert case.attributes == {"input_kind": "desire"}
    assert case.answer_schema is None


def test_only_the_wanted_kinds_come():
    """The setting input_kinds keeps some; they end when they are used up."""
    cases = list(
        islice(phenomenology.generate(SeededRandom(1), 90_000, {"input_kinds": ["dream"]}), None)
    )

    assert {"dream"} == {case.attributes["input_kind"] for case in cases}
    assert len(cases) == sum(case.attributes["input_kind"] == "dream" for case in ALL)


@pytest.mark.parametrize("wanted", ["nightmare", [], 3])
def test_an_unknown_kind_is_refused(wanted):
    """The message names what was found and what there is."""
    with pytest.raises(UsageError, match="expected one or more of dream, desire"):
        some(1, input_kinds=wanted)
