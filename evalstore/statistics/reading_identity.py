"""
Identity of readings: runs are compared only if the same readings of their formats produced them,
or if another reading would not change the results.
"""

from collections.abc import Sequence
from itertools import pairwise

from evalstore.base.phrases import counted
from evalstore.harnesses.outdated_runs import OutdatedRun, outdated_runs
from evalstore.harnesses.readings import ReadFile, files_of
from evalstore.store.query.reader import Reader

NAMED_COUNT_MAX = 3


def reading_obstacle(reader: Reader, run_ids: Sequence[str]) -> str:
    """
    Return why these runs were read differently and the commands to read them again; else empty.

    Two runs that were both read by the same older reading are comparable.
    """
    wanted = list(dict.fromkeys(run_ids))
    if len(wanted) == 1:
        return ""
    files = files_of(reader, wanted)
    outdated = outdated_runs(reader, files)
    if all(_are_alike(left, right, files, outdated) for left, right in pairwise(wanted)):
        return ""
    named = [outdated[run_id] for run_id in wanted if run_id in outdated]
    described = "; ".join(run.words for run in named[:NAMED_COUNT_MAX])
    commands = ", ".join(run.commands for run in named[:NAMED_COUNT_MAX])
    rest = len(named) - NAMED_COUNT_MAX
    more = f", and the files of {counted(rest, 'other run')}" if rest > 0 else ""
    return f"not read alike: {described}; read again by {commands}{more}"


def _are_alike(
    left: str, right: str, files: Sequence[ReadFile], outdated: dict[str, OutdatedRun]
) -> bool:
    """Return True if neither run is outdated, or both are and used the same readings."""
    if (left in outdated) != (right in outdated):
        return False
    if left not in outdated:
        return True
    readings = [
        {file.format: file.reading for file in files if file.run_id == run_id}
        for run_id in (left, right)
    ]
    shared = readings[0].keys() & readings[1].keys()
    return all(readings[0][name] == readings[1][name] for name in shared)
