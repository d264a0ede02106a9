"""Shapes files as they are: without shapes, with imports, with references to nothing."""

import pytest

from evalstore.errors import UnreadableInputError
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.contradiction import Checker
from evalstore.suites.epistemic.graphs.shape_files import shape_statements

GRAPH = ":a a :River ; :into :b . :b a :River . <http://o.org/> owl:imports <http://p.org/x> ."
SHAPES = """
:Ontology a owl:Ontology ; owl:imports <http://example.org/other>, :Ontology .
:S a sh:NodeShape ; sh:targetClass :River ; sh:property :P .
:P sh:path :into ; sh:maxCount 1 ; sh:or :Elsewhere ; sh:node :Nowhere .
:T a sh:NodeShape ; sh:targetClass :Lake .
"""
EX = "http://example.org/"


def test_a_file_without_shapes_is_refused(shapes_file):
    """A graph that is named as shapes is no shapes file; nothing would be constrained."""
    path = shapes_file(":a a :River ; :into :b .")
    with pytest.raises(
        UnreadableInputError, match=r"shapes\.ttl: found 2 statements, none of them a SHACL"
    ):
        shape_statements([path])


def test_imports_are_named_as_not_followed(graph_of, shapes_file):
    """Imports of the graph and of its shapes are named, but not those that are there."""
    graph = graph_of(GRAPH)
    remarks = Checker(graph, [shapes_file(SHAPES)]).remarks()
    assert "owl:imports of the graph is not fetched" in remarks[0]
    assert "http://p.org/x;" in remarks[0]
    assert "is not fetched: http://example.org/other; name its file" in remarks[1]


def test_references_to_nothing_are_left_out_and_named(graph_of, shapes_file):
    """A list that is nowhere is left out with its shape named; what else the shape says counts."""
    graph = graph_of(GRAPH)
    checker = Checker(graph, [shapes_file(SHAPES)])
    remarks = " ".join(checker.remarks())
    assert "sh:or refers to http://example.org/Elsewhere, which no file defines" in remarks
    assert "sh:node refers to http://example.org/Nowhere" in remarks
    assert "1 of 2 shapes target nothing in the graph, such as http://example.org/T" in remarks
    [found] = checker.contradictions([Claim(f"{EX}a", f"{EX}into", f"{EX}c")])
    assert found is not None
    assert found.kind == "shacl"
