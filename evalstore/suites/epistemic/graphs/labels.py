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
        # Candidates of questions name the same terms again and again.
        self._best: dict[tuple[str, tuple[str, ...]], str] = {}
        self._all: dict[str, tuple[str, ...]] = {}
        self._known: dict[str, list[tuple[str, str | None]]] = {}

    def best(self, term: str, languages: Sequence[str]) -> str:
        """
        Return the name in the first language that has one, else one of no language, else any.

        ``en`` takes ``en-GB`` too, after ``en`` itself. Among names of equal standing the kind
        of label decides, then the file's order.
        """
        key = (term, tuple(languages))
        known = self._best.get(key)
        if known is None:
            known = self._best[key] = self._chosen(term, languages)
        return known

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
        known = self._all.get(term)
        if known is None:
            names = [text for text, _ in self._named(term)]
            spelled = [] if names else [local_name(iri) for iri in self._iris(term)]
            known = tuple(dict.fromkeys([*names, *spelled]))
            if is_literal(term):
                known = (parts(term)[0],)
            self._all[term] = known
        return list(known)

    def is_labelled(self, term: str) -> bool:
        """Return whether a term is a literal or has a label."""
        return is_literal(term) or bool(self._named(term))

    def _iris(self, term: str) -> list[str]:
        return [term, *self._aliases.get(term, ())]

    def _named(self, term: str) -> list[tuple[str, str | None]]:
        known = self._known.get(term)
        if known is not None:
            return known
        statements = self._outgoing.get(term, {})
        texts = [
            parts(value)
            for predicate in voc.LABELS
            for value in statements.get(predicate, ())
            if is_literal(value)
        ]
        found = [(text.strip(), language) for text, language, _ in texts if text.strip()]
        return self._known.setdefault(term, found)


def _rank(language: str | None, wanted: Sequence[str]) -> tuple[int, int]:
    if language is None:
        return len(wanted), 0
    for place, one in enumerate(wanted):
        if language == one:
            return place, 0
        if language.startswith(f"{one}-"):
            return place, 1
    return len(wanted) + 1, 0
