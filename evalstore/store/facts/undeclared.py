"""Undeclared cases: named by answers but not declared by their run, mostly misspelt ids."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import duckdb

from evalstore.base import sql_files
from evalstore.base.phrases import counted

RUNS_SHOWN_MAX = 5


@dataclass(frozen=True, slots=True)
class UndeclaredCases:
    """Undeclared cases of a run: counts, and an example with the most similar declared id."""

    run_id: str
    case_count: int
    response_count: int
    verdict_count: int
    example_case_id: str
    closest_case_id: str

    def __str__(self) -> str:
        cases = counted(self.case_count, "case")
        responses = counted(self.response_count, "response")
        verdicts = counted(self.verdict_count, "verdict")
        such = "" if self.case_count == 1 else "such as "
        return (
            f"run {self.run_id}: {responses} and {verdicts} name {cases} that the run does not "
            f"declare, {such}{self.example_case_id}; the closest declared case is "
            f"{self.closest_case_id}"
        )


def of_runs(
    connection: duckdb.DuckDBPyConnection, run_ids: Sequence[str] | None = None
) -> list[UndeclaredCases]:
    """Return the undeclared cases of these runs, or of every run, in the order of the run ids."""
    statement = sql_files.read("sql/undeclared/cases")
    rows = connection.execute(statement, {"run_ids": run_ids}).fetchall()
    return [UndeclaredCases(*row) for row in rows]


def worded(runs: Iterable[UndeclaredCases]) -> list[str]:
    """Return a text for each of the first runs, and one with the number of the others."""
    runs = list(runs)
    texts = [str(run) for run in runs[:RUNS_SHOWN_MAX]]
    if len(runs) > RUNS_SHOWN_MAX:
        rest = counted(len(runs) - RUNS_SHOWN_MAX, "more run names", "more runs name")
        texts.append(f"{rest} undeclared cases")
    return texts
