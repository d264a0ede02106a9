"""Terms and statements as rdflib has them, which pySHACL works on."""

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from evalstore.knowledge.graph import Triple
from evalstore.knowledge.terms import is_blank, is_literal, literal, parts


def to_rdflib(triples: Iterable[Triple]) -> Any:
    """Return an rdflib graph of these statements."""
    rdflib = import_module("rdflib")
    known: dict[str, Any] = {}
    graph = rdflib.Graph()
    for triple in triples:
        for term in triple:
            if term not in known:
                known[term] = to_term(term)
        graph.add(tuple(known[term] for term in triple))
    return graph


def to_term(term: str) -> Any:
    """Return a term as rdflib has it."""
    rdflib = import_module("rdflib")
    if is_literal(term):
        text, language, datatype = parts(term)
        kind = rdflib.URIRef(datatype) if datatype else None
        return rdflib.Literal(text, lang=language, datatype=kind)
    return rdflib.BNode(term[2:]) if is_blank(term) else rdflib.URIRef(term)


def from_term(node: Any) -> str:
    """Return a node of rdflib as a term."""
    rdflib = import_module("rdflib")
    if isinstance(node, rdflib.Literal):
        return literal(str(node), node.language, node.datatype and str(node.datatype))
    return f"_:{node}" if isinstance(node, rdflib.BNode) else str(node)
