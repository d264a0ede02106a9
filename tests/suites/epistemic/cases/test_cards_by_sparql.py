"""
Every label of every card, checked again by queries that share no code with the generator.

The queries are SPARQL over the files as they are, run by pyoxigraph; they know the graphs that
they are about.
"""

import json
import os
import re
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.card_reader import read_card
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.epistemic.cases import context_cards, near_miss
from evalstore.suites.epistemic.graphs.names import TermNames
from evalstore.suites.epistemic.graphs.source import default_graph, knowledge_of, source_of

pyoxigraph = pytest.importorskip("pyoxigraph")

RIVERS = Path(os.environ.get("EVALSTORE_REAL_DATA", "nowhere"), "kg", "rivers")
PER_LABEL = 200
PREFIXES = """
prefix : <https://evalstore.example/world#>
prefix owl: <http://www.w3.org/2002/07/owl#>
prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#>
"""
ENTAILED = """ask {
    { ?s ?p ?o }
    union { ?p a owl:SymmetricProperty . ?o ?p ?s }
    union { ?p owl:inverseOf|^owl:inverseOf ?q . ?r rdfs:subPropertyOf* ?q . ?o ?r ?s }
    union { ?q rdfs:subPropertyOf+ ?p . ?s ?q ?o }

}"""
# What contradicts a claim about countries: one query for each way.
DENIED = {
    "negative assertion": """ask {
        ?n owl:sourceIndividual ?s ; owl:assertionProperty ?p ; owl:targetIndividual ?o }""",
    "another value": """ask {
        ?p a owl:FunctionalProperty . ?s ?p ?x . filter(?x != ?o) }""",
    "capital of another": "ask { ?x :hasCapital ?o . filter(?x != ?s && ?p = :hasCapital) }",
    "city of another": """ask {
        { ?x :hasCity|:hasCapital|^:inCountry ?o } filter(?x != ?s && ?p = :hasCapital) }""",
    "no land border": """ask {
        values ?end { ?s ?o } ?end a :CountryWithoutLandBorder . filter(?p = :borders) }""",
    "far apart": """ask {
        ?s :onContinent ?a . ?o :onContinent ?b . ?a :farFrom|^:farFrom ?b .
        filter(?p = :borders) }""",
    "far from a neighbor": """ask {
        ?s :borders|^:borders ?x . ?x :onContinent ?b . ?o :farFrom|^:farFrom ?b .
        filter(?p = :onContinent) }""",
    "itself": "ask { filter(?s = ?o && ?p = :borders) }",
    "euro alone": """ask {
        ?s a :CountryOfTheEuro ; :usesCurrency ?x . filter(?x != ?o && ?p = :usesCurrency) }""",
    "wrong kind": """ask {
        ?p rdfs:range ?class . filter not exists { ?o a/rdfs:subClassOf* ?class } }""",
}


def store_of(*paths):
    """Return a store of these files, nothing added."""
    store = pyoxigraph.Store()
    for path in paths:
        store.load(path=path, format=pyoxigraph.RdfFormat.TURTLE)
    return store


def asks(store, query, claim):
    """Return the answer to a query about a claim, whose terms stand in it as ?s, ?p and ?o."""
    terms = {"s": "subj", "p": "pred", "o": "obj"}
    text = re.sub(r"\?([spo])\b", lambda found: f"<{claim[terms[found[1]]]}>", query)
    return bool(store.query(PREFIXES + text))


def world_label(store, claim):
    """Return the label that the queries give a claim about countries."""
    if asks(store, ENTAILED, claim):
        return "E"
    return "C" if any(asks(store, query, claim) for query in DENIED.values()) else "U"


@pytest.fixture(scope="module")
def world():
    """Return a store of the graph that ships with the package."""
    return store_of(default_graph()[0])


@pytest.fixture(scope="module")
def world_cards():
    """Return cards of the graph that ships with the package, and what there was too little of."""
    return context_cards.cards(SeededRandom("sparql"), 3 * PER_LABEL, {"per_label": PER_LABEL})


def label_by(store, card, label_of):
    """Return the label of a card: by the queries and its own denials, turned for a denial."""
    claim = card.answer_key["claim"]
    terms = {name: claim[name] for name in ("subj", "pred", "obj")}
    label = label_of(store, claim)
    if label == "U" and {**terms, "is_denied": True} in card.answer_key["facts"]:
        label = "C"
    turned = {"E": "C", "C": "E", "U": "U"}
    return turned[label] if claim.get("is_denied") else label


def differing(store, cards, label_of):
    """Return the claims whose label the queries do not confirm."""
    labelled = [(card, label_by(store, card, label_of)) for card in cards]
    return [(card.extra["question"], card.label, label) for card, label in labelled
            if card.label != label]  # fmt: skip


@pytest.mark.sweep
def test_there_are_as_many_cards_as_asked_for(world_cards):
    """The shipped graph gives 200 cards of each label, and no two ask the same."""
    cards, shortfalls = world_cards
    claims = {json.dumps(card.answer_key["claim"], sort_keys=True) for card in cards}

    assert [] == shortfalls
    assert (3 * PER_LABEL, 3 * PER_LABEL) == (len(cards), len(claims))


@pytest.mark.sweep
def test_labels_about_the_world(world, world_cards):
    """Each label of the shipped graph's cards is what the queries say."""
    assert [] == differing(world, world_cards[0], world_label)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("name", ["borders", "capitalOf", "inCountry"])
def test_labels_of_one_predicate(world, name):
    """Entailed claims of one predicate, also of one that is never asserted, are entailed."""
    settings = {"predicate": f"https://evalstore.example/world#{name}", "per_label": 60}
    cards, _ = context_cards.cards(
        SeededRandom("one"), 60, settings | {"kg": str(default_graph()[0])}
    )
    entailed = [card for card in cards if card.label == "E"]

    assert len(entailed) >= 20
    assert [] == differing(world, entailed, world_label)


@pytest.mark.sweep
def test_near_misses_are_false(world):
    """No near miss is entailed, and each is contradicted or unknown as its label says."""
    cards, _ = near_miss.cards(SeededRandom("near"), 120, {})

    assert 120 == len(cards)
    assert [] == differing(world, cards, world_label)


# Two IRIs of one place: one is written into the other.
SAME_PLACE = "replace(str({}), '^.*/http_//', 'http://')"
RIVERS_ENTAILED = "ask {{ ?s2 ?p ?o2 . filter({s2} = {s} && {o2} = {o}) }}".format(
    **{name: SAME_PLACE.format(f"?{name}") for name in ("s", "o", "s2", "o2")}
)


@pytest.mark.sweep
@pytest.mark.real_data
@pytest.mark.skipif(
    not RIVERS.is_dir(), reason="EVALSTORE_REAL_DATA names no folder that holds kg/rivers/"
)
@pytest.mark.parametrize("generator", [context_cards, near_miss])
def test_labels_about_rivers(generator):
    """In a graph with two IRIs for many a place, what is entailed is E and nothing else is."""
    files = [RIVERS / name for name in ("rivers_hasMouth_from_E_cards.ttl", "worldmind_core.ttl")]
    settings = {
        "kg": [str(path) for path in files],
        "shapes": str(RIVERS / "worldmind_constraints.shacl.ttl"),
        "predicate": "http://worldmind.ai/rivers-v4#hasMouth",
        "predicate_label": "mouth",
    }
    cards, shortfalls = generator.cards(SeededRandom("rivers"), 3 * PER_LABEL, settings)
    store = store_of(*files)

    def label_of(store, claim):
        is_entailed = asks(store, RIVERS_ENTAILED, claim) or asks(store, ENTAILED, claim)
        return "E" if is_entailed else "U"

    # A river whose one mouth is all that is known of it has nothing to print beside a near miss.
    assert len(cards) >= (50 if generator is near_miss else 2 * PER_LABEL)
    assert [] == differing(store, cards, label_of)
    # Its shapes allow any number of mouths: only what a card denies is contradicted.
    assert generator is near_miss or [] == shortfalls


@pytest.mark.sweep
def test_cards_about_the_world_decide_themselves(world_cards):
    """A reader of the card alone, who knows nothing of the graph, gives the right answer."""
    names = TermNames(knowledge_of(source_of("test", {})).graph)
    cards, _ = world_cards

    assert [] == [card.turns[0] for card in cards if read_card(card, names.name) != card.expected]


def test_difficulty_is_no_other_word_for_the_label(world_cards):
    """Each difficulty is about as frequent in every label."""
    cards, _ = world_cards
    counts = Counter((card.label, card.attributes["difficulty"]) for card in cards)
    for grade in ("easy", "medium", "hard"):
        shares = [counts[label, grade] / PER_LABEL for label in "ECU"]

        assert max(shares) - min(shares) < 0.2
