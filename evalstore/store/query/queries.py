"""Queries for metric rows by run, system, validator, slice and variant."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Protocol

from evalstore.base import sql_files
from evalstore.base.phrases import unknown_name
from evalstore.errors import UndecidedError, UsageError
from evalstore.metrics import parameters
from evalstore.metrics.catalog import Metric
from evalstore.metrics.parameters import Chosen
from evalstore.store.query.reader import Reader
from evalstore.store.query.result import Result, concatenated
from evalstore.suites.hallucination.factual_cases import DIFFICULTIES

Rows = tuple[list[str], list[tuple[object, ...]]]
# The metric of values that a validator measures on a scale of its own.
MEASUREMENT = "mean_value"
RUNS_NAMED_MAX = 5
SLICES_OF_USE = ("called_tool", "tool_errors", "tokens_used", "cost_usd")  # sliced_attempts
# Values of a slice that are ordered, in their order; the parameter is ``levels``. Other values
# follow by name.
LEVELS = DIFFICULTIES
BY_LEVEL = "list_position($levels::varchar[], slice_value), slice_value"
BY_SESSION = """
(select any_value(session_number) from facts.sessions
where session_id = slice_value and sessions.run_id = {metric}.run_id), slice_value
"""


@dataclass(frozen=True, slots=True)
class Slice:
    """A slice by name and optionally by value."""

    name: str
    value: str | None = None


ALL = (Slice("all"),)


@dataclass(frozen=True, slots=True)
class Filter:
    """
    Select rows by column values; None selects every value.

    ``chosen`` are the values of the metric's parameters that are not their defaults.
    """

    run_id: str | None = None
    system_id: str | None = None
    validator_id: str | None = None
    slices: tuple[Slice, ...] = ALL
    variant: str | None = None
    chosen: Chosen = ()


def place_of_level(slice_value: str) -> int:
    """
    Return the place of a slice's value among ``LEVELS``; others come after them.

    >>> sorted(["hard", "easy", "other", "medium"], key=place_of_level)
    ['easy', 'medium', 'hard', 'other']
    """
    return [*LEVELS, slice_value].index(slice_value)


def parse_slice(text: str) -> Slice:
    """
    Read ``domain=history``, or ``domain`` for all its values.

    >>> parse_slice("domain=history")
    Slice(name='domain', value='history')
    >>> parse_slice("all")
    Slice(name='all', value=None)
    """
    name, equals, value = text.partition("=")
    if not name:
        raise UsageError(f"slice is {text!r}, expected NAME=VALUE or NAME, such as domain=history")
    return Slice(name, value if equals else None)


def newest_run(reader: Reader) -> str:
    """
    Return the run of the latest run_started event, else the only run.

    Raises UsageError if there is no run, and UndecidedError if there are several without a
    run_started event.
    """
    rows = reader.rows(sql_files.read("sql/queries/newest_run"))
    if rows:
        return str(rows[0]["run_id"])
    run_ids = [
        str(row["run_id"]) for row in reader.rows(sql_files.read("sql/queries/runs_without_start"))
    ]
    if not run_ids:
        raise UsageError("the store has no runs; run `evalstore ingest PATH` to add one")
    if len(run_ids) > 1:
        names = ", ".join(run_ids[:RUNS_NAMED_MAX]) + (
            ", …" if len(run_ids) > RUNS_NAMED_MAX else ""
        )
        raise UndecidedError(
            f"the newest run is unknown, since none of {names} has a run_started event; name a "
            "run with --run, or ingest the run_started events"
        )
    return run_ids[0]


def run_status(reader: Reader, run_id: str) -> str:
    """Return the status of a run; raises UsageError for an unknown run."""
    rows = reader.rows("select run_status from facts.runs where run_id = $run_id", run_id=run_id)
    if not rows:
        raise unknown_run(reader, run_id)
    return str(rows[0]["run_status"])


class Connected(Protocol):
    """An object with an open connection to a store."""

    @property
    def connection(self) -> Any:
        """Return the connection."""


class Queryable(Connected, Protocol):
    """An object that runs one read-only SELECT."""

    def rows(self, sql: str, /, **parameters: object) -> list[dict[str, object]]:
        """Return the rows of the SELECT; parameters are named ``$name`` in it."""
        ...


def unknown_run(reader: Connected, run_id: str) -> UsageError:
    """Return the error for an unknown run, naming the known ones."""
    rows = reader.connection.execute("select run_id from facts.runs order by run_id").fetchall()
    return unknown_name("run", run_id, [run for (run,) in rows], listed_by="runs")


def select_metrics(reader: Connected, *names: str, kept: str = "", chosen: Chosen = ()) -> None:
    """
    Define the temporary view ``selected_metrics``: ``metrics.all_metrics`` of these metrics only.

    Planning the union of all metrics takes longer than computing one. ``kept`` is a view whose
    rows of one run are stored, as for ``metrics.selection.statement``. ``chosen`` are values of
    parameters, for those of the metrics that have them.
    """
    # The rows of a metric that is named twice would appear twice.
    statement = _selection_statement(tuple(dict.fromkeys(names)), kept)
    if chosen:
        parameters.define(reader.connection, chosen, *(f"metrics.{name}" for name in names))
        statement = parameters.rewritten(statement, chosen)
    reader.connection.execute(statement)


@cache
def _selection_statement(names: tuple[str, ...], kept: str) -> str:
    from evalstore.metrics import catalog, selection

    return selection.statement([catalog.find(name) for name in names], kept)


def require_name(reader: Reader, kind: str, name: str | None, run_id: str | None = None) -> None:
    """
    Raise UsageError for a system or validator (``kind``) that is not in the store, or in the run.

    None means any; in a store without runs no name is wrong.
    """
    if name is None:
        return
    rows = reader.rows(sql_files.read(f"sql/queries/{kind}_names"), run_id=run_id)
    names = [str(row["name"]) for row in rows]
    if names and name not in names:
        raise unknown_name(kind, name, names, _in(run_id))


def require_slice(reader: Reader, metric: Metric, part: Slice, run_id: str | None) -> None:
    """Raise UsageError, listing the known slices, for one that neither cases nor metric have."""
    rows = reader.rows(sql_files.read("sql/queries/slice_names"), run_id=run_id)
    slices = [Slice(str(row["slice_name"]), str(row["slice_value"])) for row in rows]
    if "slice_name" in metric.grain:
        recorded = _values_of(reader, metric, ("slice_name", "slice_value"), run_id)
        slices += [Slice(name, value) for name, value in recorded]
    names = [item.name for item in slices]
    # Slices of use are possible in every run; ``causes`` explains a run without them.
    if not slices or part in ALL or part.name in {*SLICES_OF_USE} - {*names}:
        return
    if part.name not in names:
        raise unknown_name("slice", part.name, names, f" of {metric.name}{_in(run_id)}")
    values = [str(item.value) for item in slices if item.name == part.name]
    if part.value is not None and part.value not in values:
        raise unknown_name(part.name, part.value, values, _in(run_id))


def _require_variant(reader: Reader, metric: Metric, name: str | None, run_id: str | None) -> None:
    if name is None or "variant" not in metric.grain:
        return
    names = [variant for (variant,) in _values_of(reader, metric, ("variant",), run_id)]
    if names and name not in names:
        raise unknown_name("variant", name, names, f" of {metric.name}{_in(run_id)}")


def _values_of(
    reader: Reader, metric: Metric, columns: tuple[str, ...], run_id: str | None
) -> list[tuple[str, ...]]:
    """Return the distinct values of these grain columns of a metric, in one run or in all."""
    listed = ", ".join(columns)
    _, rows = reader.table(
        f"select distinct {listed} from metrics.{metric.name} "
        f"where coalesce(run_id = $run_id, $run_id is null) order by {listed}",
        {"run_id": run_id},
    )
    return [tuple(map(str, row)) for row in rows]


def _in(run_id: str | None) -> str:
    return "" if run_id is None else f" in run {run_id!r}"


def measuring_validators(reader: Reader, run_id: str | None) -> set[tuple[str, str]]:
    """Return the pairs of run and validator that measure on a scale of their own."""
    rows = reader.rows(sql_files.read("sql/queries/measuring_validators"), run_id=run_id)
    return {(str(row["run_id"]), str(row["validator_id"])) for row in rows}


def why_no_value(reader: Reader, metric: Metric, answer: Rows, run_id: str | None) -> str:
    """Return a text naming the measuring validators whose values are NULL, empty without any."""
    columns, rows = answer
    needed = ("run_id", "validator_id", metric.name)
    if metric.name == MEASUREMENT or not set(needed) <= set(columns):
        return ""
    run, validator, value = (columns.index(name) for name in needed)
    empty = {(str(row[run]), str(row[validator])) for row in rows if row[value] is None}
    if not empty:
        return ""
    names = sorted({name for _, name in empty & measuring_validators(reader, run_id)})
    if not names:
        return ""
    return (
        f"{metric.name} is not defined for {', '.join(names)}, whose verdicts are measurements "
        f"instead of right or wrong; run `evalstore show {MEASUREMENT}` to see their mean"
    )


def rows_of(reader: Reader, metric: Metric, row_filter: Filter) -> Rows:
    """
    Return a metric's columns and the rows that the filter selects, in the order of its grain.

    Raises UsageError for a run, system, validator, slice or variant that does not exist.
    """
    columns: list[str] = []
    rows: list[tuple[object, ...]] = []
    _define(reader, metric, row_filter)
    for part in row_filter.slices:
        columns, selected = reader.table(*rows_statement(metric, row_filter, part))
        if not selected:
            require_names(reader, metric, replace(row_filter, slices=(part,)))
        rows += selected
    return columns, rows


def result_of(reader: Reader, metric: Metric, row_filter: Filter) -> Result:
    """Return the rows of ``rows_of`` with the types of the columns; raises as it does."""
    parts = []
    _define(reader, metric, row_filter)
    for part in row_filter.slices:
        parts.append(reader.result(*rows_statement(metric, row_filter, part)))
        if not parts[-1]:
            require_names(reader, metric, replace(row_filter, slices=(part,)))
    return concatenated(parts)


def _define(reader: Reader, metric: Metric, row_filter: Filter) -> None:
    parameters.define(reader.connection, row_filter.chosen, f"metrics.{metric.name}")


def parameters_of(row_filter: Filter, part: Slice) -> dict[str, object]:
    """Return the values of a grain's columns in one slice, by name; None for any value."""
    return {
        "run_id": row_filter.run_id,
        "system_id": row_filter.system_id,
        "validator_id": row_filter.validator_id,
        "slice_name": part.name,
        "slice_value": part.value,
        "variant": row_filter.variant,
    }


def rows_statement(
    metric: Metric, row_filter: Filter, part: Slice
) -> tuple[str, dict[str, object]]:
    """Return the statement that selects one slice of a metric, and its parameters."""
    filters = parameters_of(row_filter, part)
    if part in ALL and "slice_name" not in metric.grain:
        # A metric without slices is one slice, as in metrics.all_metrics.
        filters["slice_name"] = None
    values: dict[str, object] = {
        name: value for name, value in filters.items() if value is not None
    }
    unknown = [name for name in values if name not in metric.grain]
    if unknown:
        raise UsageError(
            f"{metric.name} has no column {unknown[0]} to filter by; its grain is {metric.grain}"
        )
    # Names are those of our own files and of the grain above; values travel as parameters.
    conditions = " and ".join(["true", *(f"{name} = ${name}" for name in values)])
    order = ", ".join(metric.grain)
    if "slice_value" in metric.grain and part.name == "session":
        order = order.replace("slice_value", BY_SESSION.format(metric=metric.name))
    elif "slice_value" in metric.grain:
        order = order.replace("slice_value", BY_LEVEL)
        values["levels"] = list(LEVELS)
    rows = f"from metrics.{metric.name} where {conditions} order by {order}"
    if not row_filter.chosen:
        return rows, values
    values["parameters"] = parameters.in_words(row_filter.chosen)
    chosen = parameters.rewritten(rows, row_filter.chosen)
    return f"select *, $parameters::varchar as parameters {chosen}", values


def require_names(reader: Reader, metric: Metric, row_filter: Filter) -> None:
    """Raise UsageError if a name in the filter does not exist."""
    if row_filter.run_id is not None:
        run_status(reader, row_filter.run_id)
    require_name(reader, "system", row_filter.system_id, row_filter.run_id)
    require_name(reader, "validator", row_filter.validator_id, row_filter.run_id)
    for part in row_filter.slices:
        require_slice(reader, metric, part, row_filter.run_id)
    _require_variant(reader, metric, row_filter.variant, row_filter.run_id)
