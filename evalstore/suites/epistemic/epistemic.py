"""
Epistemic knowledge: claims about a graph that are entailed, contradicted or unknown, as cards.

Settings: ``kg``, a graph or several, ``shapes``, its SHACL shapes, and ``predicate``, the
predicates of the questions (default: the graph that ships with the package); ``per_label``, the
number of cards for each of E, C and U; ``near_miss`` (0.2), the share of C and U cards with a
plausible false object; ``withheld`` (0), the share of the graph's facts that ``graph_rag`` does
without; ``predicate_label``, ``facts_shown``, ``languages`` and ``facts_withheld`` (the
``withheld`` of ``context_cards``), the format of the cards. With ``cards``, a file of context
cards, none are made: ``kg`` and ``shapes`` then only name the graph that systems answer from.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from evalstore.base.file_stamp import stamp_of
from evalstore.base.phrases import counted
from evalstore.base.settings import names_of, number, parsed, text, value_of, whole
from evalstore.errors import UsageError
from evalstore.plugins import registry
from evalstore.plugins.case import Case
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.arguments import checked_count
from evalstore.suites.epistemic.cards.card_files import CardFile, read_card_file
from evalstore.suites.epistemic.cards.card_settings import card_settings
from evalstore.suites.epistemic.cases.context_cards import LABELS, MEANINGS, round_robin
from evalstore.suites.epistemic.graphs.graph import KnowledgeGraph
from evalstore.suites.epistemic.graphs.predicate_use import suitable_uses
from evalstore.suites.epistemic.graphs.source import (
    SourceSettings,
    knowledge_of,
    source_of,
    stamps,
)
from evalstore.suites.questions.question_files.drawing import draw

VERSION = "1.2"
DOMAINS = ("epistemic",)
CASE_COUNT_DEFAULT = 300
DEFAULT_SYSTEMS = ("kg_oracle", "graph_rag", "rag", "simulated")
SYSTEMS_OF_GRAPHS = ("kg_oracle", "graph_rag", "rag")
# The settings of the generators; the suite's ``facts_withheld`` is their ``withheld``.
CARD_SETTINGS = (
    *names_of(SourceSettings), "predicate_label", "facts_shown", "languages", "contradictions",
    "negated", "denials", "phrases", "unlabelled", "time_limit",
)  # fmt: skip
SETTINGS = (*CARD_SETTINGS, "facts_withheld", "per_label", "near_miss", "withheld", "cards")
# The settings that only make cards, which a file of cards leaves without effect.
MAKING_SETTINGS = (
    "facts_shown", "contradictions", "negated", "denials", "unlabelled", "time_limit",
    "facts_withheld", "per_label", "near_miss",
)  # fmt: skip
# Recorded cards are kept, since a time limit can cut the making and a graph can change.
KEEPS_CASES = True
NAME = "epistemic"
NEAR_MISS_TIME_SHARE = 0.2
CUT = (
    "making cards reached its time limit, so another run with the same seed may have other "
    "cards; raise it with --set time_limit=SECONDS (0 for no limit)"
)
UNEVEN = (
    "{0} cards of each label are balanced by predicate and form; with more, these tell something "
    "of the label (--per-label asks for fewer)"
)
PER_LABEL_MAX = 1_000_000
# Cards made for each one used, so that a predicate can have equally many of each label.
MADE_PER_CARD = 2
# Near misses examined for each one used: their label depends on the graph.
LOOKED_AT_PER_NEAR_MISS = 3
Kind = TypeVar("Kind")
Made = tuple[tuple[Case, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class CardCounts:
    """The number of cards of each label, and the share of C and U cards that are near misses."""

    per_label: int | None = whole(None, 1, PER_LABEL_MAX)
    near_miss: float = number(0.2, 0.0, 1.0)


def cases(
    seed: str, domains: tuple[str, ...], count: int | None, settings: Mapping[str, object]
) -> Iterator[Case]:
    """
    Yield ``count`` cards, divided evenly among the labels, which take turns.

    If the graph has too few of a label, fewer cards are yielded; ``remarks`` reports that. The
    cards of a file are yielded in its order, or ``count`` of them drawn by the seed.
    """
    file = card_file(settings)
    if file is None:
        yield from _cards(seed, domains, count, settings)[0]
    elif count is None:
        yield from file.cards
    else:
        yield from draw(file.cards, count, SeededRandom(seed, "cards"))


def remarks(
    seed: str, domains: tuple[str, ...], count: int | None, settings: Mapping[str, object]
) -> list[str]:
    """
    Return remarks that a reader of the run needs about its cards.

    They name imports and shapes that cannot be used, the chosen predicates, a time limit that cut
    the making, and, for each label with fewer cards than requested, their number and the reason.
    """
    file = card_file(settings)
    if file is not None:
        has_less = count is not None and count > len(file.cards)
        return [f"found {len(file.cards)} of {count} cards: the file has no more"] * has_less
    source = source_of(NAME, settings)
    knowledge = knowledge_of(source)
    made, remarks_on_cards = _cards(seed, domains, count, settings)
    chosen = [] if source.predicates else [_choice(knowledge.graph, made, settings)]
    return [*knowledge.checker.remarks(), *chosen, *remarks_on_cards]


def prepare(
    seed: str, domains: tuple[str, ...], count: int | None, settings: Mapping[str, object]
) -> None:
    """Make the cards, reporting progress; ``cases`` and ``remarks`` do not make them again."""
    if card_file(settings) is None:
        _cards(seed, domains, count, settings)


def resolved(settings: Mapping[str, object]) -> dict[str, object]:
    """Return the settings, with the digest and the number of cards of a file that they name."""
    file = card_file(settings)
    if file is None:
        return dict(settings)
    return {**settings, "cards_sha256": file.sha256, "card_count": len(file.cards)}


def description(settings: Mapping[str, object]) -> list[str]:
    """Return a line on the file of cards that the settings name, if any."""
    file = card_file(settings)
    return [] if file is None else [file.description()]


def card_file(settings: Mapping[str, object]) -> CardFile | None:
    """
    Return the file of cards that the settings name; None if the cards are to be made.

    Raises UsageError if it is invalid, and for settings that only make cards.
    """
    if settings.get("cards") is None:
        return None
    path = Path(value_of(settings, "cards", NAME, text()))
    making = [name for name in MAKING_SETTINGS if settings.get(name) is not None]
    if making:
        raise UsageError(
            f"{NAME}: found {making[0]} and cards, a file of cards that exist; leave one out"
        )
    return _read(path, stamp_of(path))


@lru_cache(maxsize=2)
def _read(path: Path, stamp: tuple[int, int]) -> CardFile:
    del stamp  # Part of the cache key only.
    return read_card_file(path)


def system_settings(kind: str, settings: Mapping[str, object]) -> dict[str, object]:
    """
    Return the settings that systems of graphs share with the cards; {} for other systems.

    Raises UsageError if no card of a file is about the graph.
    """
    if kind not in SYSTEMS_OF_GRAPHS:
        return {}
    file = card_file(settings)
    if file is not None:
        _require_graph_of(file, kind, settings)
    words = ["withheld", "predicate_label", "phrases", "languages"] if kind == "graph_rag" else []
    names = [*names_of(SourceSettings), *words]
    return {name: settings[name] for name in names if name in settings}


def _require_graph_of(file: CardFile, kind: str, settings: Mapping[str, object]) -> None:
    source = source_of(NAME, settings)
    graph = knowledge_of(source).graph
    claims = [card.answer_key.get("claim") for card in file.cards]
    subjects = {claim["subj"] for claim in claims if isinstance(claim, Mapping)}
    if not any(graph.outgoing(subject) or graph.incoming(subject) for subject in subjects):
        names = ", ".join(path.name for path in source.graph_files)
        raise UsageError(
            f"{kind} answers from the graph {names}, and no card of {file.name} has a claim about "
            "it; name the graph of the cards with --kg FILE, or other systems with --system"
        )


def _choice(graph: KnowledgeGraph, made: Sequence[Case], settings: Mapping[str, object]) -> str:
    counts = Counter(str(card.attributes["predicate"]) for card in made)
    naming = card_settings(NAME, settings)
    uses = suitable_uses(graph, naming.name_languages, is_unlabelled_kept=naming.unlabelled)
    return (
        f"no predicate was named, so {len(counts)} of {counted(len(uses), 'suitable predicate')} "
        f"were chosen: {', '.join(iri for iri, _ in counts.most_common())}; name others with "
        "--predicate, run `evalstore kg describe` to see all"
    )


def _cards(
    seed: str, domains: tuple[str, ...], count: int | None, settings: Mapping[str, object]
) -> Made:
    total = checked_count(domains, DOMAINS, count, CASE_COUNT_DEFAULT)
    chosen = parsed(CardCounts, settings, NAME, is_part=True, reads_text=True)
    wanted = _cards_per_label(count, total, chosen.per_label)
    of_cards = {name: settings[name] for name in CARD_SETTINGS if name in settings}
    if "facts_withheld" in settings:
        of_cards["withheld"] = settings["facts_withheld"]
    return _made(
        seed,
        tuple(wanted[label] for label in LABELS),
        chosen.near_miss,
        json.dumps(of_cards, sort_keys=True),
        stamps(source_of(NAME, settings)),
    )


@lru_cache(maxsize=2)
def _made(
    seed: str, wanted: tuple[int, ...], share: float, settings_json: str, stamped: object
) -> Made:
    """Make cards and remarks, cached for both callers."""
    del stamped  # Part of the cache key only.
    settings = json.loads(settings_json)
    count_of = dict(zip(LABELS, wanted, strict=True))
    share_of_time = 1 - NEAR_MISS_TIME_SHARE if share else 1
    chosen = card_settings(NAME, settings)
    limited = {**settings, "time_limit": share_of_time * chosen.time_limit}
    plain, shortfalls = registry.load("generators", "context_cards").cards(
        SeededRandom(seed, "context_cards"), MADE_PER_CARD * len(LABELS) * max(wanted), limited
    )
    # The cards whose statement the graph does not entail: of E the denials.
    shares = {"E": share * chosen.negated, "C": share * (1 - chosen.negated), "U": share}
    near_count = {label: round(shares[label] * count_of[label]) for label in LABELS}
    near, is_near_cut = _near_misses(seed, sum(near_count.values()), settings)
    is_cut = is_near_cut or any(shortfall.is_cut for shortfall in shortfalls)
    candidates = {}
    for label in LABELS:
        by_kind: dict[tuple[str, str], list[Case]] = {}
        for card in near:
            if card.label == label:
                by_kind.setdefault(_kind(card), []).append(card)
        nearly = round_robin(list(by_kind.values()))[: near_count[label]]
        claims = {_claim(card) for card in nearly}
        others = [card for card in plain if card.label == label and _claim(card) not in claims]
        candidates[label] = [*nearly, *others]
    groups = balanced(candidates, count_of)
    counts = Counter(card.label for group in groups for card in group)
    reasons = {shortfall.label: shortfall.reason for shortfall in shortfalls}
    shortfall_remarks = tuple(
        f"{counts[label]} of {count_of[label]} cards {label} ({MEANINGS[label]}): "
        f"{reasons.get(label) or 'the graph has no more'}"
        for label in LABELS
        if counts[label] < count_of[label]
    )
    cut = (CUT,) if is_cut else ()
    even = sum(_room(candidates).values())
    uneven = (UNEVEN.format(even),) if even < min(counts[label] for label in LABELS) else ()
    return tuple(round_robin(groups)), (*cut, *uneven, *shortfall_remarks)


def balanced(
    candidates: Mapping[str, Sequence[Case]], count_of: Mapping[str, int]
) -> list[list[Case]]:
    """
    Return up to ``count_of`` cards of each label, balanced by predicate and form.

    A predicate or form (statement or denial) for which one label is frequent would reveal the
    label. The cards are therefore divided evenly among predicates and forms, each up to the label
    of which it has fewest. Only the cards that are then still missing are taken without that
    balance.
    """
    pools = {
        label: {
            kind: [card for card in cards if _kind(card) == kind]
            for kind in dict.fromkeys(map(_kind, cards))
        }
        for label, cards in candidates.items()
    }
    share = _even_shares(_room(candidates), min(count_of.values()))
    groups = []
    for label, cards in candidates.items():
        taken = {
            card.case_id for kind in share for card in pools[label].get(kind, [])[: share[kind]]
        }
        rest = [card.case_id for card in cards if card.case_id not in taken]
        taken.update(rest[: max(0, count_of[label] - len(taken))])
        groups.append([card for card in cards if card.case_id in taken])
    return groups


def _room(candidates: Mapping[str, Sequence[Case]]) -> dict[tuple[str, str], int]:
    """Return the number of cards that each predicate and form has of every label."""
    counts = [Counter(map(_kind, cards)) for cards in candidates.values()]
    kinds = dict.fromkeys(kind for cards in candidates.values() for kind in map(_kind, cards))
    return {kind: min(count[kind] for count in counts) for kind in kinds}


def _kind(card: Case) -> tuple[str, str]:
    return card.question_kind, str(card.attributes.get("form"))


def _even_shares(room: Mapping[Kind, int], total: int) -> dict[Kind, int]:
    """
    Return the parts of a total, as even as possible with no part above its room.

    >>> _even_shares({"a": 1, "b": 5, "c": 5}, 8)
    {'a': 1, 'b': 4, 'c': 3}
    """
    share = dict.fromkeys(room, 0)
    left = total
    while left:
        open_kinds = [kind for kind in room if share[kind] < room[kind]]
        if not open_kinds:
            break
        for kind in open_kinds[:left]:
            share[kind] += 1
        left -= len(open_kinds[:left])
    return share


def _near_misses(seed: str, count: int, settings: Mapping[str, object]) -> tuple[list[Case], bool]:
    """Return near misses, and whether the time limit cut their making."""
    if not count:
        return [], False
    limit_s = NEAR_MISS_TIME_SHARE * card_settings(NAME, settings).time_limit
    limited = {**settings, "time_limit": limit_s}
    near, shortfalls = registry.load("generators", "near_miss").cards(
        SeededRandom(seed, "near_miss"), LOOKED_AT_PER_NEAR_MISS * count, limited
    )
    return list(near), any(shortfall.is_cut for shortfall in shortfalls)


def _claim(card: Case) -> str:
    return json.dumps(card.answer_key["claim"], sort_keys=True)


def _cards_per_label(count: int | None, total: int, per_label: int | None) -> dict[str, int]:
    """Return the requested number of cards of each label."""
    if per_label is not None:
        if count is not None:
            raise UsageError(
                f"found both --cases {count} and --per-label {per_label}; leave one out"
            )
        return dict.fromkeys(LABELS, per_label)
    return {
        label: total // len(LABELS) + (place < total % len(LABELS))
        for place, label in enumerate(LABELS)
    }
