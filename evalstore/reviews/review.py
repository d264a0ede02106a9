"""The review of one run, ready to print: decision, reasons, baseline and failing cases."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from evalstore.base.phrases import bracketed, short_commit
from evalstore.gates.decide import BY_FACTS_ALONE
from evalstore.gates.tries import tries_text
from evalstore.reviews.charts.drawing.numbers import interval, number
from evalstore.reviews.failure_groups.recorded import RecordedGroups

Answer = Literal["pass", "fail", "undecided", "broken", ""]
BECAME_WRONG: Final = "became wrong"
WRONG_BEFORE: Final = "wrong before too"
NEW: Final = "new"
DIGITS: Final = 3


@dataclass(frozen=True)
class RunFacts:
    """The recorded facts of a run; missing values are empty, missing times None."""

    run_id: str
    suite: str
    suite_version: str
    git_sha: str
    git_branch: str
    committed_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    run_status: str
    case_count: int
    systems: tuple[str, ...]
    domains: tuple[str, ...]

    @property
    def short_sha(self) -> str:
        """Return the first digits of the commit, empty if it is unknown."""
        return short_commit(self.git_sha)


@dataclass(frozen=True)
class Finding:
    """
    The decision of one gate on one row of a metric, and the cases that it concerns.

    ``value``, ``low``, ``high`` (95 %), ``minimum``, ``maximum``, ``drop`` and
    ``minimum_detectable_effect`` are in ``unit``; ``drop`` is positive if the run is worse than
    ``baseline_run_id``. ``threshold`` is in words. ``became_wrong_count`` and
    ``became_right_count`` count the ``changed_of_count`` cases that both runs judged; they are
    None without a baseline. ``cases`` are the first cases that became wrong, else the first that
    fail, and those left out if the answer is broken; ``case_count`` is the number of all of them.
    ``excess`` is the distance of the value beyond its threshold, as a share of it; negative
    within. ``try_number`` is its try of the commit, ``branch_try_number`` that of the branch, both
    from 1, and 0 if unknown. ``false_block_chance`` is the probability that the gate fails where
    nothing changed; None if unknown.
    """

    gate_id: str
    metric: str
    answer: str
    is_informational: bool
    is_foreign: bool
    system_id: str
    validator_id: str
    slice_name: str
    slice_value: str
    variant: str
    value: float | None
    low: float | None
    high: float | None
    unit: str
    threshold: str
    minimum: float | None
    maximum: float | None
    scored_count: int
    reason: str
    baseline_run_id: str
    baseline_reference: str
    baseline_reason: str
    drop: float | None
    drop_low: float | None
    drop_high: float | None
    max_drop: float | None
    paired_count: int | None
    minimum_detectable_effect: float | None
    excess: float = 0.0
    sentence: str = ""
    became_wrong_count: int | None = None
    became_right_count: int | None = None
    changed_of_count: int | None = None
    cases: tuple[str, ...] = ()
    case_count: int = 0
    must_beat: tuple[str, ...] = ()
    try_number: int = 0
    branch_try_number: int = 0
    false_block_chance: float | None = None

    @property
    def is_blocking(self) -> bool:
        """Return True if the exit code of ``gate`` depends on it."""
        return not (self.is_informational or self.is_foreign)

    @property
    def is_by_facts_alone(self) -> bool:
        """Return True if it depends on facts of runs whose events were missing at the decision."""
        return BY_FACTS_ALONE in self.reason

    @property
    def value_text(self) -> str:
        """Return the value as text for a table."""
        return number(self.value, DIGITS)

    @property
    def interval_text(self) -> str:
        """Return the interval as text for a table."""
        return interval(self.low, self.high, DIGITS)

    @property
    def became_wrong_text(self) -> str:
        """Return the number of cases that became wrong, of how many; empty if unknown."""
        if self.became_wrong_count is None:
            return ""
        return f"{self.became_wrong_count:,} of {self.changed_of_count or 0:,}"

    @property
    def where(self) -> str:
        """Return its slice as ``name=value``, empty for all cases."""
        if self.slice_name in {"", "all"}:
            return ""
        return f"{self.slice_name}={self.slice_value or '*'}"


@dataclass(frozen=True)
class Mark:
    """One score of a case, by a validator or of one quality; ``passed`` is None if unknown."""

    name: str
    validator_id: str
    value: float | None
    outcome: str
    passed: bool | None

    @property
    def value_text(self) -> str:
        """Return the score with three significant digits, the outcome if it has no score."""
        return self.outcome if self.value is None else f"{self.value:.3g}"

    @property
    def sign(self) -> str:
        """Return a tick or a cross, empty if ``passed`` is None."""
        return {True: "✓", False: "❌", None: ""}[self.passed]


@dataclass(frozen=True)
class ReviewedCase:
    """
    One failing case of a system; texts longer than a limit are cut and end with ``…``.

    ``verdict`` is one line, ``reason`` the validator's words, and ``outcome`` the outcome of the
    validator by which the case fails, else the status of its response. ``tags`` are those of the
    verdicts, ``taxonomy`` the kinds of failure in ``facts.failures``. ``change`` is relative to
    the baseline of the review: "became wrong", "wrong before too", "new", or empty without a
    baseline and if the case was right and is not judged now. The texts are those of ``attempt``,
    the first of the ``failing_count`` failing attempts among ``attempt_count``.
    """

    system_id: str
    case_id: str
    attempt: int
    domain: str
    label: str
    prompt: str
    expected: str
    response: str
    confidence: float | None
    status: str
    marks: tuple[Mark, ...]
    verdict: str
    reason: str
    tags: tuple[str, ...]
    taxonomy: tuple[str, ...]
    change: str
    case_event_id: str
    response_event_id: str
    verdict_event_ids: tuple[str, ...]
    outcome: str = ""
    attempt_count: int = 1
    failing_count: int = 1

    @property
    def taxonomy_text(self) -> str:
        """Return the kinds of failure as text, such as ``[hallucination]``; empty without any."""
        return " ".join(bracketed(self.taxonomy))

    @property
    def tally(self) -> str:
        """Return the number of failing attempts as text, empty if there was only one attempt."""
        if self.attempt_count <= 1:
            return ""
        return f"{self.failing_count:,} of {self.attempt_count:,} attempts fail"


@dataclass(frozen=True)
class BaselineChoice:
    """
    The run that this one is compared with.

    ``reference`` is the reference in the gates, such as ``last-green`` or ``branch:main``, and
    ``why`` a sentence with the reason. ``is_of_gates`` is False if no gate uses a baseline; then
    ``reference`` names the branch or the run that was chosen for context.
    """

    run_id: str
    reference: str
    git_sha: str
    why: str
    is_of_gates: bool

    @property
    def why_alone(self) -> str:
        """Return the sentence without the run's id at its beginning."""
        return self.why.removeprefix(f"{self.run_id} is ")


@dataclass(frozen=True)
class SystemChanges:
    """
    The cases of one system that changed since the baseline, by the run's primary validator.

    ``compared_count`` counts the cases that both runs judged; ``became_wrong`` and
    ``became_right`` are the first ids of each kind.
    """

    system_id: str
    compared_count: int
    became_wrong_count: int
    became_right_count: int
    became_wrong: tuple[str, ...]
    became_right: tuple[str, ...]


@dataclass(frozen=True)
class LeftOut:
    """The number of cases that the numbers leave out for one reason."""

    reason: str
    case_count: int


@dataclass(frozen=True)
class Review:
    """
    The review of one run: ``findings`` are worst first, ``case_count`` counts all failing cases.

    ``answer`` is the overall answer of the gates, empty if none of this store has decided, and
    ``decision`` its sentence. ``no_baseline`` is the reason for a missing baseline, else empty;
    ``changes`` are relative to the baseline. ``nothing_left_out`` is a sentence if ``left_out`` is
    empty: all cases or none are counted. ``key`` is the same for each run of the same gates of
    a suite; it depends on ``scope``, which separates decisions of gates with the same names.
    ``failure_groups`` are groups of failures with a model's description of what they share.
    """

    run: RunFacts
    answer: Answer
    findings: tuple[Finding, ...]
    cases: tuple[ReviewedCase, ...]
    case_count: int
    baseline: BaselineChoice | None
    left_out: tuple[LeftOut, ...] = ()
    nothing_left_out: str = ""
    smallest_drop: str = ""
    false_blocks: str = ""
    key: str = ""
    decision: str = ""
    no_baseline: str = ""
    changes: tuple[SystemChanges, ...] = ()
    scope: str = ""
    failure_groups: tuple[RecordedGroups, ...] = ()

    @property
    def blocking(self) -> tuple[Finding, ...]:
        """Return the findings on which the exit code depends."""
        return tuple(finding for finding in self.findings if finding.is_blocking)

    @property
    def tries(self) -> str:
        """Return which try of the commit and of the branch it is, empty for the first."""
        decided = [finding for finding in self.findings if not finding.is_foreign]
        return tries_text(
            max((finding.try_number for finding in decided), default=0),
            max((finding.branch_try_number for finding in decided), default=0),
        )

    @property
    def passing_drops(self) -> tuple[Finding, ...]:
        """Return the findings that pass and were compared with a baseline, in the given order."""
        return tuple(
            finding
            for finding in self.blocking
            if finding.answer == "pass" and finding.drop is not None
        )

    @property
    def failing(self) -> tuple[Finding, ...]:
        """Return the findings that keep the run from passing, worst first."""
        return tuple(finding for finding in self.blocking if finding.answer != "pass")
