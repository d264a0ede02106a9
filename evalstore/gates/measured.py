"""One row of ``metrics.all_metrics``, as a gate reads it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measured:
    """One row of ``metrics.all_metrics``, and how many answers its slice expected in all."""

    system_id: str
    validator_id: str
    slice_name: str
    slice_value: str
    variant: str
    value: float | None
    scored_count: int
    error_count: int
    unscored_count: int
    expected_count: int
    ci_low: float | None
    ci_high: float | None

    @property
    def left_out_share(self) -> float:
        """The share of expected answers that the metric leaves out as errors or unscored."""
        if not self.expected_count or self.scored_count == self.expected_count:
            return 0.0
        return (self.error_count + self.unscored_count) / self.expected_count
