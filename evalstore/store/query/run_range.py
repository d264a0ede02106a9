"""Parameters that restrict a query to some runs, so that scans skip other runs."""

from collections.abc import Collection, Iterator, Sequence

# Above this, testing each row against the list takes longer than reading all runs of the range.
RUNS_LISTED_MAX = 64


def run_range(run_ids: Collection[str]) -> dict[str, object]:
    """
    Return the parameters ``first_run_id``, ``last_run_id`` and ``listed_runs``.

    The list is None if it would be too long: the range may then contain other runs.

    >>> run_range(["r3", "r1"])
    {'first_run_id': 'r1', 'last_run_id': 'r3', 'listed_runs': ['r1', 'r3']}
    >>> run_range([])
    {'first_run_id': '', 'last_run_id': '', 'listed_runs': []}
    """
    return {
        "first_run_id": min(run_ids, default=""),
        "last_run_id": max(run_ids, default=""),
        "listed_runs": sorted(run_ids) if len(run_ids) <= RUNS_LISTED_MAX else None,
    }


def listed_parts(run_ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """
    Yield the runs in parts, for each of which ``run_range`` returns a list.

    >>> [len(part) for part in listed_parts([f"r{number}" for number in range(100)])]
    [64, 36]
    """
    for first in range(0, len(run_ids), RUNS_LISTED_MAX):
        yield run_ids[first : first + RUNS_LISTED_MAX]
