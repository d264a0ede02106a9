"""Statements about a thing that a card can print as news."""

from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph, is_fact_predicate

HUB_FACTS_MAX = 400


def facts_about(graph: KnowledgeGraph, thing: str) -> list[Claim]:
    """Return the statements about a thing that are news: no labels, comments or schema."""
    outgoing = [Claim(thing, predicate, value) for predicate, value in graph.outgoing(thing)]
    incoming = [Claim(subject, predicate, thing) for predicate, subject in graph.incoming(thing)]
    # Statements that lead to a hub say little about the claim.
    found = [*outgoing, *incoming[:HUB_FACTS_MAX]]
    return [one for one in found if _is_news(one)]


def _is_news(claim: Claim) -> bool:
    if claim.predicate == voc.TYPE:
        return not claim.object.startswith(voc.SCHEMA_NAMESPACES)
    return is_fact_predicate(claim.predicate)
