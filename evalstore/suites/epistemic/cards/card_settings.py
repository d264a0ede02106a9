"""Settings of the card generators: graph, shapes, predicates, and the format of cards."""

from collections.abc import Mapping
from dataclasses import dataclass

from evalstore.base.settings import choice, flag, number, parsed, text, whole
from evalstore.errors import UsageError
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.epistemic.cards.candidates import CONTRADICTIONS, Candidates
from evalstore.suites.epistemic.cards.card_clock import TIME_LIMIT_S_DEFAULT, CardClock
from evalstore.suites.epistemic.cards.cards import CardOptions, CardWriter
from evalstore.suites.epistemic.cards.rejections import Rejections
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph
from evalstore.suites.epistemic.graphs.names import TermNames, selected_predicates
from evalstore.suites.epistemic.graphs.phrase_files import phrases_of
from evalstore.suites.epistemic.graphs.predicate_phrases import PredicatePhrases
from evalstore.suites.epistemic.graphs.predicate_use import (
    DEFAULT_PREDICATES_MAX,
    default_predicates,
    without_questions,
)
from evalstore.suites.epistemic.graphs.proofs import Prover
from evalstore.suites.epistemic.graphs.skipped import SkipRules
from evalstore.suites.epistemic.graphs.source import Knowledge, WordingSettings, knowledge_of

DOMAIN_DEFAULT = "epistemic"
FACTS_SHOWN_MAX = 50
NEGATED_DEFAULT = 0.5
DENIALS_DEFAULT = 0.5
SUBJECTS_EXAMINED_MAX = 100
# Predicates examined for the default, and claims of each.
CHOICES_EXAMINED_MAX = 18
CLAIMS_EXAMINED_MAX = 50
TIME_LIMIT_S_MAX = 1_000_000


@dataclass(frozen=True, slots=True)
class CardSettings(WordingSettings):
    """
    The settings of the card generators.

    ``per_label`` is the number of cards of each label, ``withheld`` the share of facts left out,
    ``negated`` and ``denials`` are shares of cards; ``unlabelled`` keeps things without a name,
    ``time_limit`` is in seconds, 0 for none.
    """

    per_label: int | None = whole(None, 0, 1_000_000)
    facts_shown: int = whole(5, 0, FACTS_SHOWN_MAX)
    withheld: float = number(0.0, 0.0, 1.0)
    domain: str = text(DOMAIN_DEFAULT, may_be_empty=True)
    contradictions: str = choice(CONTRADICTIONS)
    negated: float = number(NEGATED_DEFAULT, 0.0, 1.0)
    denials: float = number(DENIALS_DEFAULT, 0.0, 1.0)
    unlabelled: bool = flag(False)
    time_limit: float = number(TIME_LIMIT_S_DEFAULT, 0.0, TIME_LIMIT_S_MAX)


@dataclass(frozen=True, slots=True)
class CardSources:
    """Inputs of the card generators: the claims of each predicate, and the writer."""

    candidates: tuple[Candidates, ...]
    writer: CardWriter
    per_label: int | None
    negated: float = NEGATED_DEFAULT
    denials: float = DENIALS_DEFAULT
    time_limit_s: float = TIME_LIMIT_S_DEFAULT


def card_sources(generator: str, settings: Mapping[str, object]) -> CardSources:
    """Read the settings and load their files; raise UsageError for an invalid key."""
    chosen = parsed(CardSettings, settings, generator, reads_text=True)
    source = chosen.source
    knowledge = knowledge_of(source)
    graph = knowledge.graph
    languages = chosen.name_languages
    prover = Prover(graph, knowledge.checker.shape_triples)
    rules = SkipRules(
        graph, languages, is_unlabelled_kept=chosen.unlabelled, kept=source.predicates
    )
    names = TermNames(graph, languages, rules)
    predicates = (
        selected_predicates(graph, source.predicates)
        if source.predicates
        else _chosen(knowledge, prover, names)
    )
    words = chosen.predicate_label
    if words and len(words) != len(predicates):
        raise UsageError(
            f"{generator}: found {len(words)} predicate_label for {len(predicates)} predicates; "
            "expected one for each predicate, in the same order"
        )
    options = CardOptions(
        facts_shown=chosen.facts_shown,
        withheld=chosen.withheld,
        domain=chosen.domain or DOMAIN_DEFAULT,
        predicate_words=dict(zip(predicates, words, strict=False)),
    )
    phrases = PredicatePhrases(
        names,
        options.predicate_words,
        phrases_of(chosen.phrases),
        [predicate for predicate in predicates if _has_one_value(graph, prover, predicate)],
    )
    candidates = [
        Candidates(
            graph, knowledge.checker, names, predicate, phrases, prover, chosen.contradictions
        )
        for predicate in predicates
    ]
    writer = CardWriter(graph, names, options, prover, phrases)
    return CardSources(
        tuple(candidates),
        writer,
        chosen.per_label,
        chosen.negated,
        chosen.denials,
        chosen.time_limit,
    )


def card_settings(owner: str, settings: Mapping[str, object]) -> CardSettings:
    """Return the settings of cards, among others; raise UsageError, naming the owner."""
    return parsed(CardSettings, settings, owner, is_part=True, reads_text=True)


def _chosen(knowledge: Knowledge, prover: Prover, names: TermNames) -> list[str]:
    """
    Return the best predicates for which a few examined claims suffice to find a question.

    A predicate without unknown claims would reveal that its cards are not U, so it is left out if
    others have such claims.
    """
    ranked = default_predicates(
        knowledge.graph,
        prover.can_exclude,
        CHOICES_EXAMINED_MAX,
        names.languages,
        is_unlabelled_kept=names.rules.is_unlabelled_kept,
    )
    if not ranked:
        raise without_questions(knowledge.graph, names.languages)
    kept: list[str] = []
    one_sided: list[str] = []
    phrases = PredicatePhrases(names)
    for predicate in ranked:
        rejections = Rejections(clock=CardClock(0, claims_max=CLAIMS_EXAMINED_MAX))
        candidates = Candidates(
            knowledge.graph, knowledge.checker, names, predicate, phrases, prover
        )
        if next(candidates.entailed(SeededRandom("choice", predicate), rejections), None) is None:
            continue
        rejections = Rejections(clock=CardClock(0, claims_max=CLAIMS_EXAMINED_MAX))
        is_open = next(candidates.unknown(SeededRandom("choice", predicate), rejections), None)
        (one_sided if is_open is None else kept).append(predicate)
        if len(kept) == DEFAULT_PREDICATES_MAX:
            break
    return kept or one_sided[:DEFAULT_PREDICATES_MAX] or list(ranked[:DEFAULT_PREDICATES_MAX])


def _has_one_value(graph: KnowledgeGraph, prover: Prover, predicate: str) -> bool:
    """Return whether a rule allows each subject of a predicate at most one value."""
    subjects = [subject for subject, _ in graph.pairs(predicate)[:SUBJECTS_EXAMINED_MAX]]
    for rule in prover.rules(predicate):
        if rule["path"] != predicate:
            continue
        if rule["kind"] == "functional":
            return True
        target = str(rule["target"])
        holds_for_all = not target or all(target in graph.classes(thing) for thing in subjects)
        if rule["kind"] == "max_count" and rule["parameters"]["count"] == 1 and holds_for_all:
            return True
    return False
