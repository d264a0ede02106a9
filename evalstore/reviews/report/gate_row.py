"""Decisions of gates for a report, and the overall decision on a run."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from evalstore.reviews.charts.drawing.numbers import counted, interval, number
from evalstore.reviews.report.metric_row import DIGITS, MetricRow
from evalstore.reviews.report.rows import gate_anchor
from evalstore.reviews.review import Finding, Review

VALUE_TOLERANCE: Final = 1e-12
# decision -> its icon and its word, in the order of the exit codes.
DECISIONS: Final = {
    "fail": ("✘", "fail"),
    "broken": ("⚠", "broken"),
    "undecided": ("?", "undecided"),
    "pass": ("✔", "pass"),
}


@dataclass(frozen=True)
class Banner:
    """The overall decision on one run, as in the exit code of `evalstore gate`."""

    kind: str
    icon: str
    text: str


@dataclass(frozen=True)
class GateRow:
    """The decision of one gate, with its address and that of the number that it judges."""

    anchor: str
    finding: Finding
    metric_anchor: str | None
    value_now: float | None

    @property
    def icon(self) -> str:
        return DECISIONS[self.kind][0]

    @property
    def word(self) -> str:
        return DECISIONS.get(self.finding.answer, ("?", self.finding.answer))[1]

    @property
    def kind(self) -> str:
        """Return the class of the decision in the style sheet; undecided if it is unknown."""
        return self.finding.answer if self.finding.answer in DECISIONS else "undecided"

    @property
    def slice_text(self) -> str:
        """Return the slice as text, empty for all cases."""
        is_sliced = bool(self.finding.where)
        return f"{self.finding.slice_name} = {self.finding.slice_value}" if is_sliced else ""

    @property
    def value_text(self) -> str:
        return number(self.finding.value, DIGITS)

    @property
    def interval_text(self) -> str:
        return interval(self.finding.low, self.finding.high, DIGITS)

    @property
    def now_note(self) -> str:
        """Return the current value as text, empty if it has not changed since the decision."""
        now = number(self.value_now, DIGITS)
        if self.metric_anchor is None or now == self.value_text:
            return ""
        return f"now {now}"

    @property
    def cases_text(self) -> str:
        """Return the number and kind of the decision's cases as text, empty without any."""
        if not self.finding.case_count:
            return ""
        cases = counted(self.finding.case_count, "case")
        if self.finding.answer == "broken":
            return f"{cases} left out"
        if self.finding.became_wrong_count:
            return f"{cases} that became wrong"
        return counted(self.finding.case_count, "failing case")

    @property
    def changed_text(self) -> str:
        """Return the numbers of cases that became wrong and right, empty without a baseline."""
        finding = self.finding
        if finding.became_wrong_count is None or finding.changed_of_count is None:
            return ""
        wrong, right = finding.became_wrong_count, finding.became_right_count or 0
        cases = counted(finding.changed_of_count, "case")
        return f"of {cases} {wrong:,} became wrong and {right:,} right"

    @property
    def has_moved(self) -> bool:
        """Return True if the value has changed since the decision."""
        value = self.finding.value
        if self.metric_anchor is None or value is None:
            return False
        return self.value_now is None or abs(value - self.value_now) > VALUE_TOLERANCE


def gates_of(review: Review, metrics: Sequence[MetricRow]) -> tuple[GateRow, ...]:
    """Return the decisions of a review, each with the page's row of its number."""
    rows = []
    for finding in review.findings:
        judged = judged_metric(finding, metrics)
        rows.append(
            GateRow(
                anchor=anchor_of(review.run.run_id, finding),
                finding=finding,
                metric_anchor=judged.anchor if judged else None,
                value_now=judged.value if judged else None,
            )
        )
    return tuple(rows)


def anchor_of(run_id: str, finding: Finding) -> str:
    """Return the address of a decision; foreign ones have a prefix."""
    address = gate_anchor(
        run_id,
        finding.gate_id,
        finding.system_id,
        finding.validator_id,
        finding.slice_name,
        finding.slice_value,
        finding.variant,
    )
    return f"foreign-{address}" if finding.is_foreign else address


def judged_metric(finding: Finding, metrics: Iterable[MetricRow]) -> MetricRow | None:
    """Return the row that a decision judges, by the primary validator if it names none."""
    wanted = (
        finding.metric,
        finding.system_id,
        finding.slice_name or "all",
        finding.slice_value or "all",
        finding.variant,
    )
    for row in metrics:
        identity = (row.metric, row.system_id, row.slice_name, row.slice_value, row.variant)
        is_validator = (
            row.validator_id == finding.validator_id
            if finding.validator_id
            else row.is_primary_validator
        )
        if identity == wanted and is_validator:
            return row
    return None


def banner_of(review: Review, gates: Sequence[GateRow]) -> Banner:
    """Return the overall decision on a run, or a warning if values have changed since."""
    deciding = [gate for gate in gates if gate.finding.is_blocking]
    moved = [gate for gate in deciding if gate.has_moved]
    if moved:
        return Banner(
            "undecided",
            "?",
            f"Out of date: {counted(len(moved), 'decision')} of {len(deciding)} no longer follow "
            "from the values below; run `evalstore gate` to decide again.",
        )
    if not deciding:
        return Banner("none", "○", review.decision)
    return Banner(review.answer, DECISIONS[review.answer][0], review.decision)
