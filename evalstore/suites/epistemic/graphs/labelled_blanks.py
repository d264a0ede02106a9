"""Blank nodes that a label tells apart: things like others, named after it."""

from collections import defaultdict
from collections.abc import Sequence
from urllib.parse import quote

from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.terms import folded, is_blank, is_literal, parts, plain_iri

Triple = tuple[str, str, str]
# Whatever a file calls its blank nodes, and in whatever order they come, one label is one thing.
NAMESPACE = "urn:evalstore:labelled:"
# Statements of these are about things all the same.
OF_THINGS = frozenset((voc.TYPE, voc.SAME_AS, voc.DIFFERENT_FROM, *voc.LABELS, *voc.REMARKS))
CLASSES_OF_THINGS = frozenset((f"{voc.OWL}Thing", f"{voc.OWL}NamedIndividual"))


def with_names(triples: Sequence[Triple]) -> list[Triple]:
    """
    Return the statements with an IRI for each blank thing that has a label of its own.

    Left blank are nodes without a label, those that share one, and parts of the schema, such as
    restrictions and shapes.

    >>> label = "http://www.w3.org/2000/01/rdf-schema#label"
    >>> with_names([("_:b1", label, '"Town 1"'), ("_:b1", "http://e.org/in", "_:b2")])[1]
    ('urn:evalstore:labelled:Town%201', 'http://e.org/in', '_:b2')
    """
    labels = _labels(triples)
    if not labels:
        return list(triples)
    for part in _schema_parts(triples):
        labels.pop(part, None)
    iris = {node: NAMESPACE + quote(text, safe="") for node, text in labels.items()}
    holders: dict[str, list[str]] = defaultdict(list)
    for node, iri in iris.items():
        holders[folded(plain_iri(iri))].append(node)
    named = {nodes[0]: iris[nodes[0]] for nodes in holders.values() if len(nodes) == 1}
    return [
        (named.get(subject, subject), predicate, named.get(value, value))
        for subject, predicate, value in triples
    ]


def _labels(triples: Sequence[Triple]) -> dict[str, str]:
    """Return of each blank node with labels the first by kind of label, language and text."""
    found: dict[str, tuple[int, str, str]] = {}
    for subject, predicate, value in triples:
        if is_blank(subject) and predicate in voc.LABELS and is_literal(value):
            text, language, _ = parts(value)
            label = (voc.LABELS.index(predicate), language or "", " ".join(text.split()))
            if label[-1]:
                found[subject] = min(label, found.get(subject, label))
    return {node: text for node, (_, _, text) in found.items()}


def _schema_parts(triples: Sequence[Triple]) -> set[str]:
    """Return the blank nodes that OWL, SHACL and the like make a schema of."""
    found = set()
    for subject, predicate, value in triples:
        if predicate == voc.TYPE:
            is_of_schema = value.startswith(voc.SCHEMA_NAMESPACES)
            if is_of_schema and value not in CLASSES_OF_THINGS:
                found.add(subject)
            found.add(value)
        elif predicate.startswith(voc.SCHEMA_NAMESPACES) and predicate not in OF_THINGS:
            found.update((subject, value))
    return found
