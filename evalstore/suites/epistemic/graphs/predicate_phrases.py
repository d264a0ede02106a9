"""English sentences for claims: question, negated question, statement and denial."""

from collections import Counter
from collections.abc import Collection, Mapping

from evalstore.suites.epistemic.graphs import vocabulary as voc
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.literal_words import literal_words
from evalstore.suites.epistemic.graphs.names import TermNames
from evalstore.suites.epistemic.graphs.parts_of_speech import (
    AUXILIARIES,
    with_article,
    without_articles,
)
from evalstore.suites.epistemic.graphs.phrase_files import built_in_phrases
from evalstore.suites.epistemic.graphs.predicate_forms import (
    HAVE,
    PredicateForm,
    PredicateUsage,
    boolean_form,
    form_of,
)
from evalstore.suites.epistemic.graphs.predicate_words import (
    label_words,
    last_part,
    predicate_words,
    split_words,
)
from evalstore.suites.epistemic.graphs.terms import is_literal, parts

DENIAL = "It is not true that "
# "Is it not true that …?" is ambiguous: a yes may affirm or deny the claim.
NEGATED_QUESTION = "Is it false that "
TRUTH_VALUES = {"true": True, "1": True, "false": False, "0": False}
OF_CLASSES = PredicateForm("{subject} is {object}", "Is {subject} {object}")
ENDS_EXAMINED_MAX = 200
DAYS = frozenset(f"{voc.XSD}{name}" for name in ("date", "dateTime", "dateTimeStamp"))


class PredicatePhrases:
    """
    The sentences that each predicate of a graph makes of its subjects and objects.

    A predicate's sentences come from the first of these sources that has it: ``forms`` (of a file
    of phrases), ``words`` (``predicate_label``), its label in the graph, the sentences built in
    for well-known vocabularies, the last part of its IRI.
    """

    def __init__(
        self,
        names: TermNames,
        words: Mapping[str, str] | None = None,
        forms: Mapping[str, PredicateForm] | None = None,
        single_valued: Collection[str] = (),
    ) -> None:
        """Take the names of terms, and the predicates that have one value by declaration."""
        self._names = names
        self._graph = names.graph
        self._words = {self._graph.canonical(name): text for name, text in (words or {}).items()}
        self._given = {self._graph.canonical(name): form for name, form in (forms or {}).items()}
        self._single_valued = {self._graph.canonical(name) for name in single_valued}
        self._forms: dict[str, PredicateForm] = {}

    def name(self, term: str) -> str:
        """Return the name of a thing, or a literal in words, on one line."""
        return self._names.name(term)

    def class_name(self, term: str) -> str:
        """Return the name of a class, in the case that a noun has within a sentence."""
        return label_words(self.name(term))

    def words(self, predicate: str) -> str:
        """Return the words for a predicate, without subject and object."""
        predicate = self._graph.canonical(predicate)
        return self._words.get(predicate) or predicate_words(
            self._graph, predicate, self._names.languages
        )

    def form(self, predicate: str) -> PredicateForm:
        """Return the sentence patterns of a predicate."""
        predicate = self._graph.canonical(predicate)
        if predicate not in self._forms:
            self._forms[predicate] = self._made(predicate)
        return self._forms[predicate]

    def namesakes(self, predicate: str) -> dict[str, bool]:
        """
        Return the other predicates that make the same sentences as this one.

        The value is True if subject and object are exchanged, as in "has part" and "is a part of".
        """
        statement = without_articles(self.form(predicate).statement)
        turned = statement.format(subject="{object}", object="{subject}")
        statements = {
            other: without_articles(self.form(other).statement)
            for other in self._graph.fact_predicates()
            if other != predicate
        }
        return {
            other: text != statement
            for other, text in statements.items()
            if text in (statement, turned)
        }

    def truth_forms(self, predicate: str) -> tuple[PredicateForm, PredicateForm] | None:
        """Return the sentences of a predicate that is true, or false; None if it is neither."""
        predicate = self._graph.canonical(predicate)
        pairs = self._graph.pairs(predicate)[:ENDS_EXAMINED_MAX]
        if predicate in self._given or not pairs:
            return None
        if any(_truth_value(value) is None for _, value in pairs):
            return None
        words = self.words(predicate)
        return boolean_form(words, value=True), boolean_form(words, value=False)

    def question(self, claim: Claim) -> str:
        """Return the question whether a claim is true."""
        return f"{self._filled(self._form(claim).question, claim)}?"

    def negated_question(self, claim: Claim) -> str:
        """Return the question whether a claim is false."""
        return f"{NEGATED_QUESTION}{self._filled(self._form(claim).statement, claim)}?"

    def statement(self, claim: Claim) -> str:
        """Return the sentence that states a claim, without a full stop."""
        pattern = self._form(claim).statement
        return self._filled(pattern[:1].upper() + pattern[1:], claim)

    def denial(self, claim: Claim) -> str:
        """Return the sentence that denies a claim, without a full stop."""
        return f"{DENIAL}{self._filled(self._form(claim).statement, claim)}"

    def _filled(self, pattern: str, claim: Claim) -> str:
        is_type = claim.predicate == voc.TYPE
        value = self.class_name(claim.object) if is_type else self.name(claim.object)
        named = with_article(value) if is_type else value
        return pattern.format(subject=self.name(claim.subject), object=named)

    def _form(self, claim: Claim) -> PredicateForm:
        value = _truth_value(claim.object)
        predicate = self._graph.canonical(claim.predicate)
        if value is None or predicate in self._given:
            return self.form(predicate)
        return boolean_form(self.words(predicate), value=value)

    def _made(self, predicate: str) -> PredicateForm:
        if predicate in self._given:
            return self._given[predicate]
        if predicate == voc.TYPE:
            return OF_CLASSES
        words = self.words(predicate)
        # A label that repeats the IRI, such as "broader", adds nothing to it.
        is_named = _core(words) != _core(split_words(last_part(predicate)))
        if not is_named and predicate in built_in_phrases():
            return built_in_phrases()[predicate]
        return form_of(words, self._usage(predicate))

    def _usage(self, predicate: str) -> PredicateUsage:
        kinds = self._graph.objects(predicate, voc.TYPE)
        pairs = self._graph.pairs(predicate)[:ENDS_EXAMINED_MAX]
        literals = sum(is_literal(value) for _, value in pairs)
        return PredicateUsage(
            subject_class=self._common_class(
                self._graph.domains(predicate), [subject for subject, _ in pairs]
            ),
            object_class=self._common_class(
                self._graph.ranges(predicate), [value for _, value in pairs]
            ),
            is_single=f"{voc.OWL}FunctionalProperty" in kinds or predicate in self._single_valued,
            is_inverse_single=f"{voc.OWL}InverseFunctionalProperty" in kinds,
            has_literals=2 * literals > len(pairs),
            has_days=2 * sum(map(_is_day, (value for _, value in pairs))) > len(pairs),
        )

    def _common_class(self, declared: list[str], ends: list[str]) -> str:
        if declared:
            return self.class_name(declared[0])
        classes = Counter(
            kind for end in ends if not is_literal(end)
            for kind in self._graph.objects(end, voc.TYPE)
        )  # fmt: skip
        if not classes:
            return ""
        best = min(classes, key=lambda kind: (-classes[kind], kind))
        return self.class_name(best)


def _core(words: str) -> str:
    first, _, rest = words.partition(" ")
    return rest if rest and first in HAVE | AUXILIARIES else words


def _truth_value(term: str) -> bool | None:
    if not is_literal(term) or parts(term)[2] != f"{voc.XSD}boolean":
        return None
    return TRUTH_VALUES.get(literal_words(term))


def _is_day(term: str) -> bool:
    return is_literal(term) and parts(term)[2] in DAYS
