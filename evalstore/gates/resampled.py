"""
Intervals by resampling, for a gate that must show something of a metric without a closed form.

The plan is that of ``evalstore bootstrap`` without options: 1000 resamples of cases, seed 0, so
that the same answers give the same interval, and a recorded one is a duplicate.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from evalstore.gates.gate import SHOWN, Gate
from evalstore.gates.measured import Measured
from evalstore.metrics.catalog import catalog
from evalstore.metrics.parameters import Chosen
from evalstore.store.query.queries import Filter, Slice
from evalstore.store.query.reader import Reader

if TYPE_CHECKING:
    from evalstore.statistics.bootstrap import Analysis, GrainNames


def needs_resampling(gate: Gate, measured: Measured) -> bool:
    """Return True if a gate asks for the interval of a value that has none in closed form."""
    has_bound = (gate.minimum, gate.maximum) != (None, None)
    is_without = measured.value is not None and measured.ci_low is None
    return gate.requirement == SHOWN and has_bound and is_without


def resampled(
    reader: Reader, rows: Sequence[tuple[Gate, Measured]], run_id: str
) -> "list[Analysis | None]":
    """
    Return the bootstrap interval of each row of its gate; None if a metric cannot be resampled.

    What rows of one metric and kind of slice are drawn from is read once.
    """
    # numpy is imported only where it is used.
    from evalstore.statistics import contributions
    from evalstore.statistics.bootstrap import BootstrapPlan, analyse

    alike: dict[tuple[str, Chosen, str], list[Measured]] = {}
    for gate, measured in rows:
        alike.setdefault(_shared(gate, measured), []).append(measured)
    found: dict[tuple[object, ...], Analysis] = {}
    for key, group in alike.items():
        metric, chosen, slice_name = catalog()[key[0]], key[1], key[2]
        if contributions.is_offered(metric):
            row_filter = Filter(
                run_id,
                _only(measured.system_id for measured in group),
                _only(measured.validator_id for measured in group) or None,
                (Slice(slice_name, _only(measured.slice_value for measured in group)),),
                _only(measured.variant for measured in group),
                chosen,
            )
            wanted = {_names(measured) for measured in group}
            for one in analyse(reader, metric, run_id, row_filter, BootstrapPlan(), wanted):
                found[*key, one.names] = one
    return [found.get((*_shared(gate, measured), _names(measured))) for gate, measured in rows]


def _shared(gate: Gate, measured: Measured) -> tuple[str, Chosen, str]:
    """Return what rows that are resampled together have in common."""
    return gate.metric, gate.chosen, measured.slice_name


def _only(names: Iterable[str]) -> str | None:
    """Return the name if it is the only one, None if there are several."""
    different = {*names}
    return different.pop() if len(different) == 1 else None


def _names(measured: Measured) -> "GrainNames":
    return (
        measured.system_id, measured.validator_id, measured.slice_value, measured.variant
    )  # fmt: skip


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
