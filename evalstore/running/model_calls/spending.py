"""Limits on a judge's spending: requests, and US dollars."""

import threading
from dataclasses import dataclass, field

from evalstore.errors import UndecidedError

# The assumed length of a reply without a limit, before any reply has arrived.
TOKENS_OUT_GUESS = 1_000


class SpentError(UndecidedError):
    """A spending limit is reached; the remaining responses are not judged."""


@dataclass(slots=True)
class Spending:
    """
    The requests and dollars of one call of ``judge``; None means no limit.

    The maximum cost of a request is reserved before it is sent, so that concurrent requests cannot
    exceed the budget together. A failed request is assumed to be free. A dry run sends none, and
    uses recorded replies only. Thread-safe.
    """

    budget_usd: float | None = None
    requests_max: int | None = None
    is_dry_run: bool = False
    spent_usd: float = 0.0
    request_count: int = 0
    reused_count: int = 0
    tokens_out_max_seen: int = 0
    _reserved_usd: float = 0.0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def require_sending(self) -> None:
        """Raise SpentError if no request is sent, so that a dry run needs no key."""
        if self.is_dry_run:
            raise SpentError("a dry run sends no request")

    def reserve(self, usd: float) -> None:
        """Reserve the cost of one request; raise SpentError if a limit would be exceeded."""
        self.require_sending()
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
        """Replace a reservation by the actual cost; if that is None, by the reserved amount."""
        with self._lock:
            if self.budget_usd is not None:
                self._reserved_usd -= reserved_usd
            self.spent_usd += reserved_usd if cost_usd is None else cost_usd
            self.tokens_out_max_seen = max(self.tokens_out_max_seen, tokens_out or 0)

    def reused(self) -> None:
        """Count a reply that was already known."""
        with self._lock:
            self.reused_count += 1
