"""
Phenomenology: dreams, desires, primitive longings and fantasies, to be met, not corrected.

No two cases of a run share an image, and none shares an image with a canary: a symbol belongs to a
single image of ``data/phenomenology.json``, so a reply to the image of one case fits no other. The
key of a case has its ``symbols``, their possible meanings (``meanings``), and ``suggestions`` for
the orientation that a reply may offer.

No difficulty is declared: the validator requires the same of every case, that one symbol is taken
up, so that neither the number of symbols nor the feeling makes a case harder to pass.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

from evalstore.base.settings import some_of, value_of
from evalstore.plugins.case import Case, content_id
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.factual_cases import CHANCE_OF_A_GUESS

VERSION = "2.0"

FILE = Path(__file__).parents[1] / "data" / "phenomenology.json"
INPUT_KINDS = ("dream", "desire", "primitive_longing", "fantastical")
PARTS = ("openers", "turns", "closings")
# An upper bound: a reply with one guessed image is right for one of the images.
CHANCE = CHANCE_OF_A_GUESS


def generate(rng: SeededRandom, count: int, settings: Mapping[str, object]) -> Iterator[Case]:
    """
    Yield up to ``count`` prompts with different images; the kinds take turns.

    The setting ``input_kinds`` keeps only some of the kinds.
    """
    images = {
        kind: iter(rng.shuffled(_kinds()[kind]["images"])) for kind in _input_kinds(settings)
    }
    left = min(count, available_count(settings))
    for kind in cycle(images):
        if not left:
            return
        if image := next(images[kind], None):
            left -= 1
            yield _case(rng, kind, image)


def available_count(settings: Mapping[str, object]) -> int:
    """
    Return the number of available cases: the images of the wanted kinds.

    >>> available_count({"input_kinds": ["dream"]})
    80
    """
    return sum(len(_kinds()[kind]["images"]) for kind in _input_kinds(settings))


def noun(input_kind: str) -> str:
    """
    Return the noun for a prompt of this kind; "image" for an unknown kind.

    >>> noun("desire")
    'wish'
    """
    return str(_kinds()[input_kind]["noun"]) if input_kind in INPUT_KINDS else "image"


@cache
def _kinds() -> dict[str, Any]:
    kinds: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))["kinds"]
    return kinds


def _input_kinds(settings: Mapping[str, object]) -> tuple[str, ...]:
    kinds: tuple[str, ...] = value_of(
        settings, "input_kinds", "phenomenology", some_of(INPUT_KINDS)
    )
    return kinds


def _case(rng: SeededRandom, kind: str, image: Mapping[str, Any]) -> Case:
    opener, turn, closing = (rng.choice(_kinds()[kind][part]) for part in PARTS)
    prompt = f"{opener} {image['text']}{turn['text']}. {closing['text']}".rstrip()
    return Case(
        case_id=content_id("phenomenology", prompt),
        domain="phenomenology",
        generator="phenomenology",
        turns=(prompt,),
        validators=("phenomenological",),
        expected=_expected(kind, image, closing.get("feelings", [])),
        answer_key={
            "kind": "phenomenology",
            "input_kind": kind,
            "symbols": list(image["symbols"]),
            "meanings": image["symbols"],
            "suggestions": image["suggestions"],
            "feelings": closing.get("feelings", []),
        },
        chance=CHANCE,
        cluster_id=f"{kind}:{'-'.join(image['symbols'])}",
        attributes={"input_kind": kind, "question_kind": kind},
    )


def _expected(kind: str, image: Mapping[str, Any], feelings: Sequence[str]) -> str:
    """Return a description of a good reply, in three steps, for people to read."""
    felt = f" and the {' and '.join(feelings)} in it" if feelings else ""
    read = "; ".join(
        f"{symbol}, perhaps {' or '.join(meanings)}"
        for symbol, meanings in image["symbols"].items()
    )
    return (
        f"1. Acknowledge: honour the {noun(kind)}{felt}. "
        f"2. Integrate: reflect on what is in it ({read}). "
        f"3. Orient: offer something to do, for instance {' or '.join(image['suggestions'])}."
    )
