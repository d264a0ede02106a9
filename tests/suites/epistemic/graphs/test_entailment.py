"""Entailment follows the declared rules of a graph, and nothing else."""

import pytest

from evalstore.suites.epistemic.graphs import entailment

EX = "http://example.org/"
SCHEMA = """
:borders a owl:SymmetricProperty .
:into owl:inverseOf :takes .
:mouthInto rdfs:subPropertyOf :into .
:within a owl:TransitiveProperty .
:Creek rdfs:subClassOf :River .
:takes rdfs:domain :Water .
:a :borders :b ; :mouthInto :c ; :within :d ; a :Creek .
:d :within :e .
:c :takes :f ; owl:sameAs :c2 .
"""
CLAIMS = {
    "a borders b": "asserted",
    "b borders a": "symmetric",
    "a into c": "sub-property",
    "c takes a": "inverse of into, sub-property",
    "f into c": "inverse of takes",
    "f into c2": "inverse of takes, same as",
    "a mouthInto c2": "same as",
    "a within e": "transitive",
    "a 22-rdf-syntax-ns#type River": "sub-class",
    "c 22-rdf-syntax-ns#type Water": "domain",
    "c into a": None,
    "f mouthInto c": None,
    "e within a": None,
    "a borders c": None,
}


def terms(claim):
    """Return the IRIs of a claim of three words."""
    rdf = "http://www.w3.org/1999/02/"
    return [rdf + one if "rdf-syntax" in one else EX + one for one in claim.split()]


@pytest.mark.parametrize(("claim", "rule"), CLAIMS.items(), ids=CLAIMS)
def test_a_claim_follows_by_a_rule_or_not(graph_of, claim, rule):
    """The rule is named; a claim that only looks alike has none."""
    found = entailment.entails(graph_of(SCHEMA), *terms(claim))

    assert rule == found


@pytest.mark.parametrize("predicate", ["borders", "into", "takes", "mouthInto", "within"])
def test_pairs_are_what_is_entailed(graph_of, predicate):
    """The pairs of a predicate are those subjects and objects that are entailed."""
    graph = graph_of(SCHEMA)
    things = graph.things()

    expected = [
        (one, other)
        for one in things
        for other in things
        if entailment.entails(graph, one, EX + predicate, other)
    ]

    assert expected == entailment.pairs(graph, EX + predicate)
