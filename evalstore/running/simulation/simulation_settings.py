"""Settings of the simulated system: its declared quality."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from evalstore.base.settings import flag, number, parsed, setting, system_place
from evalstore.errors import UsageError
from evalstore.running.simulation import simulated_skill

# Confidences are uniform over this many steps above the lowest.
STEP_COUNT = 100
SETTINGS_OF_SKILL = ("skill", "common_luck")
REPLACED_BY_SKILL = ("accuracy", "accuracy_by_domain", "calibration_slope")
# Tolerance for rounding in sums such as 0.85 + 0.15.
_HAIR = 1e-9


def _shares(value: object) -> dict[str, float]:
    """Return a table of shares; raise ValueError if it is none."""
    if not isinstance(value, Mapping):
        raise TypeError
    for share in value.values():
        is_number = isinstance(share, int | float) and not isinstance(share, bool)
        if not is_number or not 0 <= share <= 1:
            raise ValueError
    return {str(key): float(share) for key, share in value.items()}


@dataclass(frozen=True, slots=True)
class SimulatedSettings:
    """
    The declared quality of a simulated system.

    An answer's confidence is uniform over ``confidence_mean`` plus or minus ``confidence_spread``,
    independent of the question. The answer is then right with probability

        accuracy of its domain + calibration_slope * (confidence - confidence_mean)

    The mean of this is exactly the accuracy, and its slope over the confidence is the slope. A
    line that would leave the range from 0 to 1 is refused, so that no value has to be clipped.

    With ``skill``, in logits, the difficulty of the case decides instead (``simulated_skill``),
    independent of the confidence; ``common_luck`` is the share of luck common to all systems.
    """

    accuracy: float = number(0.75, 0.0, 1.0)
    accuracy_by_domain: Mapping[str, float] = setting(
        _shares, "a table of numbers from 0 to 1", dict
    )
    confidence_mean: float = number(0.8, 0.0, 1.0)
    confidence_spread: float = number(0.15, 0.0, 0.5)
    calibration_slope: float = number(1.0, -10.0, 10.0)
    abstention_rate: float = number(0.05, 0.0, 1.0)
    contradiction_rate: float = number(0.2, 0.0, 1.0)
    respect_rate: float = number(0.9, 0.0, 1.0)
    error_rate: float = number(0.0, 0.0, 1.0)
    missing_rate: float = number(0.0, 0.0, 1.0)
    unparsable_rate: float = number(0.0, 0.0, 1.0)
    latency_ms: float = number(400.0, 0.0, 3_600_000.0)
    sleep: bool = flag(False)
    skill: float | None = number(None, -10.0, 10.0)
    common_luck: float = number(0.5, 0.0, 1.0)

    def recorded(self) -> dict[str, object]:
        """Return all settings that have an effect."""
        values = {**asdict(self), "accuracy_by_domain": dict(self.accuracy_by_domain)}
        left_out = SETTINGS_OF_SKILL if self.skill is None else REPLACED_BY_SKILL
        return {name: value for name, value in values.items() if name not in left_out}

    def accuracy_in(self, domain: str) -> float:
        """Return the share of right ones among a domain's given answers, at medium difficulty."""
        if self.skill is not None:
            return simulated_skill.probability(self.skill, None)
        return self.accuracy_by_domain.get(domain, self.accuracy)

    def confidence_at(self, step: int) -> float:
        """Return the confidence of a step, from the lowest (0) to the highest (STEP_COUNT)."""
        shift = self.confidence_spread * (2 * step / STEP_COUNT - 1)
        # Rounded for the record only; the probability uses the exact value.
        return min(1.0, max(0.0, round(self.confidence_mean + shift, 9)))

    def chance_at(self, confidence: float, domain: str) -> float:
        """Return the probability that an answer with this confidence is right."""
        shift = confidence - self.confidence_mean
        return min(1.0, max(0.0, self.accuracy_in(domain) + self.calibration_slope * shift))

    def brier_in(self, domain: str) -> float:
        """Return the expected squared difference between confidence and correctness (0 or 1)."""
        accuracy = self.accuracy_in(domain)
        variance = self.confidence_spread**2 * (STEP_COUNT + 2) / (3 * STEP_COUNT)
        mean = self.confidence_mean
        return (
            mean**2
            + variance
            - 2 * (mean * accuracy + self.calibration_slope * variance)
            + accuracy
        )


def simulated_settings(system_id: str, values: Mapping[str, object]) -> SimulatedSettings:
    """Parse the settings; raise UsageError if they are invalid or inconsistent."""
    place = system_place(system_id, "simulated")
    if "skill" in values:
        _require_alone(values, place)
        values = {"calibration_slope": 0.0, **values}
    elif "common_luck" in values:
        raise UsageError(
            f"{place}: common_luck is set without skill; set skill, in logits, or leave "
            "common_luck out"
        )
    quality = parsed(SimulatedSettings, values, place)
    _check(place, quality)
    return quality


def _check(place: str, quality: SimulatedSettings) -> None:
    low = quality.confidence_mean - quality.confidence_spread
    high = quality.confidence_mean + quality.confidence_spread
    if low < -_HAIR or high > 1 + _HAIR:
        raise UsageError(
            f"{place}: confidences would reach from {low:g} to {high:g}, expected 0 to 1; "
            "lower confidence_spread or move confidence_mean"
        )
    half = abs(quality.calibration_slope) * quality.confidence_spread
    for domain, accuracy in {"": quality.accuracy, **quality.accuracy_by_domain}.items():
        if accuracy - half < -_HAIR or accuracy + half > 1 + _HAIR:
            where = f" of {domain}" if domain else ""
            raise UsageError(
                f"{place}: with an accuracy{where} of {accuracy:g} the probability of being "
                f"right would reach from {accuracy - half:g} to {accuracy + half:g}, expected 0 "
                "to 1; lower calibration_slope or confidence_spread"
            )
    failing = quality.error_rate + quality.missing_rate + quality.unparsable_rate
    if failing > 1 + _HAIR:
        raise UsageError(
            f"{place}: error_rate, missing_rate and unparsable_rate add up to {failing:g}, "
            "expected at most 1"
        )


def _require_alone(values: Mapping[str, object], place: str) -> None:
    """Raise UsageError if settings are set that skill replaces."""
    clashing = [name for name in REPLACED_BY_SKILL if name in values]
    if clashing:
        raise UsageError(
            f"{place}: {clashing[0]} has no effect together with skill, which decides by the "
            "difficulty of each case whether its answer is right; leave one of them out"
        )
