"""
Chances of a bound on a share of cases that are attempted several times each.

The means of cases are few values, far from normal where the share is near its end, and their mean
and spread go together. So the cases are drawn, by a fixed seed, and each draw is compared with the
edge from which ``decide`` passes or fails by Student's t. The chance of a case is taken to follow
a beta distribution, so that its right attempts are beta-binomial (Skellam, 1948).
"""

import math
from dataclasses import dataclass

from evalstore.gates.gate import Gate
from evalstore.gates.power.chances import edges_of_bound, single_bounds
from evalstore.gates.power.outcomes import Chances, of_share

DRAW_COUNT, SEED = 40_000, 1
# What is left of no error by rounding.
LEAST_ERROR = 1e-12


@dataclass(frozen=True, slots=True)
class AttemptBound:
    """
    A gate with bounds on a share of cases, each attempted ``attempt_count`` times.

    ``share`` is the true one, in (0, 1); ``alike`` says how far attempts at a case agree, from 0
    to 1: it is the correlation of two of them.
    """

    gate: Gate
    share: float
    attempt_count: int
    alike: float

    def on(self, case_count: int) -> Chances:
        """Return the chances on so many cases, to about 0.002."""
        import numpy as np

        values = np.arange(self.attempt_count + 1) / self.attempt_count
        rng = np.random.default_rng(SEED)
        counts = rng.multinomial(case_count, self.weights(), DRAW_COUNT)
        means = counts @ values / case_count
        squares = counts @ (values * values) - case_count * means * means
        errors = np.sqrt(np.maximum(squares, 0.0) / max(1, case_count - 1) / case_count)
        varied = errors > LEAST_ERROR
        # Of the size of a real spread, so that no end of the range comes between.
        deviation = math.sqrt(self.share * (1.0 - self.share))
        passing, failing = varied.copy(), np.zeros(DRAW_COUNT, dtype=bool)
        for gate, is_minimum in single_bounds(self.gate):
            bound = (gate.minimum if is_minimum else gate.maximum) or 0.0
            inside = (means - bound) * (1 if is_minimum else -1)
            passes, stands = edges_of_bound(gate, bound, deviation, case_count, is_minimum)
            passing &= inside >= passes * errors
            failing |= inside < stands * errors
        # Where no case differs, the interval is Wilson's.
        same = [of_share(self.gate, round(mean * case_count), case_count)
                for mean in means[~varied]]  # fmt: skip
        return Chances(
            float(passing.mean()) + same.count("pass") / DRAW_COUNT,
            float((failing & varied).mean()) + same.count("fail") / DRAW_COUNT,
        )

    def weights(self) -> list[float]:
        """Return the probability of each number of right attempts at a case."""
        count, share = self.attempt_count, self.share
        if self.alike >= 1.0:
            return [1.0 - share, *[0.0] * (count - 1), share]
        ways = [math.comb(count, right) for right in range(count + 1)]
        if self.alike <= 0.0:
            return [
                way * share**right * (1.0 - share) ** (count - right)
                for right, way in enumerate(ways)
            ]
        times = 1.0 / self.alike - 1.0
        one, other = share * times, (1.0 - share) * times
        weights = [
            way * math.exp(_log_beta(right + one, count - right + other) - _log_beta(one, other))
            for right, way in enumerate(ways)
        ]
        total = math.fsum(weights)
        return [weight / total for weight in weights]


def _log_beta(one: float, other: float) -> float:
    return math.lgamma(one) + math.lgamma(other) - math.lgamma(one + other)
