"""
The time limit and the progress of card making.

The cards of a run within the limit do not depend on the clock. A run that was cut is reported,
since another run of the same seed may have other cards.
"""

from dataclasses import dataclass, field
from time import monotonic

from evalstore.plugins.progress import report_progress

TIME_LIMIT_S_DEFAULT = 300.0


@dataclass
class CardClock:
    """
    A time limit that several parts share.

    ``limit_s`` is in seconds, 0 for no limit; ``total`` is the expected number of cards;
    ``claims_max`` limits the examined claims, None for no limit.
    """

    limit_s: float = TIME_LIMIT_S_DEFAULT
    total: int = 0
    made_count: int = 0
    claims_max: int | None = None
    claim_count: int = 0
    is_cut: bool = False
    _started_s: float = field(init=False)
    _deadline_s: float | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self._started_s = monotonic()

    def begin_part(self, share: float) -> None:
        """Begin a part that ends when this share of the limit has passed since the start."""
        self._deadline_s = self._started_s + share * self.limit_s if self.limit_s else None

    def is_over(self) -> bool:
        """Return True and set ``is_cut`` if the limit is reached; otherwise count a claim."""
        is_late = self._deadline_s is not None and monotonic() > self._deadline_s
        is_enough = self.claims_max is not None and self.claim_count >= self.claims_max
        if is_late or is_enough:
            self.is_cut = True
            return True
        self.claim_count += 1
        return False

    def count_card(self) -> None:
        """Count a card, and report the progress."""
        self.made_count += 1
        report_progress(min(self.made_count, self.total), self.total)

    def words(self) -> str:
        """Return the reason of a shortfall, "" if nothing was cut."""
        return "the time limit was reached" if self.is_cut else ""
