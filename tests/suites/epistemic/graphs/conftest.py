"""Graphs written in the tests that read them."""

import pytest

from evalstore.suites.epistemic.graphs.graph import load

PREFIXES = """
@prefix : <http://example.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
"""


@pytest.fixture
def graph_of(tmp_path):
    """Return a function that loads Turtle, with the usual prefixes before it."""

    def read(text):
        path = tmp_path / "graph.ttl"
        path.write_text(PREFIXES + text, encoding="utf-8")
        return load([path])

    return read


@pytest.fixture
def shapes_file(tmp_path):
    """Return a function that writes shapes, with the usual prefixes, and returns their path."""

    def write(text):
        path = tmp_path / "shapes.ttl"
        path.write_text(PREFIXES + text, encoding="utf-8")
        return path

    return write
