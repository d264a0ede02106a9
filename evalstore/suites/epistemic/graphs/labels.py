"""Labels of terms by language, with the last part of the IRI as fallback."""

from collections.abc import Mapping, Sequence

from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.terms import is_literal, local_name, parts


class Labels:
    """The labels of terms, from a graph's index of statements by subject."""

    def __init__(
        self,
        outgoing: Mapping[str, Mapping[str, Sequence[str]]],
        aliases: Mapping[str, Sequence[str]],
    ) -> None:
        self._outgoing = outgoing
        self._aliases = aliases
        # Caches, since candidates of questions repeat the same terms.
        self._best: dict[tuple[str, tuple[str, ...]], str] = {}
        self._all: dict[str, tuple[str, ...]] = {}
        self._known: dict[str, list[tuple[str, str | None]]] = {}

    def best(self, term: str, languages: Sequence[str]) -> str:
        """
        Return a term's name in the first language that has one; else without a language, else any.

        ``en`` also matches ``en-GB``, after ``en`` itself. Ties are broken by the kind of label,
        then by the order in the files.
        """
        key = (term, tuple(languages))
        name = self._best.get(key)
        if name is None:
            name = self._best[key] = self._chosen(term, languages)
        return name

    def _chosen(self, term: str, languages: Sequence[str]) -> str:
        if is_literal(term):
            return parts(term)[0]
        names = self._named(term)
        if not names:
            return local_name(term)
        wanted = [language.lower() for language in languages]
        return min(names, key=lambda name: _rank(name[1], wanted))[0]

    def all(self, term: str) -> list[str]:
        """Return every name of a term once; the local names of its IRIs if it has no label."""
        cached = self._all.get(term)
        if cached is None:
            names = [text for text, _ in self._named(term)]
            spelled = [] if names else [local_name(iri) for iri in self._iris(term)]
            cached = tuple(dict.fromkeys([*names, *spelled]))
            if is_literal(term):
                cached = (parts(term)[0],)
            self._all[term] = cached
        return list(cached)

    def is_labelled(self, term: str) -> bool:
        """Return whether a term is a literal or has a label."""
        return is_literal(term) or bool(self._named(term))

    def _iris(self, term: str) -> list[str]:
        return [term, *self._aliases.get(term, ())]

    def _named(self, term: str) -> list[tuple[str, str | None]]:
        cached = self._known.get(term)
        if cached is not None:
            return cached
        statements = self._outgoing.get(term, {})
        texts = [
            parts(value)
            for predicate in voc.LABELS
            for value in statements.get(predicate, ())
            if is_literal(value)
        ]
        labels = [(text.strip(), language) for text, language, _ in texts if text.strip()]
        return self._known.setdefault(term, labels)


def _rank(language: str | None, wanted: Sequence[str]) -> tuple[int, int]:
    if language is None:
        return len(wanted), 0
    for place, preferred in enumerate(wanted):
        if language == preferred:
            return place, 0
        if language.startswith(f"{preferred}-"):
            return place, 1
    return len(wanted) + 1, 0
