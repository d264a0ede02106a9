"""The verdicts that ``judge`` gave on a run, as rows and in detail."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from evalstore.base.phrases import counted
from evalstore.errors import EvalstoreError, UndecidedError
from evalstore.store.query.result import Result, of_rows

if TYPE_CHECKING:
    import pyarrow

    from evalstore.running.judge_result import JudgeResult
    from evalstore.running.model_calls.spending import Spending

JUDGED = {
    "validator_id": "VARCHAR",
    "outcome_before": "VARCHAR",
    "outcome": "VARCHAR",
    "verdict_count": "BIGINT",
}


class JudgedRun(Result):
    """
    One row for each validator and pair of outcomes, before and now, with their count.

    ``details`` also has what was left out, and why; ``spending`` the questions to models.
    """

    def __init__(self, details: JudgeResult, spending: Spending, *, is_dry_run: bool) -> None:
        self.details, self.spending, self.is_dry_run = details, spending, is_dry_run
        self.columns, self.types = list(JUDGED), list(JUDGED.values())

    @cached_property
    def _table(self) -> pyarrow.Table:
        """The rows, built on first use."""
        rows = [
            (judged.validator.validator_id, before, now, count)
            for judged in self.details.judged
            for (before, now), count in sorted(judged.changes.items())
        ]
        return of_rows(JUDGED, rows).arrow()

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``judge --json`` prints."""
        return {
            "run_id": self.details.run_id,
            "run_status": self.details.run_status,
            "dry_run": self.is_dry_run,
            "folded": self.details.is_folded,
            "validators": [scope.to_dict() for scope in self.details.judged],
        }

    def require_complete(self) -> None:
        """
        Raise EvalstoreError if every verdict is an error.

        Also raises UndecidedError if a limit of spending left responses unjudged.
        """
        judged = self.details.judged
        judged_count = sum(scope.judged_count for scope in judged)
        error_count = sum(scope.outcomes["error"] for scope in judged)
        if judged_count and judged_count == error_count:
            reason = next(scope.first_error for scope in judged if scope.first_error)
            raise EvalstoreError(
                f"all of {counted(judged_count, 'verdict')} failed, the first: {reason}; run "
                "`evalstore judge` again to retry"
            )
        unasked_count = sum(scope.unasked_count for scope in judged)
        if unasked_count and not self.is_dry_run:
            why = next(scope.stopped for scope in judged if scope.stopped)
            raise UndecidedError(
                f"{counted(unasked_count, 'response')} not judged: {why}; repeat the command to "
                "continue"
            )
