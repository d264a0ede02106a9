"""Hold the rows of ``facts.counted`` against the counts and the value of the metric itself."""

import math

import duckdb

from evalstore.metrics import counted, selection
from evalstore.metrics.catalog import Metric
from evalstore.metrics.reasons import REASONS, count_of

GRAIN = "run_id, system_id, validator_id, slice_name, slice_value, variant"
LEFT_OUT = ("error_count", "unscored_count")
# What it is that scored_count counts, where that is not the rows that represent a case.
WEIGHED = ("overconfidence_index", "underconfidence_index")
TALLIES = f"""
select {GRAIN},
    count(*) as attempt_count,
    count(*) filter (where represents_case and is_counted) as scored_count,
    count(*) filter (where represents_case and is_missing) as missing_count,
    round(sum(weight)) as weight_count,
    sum(numerator) as numerator,
    sum(denominator) as denominator,
    list(reason) filter (where represents_case and not is_counted) as reasons,
    list(distinct reason) filter (where not is_counted) as all_reasons
from selected_counted group by all
"""


def disagreements(connection: duckdb.DuckDBPyConnection, metric: Metric) -> list[str]:
    """Return a sentence for each number of a metric that its rows do not come to."""
    connection.execute(counted.selection_statement(metric))
    tallies = {row[:6]: row[6:] for row in connection.execute(TALLIES).fetchall()}
    known = [
        f"{metric.name}: the reason {reason!r} is not among REASONS"
        for *_, reasons in tallies.values()
        for reason in reasons or ()
        if reason not in REASONS
    ]
    if known or not metric.has_value:
        return known
    connection.execute(selection.statement([metric]))
    relation = connection.execute(
        f"select {GRAIN}, * exclude ({GRAIN}) from selected_metrics order by all"
    )
    names = [column[0] for column in relation.description]
    rows = [dict(zip(names, row, strict=True)) for row in relation.fetchall()]
    keys = {tuple(row[name] for name in GRAIN.split(", ")) for row in rows}
    return [
        f"{metric.name} {key}: {name} is {said}, its rows come to {found}"
        for row in rows
        for key in [tuple(row[name] for name in GRAIN.split(", "))]
        for name, said, found in _pairs(metric, row, tallies.get(key))
        if not _is_same(said, found)
    ] + [f"{metric.name} {key}: there is no such row" for key in {*tallies} - keys]


def _pairs(metric: Metric, row: dict, tally: tuple | None):
    """Yield what the metric says and what its rows come to, by name."""
    nothing = (0, 0, 0, 0, None, None, None, None)
    attempts, scored, missing, weight, above, below, reasons, _ = tally or nothing
    yield "scored_count", row["scored_count"], weight or 0 if metric.name in WEIGHED else scored
    # Of a mean over values the counts are of the weeks of all values.
    if row["variant"] != "average=macro":
        yield "missing_count", row["missing_count"], missing
        # What counts everything has its errors among what it counts.
        for name in LEFT_OUT if metric.reason != "null" else ():
            found = [count_of(reason) for reason in reasons or ()]
            yield name, row[name], found.count(name)
    if row["attempt_count"] is not None:
        yield "attempt_count", row["attempt_count"], attempts
    if metric.numerator and row["value"] is not None:
        yield metric.name, row["value"], above / below if below else above


def _is_same(said: float | None, found: float | None) -> bool:
    if said is None or found is None:
        return said is found
    return math.isclose(said, found, rel_tol=1e-9, abs_tol=1e-9)
