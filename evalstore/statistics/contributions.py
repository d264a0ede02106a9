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

from evalstore.base import sql_files
from evalstore.errors import UsageError
from evalstore.metrics import parameters, selection
from evalstore.metrics.catalog import Metric, catalog
from evalstore.metrics.parameters import Chosen
from evalstore.statistics.resampling import Contributions, resampled, value_of, weights_of
from evalstore.store.connections import connect

# The relation that contains the rows, and the folders of the views that are computed from it.
ROWS = "facts.sliced"
VIEWS = "sql/facts/views"
SUMS = "sql/facts/sums"
MACROS = "sql/macros"
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
    return [name for name, metric in catalog().items() if is_offered(metric)]


def is_offered(metric: Metric) -> bool:
    """Return True if a metric is one of ``offered``."""
    return _why_not(metric) is None


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
    direct = sql_files.relations(sql_name, "facts") - {_relation(sql_name)}
    views = _views()
    deeper = [_relations(views[name]) for name in direct if name in views and name != ROWS]
    return frozenset(direct.union(*deeper))


@cache
def _views() -> dict[str, str]:
    """Return the files of views and sums by relation."""
    return {_relation(name): name for folder in (VIEWS, SUMS) for name in sql_files.names(folder)}


def _views_of(sql_name: str) -> list[str]:
    """Return the views of schema facts that a metric needs, each after those it reads."""
    used = _relations(sql_name) - {ROWS}
    # A view that reads another also reads all its relations, so it reads more of them.
    return sorted(
        (name for relation, name in _views().items() if relation in used),
        key=lambda name: len(_relations(name)),
    )


def _macros_of(sql_names: list[str]) -> list[str]:
    """Return the macros that files call, each after those it calls."""
    used = {used for name in sql_names for used in sql_files.used_by(name)}
    return [name for name in sql_files.in_order_of_use(MACROS, "macros") if name in used]


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
        views = _views_of(metric.sql_name)
        own = [metric.sql_name, *([catalog()[metric.bins].sql_name] if metric.bins else [])]
        for name in _macros_of([*views, *own]):
            connection.execute(sql_files.read(name))
        parameters.set_macros(connection, chosen)
        connection.register("selected_rows", rows)
        self._run("numbered_rows", cluster=by)
        self._known: set[str] = set()
        self._drawn: dict[int, dict[tuple[str, ...], float | None]] = {}
        self._run("contributions")
        self._run("each_row/sliced")
        for view in views:
            # In a store sums are tables; here they are views of the drawn rows.
            kind = f"create view {_relation(view)} as " if view.startswith(SUMS) else ""
            connection.execute(kind + sql_files.read(view))
        for name in own:
            connection.execute(sql_files.read(name))
        connection.execute(selection.statement([metric]))

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
        names = (grain.system_id, grain.validator_id, grain.slice_value, variant)
        drawn = self._drawn_values(seed).get(names)
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

    def _drawn_values(self, seed: int) -> dict[tuple[str, ...], float | None]:
        """Return the view's values of the first resample, by system, validator, slice, variant."""
        if seed not in self._drawn:
            grains = self.grains()
            counts = [grain.cluster_count for grain in grains]
            # Not as an Arrow table: making one of arrays imports pandas, where it is installed.
            drawn = {
                "grain_index": np.repeat([grain.grain_index for grain in grains], counts),
                "cluster_index": np.concatenate([np.arange(count) for count in counts]),
                "weight": np.concatenate([weights_of(0, count, seed) for count in counts]),
            }
            self.connection.register("drawn_clusters", drawn)
            self._run("drawn_rows/sliced")
            rows = self._run("drawn_values").fetchall()
            self._drawn[seed] = {tuple(names): value for *names, value in rows}
        return self._drawn[seed]

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
