"""The baseline of a review: the run that it compares with, and the reason for this choice."""

from collections.abc import Sequence
from typing import Final

from evalstore.gates.baseline import flaws_of
from evalstore.gates.tries import MAIN_BRANCHES
from evalstore.reviews.charts.drawing.rows import Row, text_of
from evalstore.reviews.review import BaselineChoice, Finding
from evalstore.reviews.review_rows import review_query
from evalstore.store.query.reader import Reader

# Maximum number of earlier runs searched for a whole one.
CANDIDATE_LIMIT: Final = 20


def chosen(
    reader: Reader, run_id: str, findings: Sequence[Finding]
) -> tuple[BaselineChoice | None, str]:
    """
    Return the baseline of the worst gate that has one, else an earlier run for context.

    For context it is the newest whole run of the suite before this one: of the same branch, else
    of the main line, else of any branch. Returns None and a sentence with the reason if no such
    run exists; the sentence is empty otherwise.
    """
    for finding in findings:
        if finding.baseline_run_id and not finding.is_foreign:
            return _of_gate(reader, finding), ""
    return _for_context(reader, run_id)


def _of_gate(reader: Reader, finding: Finding) -> BaselineChoice:
    run_id = finding.baseline_run_id
    rows = review_query(reader, "commit", run_id=run_id)
    reference = finding.baseline_reference
    why = finding.baseline_reason or (
        f"gate {finding.gate_id} is compared with {reference or 'it'}; its decision does not "
        "record why this run was chosen"
    )
    sha = text_of(rows[0], "git_sha") if rows else ""
    return BaselineChoice(run_id, reference, sha, why, is_of_gates=True)


def _for_context(reader: Reader, run_id: str) -> tuple[BaselineChoice | None, str]:
    rows = review_query(
        reader,
        "earlier_runs",
        run_id=run_id,
        main_branches=[*MAIN_BRANCHES],
        run_limit=CANDIDATE_LIMIT,
    )
    passed_over = ""
    flaws = flaws_of(reader, [text_of(row, "run_id") for row in rows])
    for row in rows:
        candidate = text_of(row, "run_id")
        flaw = flaws[candidate]
        if not flaw:
            return _context_of(row, passed_over), ""
        passed_over = passed_over or f"; {candidate} was skipped: {flaw}"
    return None, f"The suite has no complete run before this one{passed_over}."


def _context_of(row: Row, passed_over: str) -> BaselineChoice:
    run_id, branch, line = (text_of(row, name) for name in ("run_id", "git_branch", "line"))
    reference = f"branch:{branch}" if branch else f"run:{run_id}"
    kind = "the newest complete run of the suite before this one"
    which = {
        "branch": f"{kind} on the same branch" if branch else f"{kind}; neither names a branch",
        "main line": f"{kind} on the main line, since its own branch has none",
        "suite": f"{kind}, since neither its own branch nor the main line has one",
    }[line]
    why = f"{run_id} is {which}{passed_over}; no gate uses it"
    return BaselineChoice(run_id, reference, text_of(row, "git_sha"), why, is_of_gates=False)
