"""Phenomenology: dreams, desires, primitive longings and fantasies, to be met, not corrected."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from evalstore.errors import UsageError
from evalstore.types.case import Case, content_id
from evalstore.types.seeded_random import SeededRandom

VERSION = "1"

FILE = Path(__file__).parent / "data" / "phenomenology.json"
INPUT_KINDS = ("dream", "desire", "primitive_longing", "fantastical")
PARTS = ("openers", "images", "turns", "closings")


def generate(rng: SeededRandom, count: int, settings: Mapping[str, object]) -> Iterator[Case]:
    """
    Yield ``count`` distinct prompts, or as many as there are, the kinds taking turns.

    The setting ``input_kinds`` keeps only some of the kinds.
    """
    kinds = _input_kinds(settings)
    orders = {kind: iter(rng.shuffled(range(_combination_count(kind)))) for kind in kinds}
    yielded = 0
    while orders and yielded < count:
        for kind in list(orders):
            case = next((found for place in orders[kind] if (found := _case(kind, place))), None)
            if case is None:
                del orders[kind]
            elif yielded < count:
                yielded += 1
                yield case


def noun(input_kind: str) -> str:
    """
    Return what people call a prompt of this kind; a plain word for a kind of somebody else's.

    >>> noun("desire")
    'wish'
    """
    return str(_kinds()[input_kind]["noun"]) if input_kind in INPUT_KINDS else "image"


@cache
def _kinds() -> dict[str, Any]:
    kinds: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))["kinds"]
    return kinds


def _input_kinds(settings: Mapping[str, object]) -> list[str]:
    wanted = settings.get("input_kinds", INPUT_KINDS)
    names = wanted.split(",") if isinstance(wanted, str) else wanted
    if not isinstance(names, list | tuple) or not names or not set(names) <= set(INPUT_KINDS):
        raise UsageError(
            f"input_kinds is {wanted!r}; expected one or more of {', '.join(INPUT_KINDS)}"
        )
    return [kind for kind in INPUT_KINDS if kind in names]


def _combination_count(kind: str) -> int:
    product = 1
    for part in PARTS:
        product *= len(_kinds()[kind][part])
    return product


def _case(kind: str, place: int) -> Case | None:
    """Return the combination at this place, None if it would use one image twice."""
    chosen = []
    for part in PARTS:
        options = _kinds()[kind][part]
        place, index = divmod(place, len(options))
        chosen.append(options[index])
    opener, image, turn, closing = chosen
    symbols = [*image["symbols"], *turn.get("symbols", [])]
    if len(set(symbols)) < len(symbols):
        return None
    prompt = f"{opener} {image['text']}{turn['text']}. {closing['text']}".rstrip()
    return Case(
        case_id=content_id("phenomenology", prompt),
        domain="phenomenology",
        generator="phenomenology",
        turns=(prompt,),
        validators=("phenomenological",),
        expected=(
            f"Honours the {noun(kind)}, reflects on {' and '.join(symbols)}, "
            "and offers something to do with it."
        ),
        answer_key={
            "kind": "phenomenology",
            "input_kind": kind,
            "symbols": symbols,
            "feelings": closing.get("feelings", []),
        },
        cluster_id=f"{kind}:{'-'.join(image['symbols'])}",
        attributes={"input_kind": kind},
    )
