"""
Chances that a gate passes and fails on so many cases, given what is true of the system.

A share of right answers is binomial, and so are the pairs that differ and, among these, the lost
ones: each sum is over the outcomes themselves. Means are taken for normal, their spread for the
root of a chi-square, and summed over spreads; Student's t has no other assumption. Cases are
independent of each other. Source for the paired counts: Connor (1987), Sample size for testing
differences in proportions for the paired-sample design, Biometrics 43.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise

from evalstore.gates.gate import RULED_OUT, SHOWN, Gate
from evalstore.gates.power.outcomes import Chances, of_differences, of_mean, of_pairs, of_share
from evalstore.statistics.outcome_weights import normal_below, spreads, window
from evalstore.statistics.paired import UNITS_MIN

BISECTIONS = 44
# What a number of pairs may weigh, beside the likeliest one, to be left out.
LEAST_OF_PAIRS = 1e-10
# A smaller spread, in shares of the true one, tells nothing else.
LEAST_SPREAD = 1e-6
# Beyond so many standard errors no answer changes.
ERRORS_MAX = 100.0


@dataclass(frozen=True, slots=True)
class ShareBound:
    """A gate with bounds on a share of cases, each attempted once; ``share`` is the true one."""

    gate: Gate
    share: float

    def on(self, case_count: int) -> Chances:
        """Return the chances on so many cases."""
        first, weights = window(case_count, self.share)
        counts = range(first, first + len(weights))
        passing, standing = [0, len(counts)], [0, len(counts)]
        for gate, is_minimum in single_bounds(self.gate):
            side, choose = (0, max) if is_minimum else (1, min)

            def passes(right_count: int, gate: Gate = gate, is_low: bool = is_minimum) -> bool:
                return (of_share(gate, right_count, case_count) == "pass") is is_low

            def stands(right_count: int, gate: Gate = gate, is_low: bool = is_minimum) -> bool:
                return (of_share(gate, right_count, case_count) != "fail") is is_low

            passing[side] = choose(passing[side], _first(counts, passes))
            standing[side] = choose(standing[side], _first(counts, stands))
        return Chances(_sum(weights, passing), max(0.0, 1.0 - _sum(weights, standing)))


@dataclass(frozen=True, slots=True)
class MeanBound:
    """A gate with bounds on a mean over cases; ``mean`` and ``spread`` of a case are true."""

    gate: Gate
    mean: float
    spread: float

    def on(self, case_count: int) -> Chances:
        """Return the chances on so many cases."""
        error = self.spread / math.sqrt(case_count)
        edges = [
            (is_minimum, bound, *edges_of_bound(gate, bound, self.spread, case_count, is_minimum))
            for gate, is_minimum in single_bounds(self.gate)
            for bound in (gate.minimum if is_minimum else gate.maximum,)
            if bound is not None
        ]
        passes, fails = 0.0, 0.0
        for times, weight in spreads(case_count):
            inner, outer = [-math.inf, math.inf], [-math.inf, math.inf]
            for is_minimum, bound, passing, failing in edges:
                side = 0 if is_minimum else 1
                choose = max if is_minimum else min
                way = error if is_minimum else -error
                inner[side] = choose(inner[side], bound + passing * times * way)
                outer[side] = choose(outer[side], bound + failing * times * way)
            passes += weight * self._between(inner, error)
            fails += weight * (1.0 - self._between(outer, error))
        return Chances(passes, fails)

    def _between(self, ends: list[float], error: float) -> float:
        low, high = ((end - self.mean) / error for end in ends)
        return max(0.0, normal_below(high) - normal_below(low))


@dataclass(frozen=True, slots=True)
class ShareDrop:
    """
    A gate against a drop of a share of cases, each attempted once in each run.

    ``discordant`` is the true share of cases that are right in one run alone, ``drop`` how much
    more of them are right in the baseline alone.
    """

    gate: Gate
    discordant: float
    drop: float
    alpha: float
    # The exact test sees the pairs that differ, and not how many others there are.
    _kept: dict[int, Chances] = field(default_factory=dict, compare=False, repr=False)

    def on(self, case_count: int) -> Chances:
        """Return the chances on so many pairs."""
        lost_share = (1.0 + self.drop / self.discordant) / 2.0 if self.discordant else 0.5
        is_kept = self._is_exact and case_count >= max(self.gate.min_count, UNITS_MIN)
        kept = self._kept if is_kept else {}
        first, weights = window(case_count, self.discordant, LEAST_OF_PAIRS)
        near = (round(first * lost_share), round(first * lost_share))
        passes, fails = [], []
        for differing_count, weight in enumerate(weights, first):
            if differing_count not in kept:
                kept[differing_count], near = self._among(
                    differing_count, case_count, lost_share, near
                )
            among = kept[differing_count]
            passes.append(weight * among.passes)
            fails.append(weight * among.fails)
        return Chances(math.fsum(passes), math.fsum(fails))

    @property
    def _is_exact(self) -> bool:
        gate = self.gate
        is_tested = gate.requirement == SHOWN and not gate.max_drop
        return is_tested and gate.max_undetected is None

    def _among(
        self, differing_count: int, case_count: int, lost_share: float, near: tuple[int, int]
    ) -> tuple[Chances, tuple[int, int]]:
        """
        Return the chances if so many pairs differ.

        Also from how many lost ones it fails, and from how many it does not pass; ``near`` are
        guesses of both.
        """
        first, weights = window(differing_count, lost_share, LEAST_OF_PAIRS)

        @cache
        def answer(lost_count: int) -> str:
            won_count = differing_count - lost_count
            return of_pairs(self.gate, lost_count, won_count, case_count, self.alpha)

        counts = range(first, first + len(weights))
        failing = _first_near(counts, lambda lost: answer(lost) == "fail", near[0] - first)
        fails = _sum(weights, [failing, len(counts)])
        if self.gate.requirement == RULED_OUT:
            passing = _first_near(counts, lambda lost: answer(lost) != "pass", near[1] - first)
            chances = Chances(_sum(weights, [0, passing]), fails)
            return chances, (first + failing, first + passing)
        near = (first + failing, first + failing)
        # What could go undetected depends on how many differ, and not on how many are lost.
        is_passed = failing > 0 and answer(counts[failing - 1]) == "pass"
        return Chances(_sum(weights, [0, failing]) if is_passed else 0.0, fails), near


@dataclass(frozen=True, slots=True)
class MeanDrop:
    """A gate against a drop of a mean; ``spread`` is that of the true differences of pairs."""

    gate: Gate
    drop: float
    spread: float
    alpha: float

    def on(self, case_count: int) -> Chances:
        """Return the chances on so many pairs."""
        allowed = self.gate.max_drop or 0.0
        error = self.spread / math.sqrt(case_count)

        def answer(place: float, times: float = 1.0) -> str:
            drop = allowed + place * times * error
            spread = times * self.spread
            return of_differences(self.gate, drop, spread, case_count, self.alpha)

        failing = crossing(lambda place: answer(place) == "fail")
        passing = failing
        if self.gate.requirement == RULED_OUT:
            passing = crossing(lambda place: answer(place) != "pass")
        start = (allowed - self.drop) / error
        # A small spread passes; a larger one may leave open what could go undetected.
        largest = crossing(lambda times: answer(-ERRORS_MAX, max(times, LEAST_SPREAD)) != "pass")
        passes, fails = 0.0, 0.0
        for times, weight, share in shares_below(largest, spreads(case_count)):
            fails += weight * (1.0 - normal_below(start + failing * times))
            passes += share * weight * normal_below(start + passing * times)
        return Chances(passes, fails)


def shares_below(
    edge: float, weighed: list[tuple[float, float]]
) -> Iterator[tuple[float, float, float]]:
    """Yield each place with its weight and the share of its surroundings below an edge."""
    places = [place for place, _ in weighed]
    ends = [(low + high) / 2.0 for low, high in pairwise(places)]
    lows, highs = [places[0], *ends], [*ends, places[-1]]
    for (place, weight), low, high in zip(weighed, lows, highs, strict=True):
        width = high - low
        share = (edge - low) / width if width > 0.0 and math.isfinite(edge) else float(edge > low)
        yield place, weight, min(1.0, max(0.0, share))


def single_bounds(gate: Gate) -> list[tuple[Gate, bool]]:
    """Return the gate with each of its bounds alone, and whether that is the smallest value."""
    bounds = [
        (replace(gate, maximum=None), True) if gate.minimum is not None else None,
        (replace(gate, minimum=None), False) if gate.maximum is not None else None,
    ]
    return [bound for bound in bounds if bound is not None]


def edges_of_bound(
    gate: Gate, bound: float, spread: float, case_count: int, is_minimum: bool
) -> tuple[float, float]:
    """
    Return from where a gate with one bound on a mean passes, and from where it stops to fail.

    Both are in standard errors inside the bound; ``spread`` is the standard deviation of a case.
    """
    error = spread / math.sqrt(case_count)
    way = error if is_minimum else -error

    def answer(place: float) -> str:
        return of_mean(gate, bound + place * way, spread, case_count)

    return (
        crossing(lambda place: answer(place) == "pass"),
        crossing(lambda place: answer(place) != "fail"),
    )


def _first(counts: range, is_so: Callable[[int], bool]) -> int:
    """Return the place of the first count for which it is so; that after the last if none is."""
    return bisect_left(counts, True, key=is_so)


def _first_near(counts: range, is_so: Callable[[int], bool], guess: int) -> int:
    """Return the same as ``_first``, with few questions if the guess is near."""
    if 0 < guess < len(counts) and not is_so(counts[guess - 1]):
        if is_so(counts[guess]):
            return guess
        if guess + 1 < len(counts) and is_so(counts[guess + 1]):
            return guess + 1
    return _first(counts, is_so)


def _sum(weights: list[float], ends: list[int]) -> float:
    return math.fsum(weights[ends[0] : ends[1]])


def crossing(is_beyond: Callable[[float], bool]) -> float:
    """Return the place, in standard errors, from which a condition is true; infinite if none."""
    low, high = -ERRORS_MAX, ERRORS_MAX
    if not is_beyond(high):
        return math.inf
    if is_beyond(low):
        return -math.inf
    for _ in range(BISECTIONS):
        middle = (low + high) / 2.0
        low, high = (low, middle) if is_beyond(middle) else (middle, high)
    return high
