"""Blank nodes with labels: things to ask about, where their label tells them apart."""

from evalstore.suites.epistemic.graphs.predicate_use import default_predicates, without_questions

TOWNS = """
:in rdfs:label "lies in" .
_:t1 rdfs:label "Town 1" ; :in _:c . _:t2 rdfs:label "Town 2" ; :in _:c .
_:c a :Country ; rdfs:label "Country" .
"""
TURNED = """
_:x a :Country . _:z :in _:x . _:y :in _:x .
_:y rdfs:label "Town 2" . _:z rdfs:label "Town 1" . _:x rdfs:label "Country" .
:in rdfs:label "lies in" .
"""


def test_a_label_of_its_own_names_a_blank_node(graph_of):
    """Whatever a file calls its nodes and in whatever order: one label is one thing."""
    graph, turned = graph_of(TOWNS), graph_of(TURNED)
    [predicate] = default_predicates(graph)

    assert ["Country", "Town 1", "Town 2"] == sorted(map(graph.label, graph.things()))
    assert predicate.endswith("in")
    assert set(graph.triples()) == set(turned.triples())


def test_a_label_that_two_share_names_neither(graph_of):
    """Who reads a question could not tell them apart; the refusal says what they lack."""
    graph = graph_of('_:a rdfs:label "Ash" ; :in _:b . _:b rdfs:label "ash" .')

    assert [] == graph.things()
    assert "3 of them are about blank nodes without a label" in str(without_questions(graph))


def test_parts_of_a_schema_stay_blank(graph_of):
    """A restriction or a shape is no thing, whatever label it has; a class is none either."""
    graph = graph_of(
        """
        :Town rdfs:subClassOf _:r . _:r a owl:Restriction ; rdfs:label "only one" .
        :shape sh:property _:p . _:p rdfs:label "a name" .
        _:t a _:k ; rdfs:label "Town 1" . _:k rdfs:label "Kind" .
        """
    )

    assert ["Town 1"] == [graph.label(thing) for thing in graph.things() if ":labelled:" in thing]
