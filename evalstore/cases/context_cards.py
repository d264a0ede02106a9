"""
Claims out of a knowledge graph that are entailed (E), contradicted (C) or unknown (U), as cards.

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

from evalstore.cases._candidates import Candidates, Judged, Tally
from evalstore.cases._card_settings import workshop
from evalstore.cases._cards import Writer
from evalstore.types.case import Case
from evalstore.types.seeded_random import SeededRandom

VERSION = "1.0"
LABELS = ("E", "C", "U")
MEANINGS = {"E": "entailed", "C": "contradicted", "U": "unknown"}


@dataclass(frozen=True, slots=True)
class Shortfall:
    """That there are fewer cards of a label, or grade, than asked for, and why."""

    label: str
    wanted: int
    found: int
    reason: str

    def __str__(self) -> str:
        meaning = f" ({MEANINGS[self.label]})" if self.label in MEANINGS else ""
        return f"{self.found} of {self.wanted} cards {self.label}{meaning}: {self.reason}"


def generate(rng: SeededRandom, count: int, settings: Mapping[str, object]) -> Iterator[Case]:
    """Yield up to ``count`` cards, their labels taking turns."""
    found, _ = cards(rng, count, settings)
    yield from found


def cards(
    rng: SeededRandom, count: int, settings: Mapping[str, object]
) -> tuple[list[Case], list[Shortfall]]:
    """Return up to ``count`` cards, their labels taking turns, and what there is too little of."""
    made = workshop("context_cards", settings)
    by_label: list[list[Case]] = []
    shortfalls: list[Shortfall] = []
    for place, label in enumerate(LABELS):
        wanted = count // 3 + (place < count % 3) if made.per_label is None else made.per_label
        own = SeededRandom(rng.random(), label)
        tally = Tally()
        found = _taking_turns(made.candidates, made.writer, label, wanted, own, tally)
        by_label.append(found)
        if len(found) < wanted:
            shortfalls.append(Shortfall(label, wanted, len(found), tally.words()))
    return in_turns(by_label)[:count], shortfalls


def _taking_turns(
    candidates: Sequence[Candidates],
    writer: Writer,
    label: str,
    wanted: int,
    rng: SeededRandom,
    tally: Tally,
) -> list[Case]:
    """Return cards of a label, the predicates taking turns as long as each has some."""
    streams = [_stream(one, label, SeededRandom(rng.random(), one.predicate), tally)
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
                    tally.add("cards would print their claim under another name")
                elif found.setdefault(str(card.extra["question"]), card) is not card:
                    tally.add("claims read like one that has a card")
    return list(found.values())


def _stream(
    candidates: Candidates, label: str, rng: SeededRandom, tally: Tally
) -> Iterator[Judged]:
    streams = {
        "E": candidates.entailed,
        "C": candidates.contradicted,
        "U": candidates.unknown,
    }
    seen = set()
    for judged in streams[label](rng, tally):
        if judged.claim not in seen:
            seen.add(judged.claim)
            yield judged


def _difficulty(judged: Judged) -> str:
    """Return ``easy`` for what one statement settles, ``medium`` for a rule, else ``hard``."""
    if judged.label == "E":
        return "easy" if judged.why["rule"] == "asserted" else "medium"
    if judged.label == "C":
        is_said = judged.why["kind"] in {"negative_assertion", "functional"}
        return "easy" if is_said else "medium"
    return "hard"


def in_turns(groups: Sequence[Sequence[Case]]) -> list[Case]:
    """Return the cases of several groups, one of each in turn."""
    return [case for cases in zip_longest(*groups) for case in cases if case is not None]
