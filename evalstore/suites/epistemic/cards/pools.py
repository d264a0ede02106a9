"""Pools of subjects and values, and random pairs out of them."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph
from evalstore.suites.epistemic.graphs.terms import folded

# Up to this many pairs are shuffled; of a larger number, this many are drawn.
SHUFFLED_PAIRS_MAX = 20_000
COMMON_SHARE = 0.9
# A word of this share of the names is typical of them: "river", "creek".
TYPICAL_SHARE = 0.05
# Shorter words are articles and prepositions.
LETTERS_MAX = 3


def ends_alike(graph: KnowledgeGraph, used: Collection[str]) -> list[str]:
    """
    Return these things and others like them, sorted.

    The others are those of the smallest class that nearly all of these have; none if they have
    classes, but no common one. If they have no class at all, the others are things without a class
    that share a typical word of the names, or all things without a class if none does.
    """
    things = set(used)
    counts = Counter(kind for thing in things for kind in graph.classes(thing))
    common = [kind for kind, count in counts.items() if count >= COMMON_SHARE * len(things)]
    if common:
        smallest = min(common, key=lambda kind: (len(graph.things(kind)), kind))
        return sorted(things.union(graph.things(smallest)))
    if counts:
        return sorted(things)
    words = Counter(word for thing in things for word in _words(graph, thing))
    typical = {word for word, count in words.items() if count >= TYPICAL_SHARE * len(things)}
    untyped = [thing for thing in graph.things() if not graph.objects(thing, voc.TYPE)]
    alike = [thing for thing in untyped if typical & _words(graph, thing)]
    return sorted(things.union(alike or untyped))


def drawn_pairs(
    rng: SeededRandom, subjects: Sequence[str], silent: Collection[str], values: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield pairs of subject and value in random order; silent and other subjects alternate."""
    groups = [
        [subject for subject in subjects if subject in silent],
        [subject for subject in subjects if subject not in silent],
    ]
    orders = [_order(rng, group, values) for group in groups]
    while orders:
        for order in list(orders):
            pair = next(order, None)
            if pair is None:
                orders.remove(order)
            else:
                yield pair


def _order(
    rng: SeededRandom, subjects: Sequence[str], values: Sequence[str]
) -> Iterator[tuple[str, str]]:
    count = len(subjects) * len(values)
    if count <= SHUFFLED_PAIRS_MAX:
        places = iter(rng.shuffled(range(count)))
    else:
        drawn = (rng.randint(0, count - 1) for _ in range(SHUFFLED_PAIRS_MAX))
        places = iter(dict.fromkeys(drawn))
    for place in places:
        yield subjects[place // len(values)], values[place % len(values)]


def _words(graph: KnowledgeGraph, thing: str) -> set[str]:
    return {
        word
        for word in folded(graph.label(thing)).split()
        if word.isalpha() and len(word) > LETTERS_MAX
    }
