"""Things like the subjects of a predicate: of their common class, or with names like theirs."""

from collections import Counter
from collections.abc import Collection

from evalstore.knowledge import vocabulary as voc
from evalstore.knowledge.graph import KnowledgeGraph
from evalstore.knowledge.terms import folded

COMMON_SHARE = 0.9
# A word of this share of the names is typical of them: "river", "creek".
TYPICAL_SHARE = 0.05
# Shorter words are articles and prepositions.
LETTERS_MAX = 3


def ends_alike(graph: KnowledgeGraph, used: Collection[str]) -> list[str]:
    """
    Return the things of the smallest class that nearly all of these have, with them, sorted.

    Where they have no class in common, it is things without a class that have a typical word of
    their names, all such things if there is none.
    """
    known = set(used)
    counts = Counter(kind for thing in known for kind in graph.classes(thing))
    common = [kind for kind, count in counts.items() if count >= COMMON_SHARE * len(known)]
    if common:
        smallest = min(common, key=lambda kind: (len(graph.things(kind)), kind))
        return sorted(known.union(graph.things(smallest)))
    if counts:
        return sorted(known)
    words = Counter(word for thing in known for word in _words(graph, thing))
    typical = {word for word, count in words.items() if count >= TYPICAL_SHARE * len(known)}
    untyped = [thing for thing in graph.things() if not graph.objects(thing, voc.TYPE)]
    alike = [thing for thing in untyped if typical & _words(graph, thing)]
    return sorted(known.union(alike or untyped))


def _words(graph: KnowledgeGraph, thing: str) -> set[str]:
    return {
        word
        for word in folded(graph.label(thing)).split()
        if word.isalpha() and len(word) > LETTERS_MAX
    }
