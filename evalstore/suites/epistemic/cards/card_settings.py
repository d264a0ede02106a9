"""Settings of the card generators: graph, shapes, predicates, and the format of cards."""

from collections.abc import Mapping
from dataclasses import dataclass

from evalstore.errors import UsageError
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.epistemic.cards.candidates import CONTRADICTIONS, Candidates
from evalstore.suites.epistemic.cards.card_clock import TIME_LIMIT_S_DEFAULT, CardClock
from evalstore.suites.epistemic.cards.cards import CardOptions, CardWriter
from evalstore.suites.epistemic.cards.rejections import Rejections
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph
from evalstore.suites.epistemic.graphs.names import TermNames, selected_predicates
from evalstore.suites.epistemic.graphs.phrase_files import phrases_setting
from evalstore.suites.epistemic.graphs.predicate_phrases import PredicatePhrases
from evalstore.suites.epistemic.graphs.predicate_use import (
    DEFAULT_PREDICATES_MAX,
    default_predicates,
    without_questions,
)
from evalstore.suites.epistemic.graphs.proofs import Prover
from evalstore.suites.epistemic.graphs.skipped import SkipRules
from evalstore.suites.epistemic.graphs.source import Knowledge, knowledge_of, source_of

SETTINGS = (
    "kg", "shapes", "predicate", "predicate_label", "per_label", "facts_shown", "withheld",
    "languages", "domain", "contradictions", "negated", "denials", "phrases", "unlabelled",
    "time_limit",
)  # fmt: skip
FACTS_SHOWN_MAX = 50
NEGATED_DEFAULT = 0.5
DENIALS_DEFAULT = 0.5
DIGITS_MAX = 7
SUBJECTS_EXAMINED_MAX = 100
# Predicates examined for the default, and claims of each.
CHOICES_EXAMINED_MAX = 18
CLAIMS_EXAMINED_MAX = 50
TIME_LIMIT_S_MAX = 1_000_000


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
    unknown = sorted(set(settings) - set(SETTINGS))
    if unknown:
        raise UsageError(
            f"{generator}: no setting {', '.join(unknown)}; there is {', '.join(SETTINGS)}"
        )
    source = source_of(generator, settings)
    knowledge = knowledge_of(source)
    graph = knowledge.graph
    languages, is_unlabelled_kept = naming_of(generator, settings)
    prover = Prover(graph, knowledge.checker.shape_triples)
    rules = SkipRules(
        graph, languages, is_unlabelled_kept=is_unlabelled_kept, kept=source.predicates
    )
    names = TermNames(graph, languages, rules)
    predicates = (
        selected_predicates(graph, source.predicates)
        if source.predicates
        else _chosen(knowledge, prover, names)
    )
    words = _texts(generator, "predicate_label", settings)
    if words and len(words) != len(predicates):
        raise UsageError(
            f"{generator}: {len(words)} predicate_label for {len(predicates)} predicates; "
            "expected one for each, in the same order"
        )
    denials = _share(generator, "denials", settings, DENIALS_DEFAULT)
    options = CardOptions(
        facts_shown=_whole(generator, "facts_shown", settings, 5, FACTS_SHOWN_MAX),
        withheld=_share(generator, "withheld", settings),
        domain=str(settings.get("domain") or "epistemic"),
        predicate_words=dict(zip(predicates, words, strict=False)),
    )
    phrases = PredicatePhrases(
        names,
        options.predicate_words,
        phrases_setting(generator, settings),
        [predicate for predicate in predicates if _has_one_value(graph, prover, predicate)],
    )
    contradictions = _choice(generator, "contradictions", settings, CONTRADICTIONS)
    candidates = [
        Candidates(graph, knowledge.checker, names, predicate, phrases, prover, contradictions)
        for predicate in predicates
    ]
    per_label = (
        None if settings.get("per_label") is None else _whole(generator, "per_label", settings, 0)
    )
    writer = CardWriter(graph, names, options, prover, phrases)
    negated = _share(generator, "negated", settings, NEGATED_DEFAULT)
    limit_s = time_limit_s(generator, settings)
    return CardSources(tuple(candidates), writer, per_label, negated, denials, limit_s)


def naming_of(generator: str, settings: Mapping[str, object]) -> tuple[tuple[str, ...], bool]:
    """Return the languages of names, and whether things without a name are asked about."""
    languages = _texts(generator, "languages", settings) or ("en",)
    return languages, _choice(generator, "unlabelled", settings, ("false", "true")) == "true"


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


def time_limit_s(owner: str, settings: Mapping[str, object]) -> float:
    """Return the setting ``time_limit`` in seconds, 0 for none; raise UsageError if invalid."""
    value = settings.get("time_limit", TIME_LIMIT_S_DEFAULT)
    try:
        limit = float(str(value))
    except ValueError:
        limit = -1.0
    if not 0 <= limit <= TIME_LIMIT_S_MAX:
        raise UsageError(
            f"{owner}: time_limit is {value!r}; expected seconds from 0, for none, to "
            f"{TIME_LIMIT_S_MAX}"
        )
    return limit


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


def _whole(
    generator: str,
    name: str,
    settings: Mapping[str, object],
    default: int,
    most: int = 1_000_000,
) -> int:
    text = str(settings.get(name, default))
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS_MAX else -1
    if not 0 <= number <= most:
        raise UsageError(
            f"{generator}: {name} is {text!r}; expected a whole number from 0 to {most}"
        )
    return number


def _choice(
    generator: str, name: str, settings: Mapping[str, object], choices: tuple[str, ...]
) -> str:
    value = str(settings.get(name, choices[0])).lower()
    if value not in choices:
        raise UsageError(f"{generator}: {name} is {value!r}; expected {' or '.join(choices)}")
    return value


def _share(
    generator: str, name: str, settings: Mapping[str, object], default: float = 0.0
) -> float:
    value = settings.get(name, default)
    try:
        share = float(str(value))
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise UsageError(f"{generator}: {name} is {value!r}; expected a number from 0 to 1")
    return share


def _texts(generator: str, name: str, settings: Mapping[str, object]) -> tuple[str, ...]:
    value = settings.get(name) or ()
    values = (value,) if isinstance(value, str) else value
    if not isinstance(values, list | tuple) or not all(isinstance(text, str) for text in values):
        raise UsageError(f"{generator}: {name} is {value!r}; expected a text or a list of texts")
    return tuple(values)
