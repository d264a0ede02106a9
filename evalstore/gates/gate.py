"""A gate: a metric, where to read it, and what it must reach."""

from dataclasses import dataclass

MAX_ERROR_RATE_DEFAULT = 0.02
POINT, CONFIDENT = "point", "confident"
# In `must_beat`: every system of the run that knows nothing.
CONTROLS = "controls"


@dataclass(frozen=True, slots=True)
class Adaptive:
    """
    A threshold made of the metric's own history.

    The mean of the last ``run_count`` completed runs of the suite (and of ``branch``, where one is
    named), less ``sigmas`` standard deviations, or plus where lower is better; with fewer than
    ``run_count_min`` runs there is none. With ``by``, the name of a slice, each of them
    counts as if it had the mix of this run's levels of that slice.
    """

    run_count: int
    run_count_min: int
    sigmas: float
    branch: str | None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Gate:
    """
    One gate.

    ``minimum`` and ``maximum`` are in the metric's unit and inclusive; below ``min_count`` scored
    cases nothing is decided; above ``max_error_rate`` (share of attempts left out) it is broken.
    ``requirement`` says whether the value has to reach them or its whole interval. ``max_drop``
    is how much worse than the ``baseline`` it may be on the same cases, ``max_undetected`` the
    largest worsening that may go unseen, both in the metric's unit. ``must_beat`` are the systems
    of the same run that it has to be shown to be better than, each by its id, or ``controls``.
    ``rule`` says where an adaptive threshold comes from.
    """

    gate_id: str
    metric: str
    minimum: float | None
    maximum: float | None
    min_count: int
    slice_name: str
    slice_value: str | None
    system_id: str | None
    validator_id: str | None
    variant: str | None
    is_informational: bool
    max_error_rate: float
    requirement: str = POINT
    max_drop: float | None = None
    baseline: str | None = None
    max_undetected: float | None = None
    cluster: str = "cluster"
    adaptive: Adaptive | None = None
    is_canary: bool = False
    rule: str = ""
    must_beat: tuple[str, ...] = ()

    @property
    def threshold(self) -> str:
        """What the value must reach, in words."""
        bounds = (("at least", self.minimum), ("at most", self.maximum))
        words = [f"{word} {bound:g}" for word, bound in bounds if bound is not None]
        if words and self.requirement == CONFIDENT:
            words[-1] += " with its whole interval"
        if words and self.rule:
            words[-1] += f" ({self.rule})"
        if self.adaptive is not None and not self.rule:
            words.append("a threshold out of its history")
        if self.max_drop is not None:
            words.append(f"no more than {self.max_drop:g} worse than {self.baseline}")
        if self.must_beat:
            others = ["every control" if name == CONTROLS else name for name in self.must_beat]
            words.append(f"shown to beat {' and '.join(others)}")
        return " and ".join(words)
