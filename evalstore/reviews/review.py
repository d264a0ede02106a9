"""The review of one run, ready to print: decision, reasons, baseline, and cases that matter."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from evalstore.base.phrases import bracketed
from evalstore.gates.decide import BY_FACTS_ALONE
from evalstore.reviews.charts.drawing.numbers import interval, number
from evalstore.reviews.failure_groups.recorded import RecordedGroups

Answer = Literal["pass", "fail", "undecided", "broken", ""]
BECAME_WRONG: Final = "became wrong"
WRONG_BEFORE: Final = "wrong before too"
NEW: Final = "new"
# What an output shows where its line has no place for more.
SHORT_SHA_LENGTH: Final = 12
DIGITS: Final = 3


@dataclass(frozen=True)
class RunFacts:
    """What a run says of itself; empty, or None of times, where it does not say."""

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
        """Return the first digits of the commit, empty where it is not known."""
        return self.git_sha[:SHORT_SHA_LENGTH]


@dataclass(frozen=True)
class Finding:
    """
    What one gate decided on one row of a metric, and which cases it is about.

    ``value``, ``low``, ``high`` (95 %), ``minimum``, ``maximum``, ``drop`` and
    ``minimum_detectable_effect`` are in ``unit``; ``drop`` is positive where the run is worse than
    ``baseline_run_id``. ``threshold`` is in words. ``became_wrong_count`` and
    ``became_right_count`` are of the ``changed_of_count`` cases that both runs judged, None
    without a baseline. ``cases`` are the first that became wrong, without any the first that
    fail, and of a broken one those left out; ``case_count`` says how many there are. ``excess``
    is how far the value lies beyond its threshold, as a share of it, and negative within.
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

    @property
    def is_blocking(self) -> bool:
        """Say whether the exit code of ``gate`` rests on it."""
        return not (self.is_informational or self.is_foreign)

    @property
    def is_by_facts_alone(self) -> bool:
        """Say whether it rests on facts of runs whose events were not where it was decided."""
        return BY_FACTS_ALONE in self.reason

    @property
    def value_text(self) -> str:
        """Return the value as a table shows it."""
        return number(self.value, DIGITS)

    @property
    def interval_text(self) -> str:
        """Return the interval as a table shows it."""
        return interval(self.low, self.high, DIGITS)

    @property
    def became_wrong_text(self) -> str:
        """Return how many of how many cases became wrong, nothing where it is not known."""
        if self.became_wrong_count is None:
            return ""
        return f"{self.became_wrong_count:,} of {self.changed_of_count or 0:,}"

    @property
    def where(self) -> str:
        """Name its slice, empty for all cases."""
        if self.slice_name in {"", "all"}:
            return ""
        return f"{self.slice_name}={self.slice_value or '*'}"


@dataclass(frozen=True)
class Mark:
    """One score of a case: of a validator, or a quality that it scores; ``passed`` if it says."""

    name: str
    validator_id: str
    value: float | None
    outcome: str
    passed: bool | None

    @property
    def value_text(self) -> str:
        """Return the score with as many digits as it needs, the outcome where there is none."""
        return self.outcome if self.value is None else f"{self.value:.3g}"

    @property
    def sign(self) -> str:
        """Return a tick or a cross, nothing where it is neither."""
        return {True: "✓", False: "❌", None: ""}[self.passed]


@dataclass(frozen=True)
class ReviewedCase:
    """
    One case that a system does not get right; its texts are cut at a limit, with ``…``.

    ``verdict`` is one line, ``reason`` the validator's words, and ``outcome`` that of the
    validator by which it fails, else the status of its response. ``tags`` are those of the store,
    ``taxonomy`` the kinds of failure in ``facts.failures``. ``change`` is beside the baseline of
    the review: "became wrong", "wrong before too", "new", or empty: without a baseline, and
    where it was right and is not judged now. Texts are those of ``attempt``, the first that fails
    of the ``failing_count`` among ``attempt_count``.
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
        """Write the kinds of failure, such as ``[hallucination]``; empty without any."""
        return " ".join(bracketed(self.taxonomy))

    @property
    def tally(self) -> str:
        """Say how many attempts fail, nothing where there was but one."""
        if self.attempt_count <= 1:
            return ""
        return f"{self.failing_count:,} of {self.attempt_count:,} attempts fail"


@dataclass(frozen=True)
class BaselineChoice:
    """
    The run that this one is held against.

    ``reference`` is what the gates name, such as ``last-green`` or ``branch:main``, and ``why`` a
    sentence. Where no gate is held against a run ``is_of_gates`` is false, and the reference says
    how the run was found: the newest whole one of the same branch, or of the main line.
    """

    run_id: str
    reference: str
    git_sha: str
    why: str
    is_of_gates: bool

    @property
    def why_alone(self) -> str:
        """Return the sentence without the id that it begins with."""
        return self.why.removeprefix(f"{self.run_id} is ")


@dataclass(frozen=True)
class SystemChanges:
    """
    How many cases of one system changed since the baseline, by the run's primary validator.

    ``compared_count`` is of cases that both runs judged; the ids are the first of each.
    """

    system_id: str
    compared_count: int
    became_wrong_count: int
    became_right_count: int
    became_wrong: tuple[str, ...]
    became_right: tuple[str, ...]


@dataclass(frozen=True)
class LeftOut:
    """How many cases no number counts, for one reason."""

    reason: str
    case_count: int


@dataclass(frozen=True)
class Review:
    """
    The review of one run: ``findings`` are worst first, ``case_count`` counts all that fail.

    ``answer`` is what the gates come to, empty where none of this store has decided, and
    ``decision`` says it in one line. ``no_baseline`` says why there is none, where there is none;
    ``changes`` are since the baseline. ``key`` is the same for each run of the same gates of a
    suite; ``scope`` is in it, and keeps apart what gates of the same names decide.
    ``failure_groups`` are what a model said that failures share.
    """

    run: RunFacts
    answer: Answer
    findings: tuple[Finding, ...]
    cases: tuple[ReviewedCase, ...]
    case_count: int
    baseline: BaselineChoice | None
    left_out: tuple[LeftOut, ...] = ()
    smallest_drop: str = ""
    key: str = ""
    decision: str = ""
    no_baseline: str = ""
    changes: tuple[SystemChanges, ...] = ()
    scope: str = ""
    failure_groups: tuple[RecordedGroups, ...] = ()

    @property
    def blocking(self) -> tuple[Finding, ...]:
        """Return the findings on which the exit code rests."""
        return tuple(finding for finding in self.findings if finding.is_blocking)

    @property
    def failing(self) -> tuple[Finding, ...]:
        """Return the findings that keep the run from passing, worst first."""
        return tuple(finding for finding in self.blocking if finding.answer != "pass")
