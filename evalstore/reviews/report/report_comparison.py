"""The comparison of a report: its run, held against another that a run id or reference names."""

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
    Return the run of a report that is compared: the named one, else the newest.

    Raises UsageError where several are named.
    """
    if len(run_ids) > 1:
        raise UsageError(
            f"--compare holds one run against another, and {len(run_ids)} are named with --run; "
            "name one"
        )
    return run_ids[0] if run_ids else newest_run(reader)


def report_comparison(reader: Reader, run_id: str, base: str) -> ComparisonSection:
    """
    Compare a run with the one that ``base`` names, in every metric that can be.

    ``base`` is a run id, or a reference such as ``last-green`` or ``branch:main``. Where there is
    no such earlier run, or the two are not comparable, the section says so. Raises UsageError for
    a base that is neither, and for the run itself.
    """
    if base == run_id:
        raise UsageError(f"run {run_id!r} cannot be compared with itself; name another")
    left_run_id, why, obstacle = _resolved(reader, run_id, base)
    section = empty_section(reader, left_run_id, run_id, why=why, left_name=base)
    if left_run_id is None:
        return section.obstructed(obstacle)
    query = comparison_query(left_run_id, run_id, ["all"], control="holm")
    try:
        found = compare(reader, query)
    except (UndecidedError, UsageError) as error:
        return section.obstructed(str(error))
    return comparison_section(reader, found, why=why, links_cases=True)


def _resolved(reader: Reader, run_id: str, base: str) -> tuple[str | None, str, str]:
    """Return the run that is meant, why it is that one, and why there is none."""
    known = reader.rows("select run_id from facts.runs where run_id = $run_id", run_id=base)
    if known:
        return base, "", ""
    if base != "last-green" and ":" not in base:
        run_status(reader, base)
    found = baseline_of(reader, run_id, base)
    # A run that is named may be compared though it could not serve as a baseline: a note says so.
    return found.run_id, found.why, found.obstacle
