"""IRIs for blank nodes that a label identifies."""

from collections import defaultdict
from collections.abc import Sequence
from urllib.parse import quote

from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.terms import folded, is_blank, is_literal, parts, plain_iri

Triple = tuple[str, str, str]
# The IRI depends on the label only, not on the names or the order of a file's blank nodes.
NAMESPACE = "urn:evalstore:labelled:"
# Predicates of schema vocabularies whose statements are about things.
OF_THINGS = frozenset((voc.TYPE, voc.SAME_AS, voc.DIFFERENT_FROM, *voc.LABELS, *voc.REMARKS))
CLASSES_OF_THINGS = frozenset((f"{voc.OWL}Thing", f"{voc.OWL}NamedIndividual"))


def with_names(triples: Sequence[Triple]) -> list[Triple]:
    """
    Return the statements with an IRI for each blank node that has a label of its own.

    Nodes without a label, nodes that share one, and parts of the schema, such as restrictions and
    shapes, stay blank.

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
    """Return the label of each blank node that has one: the first by kind, language and text."""
    best: dict[str, tuple[int, str, str]] = {}
    for subject, predicate, value in triples:
        if is_blank(subject) and predicate in voc.LABELS and is_literal(value):
            text, language, _ = parts(value)
            label = (voc.LABELS.index(predicate), language or "", " ".join(text.split()))
            if label[-1]:
                best[subject] = min(label, best.get(subject, label))
    return {node: text for node, (_, _, text) in best.items()}


def _schema_parts(triples: Sequence[Triple]) -> set[str]:
    """Return the terms that belong to the schema (OWL, SHACL and the like)."""
    nodes = set()
    for subject, predicate, value in triples:
        if predicate == voc.TYPE:
            is_of_schema = value.startswith(voc.SCHEMA_NAMESPACES)
            if is_of_schema and value not in CLASSES_OF_THINGS:
                nodes.add(subject)
            nodes.add(value)
        elif predicate.startswith(voc.SCHEMA_NAMESPACES) and predicate not in OF_THINGS:
            nodes.update((subject, value))
    return nodes
