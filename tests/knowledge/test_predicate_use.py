"""Use of predicates, and which of them questions are about by default."""

from evalstore.knowledge.predicate_use import default_predicates, predicate_uses

GRAPH = """
:mouth a owl:ObjectProperty ; rdfs:label "mouth" .
:near a owl:SymmetricProperty ; rdfs:label "near" .
:elm rdfs:label "Elm" ; :mouth :lake ; :near :ash, :oak ; :length 12 ; :page :p1 .
:ash rdfs:label "Ash" ; :mouth :lake ; :length 9 ; :page :p2 .
:oak rdfs:label "Oak" ; :mouth :elm .
:lake rdfs:label "Long Lake" .
"""
SHAPES = """
:S a sh:NodeShape ; sh:targetSubjectsOf :mouth ; sh:property [ sh:path :{} ; sh:maxCount 1 ] .
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


def test_default_predicates_read_and_narrowed_ones_come_first(graph_of, shapes_file):
    """Predicates of unlabelled things are left out; one that a shape constrains comes first."""
    graph = graph_of(GRAPH)
    plain = [local(iri) for iri in default_predicates(graph)]
    assert "page" not in plain
    assert plain[0] == "mouth"
    narrowed = default_predicates(graph, [shapes_file(SHAPES.format("near"))])
    assert local(narrowed[0]) == "near"
    assert len(default_predicates(graph, count=1)) == 1
