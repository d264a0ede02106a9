"""Link sentences to statements of a graph, by the names in them."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph, is_fact_predicate
from evalstore.suites.epistemic.graphs.literal_words import literal_words
from evalstore.suites.epistemic.graphs.names import TermNames
from evalstore.suites.epistemic.graphs.phrase_reader import PhraseReader
from evalstore.suites.epistemic.graphs.predicate_forms import PredicateForm
from evalstore.suites.epistemic.graphs.predicate_phrases import PredicatePhrases
from evalstore.suites.epistemic.graphs.terms import folded, is_literal, local_name
from evalstore.suites.epistemic.graphs.vocabulary import OWL, RDF, TYPE

PROPERTIES = (f"{OWL}ObjectProperty", f"{OWL}DatatypeProperty", f"{RDF}Property")

# English function words around a claim.
NEGATIONS = frozenset({"not", "never", "false"})
_AROUND = (
    "a also an are as at be by can did do does for has have in is it its of on one that the "
    "there to true was were with"
)
FRAME = NEGATIONS | frozenset(_AROUND.split())
ARTICLES = frozenset({"a", "an", "the", "one"})
_WORD = re.compile("[\\w'\u2019]+|[^\\w\\s]")
_NO_WORD = re.compile(r"[^\w\s]")
AUXILIARIES = frozenset({"has", "is", "have", "are", "was", "were"})
# Shorter words ending in s are not third-person verbs: "is", "was", "has".
VERB_LETTERS_MIN = 4
Span = tuple[int, int]
# Subjects, objects, and the remaining words.
Around = tuple[tuple[str, ...], tuple[str, ...], set[str]]


@dataclass(frozen=True, slots=True)
class StatementReading:
    """One interpretation of a sentence as a statement: the candidate terms of each name."""

    subjects: tuple[str, ...]
    predicates: tuple[str, ...]
    objects: tuple[str, ...]
    is_negated: bool = False


class NameIndex:
    """Terms by name; labels take precedence over names derived from IRIs."""

    def __init__(self) -> None:
        self._given: dict[str, set[str]] = defaultdict(set)
        self._derived: dict[str, set[str]] = defaultdict(set)
        self.word_count_max = 0

    def add(self, term: str, labels: Iterable[str], derived: Iterable[str]) -> None:
        """Add the names of a term."""
        for index, names in ((self._given, labels), (self._derived, derived)):
            for name in names:
                key = folded(name)
                if key:
                    index[key].add(term)
                    self.word_count_max = max(self.word_count_max, len(_WORD.findall(key)))

    def of(self, name: str) -> tuple[str, ...]:
        """Return the terms of a name, sorted."""
        return tuple(sorted(self._given.get(name) or self._derived.get(name) or ()))


class Linker:
    """
    Parser of sentences by the names of a graph.

    A sentence is a statement if it consists of the name of a predicate, the names of two things,
    and function words such as "is" and "the". The longest names take precedence: "Falls Creek" is
    never matched in "Falls Creek (West Branch)". Names of all languages are matched, and a name
    may denote several things.
    """

    def __init__(
        self,
        graph: KnowledgeGraph,
        words: Mapping[str, str] | None = None,
        sentences: Mapping[str, PredicateForm] | None = None,
        languages: Sequence[str] = ("en",),
    ) -> None:
        """Take a graph, and optional ``words`` and ``sentences`` by predicate."""
        self._things = NameIndex()
        self._predicates = NameIndex()
        terms = dict.fromkeys(graph.things())
        predicates = _fact_predicates(graph)
        self._reader = PhraseReader(
            PredicatePhrases(TermNames(graph, languages), words, sentences), predicates
        )
        for predicate in predicates:
            wording = (words or {}).get(predicate)
            labels = [*graph.labels(predicate), *([wording] if wording else [])]
            derived = [*labels, local_name(predicate)]
            self._predicates.add(predicate, labels, [form for d in derived for form in forms(d)])
            for subject, value in graph.pairs(predicate):
                terms[subject] = terms[value] = None
        for term in terms:
            derived = [literal_words(term) if is_literal(term) else local_name(term)]
            self._things.add(term, graph.labels(term), derived)

    def readings(self, sentence: str) -> list[StatementReading]:
        """
        Return every interpretation of the whole sentence as a statement.

        The sentences of cards are tried first. Shorter names within the name of a matched
        predicate are ignored.
        """
        return self._read(sentence) or self._linked(sentence)

    def _read(self, sentence: str) -> list[StatementReading]:
        """Return the interpretations of a sentence that has the form of those on cards."""
        interpretations: dict[StatementReading, None] = {}
        for parsed in self._reader.readings(sentence):
            subjects, values = self._things.of(parsed.subject), self._things.of(parsed.object)
            if subjects and values:
                reading = StatementReading(
                    subjects, (parsed.predicate,), values, parsed.is_negated
                )
                interpretations[reading] = None
        return list(interpretations)

    def _linked(self, sentence: str) -> list[StatementReading]:
        """Return the interpretations of a sentence of another form, by the names in it."""
        # Only one question mark is removed; the dot before it may end a name: "Washington D.C.?"
        text = folded(sentence).removesuffix("?")
        words = [(match.start(), match.end()) for match in _WORD.finditer(text)]
        parsing = _SentenceParser(text, words, self._things)
        interpretations: dict[StatementReading, None] = {}
        covered: list[Span] = []
        for first, last in parsing.spans(0, len(words), self._predicates.word_count_max):
            predicates = self._predicates.of(parsing.between(first, last))
            is_inside = any(start <= first and last <= stop for start, stop in covered)
            if not predicates or is_inside:
                continue
            for subject, value, rest in parsing.around(first, last):
                interpretations[
                    StatementReading(subject, predicates, value, bool(NEGATIONS & rest))
                ] = None
                covered.append((first, last))
        return list(interpretations)


@dataclass(frozen=True, slots=True)
class _Named:
    start: int
    stop: int
    terms: tuple[str, ...]


class _SentenceParser:
    """The words of one sentence, and the things named among them."""

    def __init__(self, text: str, words: Sequence[Span], things: NameIndex) -> None:
        self._text = text
        self._words = words
        self._things = things

    def between(self, first: int, last: int) -> str:
        """Return the text from one word up to another."""
        if first >= last:
            return ""
        return self._text[self._words[first][0] : self._words[last - 1][1]]

    def spans(self, first: int, last: int, length_max: int) -> Iterator[Span]:
        """Yield all runs of words, the longest first."""
        for length in range(min(length_max, last - first), 0, -1):
            for start in range(first, last - length + 1):
                yield start, start + length

    def around(self, first: int, last: int) -> Iterator[Around]:
        """Yield subject, object and the words left over, for a predicate at these words."""
        end = len(self._words)
        for left, right in product(self._named(0, first), self._named(last, end)):
            between = self._rest((left.stop, first))
            after = self._rest((last, right.start))
            rest = self._rest((0, left.start), (right.stop, end)) | between | after
            # In "Elm is the mouth of Ash" the subject is Ash.
            is_turned = "of" in after and bool(between & ARTICLES)
            ends = (right.terms, left.terms) if is_turned else (left.terms, right.terms)
            yield *ends, rest
        if self._is_frame(0, first) and "of" in self._rest((last, min(last + 1, end))):
            # "The mouth of Ash is Elm."
            for middle in range(last + 2, end):
                for subject, value in product(self._named(last, middle), self._named(middle, end)):
                    yield subject.terms, value.terms, self._rest((0, first))

    def _named(self, first: int, last: int) -> "list[_Named]":
        """
        Return the longest names of things in these words that have only frame words around them.

        There are several if things have names that are also frame words: "It", "That".
        """
        longest: list[_Named] = []
        for start, stop in self.spans(first, last, self._things.word_count_max):
            if longest and stop - start < longest[0].stop - longest[0].start:
                break
            if self._is_frame(first, start) and self._is_frame(stop, last):
                terms = self._things.of(self.between(start, stop))
                if terms:
                    longest.append(_Named(start, stop, terms))
        return longest

    def _is_frame(self, first: int, last: int) -> bool:
        return self._rest((first, last)) <= FRAME

    def _rest(self, *spans: Span) -> set[str]:
        words = {
            self._text[start:stop]
            for first, last in spans
            for start, stop in self._words[first:last]
        }
        return {word for word in words if not _NO_WORD.fullmatch(word)}


def _fact_predicates(graph: KnowledgeGraph) -> list[str]:
    """Return the predicates that are used or declared."""
    declared = {thing for kind in PROPERTIES for thing in graph.subjects(TYPE, kind)}
    return sorted(
        {TYPE}
        | {
            predicate
            for predicate in declared | set(graph.predicates())
            if is_fact_predicate(predicate)
        }
    )


def forms(name: str) -> list[str]:
    """
    Return the spellings of a predicate's name within a sentence.

    >>> forms("flows into"), forms("has the mouth")
    (['flows into', 'flow into'], ['has the mouth', 'mouth', 'have the mouth'])
    """
    name = folded(name)
    spellings = [name]
    verb, space, rest = name.partition(" ")
    if verb in AUXILIARIES and rest:
        article, _, noun = rest.partition(" ")
        spellings.append(noun if noun and article in ARTICLES else rest)
        spellings += [f"have {rest}"] if verb == "has" else []
    elif len(verb) >= VERB_LETTERS_MIN and verb.endswith("s") and not verb.endswith("ss"):
        spellings.append(f"{verb[:-1]}{space}{rest}")
        spellings += [f"{verb[:-2]}{space}{rest}"] if verb.endswith("es") else []
    return list(dict.fromkeys(spellings))


def words_of(graph: KnowledgeGraph, subject: str, predicate: str, value: str) -> str:
    """Return a statement in words: the names of its terms."""
    return " ".join(graph.label(term) for term in (subject, predicate, value))
