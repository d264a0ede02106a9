"""
False claims that are nearly right: the like of a true object in class, region, name or place.

None is entailed, which the graph's rules prove; each is labelled contradicted (C) or unknown (U)
with the proof. How near it comes is its severity: easy, medium or hard. The settings are those of
``context_cards``; ``per_label`` is the number of cards in all here.
"""

from collections.abc import Iterator, Mapping

from evalstore.cases._candidates import Candidates, Judged, Tally
from evalstore.cases._card_settings import Workshop, workshop
from evalstore.cases._likeness import Likeness, Nearness, neighbors
from evalstore.cases.context_cards import Shortfall
from evalstore.knowledge.claim import Claim
from evalstore.knowledge.entailment import objects
from evalstore.types.case import Case
from evalstore.types.seeded_random import SeededRandom

VERSION = "1.0"
# So many objects are looked at for one subject, and so many of them make cards.
LOOKED_AT_MAX = 60
CARDS_PER_SUBJECT_MAX = 3
RANKS = {"hard": 0, "medium": 1, "easy": 2}


def generate(rng: SeededRandom, count: int, settings: Mapping[str, object]) -> Iterator[Case]:
    """Yield up to ``count`` cards; the nearest misses of each subject first."""
    found, _ = cards(rng, count, settings)
    yield from found


def cards(
    rng: SeededRandom, count: int, settings: Mapping[str, object]
) -> tuple[list[Case], list[Shortfall]]:
    """Return up to ``count`` near misses and, where there are fewer, why."""
    made = workshop("near_miss", settings)
    wanted = count if made.per_label is None else min(count, made.per_label)
    tally = Tally()
    found: dict[str, Case] = {}
    streams = [
        _stream(one, SeededRandom(rng.random(), one.predicate), tally) for one in made.candidates
    ]
    while streams and len(found) < wanted:
        for stream in list(streams):
            entry = next(stream, None)
            if entry is None:
                streams.remove(stream)
            elif len(found) < wanted:
                _add(found, made, *entry, tally)
    missing = len(found) < wanted
    shortfalls = [Shortfall("near_miss", wanted, len(found), tally.words())] if missing else []
    return list(found.values()), shortfalls


def _add(
    found: dict[str, Case], made: Workshop, judged: Judged, signs: Likeness, tally: Tally
) -> None:
    card = made.writer.card(
        "near_miss",
        judged,
        signs.grade,
        severity=signs.grade,
        attributes={"adversarial": "near_miss", "nearness": ", ".join(signs.signs)},
    )
    if card is None:
        tally.add("cards would print their claim under another name")
    elif found.setdefault(str(card.extra["question"]), card) is not card:
        tally.add("claims read like one that has a card")


def _stream(
    candidates: Candidates, rng: SeededRandom, tally: Tally
) -> Iterator[tuple[Judged, Likeness]]:
    """Yield near misses; a second and third one of a subject after the first of all others."""
    nearness = Nearness(candidates.graph, candidates.predicate, candidates.values)
    subjects = rng.shuffled(sorted({subject for subject, _ in candidates.pairs}))
    later: list[list[tuple[Judged, Likeness]]] = []
    for subject in subjects:
        nearest = _nearest(candidates, nearness, subject, rng, tally)
        if nearest:
            yield nearest[0]
            later.append(nearest[1:])
    for place in range(CARDS_PER_SUBJECT_MAX - 1):
        yield from (nearest[place] for nearest in later if len(nearest) > place)


def _nearest(
    candidates: Candidates, nearness: Nearness, subject: str, rng: SeededRandom, tally: Tally
) -> list[tuple[Judged, Likeness]]:
    graded = [
        (nearness.likeness(subject, value), value)
        for value in _plausible(candidates, nearness, subject, rng)
    ]
    graded.sort(key=lambda entry: RANKS[entry[0].grade])
    found: list[tuple[Judged, Likeness]] = []
    for signs, value in graded:
        if not signs.signs:
            break
        judged = candidates.judged(Claim(subject, candidates.predicate, value), tally)
        if judged is not None:
            found.append((judged, signs))
            if len(found) == CARDS_PER_SUBJECT_MAX:
                break
    return found


def _plausible(
    candidates: Candidates, nearness: Nearness, subject: str, rng: SeededRandom
) -> list[str]:
    """Return objects that come near: of neighbors, of the neighborhood, of a like name, others."""
    graph, predicate = candidates.graph, candidates.predicate
    truths = objects(graph, subject, predicate)
    pool = set(candidates.values)
    around = neighbors(graph, subject)
    of_neighbors = [value for one in around for value in objects(graph, one, predicate)]
    farther = [other for one in around for other in neighbors(graph, one)]
    sample = [rng.choice(candidates.values) for _ in range(LOOKED_AT_MAX)]
    known = (*truths, subject)
    named = [value for value in sample if any(nearness.are_alike(value, one) for one in known)]
    near = dict.fromkeys([*of_neighbors, *around, *farther, *named, *sample])
    return [value for value in near if value in pool and value not in truths and value != subject][
        :LOOKED_AT_MAX
    ]
