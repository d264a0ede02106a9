"""Verdicts of validators on responses."""

from collections.abc import Mapping
from dataclasses import dataclass, field

OUTCOMES = ("right", "wrong", "abstained", "measured", "undetermined", "unscored", "error")


@dataclass(frozen=True, slots=True)
class Verdict:
    """
    The judgement of one response: one of ``OUTCOMES``, with the ``reason`` for it.

    ``score`` is a grade in [0, 1], None if the outcome suffices; ``scores`` are its named parts,
    each in [0, 1]; ``tags`` are failure tags of the taxonomy. A validator that measures returns
    the outcome ``measured`` and a finite ``value`` on its own scale. ``judge`` says which model
    judged, if one did, by the fields of the schema: system, model, prompt_sha256 and so on.
    """

    outcome: str
    reason: str
    score: float | None = None
    scores: Mapping[str, float] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    value: float | None = None
    judge: Mapping[str, object] = field(default_factory=dict)
