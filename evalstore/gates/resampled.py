"""
Intervals by resampling, for a gate that must show something of a metric without a closed form.

The plan is that of ``evalstore bootstrap`` without options: 1000 resamples of cases, seed 0, so
that the same answers give the same interval, and a recorded one is a duplicate.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from evalstore.gates.gate import SHOWN, Gate
from evalstore.gates.measured import Measured
from evalstore.metrics.catalog import catalog
from evalstore.store.query.queries import Filter, Slice
from evalstore.store.query.reader import Reader

if TYPE_CHECKING:
    from evalstore.statistics.bootstrap import Analysis


def needs_resampling(gate: Gate, measured: Measured) -> bool:
    """Return True if a gate asks for the interval of a value that has none in closed form."""
    has_bound = (gate.minimum, gate.maximum) != (None, None)
    is_without = measured.value is not None and measured.ci_low is None
    return gate.requirement == SHOWN and has_bound and is_without


def resampled(reader: Reader, gate: Gate, measured: Measured, run_id: str) -> "Analysis | None":
    """Return the bootstrap interval of a row; None if the metric cannot be resampled."""
    # numpy is imported only where it is used.
    from evalstore.statistics import contributions
    from evalstore.statistics.bootstrap import BootstrapPlan, analyse

    if gate.metric not in contributions.offered():
        return None
    part = Slice(measured.slice_name, measured.slice_value)
    row_filter = Filter(
        run_id,
        measured.system_id,
        measured.validator_id or None,
        (part,),
        measured.variant,
        gate.chosen,
    )
    metric = catalog()[gate.metric]
    [analysis, *_] = analyse(reader, metric, run_id, row_filter, BootstrapPlan())
    return analysis


def with_interval(measured: Measured, analysis: "Analysis") -> Measured:
    """Return the row with the interval of an analysis."""
    return replace(measured, ci_low=analysis.results.ci_low, ci_high=analysis.results.ci_high)


def remark_on(analysis: "Analysis") -> str:
    """Describe how an interval was computed, or why there is none, for a reason."""
    plan, results = analysis.parameters, analysis.results
    drawn = f"{plan['resample_count']} resamples of {plan['cluster']}s"
    if results.reason:
        return f"{drawn} give no interval: {results.reason}"
    return f"interval by the {analysis.method}, {drawn}"
