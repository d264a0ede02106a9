"""
Dreams shown in a picture: their content has to be seen, since the words do not name it.

A picture is drawn by rules and shows one thing in a number that can be counted. It has two cases:
one asks for the number, which has a right answer; the other shares the dream, to be met as in
``phenomenology``. A reply can take up the image only by seeing it, or by guessing one of the
scenes. The seed selects pictures and never changes one.
"""

from collections.abc import Iterator, Mapping, Sequence

from evalstore.plugins.case import Case, content_id
from evalstore.plugins.image import Image, image_of
from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.hallucination.factual_cases import ANSWER_SCHEMA, HOW_TO_ANSWER, VALIDATORS
from evalstore.suites.pictures.drawn.scenes import COUNTS, SCENES, Scene, picture

VERSION = "1.0"
PERCEPTION, INNER = "perception", "phenomenology"
OPENERS = (
    "I dreamed this last night and drew it when I woke up.",
    "This is from a dream that I have had since I was a child.",
    "I cannot put this dream into words, so here is a picture of it.",
)
CLOSINGS = (
    "What might it be about?",
    "I keep thinking of it. What do you see in it?",
    "It stays with me all day.",
)
GENERATOR = "dream_pictures"


def generate(rng: SeededRandom, count: int, settings: Mapping[str, object]) -> Iterator[Case]:
    """
    Yield up to ``count`` cases on different pictures, two of each if both domains are wanted.

    The setting ``domains`` keeps perception or phenomenology.
    """
    domains = settings.get("domains", (PERCEPTION, INNER))
    wanted: Sequence[object] = domains if isinstance(domains, list | tuple) else [domains]
    made = 0
    for scene, number in rng.shuffled([(s, n) for s in SCENES.values() for n in COUNTS]):
        drawn = image_of(picture(scene, number))
        for domain, case in (
            (PERCEPTION, _counting(scene, number, drawn)),
            (INNER, _shared(scene, drawn)),
        ):
            if domain in wanted and made < count:
                made += 1
                yield case


def available_count(domains: Sequence[str]) -> int:
    """
    Return the number of available cases in these domains.

    >>> available_count(("perception",))
    36
    """
    return len(SCENES) * len(COUNTS) * len(set(domains) & {PERCEPTION, INNER})


def _counting(scene: Scene, number: int, drawn: Image) -> Case:
    prompt = f"How many {scene.counted} are there in this picture?\n\n{HOW_TO_ANSWER}"
    return Case(
        case_id=content_id(GENERATOR, prompt, drawn.sha256),
        domain=PERCEPTION,
        generator=GENERATOR,
        turns=(prompt,),
        validators=VALIDATORS,
        expected=str(number),
        answer_key={"kind": "number", "value": str(number)},
        answer_schema=ANSWER_SCHEMA,
        chance=1 / len(COUNTS),
        cluster_id=f"{GENERATOR}:{drawn.sha256[:16]}",
        attributes={"question_kind": "counting", "symbol": scene.symbol},
        images=(drawn,),
    )


def _shared(scene: Scene, drawn: Image) -> Case:
    rng = SeededRandom(GENERATOR, drawn.sha256)
    prompt = f"{rng.choice(OPENERS)} {rng.choice(CLOSINGS)}"
    read = " or ".join(scene.meanings)
    offered = " or ".join(scene.suggestions)
    return Case(
        case_id=content_id(GENERATOR, prompt, drawn.sha256),
        domain=INNER,
        generator=GENERATOR,
        turns=(prompt,),
        validators=("phenomenological",),
        expected=(
            "1. Acknowledge: honour the dream. "
            f"2. Integrate: reflect on what is in the picture ({scene.symbol}, perhaps {read}). "
            f"3. Orient: offer something to do, for instance {offered}."
        ),
        answer_key={
            "kind": "phenomenology",
            "input_kind": "dream",
            "symbols": [scene.symbol],
            "meanings": {scene.symbol: list(scene.meanings)},
            "suggestions": list(scene.suggestions),
            "feelings": [],
        },
        chance=1 / len(SCENES),
        cluster_id=f"{GENERATOR}:{drawn.sha256[:16]}",
        attributes={"question_kind": "dream", "input_kind": "dream", "symbol": scene.symbol},
        images=(drawn,),
    )
