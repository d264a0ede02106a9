"""Context cards print what they say they print, and never promise more than there is."""

import json

import pytest

from evalstore.errors import UsageError
from evalstore.plugins.registry import load
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.epistemic.cases import context_cards, near_miss

EX = "http://example.org/"
PREFIXES = """
@prefix : <http://example.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""
RIVERS = """
:into a owl:ObjectProperty ; rdfs:label "flows into" .
:ash :into :elm . :birch :into :elm . :elm :into :oak . :fir :into :oak2 .
:ash rdfs:label "Ash" . :birch rdfs:label "Birch" . :elm rdfs:label "Elm" . :fir rdfs:label "Fir" .
:oak rdfs:label "Oak", "Eiche"@de . :oak2 rdfs:label "Oak Creek" .
"""


@pytest.fixture
def settings_of(tmp_path):
    """Return a function that writes a graph and returns the settings for cards about it."""

    def write(text, **settings):
        path = tmp_path / "graph.ttl"
        path.write_text(PREFIXES + text, encoding="utf-8")
        return {"kg": str(path), "predicate": f"{EX}into", **settings}

    return write


def made(settings, count=30, seed="seed"):
    """Return cards and shortfalls."""
    return context_cards.cards(SeededRandom(seed), count, settings)


def claims(cards, label):
    """Return subject and object of the statements of a label, by their last parts."""
    found = [card.answer_key["claim"] for card in cards
             if card.label == label and card.attributes["form"] == "statement"]  # fmt: skip
    return {tuple(claim[end].removeprefix(EX) for end in ("subj", "obj")) for claim in found}


def test_the_registry_knows_both_generators():
    """They are found by the names of their files, and say a version."""
    assert {"1.2"} == {load("generators", name).VERSION for name in ("context_cards", "near_miss")}


def test_the_same_seed_makes_the_same_cards(settings_of):
    """Byte for byte the same; another seed shares the ids of the claims it shares."""
    settings = settings_of(RIVERS)
    first, second = (json.dumps([card.payload() for card in made(settings)[0]]) for _ in range(2))
    one, other = (
        {json.dumps(card.answer_key): card.case_id for card in made(settings, seed=seed)[0]}
        for seed in "ab"
    )
    shared = one.keys() & other.keys()

    assert first == second
    assert len(shared) > 5
    assert [] == [claim for claim in shared if one[claim] != other[claim]]


def test_a_card_is_written_as_its_format_wants(settings_of):
    """Facts, question, gold, label and claim are those of the card format."""
    cards, _ = made(settings_of(RIVERS))
    card = next(card for card in cards if card.answer_key["claim"]["subj"] == f"{EX}ash"
                and card.label == "E" and card.attributes["form"] == "statement")  # fmt: skip

    assert {"facts", "rules", "question", "claim", "gold", "card_id", "rule"} == set(card.extra)
    assert "Ash flows into Elm" in card.extra["facts"]
    assert "Is it true that Ash flows into Elm?" == card.extra["question"]
    assert ("YES", "YES") == (card.expected, card.extra["gold"])
    assert {"subj": f"{EX}ash", "pred": f"{EX}into", "obj": f"{EX}elm"} == card.extra["claim"]


def test_a_noun_is_asked_for_as_the_seed_does(settings_of):
    """With a noun for the predicate, the question is for that of the subject."""
    one, _ = made(settings_of(RIVERS, predicate_label="the mouth"))
    several, _ = made(settings_of(RIVERS, predicate_label="mouth"))

    assert "Is Elm the mouth of Ash?" in {card.extra["question"] for card in one}
    assert "Is Elm a mouth of Ash?" in {card.extra["question"] for card in several}


def test_no_prompt_tells_the_label(settings_of):
    """The words of a prompt hold no IRI, and nothing of the answer key but its claim."""
    prompts = [card.turns[0] for card in made(settings_of(RIVERS))[0]]

    assert [] == [prompt for prompt in prompts if EX in prompt or "entailed" in prompt]


def test_fewer_than_asked_for_is_said_with_the_reason(settings_of):
    """Without a negation, a shape or a denial nothing is contradicted, and no card pretends."""
    cards, shortfalls = made(settings_of(RIVERS, denials=0, negated=0), count=300)

    assert set() == claims(cards, "C")
    assert {"E", "C", "U"} == {one.label for one in shortfalls}
    assert "0 of 100 cards C (contradicted): " in str(shortfalls[1])
    assert "have no rule that excludes a claim" in shortfalls[1].reason


def test_every_contradiction_has_its_reason(settings_of):
    """A card C keeps what it contradicts, in words."""
    cards, _ = made(settings_of(RIVERS + ":into a owl:FunctionalProperty .", denials=0, negated=0))
    found = [card.answer_key["why"] for card in cards if card.label == "C"]

    assert len(found) > 5
    assert {"functional"} == {why["kind"] for why in found}
    assert [] == [why for why in found if not why["message"] or not why["path"]]


def test_the_same_thing_under_another_iri_is_not_unknown(settings_of):
    """What is entailed through owl:sameAs is E, and never a card U."""
    joined = RIVERS + ":elm owl:sameAs :ulme . :ash :into :ulme . :ulme rdfs:label 'Ulme'@de ."

    cards, _ = made(settings_of(joined), count=300)

    assert ("ash", "elm") in claims(cards, "E")
    assert not {("ash", "elm"), ("ash", "ulme")} & (claims(cards, "U") | claims(cards, "C"))


def test_a_duplicate_of_the_true_object_is_not_unknown(settings_of):
    """An object with a name of the true one, in any language, may be it: no card asks."""
    clashing = RIVERS + ':tree rdfs:label "eiche" . :x :into :tree . :x rdfs:label "Xylo" .'

    cards, _ = made(settings_of(clashing), count=300)

    assert {("elm", "oak"), ("x", "tree")} - claims(cards, "E") <= {("x", "tree"), ("elm", "oak")}
    assert not {("elm", "tree"), ("x", "oak")} & (claims(cards, "U") | claims(cards, "C"))


def test_names_that_mean_several_things_are_not_asked_for(settings_of):
    """Two creeks of one name: a question by that name would have no answer."""
    clashing = RIVERS + ':birch2 rdfs:label "Birch" ; :into :oak .'

    cards, shortfalls = made(settings_of(clashing), count=300)

    asked = {claim[0] for label in "ECU" for claim in claims(cards, label)}
    assert not {"birch", "birch2"} & asked
    assert "names that may mean several things" in shortfalls[0].reason


NAMESAKES = """
:p1 a owl:FunctionalProperty ; rdfs:label "mouth" .
:p2 a owl:FunctionalProperty ; rdfs:label "Mouth" .
:a :p1 :m ; :p2 :n . :b :p1 :n ; :p2 :o . :c :p1 :o ; :p2 :o .
:a rdfs:label "Ash" . :b rdfs:label "Birch" . :c rdfs:label "Cedar" .
:m rdfs:label "Mere" . :n rdfs:label "Narrows" . :o rdfs:label "Ocean" .
"""


@pytest.mark.parametrize("generator", [context_cards, near_miss])
def test_a_predicate_of_two_meanings_is_asked_for_where_both_agree(settings_of, generator):
    """What is so by one predicate and not by another of its name would have two right answers."""
    settings = {"kg": settings_of(NAMESAKES)["kg"], "negated": 0, "denials": 0}
    cards, shortfalls = generator.cards(SeededRandom("two"), 60, settings)
    labels = {card.extra["question"].casefold(): card.label for card in cards}

    assert "E" == labels.get("is ocean the mouth of cedar?", "E")
    assert {"C"} == {labels[f"is {name} the mouth of cedar?"] for name in ("mere", "narrows")}
    assert not [question for question in labels if question == "is mere the mouth of ash?"]
    assert not [question for question in labels if question == "is ocean the mouth of birch?"]
    assert any("name may mean another" in one.reason for one in shortfalls)


def test_words_of_ones_own_tell_predicates_apart(settings_of):
    """Where other words are given for a predicate, those of its namesake are no matter."""
    settings = settings_of(NAMESAKES, predicate_label="first mouth") | {"predicate": f"{EX}p1"}
    cards, _ = made(settings)

    assert {("a", "m"), ("b", "n"), ("c", "o")} == claims(cards, "E")


def test_no_two_cards_ask_the_same(settings_of):
    """One number of two datatypes makes two claims of the same words, and one card."""
    settings = settings_of(RIVERS + ":ash :into 12.5, '12.5' .")
    cards, shortfalls = made(settings, count=300)
    questions = [card.extra["question"] for card in cards]

    assert 1 == questions.count("Is it true that Ash flows into 12.5?")
    assert len(questions) == len(set(questions))
    assert "read like one that has a card" in shortfalls[0].reason


def test_an_unknown_claim_is_not_printed(settings_of):
    """No card U prints its claim as a fact, in either wording."""
    cards, _ = made(settings_of(RIVERS), count=300)
    printed = [
        card for card in cards if card.label == "U"
        and card.extra["question"].removeprefix("Is it true that ").rstrip("?")
        in card.extra["facts"]
    ]  # fmt: skip

    assert [] == printed


def test_what_decides_can_be_withheld(settings_of):
    """With all of it withheld no card E prints the fact that decides it."""
    shown, _ = made(settings_of(RIVERS))
    hidden, _ = made(settings_of(RIVERS, withheld=1.0))

    def telling(cards):
        said = [card.extra["question"].removeprefix("Is it true that ").rstrip("?") in
                card.extra["facts"] for card in cards if card.label == "E"]  # fmt: skip
        return said.count(True)

    assert (4, 0) == (telling(shown), telling(hidden))


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"facts_shown": "many"}, "`facts_shown` is 'many', expected a whole number"),
        ({"withheld": 2}, "`withheld` is 2, expected a number from 0 to 1"),
        ({"per_lable": 3}, "no setting 'per_lable'; did you mean 'per_label'?"),
        ({"predicate": f"{EX}inot"}, f"no triple has the predicate .*{EX}into"),
        ({"predicate_label": ["a", "b"]}, "2 predicate_label for 1 predicates"),
    ],
)
def test_wrong_settings_are_named(settings_of, setting, message):
    """The key, what was found and what was expected are in the message."""
    with pytest.raises(UsageError, match=message):
        made(settings_of(RIVERS) | setting)


def test_an_empty_text_means_the_default(settings_of):
    """On the command line, `--set languages=` is one."""
    empty = dict.fromkeys(("languages", "predicate_label", "domain"), "")

    assert made(settings_of(RIVERS)) == made(settings_of(RIVERS, **empty))


def test_generate_yields_what_cards_returns(settings_of):
    """The generator of the registry is the same cards."""
    settings = settings_of(RIVERS)

    assert made(settings)[0] == list(context_cards.generate(SeededRandom("seed"), 30, settings))


def test_near_misses_are_graded(settings_of):
    """Severity is the number of signs, and every near miss bears one at least."""
    cards, _ = near_miss.cards(SeededRandom("seed"), 20, settings_of(RIVERS))
    grades = {1: "easy", 2: "medium", 3: "hard", 4: "hard"}

    assert len(cards) > 3
    assert [] == [
        card for card in cards
        if grades.get(len(card.attributes["nearness"].split(", "))) != card.severity
    ]  # fmt: skip
