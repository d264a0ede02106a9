"""One row of ``metrics.all_metrics``, as a gate reads it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measured:
    """
    One row of ``metrics.all_metrics``, and how many cases its slice expected in all.

    ``scored_count``, ``error_count`` and ``unscored_count`` are of cases. ``attempt_count``
    (expected) and ``left_out_attempt_count`` are None where the metric counts no attempts.
    """

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
    attempt_count: int | None = None
    left_out_attempt_count: int | None = None

    @property
    def left_out(self) -> tuple[int, int, str]:
        """How many the metric leaves out, of how many expected, and of what: attempts or cases."""
        if self.attempt_count is not None and self.left_out_attempt_count is not None:
            return self.left_out_attempt_count, self.attempt_count, "attempts"
        if self.scored_count == self.expected_count:
            return 0, self.expected_count, "cases"
        return self.error_count + self.unscored_count, self.expected_count, "cases"

    @property
    def left_out_share(self) -> float:
        """The share of what was expected that the metric leaves out."""
        count, expected_count, _ = self.left_out
        return count / expected_count if expected_count else 0.0
