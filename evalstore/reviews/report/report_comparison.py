"""The comparison of a report: its run against another, given by run id or reference."""

from collections.abc import Sequence

from evalstore.errors import UndecidedError, UsageError
from evalstore.gates.baseline import baseline_of
from evalstore.reviews.report.comparison_section import (
    ComparisonSection,
    comparison_section,
    empty_section,
)
from evalstore.statistics.compared import comparison_query
from evalstore.statistics.comparison import compare
from evalstore.store.query.queries import newest_run, run_status
from evalstore.store.query.reader import Reader


def compared_run(reader: Reader, run_ids: Sequence[str]) -> str:
    """
    Return the run of a report to compare: the given one, else the newest.

    Raises UsageError if several are given.
    """
    if len(run_ids) > 1:
        raise UsageError(
            f"--compare compares a single run, but {len(run_ids)} are named with --run; name one"
        )
    return run_ids[0] if run_ids else newest_run(reader)


def report_comparison(reader: Reader, run_id: str, base: str) -> ComparisonSection:
    """
    Compare a run with ``base`` in every comparable metric.

    ``base`` is a run id, or a reference such as ``last-green`` or ``branch:main``. If no earlier
    run matches, or the two are not comparable, the section contains the reason. Raises UsageError
    for any other base, and for the run itself.
    """
    if base == run_id:
        raise UsageError(f"run {run_id!r} cannot be compared with itself; name another")
    left_run_id, why, obstacle = _resolved(reader, run_id, base)
    section = empty_section(reader, left_run_id, run_id, why=why, left_name=base)
    if left_run_id is None:
        return section.obstructed(obstacle)
    query = comparison_query(left_run_id, run_id, ["all"])
    try:
        comparison = compare(reader, query)
    except (UndecidedError, UsageError) as error:
        return section.obstructed(str(error))
    return comparison_section(reader, comparison, why=why, links_cases=True)


def _resolved(reader: Reader, run_id: str, base: str) -> tuple[str | None, str, str]:
    """Return the run of ``base`` or None, the reason for the choice, and the obstacle if None."""
    rows = reader.rows("select run_id from facts.runs where run_id = $run_id", run_id=base)
    if rows:
        return base, "", ""
    if base != "last-green" and ":" not in base:
        run_status(reader, base)
    baseline = baseline_of(reader, run_id, base)
    # A run given by id may be compared even if it cannot be a baseline; a note says so.
    return baseline.run_id, baseline.why, baseline.obstacle
