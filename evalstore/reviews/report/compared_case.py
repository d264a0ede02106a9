"""A case on the two sides of a comparison, as the page shows it."""

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
    """What one side said in a case: one attempt, with what every validator made of it."""

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
    # The anchor of the case among all cases of its run.
    case_anchor: str

    @property
    def verdict(self) -> str:
        """Name what became of the attempt: its verdict, else its status."""
        is_reply = self.status == "ok"
        return (self.outcome or "no verdict") if is_reply else self.status or "no response"

    @property
    def kind(self) -> str:
        """Name the verdict for the style sheet, which knows only these."""
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
        """Name the attempt that is shown, of how many, and how sure it was."""
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
        """Return the first reason on one line."""
        return one_line(self.judgements[0].reason.text, GIST_LENGTH) if self.judgements else ""


@dataclass(frozen=True)
class ComparedCase:
    """One case with what each side said; None where a side has no such case."""

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
        """Return the reply of the right side, else the one there is."""
        return self.right or self.left

    @property
    def move(self) -> str:
        """Name both verdicts: ``right → wrong``."""
        return " → ".join(
            side.verdict if side is not None else "no such case"
            for side in (self.left, self.right)
        )


@dataclass(frozen=True)
class CaseGroup:
    """The cases that became the same, the first of them in full; ``command`` lists them all."""

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
        """Say whether the value of these cases is another."""
        return bool(self.command)

    @property
    def left_out(self) -> str:
        """Say how many are left out here; empty where none is."""
        count = self.case_count - len(self.cases)
        return f"{counted(count, 'more case')} of this kind left out here" if count else ""
