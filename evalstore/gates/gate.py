"""A gate: a metric, the row to read, and the threshold it must reach."""

from dataclasses import dataclass

from evalstore.base.settings import choice, flag, number, text, texts, whole
from evalstore.gates.baseline_age import age_limit
from evalstore.gates.judge_demand import JudgeDemand
from evalstore.metrics.parameters import Chosen, in_words

MAX_ERROR_RATE_DEFAULT = 0.02
POINT, SHOWN, RULED_OUT = "point", "shown", "ruled_out"
# The former word for SHOWN.
CONFIDENT = "confident"
# How a gate with each requirement describes the drop that it allows.
DROPS = {
    POINT: "no",
    SHOWN: "not shown to be",
    RULED_OUT: "shown to be no",
}
# What a gate over every value of a slice asks: each meets the bound, or none is shown to miss it.
ALL_MEET, NONE_MISSES = "all_meet", "none_misses"
# So many earlier runs an adaptive threshold with a rate of alarms needs.
ALARM_RUNS_MIN = 8
# In `must_beat`: every control of the run, a system that answers without knowledge.
CONTROLS = "controls"


@dataclass(frozen=True, slots=True)
class Adaptive:
    """
    A threshold computed from the metric's own history.

    It is the mean of the last ``run_count`` completed runs of the suite (and of ``branch``, if
    set) minus ``sigmas`` standard deviations, or plus if lower is better. With ``alarm``, the
    probability that a run of an unchanged system fails, it is the one-sided prediction bound of
    the next value instead. There is no threshold with fewer than ``run_count_min`` runs. With
    ``by``, the name of a slice, each earlier run is reweighted to this run's mix of levels of that
    slice.
    """

    run_count: int = whole(20, key="runs")
    run_count_min: int = whole(5, key="min_runs")
    sigmas: float = number(3.0, 0.0)
    branch: str | None = text(None)
    by: str | None = text(None)
    alarm: float | None = number(None, 0.0, 0.5, is_between=True)


@dataclass(frozen=True, slots=True)
class Gate:
    """
    One gate.

    ``minimum`` and ``maximum`` are in the metric's unit and inclusive. The gate is undecided
    below ``min_count`` scored cases and broken above ``max_error_rate`` (share of attempts left
    out). ``requirement`` is POINT if the value must reach them, SHOWN if its whole interval must.
    ``max_drop`` is how much worse than the ``baseline`` the value may be on the same cases: with
    POINT the difference decides, with SHOWN a larger drop must be shown to fail, with RULED_OUT it
    must be excluded to pass. ``max_undetected`` is the largest worsening that may go unnoticed;
    both are in the metric's unit. ``must_beat`` are the systems of the same run that it must be
    shown to beat: ids, or ``controls``. ``rule`` describes how an adaptive threshold was computed.
    ``max_age`` is the largest age of the baseline in days or runs, ``max_tries`` the number of
    runs of one commit that may pass. ``each`` is what a gate with SHOWN asks of every value of a
    slice: ALL_MEET the bound, or NONE_MISSES it as far as is shown. ``chosen`` are values of
    parameters of the metric that are not their defaults. ``judge`` is the certificate that the
    judge must have.
    """

    gate_id: str = text(key="id")
    metric: str = text()
    minimum: float | None = number(None, key="min")
    maximum: float | None = number(None, key="max")
    min_count: int = whole(1)
    slice_name: str = "all"
    slice_value: str | None = "all"
    system_id: str | None = None
    validator_id: str | None = None
    variant: str | None = None
    is_informational: bool = flag(False, key="informational")
    max_error_rate: float = number(MAX_ERROR_RATE_DEFAULT, 0.0, 1.0)
    requirement: str = choice((POINT, SHOWN, RULED_OUT, CONFIDENT), key="require")
    max_drop: float | None = number(None, 0.0)
    baseline: str | None = text(None)
    max_undetected: float | None = number(None, 0.0)
    cluster: str = text("cluster")
    adaptive: Adaptive | None = None
    is_canary: bool = flag(False, key="canaries")
    rule: str = ""
    must_beat: tuple[str, ...] = texts((), takes_one=True)
    max_age: str | None = age_limit()
    max_tries: int | None = whole(None, 1)
    each: str = choice((ALL_MEET, NONE_MISSES))
    chosen: Chosen = ()
    judge: JudgeDemand | None = None

    @property
    def threshold(self) -> str:
        """Describe what the value must reach."""
        words = [self.bounds_in_words] if self.bounds_in_words else []
        if words and self.requirement == SHOWN:
            not_shown = "not " if self.each == NONE_MISSES else ""
            words[0] = f"{not_shown}shown to be {words[0]}"
        if words and self.rule:
            words[-1] += f" ({self.rule})"
        if self.adaptive is not None and not self.rule:
            words.append("within a threshold computed from earlier runs")
        if self.max_drop is not None:
            is_any = self.requirement == SHOWN and not self.max_drop
            size = "worse" if is_any else f"more than {self.max_drop:g} worse"
            words.append(f"{DROPS[self.requirement]} {size} than {self.baseline}")
        if self.must_beat:
            others = ["every control" if name == CONTROLS else name for name in self.must_beat]
            words.append(f"shown to beat {' and '.join(others)}")
        chosen = f" (with {in_words(self.chosen)})" if self.chosen else ""
        return " and ".join(words) + chosen

    @property
    def bounds_in_words(self) -> str:
        """Describe its bounds, or what lies beyond them if none may be shown to; may be empty."""
        ends, link = ("at least", "at most"), " and "
        if self.each == NONE_MISSES:
            ends, link = ("below", "above"), " or "
        bounds = zip(ends, (self.minimum, self.maximum), strict=True)
        return link.join(f"{word} {bound:g}" for word, bound in bounds if bound is not None)
