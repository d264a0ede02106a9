"""Counts of rejected claims, to explain why there are fewer cards than requested."""

from dataclasses import dataclass, field

from evalstore.suites.epistemic.cards.card_clock import CardClock

TRIED_MAX = 6_000


@dataclass
class Rejections:
    """Counts of rejected claims by reason, to explain a shortfall; ``clock`` limits the time."""

    reasons: dict[str, int] = field(default_factory=dict)
    is_cut: bool = False
    clock: CardClock = field(default_factory=lambda: CardClock(0))

    def add(self, reason: str) -> None:
        """Count a claim rejected for this reason."""
        self.reasons[reason] = self.reasons.get(reason, 0) + 1

    def words(self) -> str:
        """Return the reasons, the most frequent first."""
        ordered = sorted(self.reasons.items(), key=lambda entry: (-entry[1], entry[0]))
        counted = [f"{count} {reason}" for reason, count in ordered]
        cut = [f"and no more than {TRIED_MAX} are tried"] if self.is_cut else []
        late = [self.clock.words()] if self.clock.is_cut else []
        return ", ".join([*counted, *cut, *late]) or "there are no more claims of this predicate"
