"""Limits on what a judge spends: requests, and US dollars."""

import threading
from dataclasses import dataclass, field

from evalstore.errors import UndecidedError

# Of a reply whose length nothing bounds, before any has come.
TOKENS_OUT_GUESS = 1_000


class SpentError(UndecidedError):
    """What may be spent is spent; the rest is not judged yet."""


@dataclass(slots=True)
class Spending:
    """
    The requests and dollars of one call of ``judge``; None is no limit.

    What a request may cost at most is set aside before it is made, so that those in flight do not
    pass the budget together. A failed request is taken to cost nothing. Safe to share between
    threads.
    """

    budget_usd: float | None = None
    requests_max: int | None = None
    spent_usd: float = 0.0
    request_count: int = 0
    reused_count: int = 0
    tokens_out_max_seen: int = 0
    _reserved_usd: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def reserve(self, usd: float) -> None:
        """Set aside the cost of one request; raise SpentError where that is too much."""
        with self._lock:
            if self.requests_max is not None and self.request_count >= self.requests_max:
                raise SpentError(f"--max-requests {self.requests_max} is reached")
            if self.budget_usd is not None:
                if self.spent_usd + self._reserved_usd + usd > self.budget_usd:
                    raise SpentError(
                        f"--budget {self.budget_usd:g}usd is reached: {self.spent_usd:.6g} USD "
                        f"are spent, and the next request may cost {usd:.6g} USD"
                    )
                self._reserved_usd += usd
            self.request_count += 1

    def settle(self, reserved_usd: float, cost_usd: float | None, tokens_out: int | None) -> None:
        """Take what a request cost in place of what was set aside; None: all of that."""
        with self._lock:
            if self.budget_usd is not None:
                self._reserved_usd -= reserved_usd
            self.spent_usd += reserved_usd if cost_usd is None else cost_usd
            self.tokens_out_max_seen = max(self.tokens_out_max_seen, tokens_out or 0)

    def reused(self) -> None:
        """Count a reply that was there already."""
        with self._lock:
            self.reused_count += 1
