"""The range of a metric that a gate's threshold allows."""

import re
from dataclasses import dataclass
from typing import Final

BOUNDS: Final = re.compile(
    r"(?:^| and |^shown to be )at (least|most) (-?[0-9.]+(?:e[-+]?[0-9]+)?)"
)


@dataclass(frozen=True, slots=True)
class GateBand:
    """The allowed range in the metric's unit, inclusive; None if that end is open."""

    minimum: float | None = None
    maximum: float | None = None

    @property
    def is_open(self) -> bool:
        """Return True if both ends are open, as for a gate on a drop only."""
        return self.minimum is None and self.maximum is None

    @property
    def text(self) -> str:
        """
        Return the band in words, empty if it is open.

        >>> GateBand(0.8).text, GateBand(None, 0.1).text, GateBand().text
        ('at least 0.8', 'at most 0.1', '')
        """
        bounds = (("at least", self.minimum), ("at most", self.maximum))
        return " and ".join(f"{word} {bound:g}" for word, bound in bounds if bound is not None)

    def narrowed(self, other: "GateBand") -> "GateBand":
        """Return the intersection of both bands."""
        minima = [band.minimum for band in (self, other) if band.minimum is not None]
        maxima = [band.maximum for band in (self, other) if band.maximum is not None]
        return GateBand(max(minima, default=None), min(maxima, default=None))


# The band of a line without a gate.
OPEN: Final = GateBand()


def band_of(threshold: str) -> GateBand:
    """
    Return the bounds in the text of a recorded threshold; one on a drop has none.

    >>> band_of("at least 0.8 and no more than 0.05 worse than last-green")
    GateBand(minimum=0.8, maximum=None)
    >>> band_of("shown to be at least 0.2 and at most 0.8")
    GateBand(minimum=0.2, maximum=0.8)
    """
    bounds = {word: float(bound) for word, bound in BOUNDS.findall(threshold)}
    return GateBand(bounds.get("least"), bounds.get("most"))
