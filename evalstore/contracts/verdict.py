"""A verdict: what a validator makes of a response."""

from collections.abc import Mapping
from dataclasses import dataclass, field

OUTCOMES = ("right", "wrong", "abstained", "measured", "undetermined", "unscored", "error")


@dataclass(frozen=True, slots=True)
class Verdict:
    """
    What a validator found: one of ``OUTCOMES``, and in ``reason`` what was compared with what.

    ``score`` is graded, in [0, 1], or None where the outcome says it all; ``scores`` are named
    parts of it, each in [0, 1]; ``tags`` are failure tags out of the taxonomy. A validator that
    measures gives the outcome ``measured`` and a finite ``value``, on a scale of its own.
    """

    outcome: str
    reason: str
    score: float | None = None
    scores: Mapping[str, float] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    value: float | None = None
