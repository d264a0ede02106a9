"""A case on the two sides of a comparison, for the page."""

from dataclasses import dataclass
from typing import Final

from evalstore.reviews.charts.drawing.numbers import counted, number
from evalstore.reviews.charts.drawing.text import one_line
from evalstore.reviews.report.failing_case import GIST_LENGTH, VERDICT_ICONS, CaseVerdict
from evalstore.reviews.report.marked_replies import MarkedReplies
from evalstore.reviews.report.untrusted import Excerpt

RIGHT_ICON: Final = "✔"
MEASURED_ICON: Final = "≈"


@dataclass(frozen=True)
class ComparedReply:
    """The reply of one side to a case: one attempt, with the verdict of every validator."""

    attempt: int
    attempt_count: int
    right_count: int
    status: str
    outcome: str
    value: float | None
    confidence: float | None
    response: Excerpt
    judgements: tuple[CaseVerdict, ...]
    response_event_id: str
    # The anchor of the case in the list of all cases of its run.
    case_anchor: str

    @property
    def verdict(self) -> str:
        """Return the verdict on the attempt, else its status."""
        is_reply = self.status == "ok"
        return (self.outcome or "no verdict") if is_reply else self.status or "no response"

    @property
    def kind(self) -> str:
        """Return the class of the verdict in the style sheet."""
        if self.verdict in ("right", "measured"):
            return "pass" if self.verdict == "right" else "measured"
        return self.verdict if self.verdict in VERDICT_ICONS else "unscored"

    @property
    def icon(self) -> str:
        if self.kind == "measured":
            return MEASURED_ICON
        return RIGHT_ICON if self.kind == "pass" else VERDICT_ICONS[self.kind]

    @property
    def described(self) -> str:
        """Return the shown attempt among how many, its value and its confidence, as text."""
        parts = []
        if self.attempt_count > 1:
            parts.append(
                f"attempt {self.attempt} of {self.attempt_count}; {self.right_count} of them right"
            )
        if self.verdict == "measured" and self.value is not None:
            parts.append(f"value {number(self.value)}")
        if self.confidence is not None:
            parts.append(f"confidence {number(self.confidence)}")
        return " · ".join(parts)

    @property
    def gist(self) -> str:
        """Return the first validator's reason on one line, empty without verdicts."""
        return one_line(self.judgements[0].reason.text, GIST_LENGTH) if self.judgements else ""


@dataclass(frozen=True)
class ComparedCase:
    """One case with the reply of each side, None if a side does not have the case."""

    anchor: str
    case_id: str
    described: str
    prompt: Excerpt
    expected: Excerpt
    left: ComparedReply | None
    right: ComparedReply | None
    marked: MarkedReplies

    @property
    def newest(self) -> ComparedReply | None:
        """Return the reply of the right side, else of the left side."""
        return self.right or self.left

    @property
    def move(self) -> str:
        """Return both verdicts as text, such as ``right → wrong``."""
        return " → ".join(
            side.verdict if side is not None else "no such case"
            for side in (self.left, self.right)
        )


@dataclass(frozen=True)
class CaseGroup:
    """The cases with one kind of change, the first of them in full; ``command`` lists all."""

    anchor: str
    change: str
    title: str
    note: str
    icon: str
    kind: str
    case_count: int
    cases: tuple[ComparedCase, ...]
    command: str
    is_open: bool

    @property
    def is_changed(self) -> bool:
        """Return True if the value of these cases changed."""
        return bool(self.command)

    @property
    def left_out(self) -> str:
        """Return the number of cases left out as text, empty if all are shown."""
        count = self.case_count - len(self.cases)
        return f"{counted(count, 'more case')} of this kind left out here" if count else ""
