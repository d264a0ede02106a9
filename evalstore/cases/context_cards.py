"""
Context cards: claims about a graph that are entailed (E), contradicted (C) or unknown (U).

Each card prints some facts and asks whether a claim holds. Its label is proved by the graph's
rules, by its negations and by SHACL shapes; the answer key keeps the proof. Where there are
fewer such claims than asked for there are fewer cards: ``cards`` says how many and why.

Settings: ``kg``, ``shapes``, ``predicate`` (default: the graph that ships with the package),
``predicate_label`` (words for each predicate), ``per_label`` (cards of each label; default: the
count in three parts), ``facts_shown`` (5), ``withheld`` (0.0: the share of cards that do not
print what decides them), ``languages`` (en), ``domain`` (epistemic).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from evalstore.cases._candidates import Candidates, LabelledClaim, Rejections
from evalstore.cases._card_settings import card_sources
from evalstore.cases._cards import CardWriter
from evalstore.types.case import Case
from evalstore.types.seeded_random import SeededRandom

VERSION = "1.1"
LABELS = ("E", "C", "U")
MEANINGS = {"E": "entailed", "C": "contradicted", "U": "unknown"}


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A shortfall of cards of a label or grade, with its reason."""

    label: str
    wanted: int
    found: int
    reason: str

    def __str__(self) -> str:
        meaning = f" ({MEANINGS[self.label]})" if self.label in MEANINGS else ""
        return f"{self.found} of {self.wanted} cards {self.label}{meaning}: {self.reason}"


def generate(rng: SeededRandom, count: int, settings: Mapping[str, object]) -> Iterator[Case]:
    """Yield up to ``count`` cards, rotating through the labels."""
    found, _ = cards(rng, count, settings)
    yield from found


def cards(
    rng: SeededRandom, count: int, settings: Mapping[str, object]
) -> tuple[list[Case], list[Shortfall]]:
    """Return up to ``count`` cards, rotating through the labels, and the shortfalls."""
    made = card_sources("context_cards", settings)
    by_label: list[list[Case]] = []
    shortfalls: list[Shortfall] = []
    for place, label in enumerate(LABELS):
        wanted = count // 3 + (place < count % 3) if made.per_label is None else made.per_label
        own = SeededRandom(rng.random(), label)
        rejections = Rejections()
        found = _round_robin_cards(made.candidates, made.writer, label, wanted, own, rejections)
        by_label.append(found)
        if len(found) < wanted:
            shortfalls.append(Shortfall(label, wanted, len(found), rejections.words()))
    return round_robin(by_label)[:count], shortfalls


def _round_robin_cards(
    candidates: Sequence[Candidates],
    writer: CardWriter,
    label: str,
    wanted: int,
    rng: SeededRandom,
    rejections: Rejections,
) -> list[Case]:
    """Return cards of a label, rotating through the predicates."""
    streams = [_stream(one, label, SeededRandom(rng.random(), one.predicate), rejections)
               for one in candidates]  # fmt: skip
    found: dict[str, Case] = {}
    while streams and len(found) < wanted:
        for stream in list(streams):
            judged = next(stream, None)
            if judged is None:
                streams.remove(stream)
            elif len(found) < wanted:
                card = writer.card("context_cards", judged, _difficulty(judged))
                if card is None:
                    rejections.add("cards would print their claim under another name")
                elif found.setdefault(str(card.extra["question"]), card) is not card:
                    rejections.add("claims read like one that has a card")
    return list(found.values())


def _stream(
    candidates: Candidates, label: str, rng: SeededRandom, rejections: Rejections
) -> Iterator[LabelledClaim]:
    streams = {
        "E": candidates.entailed,
        "C": candidates.contradicted,
        "U": candidates.unknown,
    }
    seen = set()
    for judged in streams[label](rng, rejections):
        if judged.claim not in seen:
            seen.add(judged.claim)
            yield judged


def _difficulty(judged: LabelledClaim) -> str:
    """Return ``easy`` if one statement decides, ``medium`` for a rule, else ``hard``."""
    if judged.label == "E":
        return "easy" if judged.why["rule"] == "asserted" else "medium"
    if judged.label == "C":
        is_said = judged.why["kind"] in {"negative_assertion", "functional"}
        return "easy" if is_said else "medium"
    return "hard"


def round_robin(groups: Sequence[Sequence[Case]]) -> list[Case]:
    """Interleave the cases of several groups."""
    return [case for cases in zip_longest(*groups) for case in cases if case is not None]
