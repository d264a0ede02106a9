"""Undeclared cases: named by answers but not declared by their run, mostly misspelt ids."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import duckdb

from evalstore.base import sql_files
from evalstore.base.phrases import counted

RUNS_SHOWN_MAX = 5


@dataclass(frozen=True, slots=True)
class UndeclaredCases:
    """Those of one run: how many, who names them, and one with the declared id most like it."""

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
            f"run {self.run_id}: {responses} and {verdicts} name {cases} that it does not "
            f"declare, {such}{self.example_case_id}; the closest it declares is "
            f"{self.closest_case_id}"
        )


def of_runs(
    connection: duckdb.DuckDBPyConnection, run_ids: Sequence[str] | None = None
) -> list[UndeclaredCases]:
    """Return those of these runs, or of every run, in the order of their ids."""
    statement = sql_files.read("sql/undeclared/cases")
    rows = connection.execute(statement, {"run_ids": run_ids}).fetchall()
    return [UndeclaredCases(*row) for row in rows]


def worded(found: Iterable[UndeclaredCases]) -> list[str]:
    """Say it of the first runs, and of how many more it is true."""
    found = list(found)
    said = [str(one) for one in found[:RUNS_SHOWN_MAX]]
    if len(found) > RUNS_SHOWN_MAX:
        rest = counted(len(found) - RUNS_SHOWN_MAX, "more run has", "more runs have")
        said.append(f"{rest} cases that are not declared")
    return said
