"""Cards that their reader can decide: from the facts and rules they print, and nothing else."""

from collections import Counter
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.card_reader import read_card, shared_names
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.epistemic.cases import context_cards
from evalstore.suites.epistemic.graphs.names import TermNames
from evalstore.suites.epistemic.graphs.source import knowledge_of, source_of

PREFIXES = """
@prefix : <http://example.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
EX = "http://example.org/"
NAMES = ("Ash", "Birch", "Cedar", "Doug", "Elm", "Fir", "Gum")
RULES = (
    ":p a owl:FunctionalProperty .",
    ":p a owl:InverseFunctionalProperty .",
    ":p a owl:SymmetricProperty .",
    ":p a owl:TransitiveProperty .",
    ":p a owl:AsymmetricProperty .",
    ":p a owl:IrreflexiveProperty .",
    ":q owl:inverseOf :p .",
    ":q rdfs:subPropertyOf :p .",
    ":p rdfs:subPropertyOf :q .",
    ":q a owl:FunctionalProperty .",
    ":p owl:propertyDisjointWith :q .",
    ":p rdfs:range :Tree . :Tree owl:disjointWith :Bush .",
)


@pytest.fixture
def cards_of(tmp_path):
    """Return a function that makes cards of a graph, and gives what names its terms."""
    numbers = count()

    def make(graph, shapes="", **given):
        folder = tmp_path / str(next(numbers))
        folder.mkdir()
        (folder / "graph.ttl").write_text(PREFIXES + graph, encoding="utf-8")
        chosen = {"kg": str(folder / "graph.ttl"), "predicate": f"{EX}p", **given}
        if shapes:
            (folder / "shapes.ttl").write_text(PREFIXES + shapes, encoding="utf-8")
            chosen["shapes"] = str(folder / "shapes.ttl")
        found, shortfalls = context_cards.cards(SeededRandom("cards"), 60, chosen)
        names = TermNames(knowledge_of(source_of("test", chosen)).graph)
        return found, names.name, shortfalls

    return make


def misread(cards, name_of):
    """Return the cards from which a reader of the card alone concludes something else."""
    return [
        (card.label, answer, card.turns[0])
        for card in cards
        if (answer := read_card(card, name_of)) != card.expected
    ]


ENDS = st.tuples(st.sampled_from(NAMES), st.sampled_from("pq"), st.sampled_from(NAMES))


@settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    statements=st.sets(ENDS, min_size=3, max_size=9),
    rules=st.sets(st.sampled_from(RULES), max_size=3),
    bushes=st.sets(st.sampled_from(NAMES), max_size=2),
)
def test_a_reader_decides_each_card_from_the_card(cards_of, statements, rules, bushes):
    """Whatever a graph states and declares, facts and rules alone give the label."""
    lines = [f":{one} :{predicate} :{other} ." for one, predicate, other in sorted(statements)]
    lines += [f':{name} rdfs:label "{name}" .' for name in NAMES]
    lines += [f":{name} a :{'Bush' if name in bushes else 'Tree'} ." for name in NAMES]
    lines += [":x :p :Ash ."] if not any(one[1] == "p" for one in statements) else []
    cards, name_of, _ = cards_of("\n".join([*lines, *sorted(rules)]))

    assert [] == misread(cards, name_of)
    assert [] == shared_names(cards, name_of)


TREES = "\n".join(
    f':{name} a :Tree ; rdfs:label "{name}" ; :size {place} .' for place, name in enumerate(NAMES)
)
FACTS = f"{TREES} :Ash :p :Birch . :Cedar :p :Doug . :Elm :q :Fir . :Gum :q :Birch . :Doug :r 9 ."
SHAPE = ":S a sh:NodeShape ; sh:targetClass :Tree ; sh:property [ {} ] ."


@pytest.mark.parametrize(
    ("shape", "kind", "facts"),
    [
        ("sh:path :p ; sh:maxCount 1", "max_count", ""),
        ("sh:path [ sh:inversePath :p ] ; sh:maxCount 1", "inverse_max_count", ""),
        ("sh:path :p ; sh:disjoint :q", "disjoint", ""),
        ("sh:path :p ; sh:in ( :Birch :Doug :Fir )", "in", ""),
        (
            "sh:path :p ; sh:maxInclusive 5",
            "max_inclusive",
            ":Elm :p 3 . :Gum :p 4 . :Pine :p 8 .",
        ),
        ("sh:path :p ; sh:lessThan :size", "less_than", ":Gum :p 3 . :Fir :p 2 . :Pine :p 8 ."),
        (
            "sh:path :p ; sh:class :Tree",
            "class",
            ":Rose a :Bush ; rdfs:label 'Rose' . :Tree owl:disjointWith :Bush . :Box :p :Rose .",
        ),
    ],
)
def test_each_constraint_decides(cards_of, shape, kind, facts):
    """The rule of a shape stands on the card, and with it the fact by which it excludes."""
    cards, name_of, _ = cards_of(f"{FACTS} {facts}", SHAPE.format(shape), denials=0, per_label=8)
    decided = [card for card in cards if card.label == "C" and card.attributes["form"] != "denial"]

    assert [] == misread(cards, name_of)
    assert {kind} == {card.answer_key["why"]["rule"]["kind"] for card in decided}
    assert {f"{EX}S"} == {card.answer_key["why"]["rule"]["shape"] for card in decided}
    assert [] == [card for card in decided if card.extra["rule"] not in card.turns[0]]


def test_what_a_missing_statement_contradicts_is_left_out(cards_of):
    """Nothing on a card shows that a thing has no class; ``all`` takes such claims and says so."""
    graph = f"{FACTS} :Ash :p :Stone . :Elm :p :Stone . :Stone rdfs:label 'Stone' ."
    shapes = SHAPE.format("sh:path :p ; sh:class :Tree")
    few, _, shortfalls = cards_of(graph, shapes, denials=0, negated=0)
    many, _, _ = cards_of(graph, shapes, denials=0, negated=0, contradictions="all")
    contradicted = [card for card in many if card.label == "C"]

    assert "C" not in {card.label for card in few}
    assert any(one.label == "C" and "rule" in one.reason for one in shortfalls)
    assert contradicted
    assert {True} == {"not stated counts as false" in card.turns[0] for card in contradicted}
    assert [] == [card for card in contradicted if not card.answer_key["why"]["missing"]]


def test_a_stated_claim_that_violates_a_shape_is_no_card(cards_of):
    """Of two mouths where one is allowed neither is asked for; what breaks no shape is."""
    graph = f"{TREES} :Ash :p :Birch, :Cedar . :Doug :p :Elm ."
    cards, _, _ = cards_of(graph, SHAPE.format("sh:path :p ; sh:maxCount 1"))
    entailed = {("E", "statement"), ("C", "denial")}
    subjects = {card.answer_key["claim"]["subj"] for card in cards
                if (card.label, card.attributes["form"]) in entailed}  # fmt: skip

    assert {f"{EX}Doug"} == subjects


def test_unknown_claims_are_about_things_like_the_subjects(cards_of):
    """Where all subjects have a value and there is no domain, others of their class have none."""
    graph = f"{TREES} :Ash :p :Birch . :Cedar :p :Doug . :Stone a :Rock ; rdfs:label 'Stone' ."
    cards, _, _ = cards_of(graph, SHAPE.format("sh:path :p ; sh:maxCount 1"))
    subjects = {card.answer_key["claim"]["subj"] for card in cards if card.label == "U"}

    assert subjects
    assert not subjects & {f"{EX}Ash", f"{EX}Cedar", f"{EX}Stone"}


def test_form_denial_and_rules_tell_no_label(cards_of):
    """As many statements as denials of each label, a denied fact on each card, the same rules."""
    graph = f"{FACTS} :p a owl:IrreflexiveProperty ; rdfs:range :Tree ."
    cards, _, _ = cards_of(graph, per_label=4)
    forms = Counter((card.label, card.attributes["form"]) for card in cards)
    denials = {sum(fact.get("is_denied", False) for fact in card.answer_key["facts"])
               for card in cards}  # fmt: skip

    assert {2} == set(forms.values())
    assert 6 == len(forms)
    assert {1} == denials
    assert 1 == len({tuple(card.extra["rules"]) for card in cards})


def test_a_card_id_has_label_and_number(cards_of):
    """It follows from the case id, so that it is as unique, and the same in every run."""
    cards, _, _ = cards_of(FACTS)
    again, _, _ = cards_of(FACTS)
    ids = [card.extra["card_id"] for card in cards]

    assert [f"CARD_{card.label}_" for card in cards] == [one[:7] for one in ids]
    assert len(ids) == len(set(ids)) == len({one[7:] for one in ids})
    assert ids == [card.extra["card_id"] for card in again]
