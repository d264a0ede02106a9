"""
Context cards: claims about a graph that are entailed (E), contradicted (C) or unknown (U).

Each card prints some facts, the rules of its predicate, and asks whether a claim is true, or
whether it is false. Its label is proved by the graph's rules, by its negations and by SHACL
shapes; the answer key keeps the proof. If there are too few such claims, there are fewer cards
than requested, and ``cards`` returns the shortfalls with their reasons.

Settings: ``kg``, ``shapes``, ``predicate`` (default: the graph that ships with the package),
``predicate_label`` (words for each predicate), ``per_label`` (cards of each label; default: the
count in three parts), ``facts_shown`` (5), ``withheld`` (0.0: the share of cards that do not
print the deciding facts), ``languages`` (en), ``domain`` (epistemic); ``contradictions``
(``decidable``: only those that the card proves; or ``all``), ``negated`` (0.5: the share of cards
that ask whether a claim is false), ``denials`` (0.5: the share of contradicted claims that only
a denial on the card contradicts; with 0 no card has a denial).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest

from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.epistemic.cards.candidates import Candidates, LabelledClaim
from evalstore.suites.epistemic.cards.card_clock import CardClock
from evalstore.suites.epistemic.cards.card_settings import CardSources, card_sources
from evalstore.suites.epistemic.cards.cards import DENIED
from evalstore.suites.epistemic.cards.rejections import Rejections

VERSION = "1.2"
LABELS = ("E", "C", "U")
MEANINGS = {"E": "entailed", "C": "contradicted", "U": "unknown"}


@dataclass(frozen=True, slots=True)
class Shortfall:
    """
    A shortfall of cards of a label or grade, with its reason.

    ``is_cut`` is True if the time limit was reached.
    """

    label: str
    wanted: int
    found: int
    reason: str
    is_cut: bool = False

    def __str__(self) -> str:
        meaning = f" ({MEANINGS[self.label]})" if self.label in MEANINGS else ""
        return f"{self.found} of {self.wanted} cards {self.label}{meaning}: {self.reason}"


def generate(rng: SeededRandom, count: int, settings: Mapping[str, object]) -> Iterator[Case]:
    """Yield ``count`` cards, one of each label in turn; fewer if a label has no more."""
    made, _ = cards(rng, count, settings)
    yield from made


def cards(
    rng: SeededRandom, count: int, settings: Mapping[str, object]
) -> tuple[list[Case], list[Shortfall]]:
    """Return up to ``count`` cards, rotating through the labels, and the shortfalls."""
    made = card_sources("context_cards", settings)
    by_label: list[list[Case]] = []
    shortfalls: list[Shortfall] = []
    questions: set[str] = set()
    clock = CardClock(made.time_limit_s, len(LABELS) * (made.per_label or 0) or count)
    for place, label in enumerate(LABELS):
        wanted = count // 3 + (place < count % 3) if made.per_label is None else made.per_label
        label_rng = SeededRandom(rng.random(), label)
        clock.is_cut = False
        # A label may use the time that earlier labels left.
        clock.begin_part((place + 1) / len(LABELS))
        rejections = Rejections(clock=clock)
        label_cards = _cards_of(made, label, wanted, label_rng, rejections, questions)
        by_label.append(label_cards)
        if len(label_cards) < wanted:
            reason = rejections.words()
            shortfalls.append(
                Shortfall(label, wanted, len(label_cards), reason, is_cut=clock.is_cut)
            )
    return round_robin(by_label)[:count], shortfalls


def _cards_of(
    made: CardSources,
    label: str,
    wanted: int,
    rng: SeededRandom,
    rejections: Rejections,
    questions: set[str],
) -> list[Case]:
    """Return cards of a label, statements and denials in their shares if there are enough."""
    forms = [
        card_stream(made, label, SeededRandom(rng.random(), is_denied), rejections, questions,
                is_denied=is_denied)
        for is_denied in (False, True)
    ]  # fmt: skip
    denied_count = round(wanted * made.negated)
    cases = [
        case
        for stream, count in zip(forms, (wanted - denied_count, denied_count), strict=True)
        for case in islice(stream, count)
    ]
    rest = chain(*(stream for stream, share in zip(forms, (1 - made.negated, made.negated),
                                                   strict=True) if share))  # fmt: skip
    return [*cases, *islice(rest, wanted - len(cases))]


def card_stream(
    made: CardSources,
    label: str,
    rng: SeededRandom,
    rejections: Rejections,
    questions: set[str],
    *,
    is_denied: bool,
) -> Iterator[Case]:
    """
    Yield the cards of a label and form, rotating through the predicates.

    Cards whose question is in ``questions`` are skipped; the questions of yielded cards are added.
    """
    wanted = DENIED[label] if is_denied else label
    streams = {
        source: _claims(source, wanted, SeededRandom(rng.random(), source.predicate), rejections,
                        made.denials)
        for source in made.candidates
    }  # fmt: skip
    while streams:
        for candidates, stream in list(streams.items()):
            judged = next(stream, None)
            if judged is None:
                del streams[candidates]
                continue
            denied_claim = candidates.beside(judged.claim) if made.denials else None
            card = made.writer.card(
                "context_cards", judged, is_denied=is_denied, denied_claim=denied_claim
            )
            if card is None:
                rejections.add("cards cannot print what decides them, or print their claim")
            elif card.extra["question"] in questions:
                rejections.add("claims read like one that has a card")
            else:
                questions.add(str(card.extra["question"]))
                rejections.clock.count_card()
                yield card


def _claims(
    candidates: Candidates, label: str, rng: SeededRandom, rejections: Rejections, denials: float
) -> Iterator[LabelledClaim]:
    """Yield the claims of a label, each once."""
    if label == "E":
        claims = candidates.entailed(rng, rejections)
    elif label == "U":
        claims = candidates.unknown(rng, rejections)
    else:
        claims = _mixed(
            candidates.contradicted(SeededRandom(rng.random(), "declared"), rejections),
            candidates.denied(SeededRandom(rng.random(), "stated"), rejections),
            denials,
        )
    seen = set()
    for judged in claims:
        if judged.claim not in seen:
            seen.add(judged.claim)
            yield judged


def _mixed(
    declared: Iterator[LabelledClaim], stated: Iterator[LabelledClaim], share: float
) -> Iterator[LabelledClaim]:
    """Yield claims of both kinds, this share of them from ``stated`` while both last."""
    due = 0.0
    while True:
        due += share
        order = (stated, declared) if due >= 1 else (declared, stated)
        if due >= 1:
            due -= 1
        claim = next(order[0], None)
        if claim is None and (share or order[1] is declared):
            claim = next(order[1], None)
        if claim is None:
            return
        yield claim


def round_robin(groups: Sequence[Sequence[Case]]) -> list[Case]:
    """Interleave the cases of several groups."""
    return [case for cases in zip_longest(*groups) for case in cases if case is not None]
