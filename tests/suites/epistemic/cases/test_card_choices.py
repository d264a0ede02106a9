"""Cards of default predicates: none of them tells a label, and their rules say something."""

from collections import Counter

import pytest

from evalstore.errors import UnreadableInputError, UsageError
from evalstore.plugins.registry import load
from evalstore.running.plan import RunPlan

PREFIXES = """
@prefix : <http://example.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
"""
NAMES = ("Ash", "Birch", "Cedar", "Doug", "Elm", "Fir", "Gum", "Hazel", "Ivy", "Juniper")
SUITE = load("suites", "epistemic")


@pytest.fixture
def settings_of(tmp_path):
    """Return a function that writes a graph and its shapes and returns the settings."""

    def write(graph, shapes, **given):
        paths = {}
        for name, text in {"kg": graph, "shapes": shapes}.items():
            paths[name] = tmp_path / f"{name}.ttl"
            paths[name].write_text(PREFIXES + text, encoding="utf-8")
        return {**{name: str(path) for name, path in paths.items()}, **given}

    return write


def test_a_predicate_without_unknown_claims_is_left_out(settings_of):
    """A shape allows each tree one height, so that only its batches can be unknown."""
    graph = "\n".join(
        f':{name} a :Tree ; rdfs:label "{name}" ; :height {place}.5 ; :batches {place % 4} .'
        for place, name in enumerate(NAMES)
    )
    shapes = (
        ":S a sh:NodeShape ; sh:targetClass :Tree ; sh:property :P . "
        ":P sh:path :height ; sh:maxCount 1 ."
    )
    cards = list(SUITE.cases("s", ("epistemic",), None, settings_of(graph, shapes, per_label=6)))

    assert {"E": 6, "C": 6, "U": 6} == Counter(card.label for card in cards)
    assert {"http://example.org/batches"} == {card.attributes["predicate"] for card in cards}


def test_a_rule_without_words_is_no_line(settings_of):
    """Inverse predicates of one sentence declare a rule, and no card has a line for it."""
    graph = ":hasPoint owl:inverseOf :isPointOf . :Oak :isPointOf :Pine .\n" + "\n".join(
        f':{name} rdfs:label "{name}" ; :hasPoint :{NAMES[place - 3]} .'
        for place, name in enumerate(NAMES)
    )
    shapes = ":S a sh:NodeShape ; sh:targetClass :Tree ."
    cards = list(SUITE.cases("s", ("epistemic",), None, settings_of(graph, shapes, per_label=4)))

    assert cards
    assert [] == [card.turns[0] for card in cards if "- \n" in card.turns[0]]
    assert all(card.answer_key["rules"] for card in cards)


def test_a_pattern_that_is_none_names_the_file(settings_of):
    """A regular expression that cannot be read is refused with file, shape and way out."""
    graph = "\n".join(
        f':{name} a :Tree ; rdfs:label "{name}" ; :code "{name}" .' for name in NAMES
    )
    shapes = (
        ":S a sh:NodeShape ; sh:targetClass :Tree ; sh:property :P . "
        ':P sh:path :code ; sh:pattern "([" .'
    )
    given = settings_of(graph, shapes, per_label=2, predicate=["http://example.org/code"])

    with pytest.raises(UnreadableInputError, match=r"shapes.ttl: shape .* cannot be applied"):
        list(SUITE.cases("s", ("epistemic",), None, given))


def test_no_card_at_all_is_explained(settings_of):
    """A run without cards says why, such as a time limit that was reached."""
    graph = "\n".join(f':{name} rdfs:label "{name}" ; :near :{NAMES[0]} .' for name in NAMES)
    given = settings_of(graph, ":S a sh:NodeShape .", per_label=2, time_limit=1e-9)
    plan = RunPlan("epistemic", SUITE.VERSION, "s", ("epistemic",), None, (), given)

    with pytest.raises(UsageError, match=r"has no cases in epistemic: .*the time limit"):
        plan.cases()


def test_more_cards_than_balance_are_said(settings_of):
    """Three statements give three statements that are entailed: of more cards the form tells."""
    graph = "\n".join(f':{name} a :Tree ; rdfs:label "{name}" .' for name in NAMES)
    graph += "\n:Ash :near :Elm . :Birch :near :Fir . :Cedar :near :Gum ."
    said = {
        count: [
            remark
            for remark in SUITE.remarks(
                "s", ("epistemic",), None,
                settings_of(graph, ":S a sh:NodeShape .", per_label=count, near_miss=0),
            )
            if "by predicate and form" in remark
        ]
        for count in (2, 20)
    }  # fmt: skip

    assert [] == said[2]
    assert 1 == len(said[20])
