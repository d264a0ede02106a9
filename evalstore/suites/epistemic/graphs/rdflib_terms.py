"""Convert terms and statements to and from rdflib, for pySHACL."""

import logging
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from evalstore.suites.epistemic.graphs.graph import Triple
from evalstore.suites.epistemic.graphs.terms import is_blank, is_literal, literal, parts

QUERIES_MAX = 256


def to_rdflib(triples: Iterable[Triple]) -> Any:
    """Return an rdflib graph of these statements that caches parsed queries."""
    nodes: dict[str, Any] = {}
    graph = _graph_class()()
    for triple in triples:
        for term in triple:
            if term not in nodes:
                nodes[term] = to_term(term)
        graph.add(tuple(nodes[term] for term in triple))
    return graph


@cache
def _rdflib() -> Any:
    rdflib = import_module("rdflib")
    # rdflib logs a traceback for `""^^xsd:integer`; shapes decide whether it is valid.
    logging.getLogger("rdflib.term").setLevel(logging.ERROR)
    return rdflib


@cache
def _graph_class() -> Any:
    rdflib = _rdflib()
    prepare = import_module("rdflib.plugins.sparql").prepareQuery

    @lru_cache(maxsize=QUERIES_MAX)
    def prepared(text: str, namespaces: tuple[tuple[str, Any], ...]) -> Any:
        return prepare(text, initNs=dict(namespaces))

    class PreparingGraph(rdflib.Graph):  # type: ignore[misc, name-defined]
        """A graph that caches parsed queries: pySHACL passes the text again for every node."""

        def query(self, query_object: Any, *arguments: Any, **options: Any) -> Any:
            """Return the result of a query."""
            if isinstance(query_object, str) and not arguments and not options.get("initNs"):
                query_object = prepared(query_object, tuple(sorted(self.namespaces())))
            return super().query(query_object, *arguments, **options)

    return PreparingGraph


def to_term(term: str) -> Any:
    """Return a term as a node of rdflib."""
    rdflib = _rdflib()
    if is_literal(term):
        text, language, datatype = parts(term)
        kind = rdflib.URIRef(datatype) if datatype else None
        return rdflib.Literal(text, lang=language, datatype=kind)
    return rdflib.BNode(term[2:]) if is_blank(term) else rdflib.URIRef(term)


def from_term(node: Any) -> str:
    """Return a node of rdflib as a term."""
    rdflib = _rdflib()
    if isinstance(node, rdflib.Literal):
        return literal(str(node), node.language, node.datatype and str(node.datatype))
    return f"_:{node}" if isinstance(node, rdflib.BNode) else str(node)
