"""
Compare the figures that logs report with those that evalstore computes.

They are compared after a fold; with ``--strict`` also before anything is accepted, in a temporary
store.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import duckdb

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.errors import QueryError, UnexplainedFiguresError
from evalstore.harnesses.rehearsal import rehearsed
from evalstore.store.bounded_memory import bounded_memory
from evalstore.store.connections import without_database, worded
from evalstore.store.layout import Layout
from evalstore.store.log.fold import fold
from evalstore.store.log.inbox import InboxWriter
from evalstore.store.query.reader import Reader, reading

AGREES, DIFFERS, NOT_COMPARABLE = "agrees", "differs", "not_comparable"
FIGURES_SHOWN_MAX = 10
UNEXPLAINED = "no known difference in definition explains it"
# With this limit the figures of 150,000 events took 60 MB less memory, and hardly more time.
COMPARING_BYTES = 200_000_000
# The dependencies of facts.reported_scores, which DuckDB computes for all runs if asked for
# several.
TABLES = (
    "runs",
    "cases",
    "case_attributes",
    "responses",
    "verdicts",
    "scored",
    "reported_figures",
)
# The condition of views that have rows of the runs only if one of their figures is of this kind.
RARE_FIGURES = {
    "label_values": "label is not null",
    "tallied_suites": "json_type(params, '$.outcomes') = 'ARRAY'",
}
MACROS = (
    "correctness",
    "figures_agree",
    "passing_chance",
    "scorer_number",
    "verdict_number",
)
VIEWS = (
    "label_values",
    "attempt_values",
    "case_values",
    "group_figures",
    "computed_figures",
    "tallied_suites",
    "tallied_figures",
    "matched_figures",
    "figure_discrepancies",
    "reported_scores",
)


@dataclass(frozen=True, slots=True)
class Figure:
    """A reported figure and the computed one; ``reason`` explains a difference, if known."""

    run_id: str
    suite: str | None
    system_id: str | None
    validator_id: str
    metric: str
    params: str | None
    reducer: str | None
    group_name: str | None
    reported_value: float | None
    computed_value: float | None
    reported_stderr: float | None
    computed_stderr: float | None
    reported_count: int | None
    computed_count: int | None
    verdict: str
    reason: str | None

    @property
    def name(self) -> str:
        """The suite and run, validator and metric of the figure, for messages."""
        details = ", ".join(
            f"{word} {value}"
            for word, value in (("reducer", self.reducer), ("group", self.group_name))
            if value is not None
        )
        metric = f"{self.metric} ({details})" if details else self.metric
        return f"{self.suite or 'run'} {self.run_id}: {self.validator_id} {metric}"

    def __str__(self) -> str:
        label, reported, computed = "", _shown(self.reported_value), _shown(self.computed_value)
        if reported == computed and None is not self.reported_count != self.computed_count:
            # The shown digits of the values agree; the counts differ.
            reported += f" of {self.reported_count}"
            computed += f" of {self.computed_count or 0}"
        elif reported == computed and None is not self.reported_stderr != self.computed_stderr:
            label = "a standard error of "
            reported, computed = _shown(self.reported_stderr), _shown(self.computed_stderr)
        return (
            f"{self.name}: the log reports {label}{reported}, evalstore computes {computed}: "
            f"{self.reason or UNEXPLAINED}"
        )


@dataclass(slots=True)
class ComparedFigures:
    """All compared figures of the runs that a call touched."""

    figures: list[Figure] = field(default_factory=list)
    # A message for each run for which the tool reports more samples than were read.
    lost_samples: list[str] = field(default_factory=list)

    @property
    def differing(self) -> list[Figure]:
        """The figures that differ, those without a known reason first."""
        return [figure for figure in self.figures if figure.verdict == DIFFERS]

    @property
    def unexplained(self) -> list[Figure]:
        """The figures that differ without a known reason."""
        return [figure for figure in self.differing if figure.reason is None]

    def __str__(self) -> str:
        counts = Counter(figure.verdict for figure in self.figures)
        agrees, differs = counts[AGREES], counts[DIFFERS]
        return (
            f"{counted(agrees, 'agrees', 'agree')}, {counted(differs, 'differs', 'differ')}, "
            f"{counts[NOT_COMPARABLE]} not comparable"
        )

    def to_dict(self) -> dict[str, object]:
        """Return the object that ``ingest --json`` prints."""
        counts = Counter(figure.verdict for figure in self.figures)
        return {
            AGREES: counts[AGREES],
            DIFFERS: counts[DIFFERS],
            NOT_COMPARABLE: counts[NOT_COMPARABLE],
            "figures": [
                {name: getattr(figure, name) for name in Figure.__slots__}
                for figure in self.figures
                if figure.verdict != AGREES
            ],
        }


def touched_runs(writer: InboxWriter) -> list[str]:
    """Return the ids of the runs of a writer's unpublished events."""
    files = [str(path) for path in writer.unpublished]
    if not files:
        return []
    with without_database() as connection:
        rows = connection.execute(
            sql_files.read("sql/reported/touched_runs"), {"files": files}
        ).fetchall()
    return [run_id for (run_id,) in rows]


def compared(reader: Reader, run_ids: list[str]) -> ComparedFigures:
    """Compare the reported figures of these runs; runs without any are left out."""
    rows = reader.rows(sql_files.read("sql/reported/runs_with_figures"), run_ids=run_ids)
    with_figures = [str(row["run_id"]) for row in rows]
    if not with_figures:
        return ComparedFigures()
    lost_samples = _lost_samples(reader, with_figures)
    return ComparedFigures(_figures(reader, with_figures), lost_samples)


def require_no_surprise(layout: Layout, writer: InboxWriter) -> list[int]:
    """
    Raise UnexplainedFiguresError if a reported figure would differ without a known reason.

    Return the sizes of checkpoints that were missing and written again by a fold before that.

    The unpublished events are folded together with the store's events of their runs, in a
    temporary store.
    """
    files = [str(path) for path in writer.unpublished]
    run_ids = touched_runs(writer)
    if not run_ids:
        return []
    with without_database() as connection:
        [(figure_count,)] = connection.execute(
            sql_files.read("sql/reported/have_figures"), {"files": files}
        ).fetchall()
    # Other processes may have accepted events of these runs.
    rewritten = fold(layout).rewritten_checkpoints
    with reading(layout) as reader:
        rows = reader.rows(sql_files.read("sql/reported/runs_with_figures"), run_ids=run_ids)
        if not figure_count and not rows:
            return rewritten
        with rehearsed(reader, writer.unpublished, run_ids) as rehearsal:
            unexplained = ComparedFigures(_figures(rehearsal, run_ids)).unexplained
    if unexplained:
        shown = "\n  ".join(str(figure) for figure in unexplained[:FIGURES_SHOWN_MAX])
        raise UnexplainedFiguresError(
            f"{counted(len(unexplained), 'figure')} reported by the logs would differ from what "
            f"evalstore computes, so nothing was appended:\n  {shown}\nwithout --strict the files "
            "are ingested, and facts.reported_scores lists all figures"
        )
    return rewritten


def _look_only_at(connection: duckdb.DuckDBPyConnection, run_ids: list[str]) -> None:
    """
    Use a database in memory with the facts of these runs only, and a table of each view over them.

    Each view is planned once: a query of those that use each other plans the first ones many
    times, which takes longer than to compute them. ``connection`` stays switched to it.
    """
    connection.execute("use evalstore")
    # One that is attached again by the same name and path keeps what is in it.
    connection.execute("detach database if exists looked_at")
    connection.execute("attach ':memory:' as looked_at")
    connection.execute("use looked_at")
    for schema in ("log", "facts", "macros"):
        connection.execute(f"create schema {schema}")
    connection.execute(
        "create table looked_at_runs as select unnest($run_ids::varchar[]) as run_id",
        {"run_ids": run_ids},
    )
    for name, run_id in (("first_run_id", min(run_ids)), ("last_run_id", max(run_ids))):
        connection.execute(f"set variable {name} = $run_id", {"run_id": run_id})
    for table in TABLES:
        # By the bounds, scans skip the row groups of other runs.
        connection.execute(
            f"create view facts.{table} as from evalstore.facts.{table} where run_id between "
            "getvariable('first_run_id') and getvariable('last_run_id') "
            "and run_id in (from looked_at.looked_at_runs)"
        )
    connection.execute(sql_files.read("sql/reported/log/events"))
    for macro in MACROS:
        connection.execute(sql_files.read(f"sql/macros/{macro}"))
    for view in VIEWS:
        statement = sql_files.read(f"sql/facts/views/{view}").rstrip().removesuffix(";")
        statement = statement.replace("create or replace view", "create table", 1)
        if view in RARE_FIGURES and not _have_figures(connection, RARE_FIGURES[view]):
            statement += " limit 0"
        connection.execute(statement)


def _have_figures(connection: duckdb.DuckDBPyConnection, condition: str) -> bool:
    [(is_there,)] = connection.execute(
        f"select exists(from facts.reported_figures where {condition})"
    ).fetchall()
    return bool(is_there)


def _lost_samples(reader: Reader, run_ids: list[str]) -> list[str]:
    """Return messages about runs for which the tool reports more samples than were read."""
    rows = reader.rows(sql_files.read("sql/reported/lost_samples"), run_ids=run_ids)
    messages = [
        f"{row['suite'] or 'run'} {row['run_id']}: the tool counts {row['told_count']} samples, "
        f"found {row['read_count']} in the files read"
        for row in rows[:FIGURES_SHOWN_MAX]
    ]
    if len(rows) > len(messages):
        messages.append(f"the same in {counted(len(rows) - len(messages), 'more run')}")
    return messages


def _figures(reader: Reader, run_ids: list[str]) -> list[Figure]:
    """Return the figures of some runs, without computing the others."""
    try:
        try:
            with bounded_memory(reader.connection, COMPARING_BYTES):
                _look_only_at(reader.connection, run_ids)
        except duckdb.OutOfMemoryException:
            # Very many answers need more memory.
            _look_only_at(reader.connection, run_ids)
    except duckdb.Error as error:
        raise QueryError(worded(error)) from error
    rows: list[dict[str, Any]] = reader.rows(sql_files.read("sql/reported/figures"))
    return [Figure(**row) for row in rows]


def _shown(value: float | None) -> str:
    return "none" if value is None else f"{value:.6g}"
