"""Draws that are the same on every machine and with every version of Python."""

import hashlib
from collections.abc import Sequence
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


class Dice:
    """
    A seeded source of draws, named so that one draw more here changes nothing there.

    Only ``Random.random`` is used, whose sequence Python promises to keep; everything else is
    made of it here.

    >>> Dice("seed", "math").whole(1, 6) == Dice("seed", "math").whole(1, 6)
    True
    """

    def __init__(self, *seed: object) -> None:
        text = "\x1f".join(str(part) for part in seed)
        number = int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")
        self._random = Random(number)  # noqa: S311 - cases are drawn, no secrets

    def share(self) -> float:
        """Draw from [0, 1)."""
        return self._random.random()

    def whole(self, lowest: int, highest: int) -> int:
        """Draw a whole number from lowest to highest, both included."""
        return lowest + int(self.share() * (highest - lowest + 1))

    def one_of(self, items: Sequence[Item]) -> Item:
        """Draw one item."""
        return items[self.whole(0, len(items) - 1)]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return the items in drawn order (Fisher and Yates)."""
        drawn = list(items)
        for place in range(len(drawn) - 1, 0, -1):
            other = self.whole(0, place)
            drawn[place], drawn[other] = drawn[other], drawn[place]
        return drawn

    def some_of(self, items: Sequence[Item], count: int) -> list[Item]:
        """Draw ``count`` different places, in drawn order; all of them where there are fewer."""
        return self.shuffled(items)[:count]

    def happens(self, chance: float) -> bool:
        """Say whether something of this chance, in [0, 1], happens."""
        return self.share() < chance
