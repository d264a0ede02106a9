"""Asking for a metric's rows: which run, system, validator, slices and variant."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from evalstore import sql_files
from evalstore.errors import UndecidedError, UsageError
from evalstore.metrics.catalog import Metric
from evalstore.store.reader import Reader

Rows = tuple[list[str], list[tuple[object, ...]]]
# The metric of what a validator measures on a scale of its own.
MEASUREMENT = "mean_value"
RUNS_NAMED_MAX = 5


@dataclass(frozen=True, slots=True)
class Slice:
    """A slice by name, and by value where only one is wanted."""

    name: str
    value: str | None = None


ALL = (Slice("all"),)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which rows are wanted; None leaves a column open."""

    run_id: str | None = None
    system_id: str | None = None
    validator_id: str | None = None
    slices: tuple[Slice, ...] = ALL
    variant: str | None = None


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
        raise UsageError(f"slice {text!r}; expected NAME=VALUE or NAME, such as domain=history")
    return Slice(name, value if equals else None)


def newest_run(reader: Reader) -> str:
    """
    Return the run with the newest run_started event, else the only run there is.

    Raises UsageError where there is no run, and UndecidedError where there are several and none
    has a run_started event.
    """
    rows = reader.rows(sql_files.read("sql/ask/newest_run"))
    if rows:
        return str(rows[0]["run_id"])
    found = [
        str(row["run_id"]) for row in reader.rows(sql_files.read("sql/ask/runs_without_start"))
    ]
    if not found:
        raise UsageError("no run in this store; `evalstore ingest PATH` brings one")
    if len(found) > 1:
        names = ", ".join(found[:RUNS_NAMED_MAX]) + (", …" if len(found) > RUNS_NAMED_MAX else "")
        raise UndecidedError(
            f"none of the runs {names} has a run_started event, so none is the newest; "
            "name one with --run, or ingest their run_started events"
        )
    return found[0]


def run_status(reader: Reader, run_id: str) -> str:
    """Return how a run ended; raises UsageError where there is no such run."""
    rows = reader.rows("select run_status from facts.runs where run_id = $run_id", run_id=run_id)
    if not rows:
        raise UsageError(f"no run {run_id!r}; `evalstore runs` lists them")
    return str(rows[0]["run_status"])


class Connected(Protocol):
    """What has an open connection to a store."""

    @property
    def connection(self) -> Any:
        """Return the connection."""


def narrow(reader: Connected, *names: str) -> None:
    """
    Let ``asked_metrics`` be ``metrics.all_metrics`` of these metrics only.

    Planning the union of all takes longer than answering for one.
    """
    # Named twice, its rows would stand there twice.
    reader.connection.execute(_asked_statement(tuple(dict.fromkeys(names))))


@cache
def _asked_statement(names: tuple[str, ...]) -> str:
    from evalstore.metrics import catalog, union

    return union.asked_statement([catalog.find(name) for name in names])


def require_slice(reader: Reader, metric: Metric, wanted: Slice, run_id: str | None) -> None:
    """Raise UsageError, naming the slices there are, where a metric has no row in this one."""
    _, rows = rows_of(reader, metric, Wanted(run_id=run_id, slices=(wanted,)))
    if rows:
        return
    _, found = reader.table(
        f"select distinct slice_name, slice_value from metrics.{metric.name} "
        "where coalesce(run_id = $run_id, $run_id is null) order by slice_name, slice_value",
        {"run_id": run_id},
    )
    names = dict.fromkeys(str(name) for name, _ in found)
    values = [str(value) for name, value in found if name == wanted.name]
    there = f"{wanted.name}={', '.join(values)}" if values else ", ".join(names) or "none"
    asked = wanted.name if wanted.value is None else f"{wanted.name}={wanted.value}"
    raise UsageError(f"no slice {asked!r} of {metric.name}; there is {there}")


def measuring_validators(reader: Reader, run_id: str | None) -> set[tuple[str, str]]:
    """Return runs and validators, each pair one that measures on a scale of its own."""
    rows = reader.rows(sql_files.read("sql/ask/measuring_validators"), run_id=run_id)
    return {(str(row["run_id"]), str(row["validator_id"])) for row in rows}


def why_no_value(reader: Reader, metric: Metric, found: Rows, run_id: str | None) -> str:
    """Say whose values are NULL since they measure; empty where nobody's are."""
    columns, rows = found
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
        f"{', '.join(names)}: measured on a scale of its own, so {metric.name} is not defined; "
        f"`evalstore show {MEASUREMENT}` has the mean"
    )


def rows_of(reader: Reader, metric: Metric, wanted: Wanted) -> Rows:
    """Return the metric's own columns and the rows that are wanted, in the order of its grain."""
    columns: list[str] = []
    rows: list[tuple[object, ...]] = []
    for part in wanted.slices:
        filters = {
            "run_id": wanted.run_id,
            "system_id": wanted.system_id,
            "validator_id": wanted.validator_id,
            "slice_name": part.name,
            "slice_value": part.value,
            "variant": wanted.variant,
        }
        if part in ALL and "slice_name" not in metric.grain:
            # What is not sliced is all one slice, as in metrics.all_metrics.
            filters["slice_name"] = None
        given: dict[str, object] = {
            name: value for name, value in filters.items() if value is not None
        }
        unknown = [name for name in given if name not in metric.grain]
        if unknown:
            raise UsageError(f"{metric.name} has no {unknown[0]}; its grain is {metric.grain}")
        # Names are those of our own files and of the grain above; values travel as parameters.
        conditions = " and ".join(["true", *(f"{name} = ${name}" for name in given)])
        order = ", ".join(metric.grain)
        columns, found = reader.table(
            f"from metrics.{metric.name} where {conditions} order by {order}", given
        )
        rows += found
    return columns, rows
