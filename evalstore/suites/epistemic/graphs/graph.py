"""In-memory knowledge graph: statements by subject and object, labels, classes, aliases."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any

from evalstore.errors import UsageError
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.labelled_blanks import with_names
from evalstore.suites.epistemic.graphs.labels import Labels
from evalstore.suites.epistemic.graphs.rdf_files import statements
from evalstore.suites.epistemic.graphs.terms import (
    canonical_terms,
    folded,
    is_blank,
    is_iri,
    local_name,
)

Triple = tuple[str, str, str]
Index = dict[str, dict[str, list[str]]]
NAMED_MAX = 20


def load(paths: Sequence[Path]) -> "KnowledgeGraph":
    """
    Return the graph that these files make together.

    Raises ``UsageError`` if there is no file, and as ``statements`` does for an unreadable one.
    """
    triples = [
        triple
        for place, path in enumerate(paths)
        for triple in statements(Path(path), f"b{place}-" if place else "b")
    ]
    if not triples:
        raise UsageError("no graph file was named; expected at least one")
    return KnowledgeGraph(with_names(triples))


class KnowledgeGraph:
    """
    Statements in which aliases of one thing are merged.

    Terms are strings (see ``terms``). Results use the canonical IRI of a thing; arguments may use
    any of its IRIs.
    """

    def __init__(self, triples: Iterable[Triple]) -> None:
        asserted = list(dict.fromkeys(triples))
        labelled = {subject for subject, predicate, _ in asserted if predicate in voc.LABELS}
        self._canonical = canonical_terms(asserted, labelled.__contains__)
        self._aliases: dict[str, list[str]] = defaultdict(list)
        for alias, name in sorted(self._canonical.items()):
            self._aliases[name].append(alias)
        self._out: Index = {}
        self._in: Index = {}
        # Statements asserted only under an alias of one of their terms.
        self._renamed: set[Triple] = set()
        self._count = 0
        self._store(asserted)
        # Cache of derived results (see ``entailment``).
        self.derived: dict[tuple[str, str], tuple[Any, ...]] = {}
        self._labels = Labels(self._out, self._aliases)

    def _store(self, asserted: Iterable[Triple]) -> None:
        name_of = self._canonical
        as_they_are: list[Triple] = []
        renamed: list[Triple] = []
        for triple in asserted:
            subject, predicate, value = triple
            if subject in name_of or predicate in name_of or value in name_of:
                same_subject = name_of.get(subject, subject)
                same_value = name_of.get(value, value)
                if predicate == voc.SAME_AS and same_subject == same_value:
                    continue
                renamed.append((same_subject, name_of.get(predicate, predicate), same_value))
            else:
                as_they_are.append(triple)
        if renamed:
            self._renamed = set(renamed).difference(as_they_are)
            as_they_are = list(dict.fromkeys((*as_they_are, *renamed)))
        for subject, predicate, value in as_they_are:
            self._out.setdefault(subject, {}).setdefault(predicate, []).append(value)
            self._in.setdefault(value, {}).setdefault(predicate, []).append(subject)
            self._count += 1

    def _has(self, subject: str, predicate: str, value: str) -> bool:
        # A hub has many subjects but few values, so search from the smaller side.
        values = self._out.get(subject, {}).get(predicate, ())
        subjects = self._in.get(value, {}).get(predicate, ())
        return value in values if len(values) <= len(subjects) else subject in subjects

    def __len__(self) -> int:
        return self._count

    def triples(self) -> Iterator[Triple]:
        """Yield all statements, with canonical IRIs."""
        for subject, by_predicate in self._out.items():
            for predicate, values in by_predicate.items():
                for value in values:
                    yield subject, predicate, value

    def has(self, subject: str, predicate: str, value: str) -> bool:
        """Return whether the graph has this statement, under any alias of its terms."""
        return self._has(self.canonical(subject), self.canonical(predicate), self.canonical(value))

    def is_renamed(self, subject: str, predicate: str, value: str) -> bool:
        """Return whether the graph has a statement only after merging aliases."""
        statement = (subject, predicate, value)
        same = (self.canonical(subject), self.canonical(predicate), self.canonical(value))
        return same in self._renamed or statement != same

    def canonical(self, iri: str) -> str:
        """Return the canonical IRI of a thing."""
        return self._canonical.get(iri, iri)

    def aliases(self, iri: str) -> list[str]:
        """Return the other IRIs of a thing."""
        return list(self._aliases.get(self.canonical(iri), ()))

    def predicates(self) -> list[str]:
        """Return all predicates, sorted."""
        return list(self._predicates)

    @cached_property
    def _predicates(self) -> tuple[str, ...]:
        return tuple(sorted({name for by_name in self._out.values() for name in by_name}))

    def fact_predicates(self) -> list[str]:
        """Return the predicates of facts: no labels, comments or schema."""
        return [name for name in self._predicates if is_fact_predicate(name)]

    def predicate(self, name: str) -> str:
        """Return the canonical IRI of a predicate; raise UsageError for an unused one."""
        canonical = self.canonical(name)
        if canonical in self._predicates:
            return canonical
        raise UsageError(
            f"no triple has the predicate {name!r}; available: {', '.join(self._closest(name))}"
        )

    def _closest(self, name: str) -> list[str]:
        words = folded(local_name(name))
        by_words: dict[str, list[str]] = defaultdict(list)
        for predicate in self._predicates:
            by_words[folded(local_name(predicate))].append(predicate)
        near = get_close_matches(words, by_words, n=NAMED_MAX, cutoff=0.4)
        closest = [predicate for match in near for predicate in by_words[match]]
        others = [predicate for predicate in self.fact_predicates() if predicate not in closest]
        named = [*closest, *others][:NAMED_MAX]
        left = len({*closest, *others}) - len(named)
        return [*named, f"and {left} more"] if left else named

    def objects(self, subject: str, predicate: str) -> list[str]:
        """Return the objects of a subject and predicate, as asserted, in the files' order."""
        return list(self._out.get(self.canonical(subject), {}).get(self.canonical(predicate), ()))

    def subjects(self, predicate: str, value: str) -> list[str]:
        """Return the subjects of a predicate and object, as asserted, in the files' order."""
        return list(self._in.get(self.canonical(value), {}).get(self.canonical(predicate), ()))

    def pairs(self, predicate: str) -> list[tuple[str, str]]:
        """Return subject and object of each statement of a predicate."""
        return list(self._pairs.get(self.canonical(predicate), ()))

    @cached_property
    def _pairs(self) -> dict[str, list[tuple[str, str]]]:
        pairs: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for subject, predicate, value in self.triples():
            pairs[predicate].append((subject, value))
        return pairs

    def outgoing(self, iri: str) -> list[tuple[str, str]]:
        """Return predicate and object of each statement about a thing."""
        return _flat(self._out.get(self.canonical(iri), {}))

    def incoming(self, iri: str) -> list[tuple[str, str]]:
        """Return predicate and subject of each statement with a thing as its object."""
        return _flat(self._in.get(self.canonical(iri), {}))

    def label(self, term: str, languages: Sequence[str] = ("en",)) -> str:
        """Return the name of a term in the first of these languages that has one."""
        return self._labels.best(self.canonical(term), languages)

    def labels(self, term: str) -> list[str]:
        """Return all names of a term, in all languages; its local name if it has none."""
        return self._labels.all(self.canonical(term))

    def is_labelled(self, term: str) -> bool:
        """Return whether a term is a literal or has a label in any language."""
        return self._labels.is_labelled(self.canonical(term))

    def classes(self, iri: str) -> list[str]:
        """Return the classes of a thing and the classes above these, sorted."""
        return sorted(self.above(self.objects(iri, voc.TYPE), (voc.SUBCLASS_OF,)))

    def above(self, names: Iterable[str], predicates: Sequence[str]) -> set[str]:
        """Return these terms and all reachable from them by the predicates."""
        return _reached(names, self.objects, predicates)

    def below(self, names: Iterable[str], predicates: Sequence[str]) -> set[str]:
        """Return these terms and all terms from which the predicates lead to them."""
        return _reached(names, lambda name, predicate: self.subjects(predicate, name), predicates)

    def things(self, class_iri: str | None = None) -> list[str]:
        """Return the things of a class and of those below it, or all things, sorted."""
        if class_iri is None:
            return list(self._things)
        classes = self.below([self.canonical(class_iri)], (voc.SUBCLASS_OF,))
        members = {thing for kind in classes for thing in self.subjects(voc.TYPE, kind)}
        return sorted(members & set(self._things))

    @cached_property
    def _things(self) -> tuple[str, ...]:
        schema = {thing for name in voc.SCHEMA_CLASSES for thing in self.subjects(voc.TYPE, name)}
        classes = {value for _, value in self._pairs.get(voc.TYPE, ())}
        terms: set[str] = set()
        for predicate, pairs in self._pairs.items():
            if predicate == voc.TYPE:
                terms.update(subject for subject, _ in pairs)
            elif is_fact_predicate(predicate):
                terms.update(term for pair in pairs for term in pair if is_iri(term))
        left_out = schema | classes | set(self._predicates)
        return tuple(sorted(name for name in terms - left_out if not is_blank(name)))

    def domains(self, predicate: str) -> list[str]:
        """Return the declared classes of a predicate's subjects."""
        return self.objects(predicate, voc.DOMAIN)

    def ranges(self, predicate: str) -> list[str]:
        """Return the declared classes or datatypes of a predicate's objects."""
        return self.objects(predicate, voc.RANGE)

    def without(self, share: float, rng: SeededRandom) -> "KnowledgeGraph":
        """
        Return a copy of the graph without a random share of its facts.

        ``share`` is from 0 to 1; the number of withheld facts is rounded. Labels, classes, aliases
        and schema are kept. Raises ``UsageError`` for another share.
        """
        if not 0 <= share <= 1:
            raise UsageError(f"withheld share is {share}; expected a number from 0 to 1")
        everything = list(self.triples())
        facts = sorted(statement for statement in everything if is_fact_predicate(statement[1]))
        withheld = set(rng.sample(facts, round(len(facts) * share)))
        same = [(alias, voc.SAME_AS, name) for alias, name in sorted(self._canonical.items())]
        return KnowledgeGraph(
            [*(statement for statement in everything if statement not in withheld), *same]
        )


def is_fact_predicate(predicate: str) -> bool:
    """Return whether statements of a predicate are facts, not labels, comments or schema."""
    return (
        predicate not in voc.LABELS
        and predicate not in voc.REMARKS
        and not predicate.startswith(voc.SCHEMA_NAMESPACES)
    )


def _reached(
    names: Iterable[str], step: Callable[[str, str], list[str]], predicates: Sequence[str]
) -> set[str]:
    reached: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(other for predicate in predicates for other in step(name, predicate))
    return reached


def _flat(by_predicate: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(predicate, term) for predicate, terms in by_predicate.items() for term in terms]
