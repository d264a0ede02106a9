"""Description of a graph for questions: use, expected cards and samples of each predicate."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from evalstore.plugins.case import Case
from evalstore.plugins.progress import report_progress
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.epistemic.cards.candidates import Candidates
from evalstore.suites.epistemic.cards.card_clock import CardClock
from evalstore.suites.epistemic.cards.card_settings import (
    CardSources,
    card_settings,
    card_sources,
)
from evalstore.suites.epistemic.cards.rejections import Rejections
from evalstore.suites.epistemic.cases.context_cards import card_stream, round_robin
from evalstore.suites.epistemic.graphs.names import TermNames
from evalstore.suites.epistemic.graphs.predicate_phrases import PredicatePhrases
from evalstore.suites.epistemic.graphs.predicate_use import (
    PredicateUse,
    predicate_uses,
    suitable_uses,
)
from evalstore.suites.epistemic.graphs.proofs import Prover
from evalstore.suites.epistemic.graphs.rule_phrases import rule_sentence
from evalstore.suites.epistemic.graphs.source import knowledge_of

OWNER = "kg describe"
CARDS_SAMPLED = 30
CLAIMS_SAMPLED = 300
QUESTIONS_MAX = 5
FEW = 100
# Name, label, and the share of contradicted claims that only a denial on the card contradicts.
SAMPLES = (("E", "E", 0.0), ("C_by_rules", "C", 0.0), ("C_denied", "C", 1.0), ("U", "U", 0.0))


@dataclass(frozen=True, slots=True)
class PredicateDescription:
    """
    The use of a predicate, and the questions about it.

    ``phrase`` is the pattern of its statements. ``functional`` lists the evidence that a subject
    has one object at most: ``observed``, ``declared``, ``by shapes``. ``rules`` are the sentences
    on its cards. ``expected`` is the estimated number of cards of E, C by the rules of graph and
    shapes (``C_by_rules``), C by a denial on the card (``C_denied``) and U; None if not examined.
    ``is_default`` means that questions are about it if no predicate is named.
    """

    use: PredicateUse
    phrase: str
    functional: tuple[str, ...]
    rules: tuple[str, ...]
    expected: Mapping[str, int] | None
    questions: tuple[str, ...]
    is_default: bool

    @property
    def has_cards(self) -> bool:
        """Return whether it was examined and a card of some label is expected."""
        return any((self.expected or {}).values())

    @property
    def why_none(self) -> str:
        """Return the reason for which no card of an examined predicate is expected."""
        if not self.use.count:
            return "never stated"
        if not self.use.readable_count:
            return "stated of no two things with a name"
        return "no claim about it can be asked and decided"

    def as_record(self) -> dict[str, object]:
        """Return the fields that ``kg describe --json`` prints."""
        use = self.use
        return {
            "predicate": use.iri,
            "phrase": self.phrase,
            "uses": use.count,
            "readable_uses": use.readable_count,
            "subjects": use.subject_count,
            "objects": use.object_count,
            "labelled_subject_share": round(use.labelled_subject_share, 4),
            "labelled_object_share": round(use.labelled_object_share, 4),
            "functional": list(self.functional),
            "skipped": use.skipped_reason,
            "is_default": self.is_default,
            "rules": list(self.rules),
            "expected_cards": None if self.expected is None else dict(self.expected),
            "questions": list(self.questions),
        }


def described_predicates(settings: Mapping[str, object]) -> list[PredicateDescription]:
    """
    Return the descriptions of a graph's predicates, the default ones first.

    Cards are sampled for the predicates that the settings name, else for all that are not skipped.
    Numbers are estimated from up to 300 claims of each label; the same settings always give the
    same numbers.
    """
    chosen = card_settings(OWNER, settings)
    source, languages, is_unlabelled_kept = (
        chosen.source, chosen.name_languages, chosen.unlabelled,
    )  # fmt: skip
    knowledge = knowledge_of(source)
    uses = predicate_uses(knowledge.graph, languages, is_unlabelled_kept=is_unlabelled_kept)
    suitable = [
        use.iri
        for use in suitable_uses(knowledge.graph, languages, is_unlabelled_kept=is_unlabelled_kept)
    ]
    unnamed = {name: value for name, value in settings.items() if name != "predicate"}
    defaults = [
        candidates.predicate
        for candidates in (card_sources(OWNER, unnamed).candidates if suitable else ())
    ]
    prover = Prover(knowledge.graph, knowledge.checker.shape_triples)
    describer = _Describer(
        uses, PredicatePhrases(TermNames(knowledge.graph, languages)), prover, defaults
    )
    named = source.predicates or suitable
    descriptions: dict[str, PredicateDescription] = {}
    if named:
        made = card_sources(OWNER, {**settings, "predicate": list(named)})
        for place, candidates in enumerate(made.candidates):
            report_progress(place, len(made.candidates))
            descriptions[candidates.predicate] = describer.examined(made, candidates)
    for iri in describer.uses:
        if iri not in descriptions:
            descriptions[iri] = describer.described(iri)
    order = {iri: place for place, iri in enumerate(defaults)}
    return sorted(
        descriptions.values(),
        key=lambda entry: (
            order.get(entry.use.iri, len(order)),
            entry.use.skipped_reason is not None,
            -entry.use.count,
            entry.use.iri,
        ),
    )


class _Describer:
    """Describes the predicates of one graph."""

    def __init__(
        self,
        uses: Sequence[PredicateUse],
        phrases: PredicatePhrases,
        prover: Prover,
        defaults: Sequence[str],
    ) -> None:
        self._prover = prover
        self._phrases = phrases
        self._defaults = frozenset(defaults)
        self.uses = {use.iri: use for use in uses}

    def examined(self, made: CardSources, candidates: Candidates) -> PredicateDescription:
        """Return the description of a predicate with a sample of its cards."""
        expected: dict[str, int] = {}
        by_label: list[list[Case]] = []
        for name, label, denials in SAMPLES:
            if name == "C_denied" and not made.denials:
                continue
            sources = replace(made, candidates=(candidates,), denials=denials)
            clock = CardClock(0, claims_max=CLAIMS_SAMPLED)
            rng = SeededRandom(OWNER, candidates.predicate, name)
            cards = card_stream(
                sources, label, rng, Rejections(clock=clock), set(), is_denied=False
            )
            sampled = list(islice((card for card in cards if _is_of(card, name)), CARDS_SAMPLED))
            pairs = len(candidates.pairs)
            if label != "E":
                pairs = len(candidates.subjects) * len(candidates.values)
            is_whole = len(sampled) < CARDS_SAMPLED and not clock.is_cut
            expected[name] = (
                len(sampled) if is_whole else _estimated(len(sampled), clock.claim_count, pairs)
            )
            by_label.append(sampled)
        questions = [str(card.extra["question"]) for card in round_robin(by_label)]
        return self.described(
            candidates.predicate, expected, tuple(dict.fromkeys(questions))[:QUESTIONS_MAX]
        )

    def described(
        self,
        predicate: str,
        expected: Mapping[str, int] | None = None,
        questions: Sequence[str] = (),
    ) -> PredicateDescription:
        """Return the description of a predicate."""
        use = self.uses.get(predicate) or _unused(predicate)
        rules = self._prover.rules(predicate)
        is_single = any(
            rule["kind"] == "max_count" and rule["parameters"]["count"] == 1 for rule in rules
        )
        functional = {
            "observed": use.is_functional,
            "declared": use.is_declared_functional,
            "by shapes": is_single,
        }
        sentences = [rule_sentence(rule, self._phrases) for rule in rules]
        return PredicateDescription(
            use=use,
            phrase=self._phrases.form(predicate).statement,
            functional=tuple(name for name, holds in functional.items() if holds),
            rules=tuple(dict.fromkeys(filter(None, sentences))),
            expected=expected,
            questions=tuple(questions),
            is_default=predicate in self._defaults,
        )


def _is_of(card: Case, name: str) -> bool:
    # If there are too few claims that a card denies, others take their place.
    why = card.answer_key["why"]
    return name != "C_denied" or (isinstance(why, dict) and why["kind"] == "stated_denial")


def _estimated(card_count: int, examined: int, pairs: int) -> int:
    """
    Return the expected number of cards, to two figures.

    >>> _estimated(30, 45, 1677)
    1100
    """
    number = round(card_count / examined * pairs) if examined else 0
    if number < FEW:
        return number
    unit: int = 10 ** (len(str(number)) - 2)
    return round(number / unit) * unit


def _unused(predicate: str) -> PredicateUse:
    """Return the use of a predicate that is entailed and never stated."""
    return PredicateUse(
        iri=predicate, count=0, readable_count=0, subject_count=0, object_count=0,
        labelled_subject_share=0.0, labelled_object_share=0.0, literal_object_share=0.0,
        is_functional=False, is_declared_functional=False, is_annotation=False,
        skipped_reason=None,
    )  # fmt: skip
