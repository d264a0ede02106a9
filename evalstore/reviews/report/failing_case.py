"""A case that does not count as right, for a report."""

from dataclasses import dataclass
from typing import Final

from evalstore.reviews.charts.drawing.numbers import number
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.report.untrusted import Excerpt

VERDICT_ICONS: Final = {
    "wrong": "✘",
    "abstained": "○",
    "error": "⚠",
    "missing": "⚠",
    "unparsable": "⚠",
    "undetermined": "?",
    "unscored": "?",
}
GIST_LENGTH: Final = 140


@dataclass(frozen=True)
class CaseVerdict:
    """The verdict of one validator on one answer."""

    validator_id: str
    verdict: str
    reason: Excerpt
    tags: tuple[str, ...]
    event_id: str


@dataclass(frozen=True)
class Part:
    """One text of a case and its name."""

    name: str
    excerpt: Excerpt


@dataclass(frozen=True)
class FailingAttempt:
    """One attempt that does not count as right, with all verdicts on it."""

    number: int
    status: str
    confidence: float | None
    response: Excerpt
    answer: Excerpt
    judgements: tuple[CaseVerdict, ...]
    response_event_id: str

    @property
    def verdict(self) -> str:
        """Return the first verdict, else the status of the response."""
        return self.judgements[0].verdict or self.status or "no verdict"

    @property
    def kind(self) -> str:
        """Return the class of the verdict in the style sheet."""
        return self.verdict if self.verdict in VERDICT_ICONS else "unscored"

    @property
    def icon(self) -> str:
        return VERDICT_ICONS[self.kind]

    @property
    def confidence_text(self) -> str:
        return number(self.confidence)

    @property
    def gist(self) -> str:
        """Return the first validator's reason on one line."""
        return one_line(self.judgements[0].reason.text, GIST_LENGTH)

    @property
    def parts(self) -> tuple[Part, ...]:
        """Return the texts that are not empty, by name."""
        return parts_of(("response", self.response), ("answer read from it", self.answer))


@dataclass(frozen=True)
class FailingCase:
    """One case with attempts that do not count as right; ``attempts`` are the first of them."""

    anchor: str
    case_id: str
    domain: str
    label: str
    severity: str
    prompt: Excerpt
    expected: Excerpt
    attempts: tuple[FailingAttempt, ...]
    failing_count: int
    attempt_count: int

    @property
    def first(self) -> FailingAttempt:
        return self.attempts[0]

    @property
    def tally(self) -> str:
        """Return the number of failing attempts as text, empty if there was only one attempt."""
        if self.attempt_count <= 1:
            return ""
        shown = len(self.attempts)
        note = f", the first {shown} are shown" if shown < self.failing_count else ""
        return f"{self.failing_count:,} of {self.attempt_count:,} attempts fail{note}"

    @property
    def described(self) -> str:
        """Return the known facts of the case other than its texts, as text."""
        facts = (
            ("domain", self.domain),
            ("label", self.label),
            ("severity", self.severity),
            ("response", self.first.status if self.attempt_count <= 1 else ""),
        )
        return " · ".join(f"{name} {value}" for name, value in facts if value)

    @property
    def parts(self) -> tuple[Part, ...]:
        """Return the texts of the case that are not empty, by name."""
        return parts_of(("prompt", self.prompt), ("expected", self.expected))


def parts_of(*texts: tuple[str, Excerpt]) -> tuple[Part, ...]:
    """Return the texts that are not empty, by name."""
    return tuple(Part(name, excerpt) for name, excerpt in texts if excerpt.length)


@dataclass(frozen=True)
class SystemFailures:
    """The first failing cases of one system, and the number of all of them."""

    anchor: str
    system_id: str
    case_count: int
    cases: tuple[FailingCase, ...]

    @property
    def left_out_count(self) -> int:
        return self.case_count - len(self.cases)
