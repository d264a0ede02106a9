"""
What each row adds to a metric, as the metric's own view tells it.

No formula is written a second time: the view is asked about each row alone, in a database of its
own, and the sums of its answers are the metric. That this holds for a metric is not taken on
trust: its view is also asked about the first resample, and has to agree with the sums.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

import duckdb
import numpy as np
import pyarrow
from sqlglot import exp

from evalstore import sql_files
from evalstore.analyses.resampling import Contributions, Integers
from evalstore.errors import UsageError
from evalstore.metrics import union
from evalstore.metrics.catalog import Metric, catalog
from evalstore.metrics.view import statements
from evalstore.store.door import connect

# Metrics whose rows add up inside bins, and the view that tells what each adds to its bin.
BINNED = {"ece": "reliability_bins"}
# The view that holds the rows, and those made of nothing else.
ROWS = "facts.sliced"
VIEWS_OF_ROWS = ("sql/facts/views/sliced_abstentions",)
NOT_RATIOS = {
    "abstention_f1": "a mean of two ratios",
    "accuracy_macro": "a mean over domains",
    "accuracy_weighted": "a mean over domains",
    "auprc_confidence": "an area under a curve",
    "aurc": "an area under a curve",
    "auroc_confidence": "an area under a curve",
    "brier_reliability": "a sum over bins of squares",
    "brier_resolution": "a sum over bins of squares",
    "brier_uncertainty": "a product of shares",
    "calibration_slope": "the slope of a fitted line",
    "rmsce_debiased": "a sum over bins less its bias",
    "ece_equal_mass": "a sum over bins that move with the rows",
    "mce": "a maximum over bins",
    "minimum_detectable_effect": "a multiple of the spread of all rows",
    "rmsce": "the root of a sum over bins",
    "selective_risk": "a share of those that rank highest",
    "simpleqa_f": "a mean of two ratios",
}
AGREEMENT_MAX = 1e-9


@dataclass(frozen=True, slots=True)
class Grain:
    """One system, validator and slice value; ``named_count`` rows name a cluster or session."""

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
    """Raise UsageError, with the reason and what there is, where a metric cannot be resampled."""
    reason = _why_not(metric)
    if reason is not None:
        raise UsageError(
            f"{metric.name} cannot be resampled: it is {reason}; there is {', '.join(offered())}"
        )


def _why_not(metric: Metric) -> str | None:
    if not metric.has_value:
        return "a table, not one number"
    reads = _relations(metric.sql_name)
    allowed = {ROWS, *(_view_name(view) for view in VIEWS_OF_ROWS)}
    if reads - allowed:
        return f"made of {', '.join(sorted(reads))}, not of scored rows"
    return NOT_RATIOS.get(metric.name)


def _view_name(sql_name: str) -> str:
    return f"facts.{sql_name.rpartition('/')[2]}"


def _relations(sql_name: str) -> set[str]:
    [statement] = statements(sql_files.read(sql_name))
    return {
        f"facts.{table.name}" for table in statement.find_all(exp.Table) if table.db == "facts"
    }


class Rows:
    """The asked rows in a database of their own, with the views that tell of them."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, metric: Metric, rows: pyarrow.Table, by: str
    ) -> None:
        self.connection = connection
        self.metric = metric
        connection.execute("create schema facts; create schema metrics; create schema macros")
        for name in sql_files.names("sql/macros"):
            connection.execute(sql_files.read(name))
        connection.register("asked_rows", rows)
        self._run("numbered_rows", cluster=by)
        self._run("each_row")
        bins = BINNED.get(metric.name)
        needed = _relations(metric.sql_name)
        for view in VIEWS_OF_ROWS:
            if _view_name(view) in needed:
                connection.execute(sql_files.read(view))
        connection.execute(sql_files.read(metric.sql_name))
        if bins:
            connection.execute(sql_files.read(catalog()[bins].sql_name))
        connection.execute(union.statement([metric]))
        self._run("bin_contributions" if bins else "ratio_contributions")

    def _run(self, name: str, **parameters: object) -> duckdb.DuckDBPyConnection:
        return self.connection.execute(sql_files.read(f"sql/analyses/{name}"), parameters or None)

    def grains(self) -> list[Grain]:
        """Return the grains, in the order of their names."""
        return [Grain(*row) for row in self._run("grains").fetchall()]

    def contributions(self, grain: Grain, variant: str) -> Contributions:
        """Return what the rows of one grain add to one variant of the metric."""
        found = self._run(
            "grain_contributions", grain_index=grain.grain_index, variant=variant
        ).fetchnumpy()
        return Contributions(
            **found,
            cluster_count=grain.cluster_count,
            is_absolute=self.metric.name in BINNED,
        )

    def require_agreement(
        self, grain: Grain, variant: str, weights: Integers, value: float | None
    ) -> None:
        """Raise UsageError where the view, asked about a resample, says other than its sums."""
        drawn = pyarrow.table({"cluster_index": np.arange(len(weights)), "weight": weights})
        self.connection.register("drawn_clusters", drawn)
        self._run("drawn_rows")
        found = self._run(
            "drawn_value",
            system_id=grain.system_id,
            validator_id=grain.validator_id,
            slice_value=grain.slice_value,
            variant=variant,
        ).fetchall()
        expected = found[0][0] if found else None
        agrees = (
            value is None if expected is None
            else value is not None and abs(value - expected) <= AGREEMENT_MAX
        )  # fmt: skip
        if not agrees:
            raise UsageError(
                f"{self.metric.name} cannot be resampled: of the same rows its view says "
                f"{expected} and the sums of its rows {value}; there is {', '.join(offered())}"
            )


@contextmanager
def holding(metric: Metric, rows: pyarrow.Table, by: str) -> Iterator[Rows]:
    """Hold the rows in memory while they are asked about; clusters are formed ``by``."""
    with closing(connect()) as connection:
        yield Rows(connection, metric, rows, by)
