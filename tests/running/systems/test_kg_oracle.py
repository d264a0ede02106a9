"""The oracle decides on IRIs, by rules, and on nothing else."""

from dataclasses import replace

import pytest

from evalstore.errors import UsageError
from evalstore.plugins.question import question_of
from evalstore.plugins.registry import load


@pytest.fixture(scope="module")
def oracle(rivers):
    """Return an oracle of the rivers."""
    return load("systems", "kg_oracle").build("kg", {"kg": rivers}, "seed")


@pytest.mark.parametrize(
    ("expected", "claim", "reason"),
    [
        ("YES", ("Ash", "hasMouth", "Elm"), "asserted"),
        ("YES", ("Elm", "hasTributary", "Ash"), "the inverse is asserted"),
        ("NO", ("Ash", "hasMouth", "Round"), "a river has one mouth, another"),
        ("UNKNOWN", ("AshBrook", "hasMouth", "Elm"), "its mouth is not known"),
        ("UNKNOWN", ("AshBrook", "hasMouth", "Nowhere"), "the object is not in the graph"),
    ],
)
def test_answers(oracle, card, expected, claim, reason):
    """Entailed is YES, contradicted is NO, and everything else is UNKNOWN."""
    assert expected == oracle.ask(card("U", claim, "?"), 1).answer, reason


@pytest.mark.parametrize(
    ("expected", "claim"),
    [
        ("YES", ("FallsNorth", "hasMouth", "Long")),
        ("NO", ("FallsSouth", "hasMouth", "Long")),
        ("UNKNOWN", ("FallsWest", "hasMouth", "Long")),
    ],
)
def test_a_label_clash_does_not_fool_it(oracle, card, expected, claim):
    """Of things that share a name, or part of one, each is answered for by its own facts."""
    question = "Is Long Lake the mouth of Falls Creek?"
    fact = "Falls Creek mouth Long Lake"

    assert expected == oracle.ask(card("E", claim, question, fact), 1).answer


@pytest.mark.parametrize("label", ["E", "C", "U"])
def test_the_label_is_not_read(oracle, card, label):
    """Whatever a card claims to be, the answer follows from the graph."""
    asked = card(label, ("Ash", "hasMouth", "Elm"), "?")
    bare = replace(asked, label=None, expected=None)

    assert ["YES", "YES"] == [oracle.ask(one, 1).answer for one in (asked, bare)]


def test_the_licence_is_told(oracle, card):
    """A response names the rule by which it is licensed."""
    response = oracle.ask(card("E", ("Elm", "hasTributary", "Ash"), "?"), 1)

    assert "inverse of is tributary of" == response.extra["licence"]


def test_it_is_given_the_claim_or_nothing(oracle, card):
    """A case without a claim is an error, and a question without its truth a mistake."""
    asked = card("E", ("Ash", "hasMouth", "Elm"), "?")

    assert "error" == oracle.ask(replace(asked, answer_key={"kind": "number"}), 1).status
    with pytest.raises(TypeError):
        oracle.ask(question_of(asked), 1)


def test_unknown_settings_are_refused():
    """A setting that nobody knows is named, with those there are."""
    with pytest.raises(UsageError, match=r"no setting 'graph'.*kg, predicate, shapes"):
        load("systems", "kg_oracle").build("kg", {"graph": "x"}, "seed")


def test_a_graph_that_is_not_there_is_named(tmp_path):
    """The error for a missing file names it."""
    path = tmp_path / "none.ttl"

    with pytest.raises(UsageError, match=r"none\.ttl"):
        load("systems", "kg_oracle").build("kg", {"kg": str(path)}, "seed")
