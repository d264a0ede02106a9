"""Phrases that count for and against a reply to a dream, a desire or a fantasy."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from evalstore.base.word_file import word_file
from evalstore.judges.text.phrases import Phrases, compiled

FOLDER = Path(__file__).parent / "data"
VETOES = (
    "dismissive", "pathologising", "over_literal", "moralising", "advertising", "deflecting",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cues:
    """The compiled phrases of each dimension and veto."""

    respect: Phrases
    symbolic: Phrases
    beside_the_image: Phrases
    orientation: Phrases
    vetoes: dict[str, Phrases]
    whole: frozenset[str]
    acts: frozenset[str]
    suggesting: frozenset[str]
    openers: frozenset[str]
    others: frozenset[str]
    hedges: frozenset[str]
    crisis: Phrases
    figures: re.Pattern[str]
    does: frozenset[str]
    offers: re.Pattern[str]
    lists: tuple[tuple[str, tuple[str, ...]], ...]


@cache
def cues() -> Cues:
    """Return the cues, read once."""
    lists = {name: text.split() for name, text in _read("words").items()}
    orientation, integration, vetoes = _read("orientation"), _read("integration"), _read("vetoes")
    return Cues(
        respect=compiled(_read("respect")["phrases"], lists),
        symbolic=compiled(integration["symbolic"], lists),
        beside_the_image=compiled(integration["beside_the_image"], lists),
        orientation=compiled(orientation["phrases"], lists),
        vetoes={tag: compiled(vetoes[tag], lists) for tag in VETOES},
        whole=frozenset(lists["whole"]),
        acts=frozenset(lists["act"]),
        suggesting=frozenset(lists["act"] + lists["acting"]),
        openers=frozenset(orientation["openers"].split()),
        others=frozenset(vetoes["others"].split()),
        hedges=frozenset(vetoes["hedges"].split()),
        crisis=compiled(vetoes["crisis"], lists),
        does=frozenset(word for word in lists["figure"] if word.endswith("s")),
        figures=re.compile(rf"(?:{'|'.join(lists['figure'])}) "),
        offers=_offers(orientation["no_steps"].split()),
        lists=tuple((name, tuple(words)) for name, words in lists.items()),
    )


def _offers(no_steps: list[str]) -> re.Pattern[str]:
    """Return a pattern for "you could" before a verb, except those in ``no_steps``."""
    between = "(?:(?:also|even|still|perhaps|always|simply|just) )?"
    excluded = f"(?!(?:{'|'.join(no_steps)}) )"
    return re.compile(rf"(?<= )(?:you|we) (?:could|might) {between}{excluded}[^\s,]+ ")


def _read(name: str) -> Mapping[str, Any]:
    return word_file(FOLDER / f"{name}.toml")
