"""Plans that a question of size is about: the gate, the truth of the system, assumptions."""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

from evalstore.errors import UsageError
from evalstore.gates.control import ALPHA_DEFAULT
from evalstore.gates.gate import RULED_OUT, SHOWN, Gate
from evalstore.gates.power.attempts import AttemptBound
from evalstore.gates.power.chances import MeanBound, MeanDrop, ShareBound, ShareDrop
from evalstore.gates.power.run_facts import RunSpread
from evalstore.metrics.catalog import Metric

Truth = ShareBound | MeanBound | AttemptBound | ShareDrop | MeanDrop
POWERS = (0.8, 0.95)
INDEPENDENT = "the cases are independent of each other"


@dataclass(frozen=True, slots=True)
class SizeQuestion:
    """
    A gate on a metric and what is true of a system; None where the question does not say it.

    ``truth`` is the true value, ``drop`` how much worse the system is than the baseline, all in
    the metric's unit. ``baseline`` is the true value before the drop, ``discordant`` the share of
    cases that two runs of an unchanged system differ on, ``spread`` the standard deviation of
    the values of cases, or of the differences of pairs. ``alike`` says how far attempts at one
    case agree: 0 as those of different cases, 1 always. ``requirement`` is point, shown
    or, of a drop, ruled_out.
    """

    metric: str
    minimum: float | None = None
    maximum: float | None = None
    max_drop: float | None = None
    truth: float | None = None
    drop: float | None = None
    baseline: float | None = None
    discordant: float | None = None
    spread: float | None = None
    attempt_count: int | None = None
    alike: float | None = None
    requirement: str = SHOWN
    alpha: float = ALPHA_DEFAULT
    powers: tuple[float, ...] = POWERS
    case_count: int | None = None

    @property
    def is_shown(self) -> bool:
        """Return True if the interval, or the test, decides."""
        return self.requirement == SHOWN

    @property
    def is_ruled_out(self) -> bool:
        """Return True if a drop has to be excluded to pass."""
        return self.requirement == RULED_OUT

    @property
    def is_of_bound(self) -> bool:
        """Return True if the gate has a bound on the value."""
        return self.minimum is not None or self.maximum is not None

    @property
    def is_of_drop(self) -> bool:
        """Return True if the gate allows a drop from a baseline, or one is to be found."""
        return self.max_drop is not None or self.drop is not None

    @property
    def wants_counts(self) -> bool:
        """Return True if the truth to plan for is named."""
        return self.truth is not None or self.drop is not None


class Plan(ABC):
    """
    A question with all that it leaves out filled in; ``at`` is a truth of the system.

    ``limit`` is the value or drop at which the right answer changes, ``null`` the one at which
    ``aim``, the answer to have, is given by chance only. ``answers`` are those that can have a
    power.
    """

    truth_option = ""
    answers: tuple[str, ...] = ()
    limit: float
    null: float

    def __init__(self, question: SizeQuestion, metric: Metric, facts: RunSpread | None) -> None:
        self.question, self.metric, self.facts = question, metric, facts
        self.is_share = metric.is_share and question.spread is None
        rounded = 1 if facts is None else max(1, round(facts.spread.attempt_count))
        self.attempt_count = question.attempt_count or rounded
        self.truth: float | None = None

    @cached_property
    def gate(self) -> Gate:
        """Return the gate that the question is about."""
        asked = self.question
        return Gate(
            gate_id="planned",
            metric=asked.metric,
            minimum=asked.minimum,
            maximum=asked.maximum,
            max_drop=self.limit if asked.is_of_drop else None,
            baseline="baseline" if asked.is_of_drop else None,
            requirement=asked.requirement,
        )

    def require_known(self) -> None:
        """Raise UsageError for something left out that no default stands for."""
        if not self.is_share and self._spread is None:
            raise UsageError(
                f"{self.metric.name} is a mean, so the number of cases depends on its spread; "
                "name the standard deviation with --spread, or a run to take it from with --run"
            )
        if self.truth == self.limit:
            raise UsageError(
                f"{self.truth_option} is {self.limit:g}, the limit itself, where more cases do "
                "not make an answer likelier; name another value"
            )

    @property
    def aim(self) -> str:
        """Return the answer that the gate should give."""
        if self.truth is None:
            return self.answers[0]
        return next(
            answer for answer in ("pass", "fail")
            if (self.truth - self.limit) * self.side(answer) > 0
        )  # fmt: skip

    @property
    def is_slow(self) -> bool:
        """Return True if each number of cases is summed anew."""
        return False

    @property
    @abstractmethod
    def sentence(self) -> str:
        """Return the question in words."""

    @property
    @abstractmethod
    def assumptions(self) -> tuple[str, ...]:
        """Return what the answer rests on, as sentences."""

    @property
    @abstractmethod
    def _spread(self) -> float | None:
        """Return the standard deviation of what a case adds; None if it is not known."""

    @abstractmethod
    def at(self, truth: float) -> Truth:
        """Return what the gate meets if this is true."""

    @abstractmethod
    def variance(self, truth: float) -> float:
        """Return the variance of what a case adds."""

    @abstractmethod
    def side(self, answer: str) -> int:
        """Return 1 if the answer is right above the limit, else -1."""

    @abstractmethod
    def room(self, answer: str) -> float:
        """Return how far from the limit the truth can be where the answer is right."""

    def _alike(self, default: float) -> tuple[float, str]:
        """Return how far attempts of a case agree, and where that is from."""
        if self.question.alike is not None:
            return self.question.alike, "as --alike says"
        facts = self.facts
        if facts is not None and facts.spread.within_variance is not None:
            whole = facts.spread.mean * (1.0 - facts.spread.mean)
            share = 1.0 - facts.spread.within_variance / whole if whole else 1.0
            return min(1.0, max(0.0, share)), f"as in {facts.run_id}"
        return default, "the least favourable; name --alike or --run"

    def _normal(self) -> str:
        where = "as --spread says"
        if self.question.spread is None and self.facts is not None:
            where = f"as in {self.facts.run_id}"
        return f"normal values with a standard deviation of {self._spread or 0.0:.4g}, {where}"


class BoundPlan(Plan):
    """A bound on a value."""

    truth_option = "--true"
    answers = ("pass", "fail")

    def __init__(self, question: SizeQuestion, metric: Metric, facts: RunSpread | None) -> None:
        super().__init__(question, metric, facts)
        self.is_minimum = question.minimum is not None
        bound = question.minimum if self.is_minimum else question.maximum
        self.limit = self.null = bound or 0.0
        self.truth = question.truth
        if self.truth is None and facts is not None:
            self.truth = facts.spread.mean
        if not self.is_share and metric.is_share and self.attempt_count == 1:
            raise UsageError(
                f"a bound on {metric.name} is held against Wilson's interval, which takes no "
                "spread; leave out --spread"
            )

    @property
    def sentence(self) -> str:
        """Return the question in words."""
        limit = f"at {'least' if self.is_minimum else 'most'} {self.limit:g}"
        how = "with its whole 95 % interval" if self.question.is_shown else "by its value"
        truth = "" if self.truth is None else f", where it is truly {self.truth:.4g}"
        return f"{self.metric.name} {limit} {how}{truth}"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Return what the answer rests on, as sentences."""
        if not self.is_share:
            return INDEPENDENT, self._normal()
        if self.attempt_count == 1:
            return INDEPENDENT, "one attempt at each case"
        alike, where = self._alike(1.0)
        return INDEPENDENT, (
            f"{self.attempt_count} attempts at each case, which agree to {alike:.2g} (0: as those "
            f"of different cases, 1: always), {where}"
        )

    @property
    def _spread(self) -> float | None:
        if self.question.spread is not None or self.facts is None:
            return self.question.spread
        return self.facts.spread.deviation

    def at(self, truth: float) -> Truth:
        """Return what the gate meets if this is the value."""
        if not self.is_share:
            return MeanBound(self.gate, truth, math.sqrt(self.variance(truth)))
        share = min(1.0, max(0.0, truth))
        if self.attempt_count == 1 or share in {0.0, 1.0}:
            return ShareBound(self.gate, share)
        return AttemptBound(self.gate, share, self.attempt_count, self._alike(1.0)[0])

    def variance(self, truth: float) -> float:
        """Return the variance of the value of a case."""
        if not self.is_share:
            return (self._spread or 0.0) ** 2
        whole = max(0.0, truth * (1.0 - truth))
        if self.attempt_count == 1:
            return whole
        alike, _ = self._alike(1.0)
        return whole * (alike + (1.0 - alike) / self.attempt_count)

    def side(self, answer: str) -> int:
        """Return 1 if the answer is right above the bound, else -1."""
        return 1 if (answer == "pass") is self.is_minimum else -1

    def room(self, answer: str) -> float:
        """Return how far from the bound the range of the metric ends."""
        low, high = self.metric.bounds
        return high - self.limit if self.side(answer) > 0 else self.limit - low


class DropPlan(Plan):
    """A drop from a baseline."""

    truth_option = "--drop"
    answers: tuple[str, ...] = ("fail",)

    def __init__(self, question: SizeQuestion, metric: Metric, facts: RunSpread | None) -> None:
        super().__init__(question, metric, facts)
        self.limit = question.max_drop or 0.0
        self.truth = question.drop
        if question.is_ruled_out:
            self.answers = ("pass", "fail")
            # What a release hopes for, unless the question names another drop.
            if self.truth is None and question.case_count is None:
                self.truth = 0.0
        self.null = 0.0 if self.truth is None or self.truth > self.limit else self.limit
        mean = None if facts is None else facts.spread.mean
        self.baseline = mean if question.baseline is None else question.baseline

    def require_known(self) -> None:
        """Raise UsageError for something left out that no default stands for."""
        super().require_known()
        asked = self.question
        if asked.is_shown and self.truth is not None and self.truth < self.limit:
            raise UsageError(
                f"--drop is {self.truth:g}, no more than --max-drop, {self.limit:g}: a gate that "
                "blocks only what is shown passes it on any number of cases; name the drop that "
                "it should find"
            )
        if self.is_share and self.baseline is None and asked.discordant is None:
            raise UsageError(
                "how many cases differ between two runs is not known; name it with --discordant, "
                "or the value before the drop with --baseline-share, or a run with --run"
            )
        most = self.room("fail") + self.limit
        if self.truth is not None and self.truth > most:
            raise UsageError(
                f"--drop is {self.truth:g}, expected at most {most:g}, as far as "
                f"{self.metric.name} can get worse"
            )

    @property
    def is_slow(self) -> bool:
        """Return True if each number of cases is summed anew: there no exact test decides."""
        return self.is_share and self.attempt_count == 1 and bool(self.limit)

    @property
    def sentence(self) -> str:
        """Return the question in words."""
        allowed = f"a drop of {self.metric.name} beyond {self.limit:g}"
        word = "ruled out" if self.question.is_ruled_out else "shown"
        is_tested = self.question.is_shown or self.question.is_ruled_out
        how = f"that is {word} at {self.question.alpha:g}" if is_tested else "at all"
        truth = "" if self.truth is None else f", where it truly drops by {self.truth:g}"
        return f"{allowed}, {how}{truth}"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Return what the answer rests on, as sentences."""
        if not self.is_share:
            return INDEPENDENT, f"differences of pairs are {self._normal()}"
        share, where = self._noise
        words = [f"two runs of an unchanged system differ on {share:.1%} of the answers, {where}"]
        if self.attempt_count > 1:
            words.append(
                f"{self.attempt_count} attempts at each case; what a drop takes is lost in all"
            )
        return INDEPENDENT, *words

    @property
    def _spread(self) -> float | None:
        if self.question.spread is not None or self.facts is None:
            return self.question.spread
        return self.facts.difference_spread

    @cached_property
    def _noise(self) -> tuple[float, str]:
        """Return the share of answers that differ without a change, and where that is from."""
        facts = self.facts
        if self.question.discordant is not None:
            return self.question.discordant, "as --discordant says"
        if facts is not None and facts.spread.within_variance is not None:
            return (
                2.0 * facts.spread.within_variance,
                f"as attempts at a case in {facts.run_id} do",
            )
        if facts is not None and facts.discordant is not None:
            return facts.discordant, f"as {facts.run_id} and {facts.other_run_id} do"
        share = self.baseline or 0.0
        alike, _ = self._alike(0.0)
        where = "as independent ones do; name --discordant or --run if you know"
        if self.question.alike is not None:
            where = "as --alike says"
        return 2.0 * share * (1.0 - share) * (1.0 - alike), where

    def at(self, truth: float) -> Truth:
        """Return what the gate meets if this is the drop."""
        alpha = self.question.alpha
        if self.is_share and self.attempt_count == 1:
            return ShareDrop(self.gate, min(1.0, self._noise[0] + truth), truth, alpha)
        spread = math.sqrt(max(1e-12, self.variance(truth)))
        return MeanDrop(self.gate, truth, spread, alpha)

    def variance(self, truth: float) -> float:
        """Return the variance of the difference of a pair; what is lost comes on top of noise."""
        if not self.is_share:
            return (self._spread or 0.0) ** 2
        return self._noise[0] / self.attempt_count + truth * (1.0 - truth)

    def side(self, answer: str) -> int:
        """Return 1 if the answer is right above the allowed drop, else -1."""
        return 1 if answer == "fail" else -1

    def room(self, answer: str) -> float:
        """Return how far from the allowed drop it can be: to none, or to the range's end."""
        if answer == "pass":
            return self.limit
        low, high = self.metric.bounds
        whole = high - low
        if self.baseline is not None:
            is_higher_better = self.metric.better == "higher"
            whole = self.baseline - low if is_higher_better else high - self.baseline
        return max(0.0, whole - self.limit)
