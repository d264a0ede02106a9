"""
Contributions of single rows to a metric, taken from the metric's own view.

No formula is written twice: the metric's view is evaluated on each case alone, in a separate
database, and the sums of the results give the metric. If several attempts at a case count
separately, as in a rate of attempts, it is evaluated on each attempt, weighted. This is verified
for each metric: the sums must equal the metric, and also its value on the first resample.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache

import duckdb
import numpy as np
import pyarrow
from sqlglot import exp

from evalstore.base import sql_files
from evalstore.errors import UsageError
from evalstore.metrics import parameters, union
from evalstore.metrics.catalog import Metric, catalog
from evalstore.metrics.parameters import Chosen
from evalstore.metrics.view import statements
from evalstore.statistics.resampling import Contributions, resampled, value_of, weights_of
from evalstore.store.connections import connect

# The relation that contains the rows, and the folders of the views that are computed from it.
ROWS = "facts.sliced"
VIEWS = "sql/facts/views"
SUMS = "sql/facts/sums"
# Ways to count a row, in the order in which they are tried: as part of its case, by its weight
# among the attempts of the case, among its claims, among those without an error, or all equally.
COUNTED = ("cases", "attempts", "claims", "replies", "rows")
AGREEMENT_MAX = 1e-9


@dataclass(frozen=True, slots=True)
class Grain:
    """One system, validator and slice value; ``named_count`` rows have a cluster or session."""

    grain_index: int
    system_id: str
    validator_id: str
    slice_value: str
    cluster_count: int
    named_count: int


def offered() -> list[str]:
    """
    Return the metrics that can be resampled: ratios of sums over rows, and sums over fixed bins.

    >>> "ece" in offered(), "accuracy_macro" in offered()
    (True, False)
    """
    return [name for name, metric in catalog().items() if _why_not(metric) is None]


def require_offered(metric: Metric) -> None:
    """Raise UsageError, with the reason, if a metric cannot be resampled."""
    reason = _why_not(metric)
    if reason is not None:
        raise UsageError(
            f"{metric.name} cannot be resampled, since it is {reason}; available: "
            f"{', '.join(offered())}"
        )


def _why_not(metric: Metric) -> str | None:
    if not metric.has_value:
        return "a table, not one number"
    tables = _relations(metric.sql_name) - {_relation(name) for name in _views_of(metric.sql_name)}
    made_of = f"made of {', '.join(sorted(tables))}, not of scored rows"
    return metric.why_not_resampled or (made_of if tables - {ROWS} else None)


def _relation(sql_name: str) -> str:
    return f"facts.{sql_name.rpartition('/')[2]}"


@cache
def _relations(sql_name: str) -> frozenset[str]:
    """Return the relations of schema facts that a view reads, directly or through views."""
    [statement] = statements(sql_files.read(sql_name))
    direct = {
        f"facts.{table.name}" for table in statement.find_all(exp.Table) if table.db == "facts"
    } - {_relation(sql_name)}
    views = {_relation(name): name for folder in (VIEWS, SUMS) for name in sql_files.names(folder)}
    deeper = [_relations(views[name]) for name in direct if name in views and name != ROWS]
    return frozenset(direct.union(*deeper))


def _views_of(sql_name: str) -> list[str]:
    """Return the views of schema facts that a metric needs, each after those it reads."""
    used = _relations(sql_name) - {ROWS}
    names = (*sql_files.names(VIEWS), *sql_files.names(SUMS))
    # A view that reads another also reads all its relations, so it reads more of them.
    return sorted(
        (name for name in names if _relation(name) in used),
        key=lambda name: len(_relations(name)),
    )


class Rows:
    """The selected rows in a separate database, with the views that compute from them."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        metric: Metric,
        rows: pyarrow.Table,
        by: str,
        chosen: Chosen = (),
    ) -> None:
        self.connection = connection
        self.metric = metric
        connection.execute("create schema facts; create schema metrics; create schema macros")
        for name in sql_files.in_order_of_use("sql/macros", "macros"):
            connection.execute(sql_files.read(name))
        parameters.set_macros(connection, chosen)
        connection.register("selected_rows", rows)
        self._run("numbered_rows", cluster=by)
        self._known: set[str] = set()
        self._run("contributions")
        self._run("each_row/sliced")
        for view in _views_of(metric.sql_name):
            # In a store sums are tables; here they are views of the drawn rows.
            kind = f"create view {_relation(view)} as " if view.startswith(SUMS) else ""
            connection.execute(kind + sql_files.read(view))
        connection.execute(sql_files.read(metric.sql_name))
        if metric.bins:
            connection.execute(sql_files.read(catalog()[metric.bins].sql_name))
        connection.execute(union.statement([metric]))

    def _run(self, name: str, **parameters: object) -> duckdb.DuckDBPyConnection:
        return self.connection.execute(sql_files.read(f"sql/analyses/{name}"), parameters or None)

    def grains(self) -> list[Grain]:
        """Return the grains, ordered by name."""
        return [Grain(*row) for row in self._run("grains").fetchall()]

    def contributions(self, grain: Grain, variant: str, value: float, seed: int) -> Contributions:
        """
        Return what the rows of one grain contribute to one variant of the metric, ``value``.

        Raises UsageError if no way to count rows makes their sums equal both ``value`` and the
        view's value of the first resample.
        """
        drawn = self._drawn_value(grain, variant, seed)
        for counted in ("bins",) if self.metric.bins else COUNTED:
            added = self._added(grain, variant, counted)
            sums = value_of(added), self._resampled_value(added, seed)
            if is_same(sums[0], value) and is_same(sums[1], drawn):
                return added
        raise UsageError(
            f"{self.metric.name} cannot be resampled: its value is {value}, that of a resample "
            f"{drawn}, but its rows add up to {sums[0]} and {sums[1]}; available: "
            f"{', '.join(offered())}"
        )

    def _added(self, grain: Grain, variant: str, counted: str) -> Contributions:
        if counted not in self._known:
            self._known.add(counted)
            self._run("each_case/sliced" if counted == "cases" else "each_row/sliced")
            if counted in ("bins", "cases"):
                self._run(f"{counted.removesuffix('s')}_contributions")
            else:
                self._run("row_contributions", counted=counted)
        columns = self._run(
            "grain_contributions", grain_index=grain.grain_index, variant=variant, counted=counted
        ).fetchnumpy()
        return Contributions(
            **columns,
            cluster_count=grain.cluster_count,
            is_absolute=bool(self.metric.bins),
        )

    def _drawn_value(self, grain: Grain, variant: str, seed: int) -> float | None:
        """Return the view's value of the first resample."""
        weights = weights_of(0, grain.cluster_count, seed)
        drawn = pyarrow.table({"cluster_index": np.arange(len(weights)), "weight": weights})
        self.connection.register("drawn_clusters", drawn)
        self._run("drawn_rows/sliced")
        rows = self._run(
            "drawn_value",
            system_id=grain.system_id,
            validator_id=grain.validator_id,
            slice_value=grain.slice_value,
            variant=variant,
        ).fetchall()
        return rows[0][0] if rows else None

    def _resampled_value(self, added: Contributions, seed: int) -> float | None:
        [value] = resampled(added, 1, seed)
        return None if np.isnan(value) else float(value)


def is_same(value: float | None, expected: float | None) -> bool:
    """Return True if two values are equal up to rounding, or both are None."""
    if value is None or expected is None:
        return value is expected
    return abs(value - expected) <= AGREEMENT_MAX


@contextmanager
def holding(metric: Metric, rows: pyarrow.Table, by: str, chosen: Chosen = ()) -> Iterator[Rows]:
    """
    Open a database of the rows in memory for the context.

    ``by`` names the cluster key, ``chosen`` the values of parameters that are not their defaults.
    """
    with closing(connect()) as connection:
        yield Rows(connection, metric, rows, by, chosen)
