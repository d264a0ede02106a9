"""Asking for a metric's rows: which run, system, validator, slices and variant."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Protocol

from evalstore import sql_files
from evalstore.errors import UndecidedError, UsageError
from evalstore.metrics.catalog import Metric
from evalstore.phrases import unknown_name
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
        raise unknown_run(reader, run_id)
    return str(rows[0]["run_status"])


class Connected(Protocol):
    """What has an open connection to a store."""

    @property
    def connection(self) -> Any:
        """Return the connection."""


def unknown_run(reader: Connected, run_id: str) -> UsageError:
    """Return the error for a run that does not exist, with the runs there are."""
    rows = reader.connection.execute("select run_id from facts.runs order by run_id").fetchall()
    return unknown_name("run", run_id, [run for (run,) in rows], listed_by="runs")


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


def require_name(reader: Reader, kind: str, name: str | None, run_id: str | None = None) -> None:
    """
    Raise UsageError for a system or validator (``kind``) that is not in the store, or in the run.

    None is any, and a store without runs has no name that could be wrong.
    """
    if name is None:
        return
    rows = reader.rows(sql_files.read(f"sql/ask/{kind}_names"), run_id=run_id)
    names = [str(row["name"]) for row in rows]
    if names and name not in names:
        raise unknown_name(kind, name, names, _in(run_id))


def require_slice(reader: Reader, metric: Metric, wanted: Slice, run_id: str | None) -> None:
    """Raise UsageError, naming those there are, for a slice that neither cases nor metric have."""
    rows = reader.rows(sql_files.read("sql/ask/slice_names"), run_id=run_id)
    known = [Slice(str(row["slice_name"]), str(row["slice_value"])) for row in rows]
    if "slice_name" in metric.grain:
        found = _said_by(reader, metric, ("slice_name", "slice_value"), run_id)
        known += [Slice(name, value) for name, value in found]
    if not known or wanted in ALL:
        return
    names = [item.name for item in known]
    if wanted.name not in names:
        raise unknown_name("slice", wanted.name, names, f" of {metric.name}{_in(run_id)}")
    values = [str(item.value) for item in known if item.name == wanted.name]
    if wanted.value is not None and wanted.value not in values:
        raise unknown_name(wanted.name, wanted.value, values, _in(run_id))


def _require_variant(reader: Reader, metric: Metric, name: str | None, run_id: str | None) -> None:
    if name is None or "variant" not in metric.grain:
        return
    names = [variant for (variant,) in _said_by(reader, metric, ("variant",), run_id)]
    if names and name not in names:
        raise unknown_name("variant", name, names, f" of {metric.name}{_in(run_id)}")


def _said_by(
    reader: Reader, metric: Metric, columns: tuple[str, ...], run_id: str | None
) -> list[tuple[str, ...]]:
    """Return what a metric has in these columns of its grain, in a run or in all."""
    listed = ", ".join(columns)
    _, found = reader.table(
        f"select distinct {listed} from metrics.{metric.name} "
        f"where coalesce(run_id = $run_id, $run_id is null) order by {listed}",
        {"run_id": run_id},
    )
    return [tuple(map(str, row)) for row in found]


def _in(run_id: str | None) -> str:
    return "" if run_id is None else f" in run {run_id!r}"


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
    """
    Return the metric's own columns and the rows that are wanted, in the order of its grain.

    Raises UsageError for a run, system, validator, slice or variant that does not exist.
    """
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
        if not found:
            require_names(reader, metric, replace(wanted, slices=(part,)))
        rows += found
    return columns, rows


def require_names(reader: Reader, metric: Metric, wanted: Wanted) -> None:
    """Raise UsageError where nothing can be found since a name does not exist."""
    if wanted.run_id is not None:
        run_status(reader, wanted.run_id)
    require_name(reader, "system", wanted.system_id, wanted.run_id)
    require_name(reader, "validator", wanted.validator_id, wanted.run_id)
    for part in wanted.slices:
        require_slice(reader, metric, part, wanted.run_id)
    _require_variant(reader, metric, wanted.variant, wanted.run_id)
