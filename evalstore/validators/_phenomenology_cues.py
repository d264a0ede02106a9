"""What the phenomenological validator looks for, read from the files in data/phenomenological."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from evalstore.validators._phrases import compiled

FOLDER = Path(__file__).parent / "data" / "phenomenological"
VETOES = ("dismissive", "pathologising", "over_literal")

Patterns = tuple[re.Pattern[str], ...]


@dataclass(frozen=True, slots=True)
class Cues:
    """The phrases of each dimension and veto, ready to be looked for."""

    respect: Patterns
    symbolic: Patterns
    beside_the_image: Patterns
    orientation: Patterns
    vetoes: dict[str, Patterns]
    whole: frozenset[str]
    acts: frozenset[str]
    openers: frozenset[str]
    others: frozenset[str]
    hedges: frozenset[str]


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
        openers=frozenset(orientation["openers"].split()),
        others=frozenset(vetoes["others"].split()),
        hedges=frozenset(vetoes["hedges"].split()),
    )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
