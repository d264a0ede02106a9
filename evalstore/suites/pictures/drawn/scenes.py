"""Scenes of dreams, each of one thing in a number that can be counted."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from evalstore.plugins.seeded_random import SeededRandom
from evalstore.suites.pictures.drawn.canvas import HEIGHT, WIDTH, Canvas, Colour

COUNTS = range(2, 8)
SKY, GROUND, THING, DETAIL = range(4)
# Sky, ground, the thing, and its details.
PALETTES: tuple[tuple[Colour, Colour, Colour, Colour], ...] = (
    ((22, 28, 58), (40, 62, 58), (240, 226, 170), (120, 96, 52)),
    ((246, 196, 150), (116, 78, 92), (72, 40, 60), (252, 236, 214)),
    ((196, 224, 240), (110, 150, 92), (150, 60, 44), (250, 246, 230)),
    ((70, 54, 96), (44, 38, 60), (206, 170, 226), (246, 226, 110)),
)
HORIZON = 84
MARGIN = 8


@dataclass(frozen=True, slots=True)
class Scene:
    """
    The content of a picture: a ``symbol``, and ``counted``, the several things in it, in the
    plural.

    ``meanings`` and ``suggestions`` are material for a reply to the dream.
    """

    symbol: str
    counted: str
    meanings: tuple[str, ...]
    suggestions: tuple[str, ...]
    draw: Callable[[Canvas, int, SeededRandom], None]


def picture(scene: Scene, count: int) -> bytes:
    """Return the PNG of a scene with ``count`` of its counted things; it is reproducible."""
    rng = SeededRandom("scenes", scene.symbol, count)
    canvas = Canvas(rng.choice(PALETTES))
    canvas.rectangle(0, 0, WIDTH, HEIGHT, SKY)
    canvas.rectangle(0, HORIZON, WIDTH, HEIGHT, GROUND)
    scene.draw(canvas, count, rng)
    return canvas.png()


def _slots(count: int) -> list[tuple[float, float]]:
    """Return the left and right edges of ``count`` slots in a row."""
    width = (WIDTH - 2 * MARGIN) / count
    return [(MARGIN + place * width, MARGIN + (place + 1) * width) for place in range(count)]


def _ladder(canvas: Canvas, count: int, rng: SeededRandom) -> None:
    left = 40 + rng.randint(0, 50)
    right = left + 26
    for edge in (left, right):
        canvas.rectangle(edge, 6, edge + 3, 112, THING)
    gap = 104 / (count + 1)
    for number in range(1, count + 1):
        height = 8 + number * gap
        canvas.rectangle(left, height, right + 3, height + 3, THING)


def _doors(canvas: Canvas, count: int, rng: SeededRandom) -> None:
    for left, right in _slots(count):
        middle, half = (left + right) / 2, min(9.0, (right - left) / 2 - 2)
        top = HORIZON - 34 - rng.randint(0, 10)
        canvas.rectangle(middle - half, top, middle + half, HORIZON, THING)
        canvas.disc(middle + half - 4, (top + HORIZON) / 2, 1.5, DETAIL)


def _moons(canvas: Canvas, count: int, rng: SeededRandom) -> None:
    for left, right in _slots(count):
        radius = min(8.0, (right - left) / 2 - 2)
        canvas.disc((left + right) / 2, 14 + rng.randint(0, 46), radius, THING)


def _boats(canvas: Canvas, count: int, rng: SeededRandom) -> None:
    for left, right in _slots(count):
        middle, half = (left + right) / 2, min(12.0, (right - left) / 2 - 1.5)
        water = HORIZON + rng.randint(0, 20)
        hull = (
            (middle - half, water),
            (middle + half, water),
            (middle + half * 0.6, water + 7),
            (middle - half * 0.6, water + 7),
        )
        sail = ((middle, water - 20), (middle + half * 0.8, water - 2), (middle, water - 2))
        canvas.polygon(hull, THING)
        canvas.polygon(sail, DETAIL)


def _arches(canvas: Canvas, count: int, rng: SeededRandom) -> None:
    deck = 48 + rng.randint(0, 10)
    canvas.rectangle(0, deck, WIDTH, HORIZON + 10, THING)
    for left, right in _slots(count):
        middle, half = (left + right) / 2, min(16.0, (right - left) / 2 - 3)
        canvas.disc(middle, deck + 8 + half, half, SKY)
        canvas.rectangle(middle - half, deck + 8 + half, middle + half, HORIZON + 10, SKY)


def _windows(canvas: Canvas, count: int, rng: SeededRandom) -> None:
    top = 30 + rng.randint(0, 12)
    canvas.rectangle(MARGIN, top, WIDTH - MARGIN, HORIZON + 8, THING)
    for left, right in _slots(count):
        middle, half = (left + right) / 2, min(7.0, (right - left) / 2 - 3)
        canvas.rectangle(middle - half, top + 14, middle + half, top + 30, DETAIL)


SCENES: Mapping[str, Scene] = {
    scene.symbol: scene
    for scene in (
        Scene("ladder", "rungs", ("a wish to rise", "a way out, step by step"),
              ("write down what waits at the top", "take one small step this week"), _ladder),
        Scene("door", "doors", ("a choice", "something you keep closed"),
              ("write what is behind one of them", "ask which one you would open first"), _doors),
        Scene("moon", "moons", ("what comes back", "light in the dark"),
              ("walk outside on a clear night", "note how you feel each evening"), _moons),
        Scene("boat", "boats", ("a journey", "what carries you"),
              ("write where it would take you", "talk to somebody who is far away"), _boats),
        Scene("bridge", "arches", ("a passage from one life to another", "a link between people"),
              ("write down what lies on either side", "call somebody you miss"), _arches),
        Scene("window", "windows", ("a look into another life", "a wish to be seen"),
              ("write what you see through one", "spend an hour somewhere new"), _windows),
    )
}  # fmt: skip
