"""Which IRIs name one thing: by owl:sameAs, or because they differ in spelling only."""

from collections import defaultdict
from collections.abc import Callable, Iterable

from evalstore.knowledge.terms import is_iri, plain_iri
from evalstore.knowledge.vocabulary import SAME_AS


def canonical_terms(
    triples: Iterable[tuple[str, str, str]], has_label: Callable[[str], bool]
) -> dict[str, str]:
    """
    Return, for each IRI that is not the first name of its thing, that name.

    The first name is one that has a label, then the shortest, then the first of the alphabet.
    """
    terms: set[str] = set()
    same: list[tuple[str, str]] = []
    for subject, predicate, value in triples:
        terms.update((subject, predicate, value))
        if predicate == SAME_AS and is_iri(subject) and is_iri(value):
            same.append((subject, value))
    by_spelling: dict[str, list[str]] = defaultdict(list)
    for term in terms:
        if is_iri(term):
            by_spelling[plain_iri(term)].append(term)
    for names in by_spelling.values():
        same.extend((names[0], other) for other in names[1:])
    groups = _groups(same)
    return {
        name: best
        for names in groups
        for best in [min(names, key=lambda name: (not has_label(name), len(name), name))]
        for name in names
        if name != best
    }


def _groups(pairs: Iterable[tuple[str, str]]) -> list[set[str]]:
    group_of: dict[str, set[str]] = {}
    for one, other in pairs:
        merged = group_of.get(one, {one})
        joining = group_of.get(other, {other})
        if merged is joining:
            continue
        if len(joining) > len(merged):
            merged, joining = joining, merged
        merged |= joining
        for name in merged:
            group_of[name] = merged
    return list({id(group): group for group in group_of.values()}.values())
