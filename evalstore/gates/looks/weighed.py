"""
The evidence that a look has: what of a gate is shown, and what is ruled out.

Pairs of cases that are right or wrong are weighed against an allowed drop of 0 by
``macros.log_evidence_of_drop``; all else, as a share of the range that it can have, by
``macros.log_evidence_of_mean_above``, a bet on a mean.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from evalstore.base import sql_files
from evalstore.gates.gate import Gate
from evalstore.gates.measured import Measured
from evalstore.metrics.catalog import catalog
from evalstore.statistics.paired import take_values
from evalstore.store.query.reader import Reader

# A logarithm above this is the evidence of no number that can be printed.
LOG_MAX = 700.0


@dataclass(frozen=True, slots=True)
class Looked:
    """
    What a look sees of one row: values of units in the order drawn, and differences of the run.

    Units are clusters, sessions or cases, of which the first ``looked_count`` of ``unit_count``
    have all answers; ``differences`` are the run less its baseline, in the metric's unit.
    ``left_out_share`` is that of attempts without a value. ``mean_value`` is None without cases.
    """

    unit_values: Sequence[float]
    differences: Sequence[float]
    is_paired_by_case: bool
    valued_count: int
    paired_count: int
    mean_value: float | None
    left_out_share: float
    looked_count: int
    unit_count: int
    is_clustered: bool


@dataclass(frozen=True, slots=True)
class Weighed:
    """Logarithms of the evidence that a mean is above a bound, and below; None if undefined."""

    above: float | None
    below: float | None


def looked_at(
    reader: Reader, gate: Gate, measured: Measured, run_id: str, baseline_run_id: str | None
) -> Looked:
    """Return what a look sees of one row of a gate."""
    take_values(reader, gate.metric)
    [row] = reader.rows(
        sql_files.read("sql/looks/units"),
        run_id=run_id,
        baseline_run_id=baseline_run_id,
        system_id=measured.system_id,
        validator_id=measured.validator_id or None,
        variant=measured.variant,
        slice_name=measured.slice_name,
        slice_value=measured.slice_value,
    )
    return Looked(**row)  # type: ignore[arg-type]


def weighed_drop(
    reader: Reader, gate: Gate, looked: Looked, sign: int, alpha: float
) -> Weighed | None:
    """
    Weigh whether the mean drop ``sign * difference`` is above ``max_drop``, and whether below.

    None if the metric's range has no ends.
    """
    allowed = gate.max_drop or 0.0
    drops = [sign * difference for difference in looked.differences]
    if looked.is_paired_by_case and not allowed:
        [row] = reader.rows(sql_files.read("sql/looks/evidence_of_drop"), drops=drops)
        return _weighed(row)
    low, high = catalog()[gate.metric].bounds
    return _weighed_mean(reader, drops, low - high, high - low, allowed, alpha)


def weighed_value(
    reader: Reader, gate: Gate, looked: Looked, bound: float, alpha: float
) -> Weighed | None:
    """Weigh whether the mean value is above a bound, and below; None as ``weighed_drop``."""
    low, high = catalog()[gate.metric].bounds
    return _weighed_mean(reader, looked.unit_values, low, high, bound, alpha)


def evidence_text(log_evidence: float | None) -> str:
    """
    Return evidence as a number of three digits.

    >>> evidence_text(3.0), evidence_text(None), evidence_text(1000.0)
    ('20.1', '0', '1.01e+304')
    """
    if log_evidence is None:
        return "0"
    return f"{math.exp(min(log_evidence, LOG_MAX)):.3g}"


def _weighed_mean(
    reader: Reader, values: Sequence[float], low: float, high: float, bound: float, alpha: float
) -> Weighed | None:
    if not math.isfinite(high - low):
        return None
    # Rounding must not push a value out of its range.
    shares = [min(1.0, max(0.0, (value - low) / (high - low))) for value in values]
    [row] = reader.rows(
        sql_files.read("sql/looks/evidence_of_mean"),
        shares=shares,
        bound=(bound - low) / (high - low),
        alpha=alpha,
    )
    return _weighed(row)


def _weighed(row: dict[str, object]) -> Weighed:
    above, below = row["log_evidence_above"], row["log_evidence_below"]
    return Weighed(
        None if above is None else float(str(above)), None if below is None else float(str(below))
    )
