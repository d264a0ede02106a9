"""Results of judging what is in a store: verdicts by validator, and what was left out."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from evalstore.running.judging import Validator

UNJUDGED = "unjudged"


@dataclass(slots=True)
class JudgedByValidator:
    """
    The verdicts of one validator.

    ``changes`` counts verdicts by the outcome before and now; ``unchanged`` by the outcome those
    that say what was recorded already and are not appended again. ``left_out`` counts responses
    that were not judged, by the reason.
    """

    validator: Validator
    pages: list[Sequence[int]] = field(default_factory=list)
    pending_count: int = 0
    left_out: dict[str, int] = field(default_factory=dict)
    # A few of the cases that a response names and the run does not have.
    case_ids_unknown: tuple[str, ...] = ()
    # Responses to cases without a prompt, and a few of these cases.
    without_prompt_count: int = 0
    case_ids_without_prompt: tuple[str, ...] = ()
    changes: Counter[tuple[str, str]] = field(default_factory=Counter)
    unchanged: Counter[str] = field(default_factory=Counter)
    first_error: str | None = None
    # Of a model that may spend no more: why, and the responses that it was not asked about.
    stopped: str | None = None
    unasked_count: int = 0

    @property
    def judged_count(self) -> int:
        """Return the number of responses that got a verdict now, equal ones included."""
        return self.changes.total()

    @property
    def appended_count(self) -> int:
        """Return the number of verdicts that the log did not have."""
        return self.judged_count - self.unchanged.total()

    @property
    def outcomes(self) -> Counter[str]:
        """Return the verdicts by their outcome."""
        counts: Counter[str] = Counter()
        for (_, outcome), count in self.changes.items():
            counts[outcome] += count
        return counts


@dataclass(frozen=True, slots=True)
class JudgeResult:
    """The verdicts on a run, by validator; ``holder`` says who kept them from being folded."""

    run_id: str
    run_status: str
    judged: tuple[JudgedByValidator, ...]
    is_folded: bool = True
    holder: str = ""
