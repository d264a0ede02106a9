"""Review of a gate that stopped before it decided: one finding with the reason."""

from evalstore.errors import UndecidedError
from evalstore.reviews.review import Answer, Finding, Review, RunFacts

GATE_ID = "gate"
# The key contains no suite, because the suite is unknown.
KEY = "stopped"


def stopped_review(reason: str, error: Exception, run_id: str) -> Review:
    """
    Return the review for outputs if no gate could be evaluated, for example without any run.

    Its answer is undecided for UndecidedError, else broken: a missing or empty file could be
    mistaken for a pass. ``run_id`` is empty if no run was named.
    """
    answer: Answer = "undecided" if isinstance(error, UndecidedError) else "broken"
    finding = _finding(answer, reason)
    return Review(
        run=_no_facts(run_id),
        answer=answer,
        findings=(finding,),
        cases=(),
        case_count=0,
        baseline=None,
        key=KEY,
        decision=finding.sentence,
    )


def is_stopped(review: Review) -> bool:
    """Return True if a review is of a gate that stopped, and so has no facts of a run."""
    return review.key == KEY


def _no_facts(run_id: str) -> RunFacts:
    return RunFacts(
        run_id=run_id,
        suite="",
        suite_version="",
        git_sha="",
        git_branch="",
        committed_at=None,
        started_at=None,
        finished_at=None,
        run_status="",
        case_count=0,
        systems=(),
        domains=(),
    )


def _finding(answer: str, reason: str) -> Finding:
    return Finding(
        gate_id=GATE_ID,
        metric="",
        answer=answer,
        is_informational=False,
        is_foreign=False,
        system_id="",
        validator_id="",
        slice_name="",
        slice_value="",
        variant="",
        value=None,
        low=None,
        high=None,
        unit="",
        threshold="",
        minimum=None,
        maximum=None,
        scored_count=0,
        reason=reason,
        baseline_run_id="",
        baseline_reference="",
        baseline_reason="",
        drop=None,
        drop_low=None,
        drop_high=None,
        max_drop=None,
        paired_count=None,
        minimum_detectable_effect=None,
        sentence=f"No gate was decided: {reason}",
    )
