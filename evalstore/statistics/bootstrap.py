"""
Bootstrap intervals of a metric's values, and the events that record them.

The id of an analysis is a hash of its parameters, and its tree size is that of the last fold that
changed an answer of the run. So the same parameters on the same answers give the same event, which
is a duplicate; on other answers they give a revision.
"""

import hashlib
import json
import math
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, replace

import numpy as np

from evalstore.base import sql_files
from evalstore.errors import UsageError
from evalstore.metrics.catalog import Metric
from evalstore.metrics.parameters import Chosen
from evalstore.statistics import contributions, resampling
from evalstore.statistics.contributions import Grain
from evalstore.store.query import queries
from evalstore.store.query.queries import Filter, Slice
from evalstore.store.query.reader import Reader

# System, validator, slice value and variant of a value.
GrainNames = tuple[str, str, str, str]

# By whether a metric has bins: its values are never negative and biased upward, and a percentile
# interval would double the bias.
METHODS = {False: "percentile bootstrap", True: "basic bootstrap"}


@dataclass(frozen=True, slots=True)
class BootstrapPlan:
    """How to resample: number of resamples, seed, unit that is drawn, confidence level."""

    resample_count: int = 1000
    seed: int = 0
    cluster: str = "case"
    level: float = 0.95

    def require(self) -> None:
        """Raise UsageError if the plan cannot give an interval."""
        if not 0 < self.level < 1:
            raise UsageError(
                f"level is {self.level}, expected a number between 0 and 1, such as 0.95"
            )
        if resampling.ranks(self.resample_count, self.level) is None:
            raise UsageError(
                f"{self.resample_count} resamples are too few for an interval of {self.level}; "
                f"use at least {resampling.count_min(self.level)}, better "
                f"{max(1000, 25 * resampling.count_min(self.level))}, or a lower level"
            )


@dataclass(frozen=True, slots=True)
class Results:
    """Results of one analysis; the bounds are None without an interval, for ``reason``."""

    value: float | None
    ci_low: float | None
    ci_high: float | None
    bias: float | None
    standard_error: float | None
    scored_count: int
    cluster_count: int
    undefined_count: int
    reason: str | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """
    One interval: its method, parameters and results.

    ``drawn`` are the values of the resamples, None without an interval; they are not recorded.
    """

    run_id: str
    method: str
    parameters: dict[str, object]
    tree_size: int
    results: Results
    drawn: resampling.Floats | None = field(default=None, compare=False, repr=False)

    @property
    def analysis_id(self) -> str:
        """Return the id: the same method with the same parameters has the same id."""
        text = json.dumps([self.method, self.parameters], sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        return f"bootstrap:{self.parameters['metric']}:{digest[:32]}"

    @property
    def names(self) -> GrainNames:
        """Return the system, the validator, the slice value and the variant."""
        return _names_of(self.parameters)

    def p_value(self, bound: float) -> float | None:
        """
        Return the two-sided p-value of the value beyond a bound, by inverting the interval.

        In (0, 1]; None without an interval. 1 if the value is the bound.
        """
        value = self.results.value
        if self.drawn is None or value is None:
            return None
        is_above = value > bound
        if self.method == METHODS[True]:
            return resampling.p_value_of(self.drawn, 2.0 * value - bound, is_above=not is_above)
        return resampling.p_value_of(self.drawn, bound, is_above=is_above)

    def event(self) -> dict[str, object]:
        """Return the analysis as an analysis_recorded event."""
        return {
            "kind": "analysis_recorded",
            "run_id": self.run_id,
            "payload": {
                "analysis_id": self.analysis_id,
                "method": self.method,
                "parameters": self.parameters,
                "tree_size": self.tree_size,
                "results": asdict(self.results),
            },
        }


def analyse(
    reader: Reader, metric: Metric, run_id: str, row_filter: Filter, plan: BootstrapPlan,
    wanted: Collection[GrainNames] | None = None,
) -> list[Analysis]:  # fmt: skip
    """
    Return an interval for each value of the metric that the filter selects, or the wanted ones.

    Raises UsageError if the metric cannot be resampled, a name is unknown or no value matches.
    """
    plan.require()
    contributions.require_offered(metric)
    queries.select_metrics(reader, metric.name, chosen=row_filter.chosen)
    [size] = reader.rows(sql_files.read("sql/analyses/answer_size"), run_id=run_id)
    tree_size = int(str(size["tree_size"]))
    by_id: dict[str, Analysis] = {}
    for part in dict.fromkeys(row_filter.slices):
        for analysis in _of_slice(
            reader, metric, run_id, row_filter, part, plan, tree_size, wanted
        ):
            # Slices may overlap, such as domain and domain=history; keep one analysis of each.
            by_id.setdefault(analysis.analysis_id, analysis)
    analyses = list(by_id.values())
    if not analyses:
        queries.require_names(reader, metric, row_filter)
        raise UsageError(
            f"{metric.name} has no value in run {run_id!r} for this system, validator, slice and "
            f"variant; run `evalstore show {metric.name} --run {run_id}` to see those that have "
            "one"
        )
    return analyses


def _of_slice(
    reader: Reader, metric: Metric, run_id: str, row_filter: Filter, part: Slice,
    plan: BootstrapPlan, tree_size: int, wanted: Collection[GrainNames] | None,
) -> list[Analysis]:  # fmt: skip
    parameters = {
        "run_id": run_id,
        "slice_name": part.name,
        "slice_value": part.value,
        "system_id": row_filter.system_id,
        "validator_id": row_filter.validator_id,
    }
    values = reader.rows(
        sql_files.read("sql/analyses/selected_values"),
        metric=metric.name,
        variant=row_filter.variant,
        **parameters,
    )
    values = [row for row in values if wanted is None or _names_of(row) in wanted]
    if not values:
        return []
    selected = reader.connection.sql(
        sql_files.read("sql/analyses/selected_rows"), params=parameters
    )
    chosen = row_filter.chosen
    with contributions.holding(metric, selected.to_arrow_table(), plan.cluster, chosen) as rows:
        grains = {
            (grain.system_id, grain.validator_id, grain.slice_value): grain
            for grain in rows.grains()
        }
        _require_named(plan, list(grains.values()))
        analyses = []
        for row in values:
            method = METHODS[bool(metric.bins)]
            results, drawn = _results(rows, grains[_names_of(row)[:3]], row, plan)
            about = _parameters(metric, row, plan, chosen)
            analyses.append(Analysis(run_id, method, about, tree_size, results, drawn))
        return analyses


def _names_of(row: Mapping[str, object]) -> GrainNames:
    return (
        str(row["system_id"]), str(row["validator_id"]), str(row["slice_value"]),
        str(row["variant"]),
    )  # fmt: skip


def _parameters(
    metric: Metric, row: dict[str, object], plan: BootstrapPlan, chosen: Chosen
) -> dict[str, object]:
    grain = ("system_id", "validator_id", "slice_name", "slice_value", "variant")
    about = {"metric": metric.name, **{name: row[name] for name in grain}, **asdict(plan)}
    # Named only where chosen, so that the ids of other analyses stay.
    return about | ({"parameters": dict(chosen)} if chosen else {})


def _require_named(plan: BootstrapPlan, grains: list[Grain]) -> None:
    if plan.cluster != "case" and not any(grain.named_count for grain in grains):
        raise UsageError(
            f"no case has a {plan.cluster}_id to resample by; leave --cluster out to resample "
            "cases"
        )


def _results(
    rows: contributions.Rows, grain: Grain, row: dict[str, object], plan: BootstrapPlan
) -> tuple[Results, resampling.Floats | None]:
    count = int(str(row["scored_count"]))
    nothing = Results(None, None, None, None, None, count, grain.cluster_count, 0, None)
    if row["value"] is None:
        return _without(nothing, "no answer counts"), None
    added = rows.contributions(grain, str(row["variant"]), float(str(row["value"])), plan.seed)
    value = resampling.value_of(added)
    if value is None:
        return _without(nothing, "no answer counts"), None
    nothing = replace(nothing, value=value)
    if grain.cluster_count == 1:
        return _without(nothing, f"a single {plan.cluster} can be drawn in one way only"), None
    drawn = resampling.resampled(added, plan.resample_count, plan.seed)
    results = _of_drawn(added, drawn, value, nothing, plan)
    return results, None if results.ci_low is None else drawn[~np.isnan(drawn)]


def _of_drawn(
    added: resampling.Contributions, drawn: resampling.Floats, value: float, nothing: Results,
    plan: BootstrapPlan,
) -> Results:  # fmt: skip
    defined = drawn[~np.isnan(drawn)]
    undefined_count = len(drawn) - len(defined)
    if added.is_absolute:
        ends = resampling.basic(defined, plan.level, value)
    else:
        ends = resampling.percentile(defined, plan.level)
    if ends is None:
        return _without(nothing, "too few resamples hold an answer that counts", undefined_count)
    if defined.min() == defined.max():
        return _without(nothing, "all resamples give the same value", undefined_count)
    mean = math.fsum(defined.tolist()) / len(defined)
    squares = math.fsum((item - mean) ** 2 for item in defined.tolist())
    return Results(
        value=value,
        ci_low=ends[0],
        ci_high=ends[1],
        bias=mean - value,
        standard_error=math.sqrt(squares / (len(defined) - 1)),
        scored_count=nothing.scored_count,
        cluster_count=nothing.cluster_count,
        undefined_count=undefined_count,
        reason=None,
    )


def _without(nothing: Results, reason: str, undefined_count: int = 0) -> Results:
    return Results(**asdict(nothing) | {"reason": reason, "undefined_count": undefined_count})
