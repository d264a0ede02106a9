"""Spread of the cases of a run and of their attempts, to plan the next run with."""

from dataclasses import dataclass

from evalstore.base import sql_files
from evalstore.errors import UndecidedError, UsageError
from evalstore.gates.baseline import COMPLETED, LAST_GREEN, candidates
from evalstore.metrics import catalog
from evalstore.statistics.controls import controls_of
from evalstore.statistics.paired import Side, paired, require_offered, take_values
from evalstore.store.query import queries
from evalstore.store.query.queries import Slice
from evalstore.store.query.reader import Reader


@dataclass(frozen=True, slots=True)
class CaseSpread:
    """
    How the values of one system in a run differ.

    ``mean`` and ``deviation``, None for a single case, are over the cases' values, each the mean
    of its attempts; ``attempt_count`` is the mean number of these. ``within_variance`` is that of
    the attempts of one case, None where no case has two.
    """

    system_id: str
    validator_id: str
    variant: str
    case_count: int
    mean: float
    deviation: float | None
    attempt_count: float
    within_variance: float | None


@dataclass(frozen=True, slots=True)
class RunSpread:
    """
    The spread of a run, and how its cases differ from those of the run before it.

    ``other_run_id`` is that run, None if there is none with the same cases; ``discordant`` is the
    share of the cases that differ, and ``difference_spread`` the standard deviation of the
    differences.
    """

    run_id: str
    spread: CaseSpread
    other_run_id: str | None = None
    discordant: float | None = None
    difference_spread: float | None = None


def run_facts(reader: Reader, metric: str, run_id: str, system_id: str | None) -> RunSpread:
    """
    Return what a run shows of the spread of a metric.

    Raises UsageError for unknown names, and where several systems have values and none is named;
    UndecidedError where the run has no value of the metric.
    """
    queries.run_status(reader, run_id)
    require_offered(catalog.find(metric).name)
    queries.require_name(reader, "system", system_id, run_id)
    controls = controls_of(reader, run_id) if system_id is None else ()
    spreads = [
        one
        for one in spreads_of(reader, metric, Side(run_id, system_id or ""))
        if one.system_id not in controls
    ]
    if not spreads:
        raise UndecidedError(
            f"run {run_id!r} has no value of {metric} for a single case; run `evalstore show "
            f"{metric} --run {run_id}` to see why"
        )
    names = sorted({one.system_id for one in spreads})
    if len(names) > 1:
        raise UsageError(
            f"run {run_id!r} has {metric} of {', '.join(names)}; name one with --system"
        )
    if len(spreads) > 1:
        raise UsageError(
            f"run {run_id!r} has {metric} in {len(spreads)} variants; name what they show "
            "with --true, --discordant or --spread instead of --run"
        )
    return _beside_the_run_before(reader, metric, run_id, spreads[0])


def spreads_of(
    reader: Reader,
    metric: str,
    side: Side,
    *,
    validator_id: str | None = None,
    part: Slice = Slice("all", "all"),  # noqa: B008 - a frozen value
    variant: str | None = None,
) -> list[CaseSpread]:
    """Return the spread of each system of a side; an empty system is any."""
    take_values(reader, metric)
    rows = reader.rows(
        sql_files.read("sql/queries/case_spread"),
        run_id=side.run_id,
        system_id=side.system_id or None,
        validator_id=validator_id,
        slice_name=part.name,
        slice_value=part.value,
        variant=variant,
    )
    return [CaseSpread(**row) for row in rows]  # type: ignore[arg-type]


def _beside_the_run_before(
    reader: Reader, metric: str, run_id: str, spread: CaseSpread
) -> RunSpread:
    facts = RunSpread(run_id, spread)
    earlier = candidates(reader, run_id, LAST_GREEN)
    completed = [str(row["run_id"]) for row in earlier if row["run_status"] == COMPLETED]
    if not completed:
        return facts
    other_run_id = completed[0]
    pairs = paired(
        reader,
        metric,
        Side(other_run_id, spread.system_id),
        Side(run_id, spread.system_id),
        validator_id=spread.validator_id or None,
        variant=spread.variant,
        part=Slice("all", "all"),
        cluster="case",
    )
    if not pairs or pairs[0].standard_error is None:
        return facts
    [both, *_] = pairs
    count = both.paired_count
    return RunSpread(
        run_id,
        spread,
        other_run_id,
        (both.higher_count + both.lower_count) / count,
        (both.standard_error or 0.0) * count**0.5,
    )
