"""Use of predicates, and which of them questions are about by default."""

from evalstore.suites.epistemic.graphs.predicate_use import (
    default_predicates,
    predicate_uses,
    without_questions,
)

GRAPH = """
:mouth a owl:ObjectProperty ; rdfs:label "mouth" .
:near a owl:SymmetricProperty ; rdfs:label "near" .
:elm rdfs:label "Elm" ; :mouth :lake ; :near :ash, :oak ; :length 12 ; :page :p1 .
:ash rdfs:label "Ash" ; :mouth :lake ; :length 9 ; :page :p2 .
:oak rdfs:label "Oak" ; :mouth :elm .
:lake rdfs:label "Long Lake" .
"""


def local(iri):
    """Return the last part of an IRI."""
    return iri.rpartition("/")[2]


def test_uses_are_counted(graph_of):
    """Each predicate has its statements, labelled shares and functionality counted."""
    uses = {local(use.iri): use for use in predicate_uses(graph_of(GRAPH))}
    mouth, near, page = uses["mouth"], uses["near"], uses["page"]
    assert (mouth.count, mouth.readable_count, mouth.is_functional) == (3, 3, True)
    assert (mouth.subject_count, mouth.object_count) == (3, 2)
    assert (near.count, near.is_functional, near.is_declared_functional) == (2, False, False)
    assert (page.labelled_subject_share, page.labelled_object_share) == (1.0, 0.0)
    assert uses["length"].literal_object_share == 1.0


def test_default_predicates_read_and_narrowed_ones_come_first(graph_of):
    """Of predicates that read, one that something excludes statements of comes first."""
    graph = graph_of(GRAPH)
    assert [local(iri) for iri in default_predicates(graph)][:2] == ["mouth", "near"]
    narrowed = default_predicates(graph, lambda iri: local(iri) == "near")
    assert [local(iri) for iri in narrowed][:2] == ["near", "mouth"]
    assert len(default_predicates(graph, count=1)) == 1


def test_a_graph_without_questions_says_what_it_is_of(graph_of):
    """The error counts what the statements are about."""
    error = without_questions(graph_of(":a rdfs:label 'A' . _:x :p _:y ."))
    assert "can be asked about: 2 statements, of which" in str(error)
    assert "1 of them are about blank nodes without a label" in str(error)
