"""Results of judging stored responses: verdicts by validator, and responses that were left out."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from evalstore.running.judging import Validator

UNJUDGED = "unjudged"


@dataclass(slots=True)
class JudgedByValidator:
    """
    The verdicts of one validator.

    ``changes`` counts verdicts by the outcome before and now; ``unchanged`` counts by outcome the
    verdicts that equal the recorded one and are not appended again. ``left_out`` counts responses
    that were not judged, by reason.
    """

    validator: Validator
    pages: list[Sequence[int]] = field(default_factory=list)
    pending_count: int = 0
    left_out: dict[str, int] = field(default_factory=dict)
    # Some of the cases that responses name but the run lacks.
    case_ids_unknown: tuple[str, ...] = ()
    # The number of responses to cases without a prompt, and some of these cases.
    without_prompt_count: int = 0
    case_ids_without_prompt: tuple[str, ...] = ()
    changes: Counter[tuple[str, str]] = field(default_factory=Counter)
    unchanged: Counter[str] = field(default_factory=Counter)
    first_error: str | None = None
    # If a spending limit was reached: the reason, and the number of responses that were not
    # judged.
    stopped: str | None = None
    unasked_count: int = 0

    @property
    def judged_count(self) -> int:
        """The number of responses with a verdict now, unchanged ones included."""
        return self.changes.total()

    @property
    def appended_count(self) -> int:
        """The number of verdicts that are new in the log."""
        return self.judged_count - self.unchanged.total()

    @property
    def outcomes(self) -> Counter[str]:
        """The number of verdicts by outcome."""
        counts: Counter[str] = Counter()
        for (_, outcome), count in self.changes.items():
            counts[outcome] += count
        return counts

    def to_dict(self) -> dict[str, object]:
        """Return the entry in the output of ``judge --json``."""
        return {
            "validator_id": self.validator.validator_id,
            "version": self.validator.version,
            "digest": self.validator.digest,
            "settings": dict(self.validator.settings),
            "judged": self.judged_count,
            "appended": self.appended_count,
            "outcomes": dict(self.outcomes),
            "changes": [
                {"before": before, "now": now, "count": count}
                for (before, now), count in sorted(self.changes.items())
            ],
            "not_judged": self.left_out,
            "unknown_cases": self.case_ids_unknown,
            "without_prompt": self.without_prompt_count,
            "unasked": self.unasked_count,
        }


@dataclass(frozen=True, slots=True)
class JudgeResult:
    """The verdicts on a run, by validator; ``holder`` names the process that blocked the fold."""

    run_id: str
    run_status: str
    judged: tuple[JudgedByValidator, ...]
    is_folded: bool = True
    holder: str = ""
