"""Comparability of two runs: same suite, same version, and files read by the same readers."""

from evalstore.base import sql_files
from evalstore.statistics.reading_identity import reading_obstacle
from evalstore.store.query.queries import unknown_run
from evalstore.store.query.reader import Reader


def obstacles(reader: Reader, left_run_id: str, right_run_id: str) -> list[str]:
    """
    Return the reasons why two runs cannot be compared; an empty list if they can.

    Reasons are differing suites or versions, and files read by different readings. A suite or
    version that a run does not state is not a reason. Raises UsageError for an unknown run.
    """
    rows = {
        str(row["run_id"]): row
        for row in reader.rows(
            sql_files.read("sql/paired/comparable"),
            left_run_id=left_run_id,
            right_run_id=right_run_id,
        )
    }
    for run_id in (left_run_id, right_run_id):
        if run_id not in rows:
            raise unknown_run(reader, run_id)
    left, right = rows[left_run_id], rows[right_run_id]
    problems = [
        f"{word} {left[name]} of {left_run_id} is not {right[name]} of {right_run_id}"
        for name, word in (("suite", "suite"), ("suite_version", "version"))
        if None not in (left[name], right[name]) and left[name] != right[name]
    ]
    unlike = reading_obstacle(reader, [left_run_id, right_run_id])
    return [*problems, unlike] if unlike else problems
