"""A case that does not count as right, as a report shows it."""

from dataclasses import dataclass
from typing import Final

from evalstore.charts.drawing.numbers import number
from evalstore.charts.drawing.text import one_line
from evalstore.reports.untrusted import Excerpt

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
class Judgement:
    """What one validator said of one answer."""

    validator_id: str
    verdict: str
    reason: Excerpt
    tags: tuple[str, ...]
    event_id: str


@dataclass(frozen=True)
class Part:
    """One text of a case and what it is called."""

    name: str
    excerpt: Excerpt


@dataclass(frozen=True)
class FailingCase:
    """One case that does not count as right, with everything that was said."""

    anchor: str
    case_id: str
    domain: str
    label: str
    severity: str
    status: str
    confidence: float | None
    prompt: Excerpt
    response: Excerpt
    answer: Excerpt
    expected: Excerpt
    judgements: tuple[Judgement, ...]
    response_event_id: str

    @property
    def verdict(self) -> str:
        """Name what became of the case: its first verdict, else the status of its response."""
        return self.judgements[0].verdict or self.status or "no verdict"

    @property
    def kind(self) -> str:
        """Name the verdict for the style sheet, which knows only these."""
        return self.verdict if self.verdict in VERDICT_ICONS else "unscored"

    @property
    def icon(self) -> str:
        return VERDICT_ICONS[self.kind]

    @property
    def confidence_text(self) -> str:
        return number(self.confidence)

    @property
    def gist(self) -> str:
        """Return the first reason on one line."""
        return one_line(self.judgements[0].reason.text, GIST_LENGTH)

    @property
    def described(self) -> str:
        """Name what is known of the case beside its texts."""
        facts = (
            ("domain", self.domain),
            ("label", self.label),
            ("severity", self.severity),
            ("response", self.status),
        )
        return " · ".join(f"{name} {value}" for name, value in facts if value)

    @property
    def parts(self) -> tuple[Part, ...]:
        """Return the texts that are there, by name."""
        texts = (
            ("prompt", self.prompt),
            ("response", self.response),
            ("answer read from it", self.answer),
            ("expected", self.expected),
        )
        return tuple(Part(name, excerpt) for name, excerpt in texts if excerpt.length)


@dataclass(frozen=True)
class SystemFailures:
    """The failing cases of one system, and how many there are in all."""

    anchor: str
    system_id: str
    case_count: int
    cases: tuple[FailingCase, ...]

    @property
    def left_out_count(self) -> int:
        return self.case_count - len(self.cases)
