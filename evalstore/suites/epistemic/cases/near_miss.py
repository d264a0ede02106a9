"""
Near misses: false claims whose object resembles a true one in class, region, name or place.

The rules of the graph prove that no such claim is entailed; each is labelled contradicted (C) or
unknown (U), with the proof. Its similarity to a true claim is its severity: easy, medium or hard.
The settings are those of ``context_cards``; ``per_label`` is the total number of cards.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.epistemic.cards.candidates import Candidates, LabelledClaim
from evalstore.suites.epistemic.cards.card_clock import CardClock
from evalstore.suites.epistemic.cards.card_settings import CardSources, card_sources
from evalstore.suites.epistemic.cards.rejections import Rejections
from evalstore.suites.epistemic.cases.context_cards import Shortfall
from evalstore.suites.epistemic.graphs.claim import Claim
from evalstore.suites.epistemic.graphs.entailment import objects
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph, is_fact_predicate
from evalstore.suites.epistemic.graphs.terms import folded, is_iri, is_literal

VERSION = "1.2"
# Objects examined for one subject, and cards made of them.
LOOKED_AT_MAX = 60
CARDS_PER_SUBJECT_MAX = 3
RANKS = {"hard": 0, "medium": 1, "easy": 2}
ALIKE_FROM = 0.6
NEIGHBORS_MAX = 400
GRADES = ("easy", "easy", "medium", "hard", "hard")


@dataclass(frozen=True, slots=True)
class Similarity:
    """The names of the similarities that a false object has."""

    signs: tuple[str, ...]

    @property
    def grade(self) -> str:
        """Return ``easy`` up to one similarity, ``medium`` for two, ``hard`` from three on."""
        return GRADES[len(self.signs)]


class SimilarityGrader:
    """Grades the false objects of one predicate by similarity."""

    def __init__(self, graph: KnowledgeGraph, predicate: str, values: Sequence[str]) -> None:
        self._graph = graph
        self._predicate = predicate
        self._values = frozenset(values)
        self._known: dict[str, list[str]] = {}
        counts = Counter(word for value in values for word in set(self._words(value)))
        most = max(3, len(values) // 50)
        self._rare_words = frozenset(word for word, count in counts.items() if count <= most)

    def similarity(self, subject: str, value: str) -> Similarity:
        """
        Return the similarities of a false object.

        ``same class`` as a true object, or as the predicate requires; ``same region``: linked to a
        neighbor of the subject; ``similar name`` to the subject's or a true object's;
        ``neighboring edge``: linked to the subject by another predicate, or the true object of a
        thing linked to it.
        """
        graph = self._graph
        truths = objects(graph, subject, self._predicate)
        around = neighbors(graph, subject)
        similarities = {
            "same class": self._is_of_class(value, truths),
            "same region": not set(around).isdisjoint(neighbors(graph, value)),
            "similar name": any(self.are_alike(value, thing) for thing in (*truths, subject)),
            "neighboring edge": value in around
            or any(value in objects(graph, thing, self._predicate) for thing in around),
        }
        return Similarity(tuple(name for name, holds in similarities.items() if holds))

    def are_alike(self, term: str, other: str) -> bool:
        """Return whether two names are similar in spelling, or share a rare word."""
        first, second = self._words(term), self._words(other)
        if self._rare_words.intersection(first).intersection(second):
            return True
        # The upper bounds are cheap and usually decide.
        matcher = SequenceMatcher(None, " ".join(first), " ".join(second), autojunk=False)
        return (
            matcher.real_quick_ratio() >= ALIKE_FROM
            and matcher.quick_ratio() >= ALIKE_FROM
            and matcher.ratio() >= ALIKE_FROM
        )

    def _words(self, term: str) -> list[str]:
        words = self._known.get(term)
        if words is None:
            words = self._known[term] = folded(self._graph.label(term)).split()
        return words

    def _is_of_class(self, value: str, truths: Sequence[str]) -> bool:
        graph = self._graph
        if is_literal(value):
            return any(is_literal(true_value) for true_value in truths)
        classes = set(graph.classes(value))
        wanted = set(graph.ranges(self._predicate))
        for truth in truths:
            wanted.update(graph.classes(truth))
        # A thing without a class counts as similar if the predicate has it as an object.
        return bool(classes & wanted) or (not classes and value in self._values)


def generate(rng: SeededRandom, count: int, settings: Mapping[str, object]) -> Iterator[Case]:
    """Yield up to ``count`` cards; the nearest misses of each subject first."""
    made, _ = cards(rng, count, settings)
    yield from made


def cards(
    rng: SeededRandom, count: int, settings: Mapping[str, object]
) -> tuple[list[Case], list[Shortfall]]:
    """Return up to ``count`` near misses, and the shortfall if there are fewer."""
    made = card_sources("near_miss", settings)
    wanted = count if made.per_label is None else min(count, made.per_label)
    clock = CardClock(made.time_limit_s, wanted)
    clock.begin_part(1)
    rejections = Rejections(clock=clock)
    by_question: dict[str, Case] = {}
    streams = {
        candidates: _stream(
            candidates, SeededRandom(rng.random(), candidates.predicate), rejections
        )
        for candidates in made.candidates
    }
    while streams and len(by_question) < wanted:
        for candidates, stream in list(streams.items()):
            entry = next(stream, None)
            if entry is None:
                del streams[candidates]
            elif len(by_question) < wanted:
                _add(by_question, made, candidates, *entry, rejections)
    if len(by_question) >= wanted:
        return list(by_question.values()), []
    shortfall = Shortfall(
        "near_miss", wanted, len(by_question), rejections.words(), is_cut=clock.is_cut
    )
    return list(by_question.values()), [shortfall]


def _add(
    by_question: dict[str, Case],
    made: CardSources,
    candidates: Candidates,
    judged: LabelledClaim,
    signs: Similarity,
    rejections: Rejections,
) -> None:
    claim = judged.claim
    drawn = SeededRandom("form", claim.subject, claim.predicate, claim.object).random()
    card = made.writer.card(
        "near_miss",
        judged,
        is_denied=drawn < made.negated,
        denied_claim=candidates.beside(claim) if made.denials else None,
        severity=signs.grade,
        attributes={"adversarial": "near_miss", "nearness": ", ".join(signs.signs)},
    )
    if card is None:
        rejections.add("cards cannot print what decides them, or print their claim")
    elif by_question.setdefault(str(card.extra["question"]), card) is not card:
        rejections.add("claims read like one that has a card")
    else:
        rejections.clock.count_card()


def _stream(
    candidates: Candidates, rng: SeededRandom, rejections: Rejections
) -> Iterator[tuple[LabelledClaim, Similarity]]:
    """Yield near misses: the nearest of every subject, then second and third ones."""
    grader = SimilarityGrader(candidates.graph, candidates.predicate, candidates.values)
    subjects = rng.shuffled(sorted({subject for subject, _ in candidates.pairs}))
    later: list[list[tuple[LabelledClaim, Similarity]]] = []
    for subject in subjects:
        if rejections.clock.is_over():
            break
        nearest = _nearest(candidates, grader, subject, rng, rejections)
        if nearest:
            yield nearest[0]
            later.append(nearest[1:])
    for place in range(CARDS_PER_SUBJECT_MAX - 1):
        yield from (nearest[place] for nearest in later if len(nearest) > place)


def _nearest(
    candidates: Candidates,
    grader: SimilarityGrader,
    subject: str,
    rng: SeededRandom,
    rejections: Rejections,
) -> list[tuple[LabelledClaim, Similarity]]:
    graded = [
        (grader.similarity(subject, value), value)
        for value in _plausible(candidates, grader, subject, rng)
    ]
    graded.sort(key=lambda entry: RANKS[entry[0].grade])
    misses: list[tuple[LabelledClaim, Similarity]] = []
    for signs, value in graded:
        if not signs.signs:
            break
        judged = candidates.judged(Claim(subject, candidates.predicate, value), rejections)
        if judged is not None:
            misses.append((judged, signs))
            if len(misses) == CARDS_PER_SUBJECT_MAX:
                break
    return misses


def _plausible(
    candidates: Candidates, grader: SimilarityGrader, subject: str, rng: SeededRandom
) -> list[str]:
    """Return plausible false objects: from neighbors, by similar name, and random ones."""
    graph, predicate = candidates.graph, candidates.predicate
    truths = objects(graph, subject, predicate)
    pool = set(candidates.values)
    around = neighbors(graph, subject)
    of_neighbors = [value for thing in around for value in objects(graph, thing, predicate)]
    farther = [other for thing in around for other in neighbors(graph, thing)]
    sample = [rng.choice(candidates.values) for _ in range(LOOKED_AT_MAX)]
    references = (*truths, subject)
    named = [
        value for value in sample if any(grader.are_alike(value, thing) for thing in references)
    ]
    near = dict.fromkeys([*of_neighbors, *around, *farther, *named, *sample])
    return [value for value in near if value in pool and value not in truths and value != subject][
        :LOOKED_AT_MAX
    ]


def neighbors(graph: KnowledgeGraph, thing: str) -> list[str]:
    """Return the neighbors of a thing, in the graph's order; [] for a literal and for a hub."""
    if is_literal(thing):
        return []
    linked = [
        other
        for predicate, other in (*graph.outgoing(thing), *graph.incoming(thing))
        if is_fact_predicate(predicate) and is_iri(other)
    ]
    return list(dict.fromkeys(linked)) if len(linked) <= NEIGHBORS_MAX else []
