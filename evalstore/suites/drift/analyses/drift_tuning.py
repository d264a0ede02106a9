"""
Tune drift thresholds on a run, and evaluate them on held-out personas.

A threshold chosen on some personas fits them better than others. So personas are first split by a
hash of their ids, and the reported figures are from those that were not tuned on; or from another
run, which must not share a case with the first.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field

import numpy as np

from evalstore.base import sql_files
from evalstore.base.phrases import counted
from evalstore.errors import UsageError
from evalstore.statistics import resampling
from evalstore.store.query.reader import Reader
from evalstore.suites.drift.analyses.drift_readings import ReadingSource, Recorded, source, split
from evalstore.suites.drift.engine import tuning
from evalstore.suites.drift.engine.arrays import Flags, ReadingRow, Readings, readings_of
from evalstore.suites.drift.engine.figures import FlagCounts, counts_of
from evalstore.suites.drift.engine.intervals import share_intervals
from evalstore.suites.drift.engine.thresholds import DetectionSettings, Thresholds

METHOD = "drift_tuning"
RESAMPLE_COUNT = 1000
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class TuningPlan:
    """
    The settings to try, and the requirements on the chosen one.

    ``held_out`` is the share of personas held out, unless ``report_on`` names another run to
    report on. The false positive rate must stay below its limit. With ``is_per_value``, thresholds
    are chosen for each value separately.
    """

    system_id: str | None = None
    report_on: str | None = None
    held_out: float = 0.5
    seed: int = 0
    false_positive_rate_limit: float = 0.2
    is_per_value: bool = False
    ema_alpha: float = 1.0
    grid: tuning.Grid = field(default_factory=tuning.Grid)

    def require(self) -> None:
        """Raise UsageError for a share, limit or weight outside its range."""
        limits = {
            "held-out": self.held_out,
            "fpr-limit": self.false_positive_rate_limit,
            "ema-alpha": self.ema_alpha,
        }
        for name, value in limits.items():
            if not 0 < value <= 1 or (name == "held-out" and value == 1):
                raise UsageError(f"--{name} is {value:g}; expected a number between 0 and 1")


@dataclass(frozen=True, slots=True)
class Tuned:
    """The analysis, and the chosen thresholds; None if none stays within the limit."""

    recorded: Recorded
    detection: DetectionSettings | None
    reason: str
    is_undefined: bool


def tune(
    reader: Reader,
    run_id: str,
    plan: TuningPlan,
    on_progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> Tuned:
    """
    Search the grid on some personas of a run, and report on those that were held out.

    ``on_progress`` is called with the number of finished parts of the search and the total.
    Raises UsageError if there is nothing to tune or report on.
    """
    plan.require()
    tuned_on = source(reader, run_id, plan.system_id)
    seen_rows, unseen_rows = _sides(reader, tuned_on, plan)
    seen, unseen = readings_of(seen_rows), readings_of(unseen_rows)
    settings = plan.grid.settings()
    steps = _Steps(len(plan.grid.epsilon) * (1 + plan.is_per_value * len(seen.value_dims)))

    def step() -> None:
        steps.done += 1
        on_progress(steps.done, steps.total)

    counts = tuning.search(seen, plan.grid, plan.ema_alpha, step)
    choice = tuning.choose(counts, settings, plan.false_positive_rate_limit)
    chosen = None if choice.place is None else settings[choice.place]
    results: dict[str, object] = {
        "chosen": None if chosen is None else _plain(chosen),
        "reason": choice.reason,
        "ema_alpha": plan.ema_alpha,
        "setting_count": len(settings),
        "persona_count": {"tuning": len(seen.persona_ids), "untouched": len(unseen.persona_ids)},
        "trade_off": _trade_off(counts, settings),
    }
    detection = None
    if chosen is not None:
        by_value, words = _by_value(seen, plan, step) if plan.is_per_value else ({}, {})
        detection = DetectionSettings(default=chosen, by_value=by_value, ema_alpha=plan.ema_alpha)
        shared = DetectionSettings(default=chosen, by_value={}, ema_alpha=plan.ema_alpha)
        before = DetectionSettings(default=Thresholds(), by_value={}, ema_alpha=plan.ema_alpha)
        results |= {
            "by_value": words,
            "edges": plan.grid.edges(chosen),
            "tuning": _figures(seen, detection),
            "untouched": _with_intervals(unseen, detection, plan.seed),
            # For comparison: thresholds per value may overfit the personas tuned on.
            "untouched_shared": _figures(unseen, shared),
            "untouched_before": _figures(unseen, before) | {"thresholds": _plain(Thresholds())},
        }
    parameters = asdict(plan) | {"system_id": tuned_on.system_id, "run_id": run_id}
    recorded = Recorded(run_id, METHOD, parameters, tuned_on.tree_size, results)
    return Tuned(recorded, detection, choice.reason, choice.is_undefined)


@dataclass(slots=True)
class _Steps:
    total: int
    done: int = 0


def flags_of(readings: Readings, detection: DetectionSettings) -> Flags:
    """Return, for each reading, whether the thresholds of its value flag it."""
    per_value = [detection.by_value.get(name, detection.default) for name in readings.value_dims]
    return tuning.flagged(readings, per_value, detection.ema_alpha)


def _sides(
    reader: Reader, tuned_on: ReadingSource, plan: TuningPlan
) -> tuple[list[ReadingRow], list[ReadingRow]]:
    if plan.report_on is None:
        return split(tuned_on.rows, plan.held_out, plan.seed)
    [row] = reader.rows(
        sql_files.read("sql/analyses/shared_cases"),
        run_id=tuned_on.run_id,
        other_run_id=plan.report_on,
    )
    shared_count = int(str(row["shared_count"]))
    if shared_count:
        raise UsageError(
            f"run {plan.report_on!r} was used for tuning: "
            f"{counted(shared_count, 'case is', 'cases are')} also in run {tuned_on.run_id!r}; "
            "report on a run of other personas, or leave out --report-on to hold some out"
        )
    return list(tuned_on.rows), list(source(reader, plan.report_on, tuned_on.system_id).rows)


def _by_value(
    seen: Readings, plan: TuningPlan, on_epsilon: Callable[[], None]
) -> tuple[dict[str, Thresholds], dict[str, dict[str, object]]]:
    """Return the thresholds chosen per value, and the recorded result of each value."""
    settings = plan.grid.settings()
    chosen: dict[str, Thresholds] = {}
    words: dict[str, dict[str, object]] = {}
    for name in seen.value_dims:
        # The false positive rate is of the weeks in which this value is not in crisis.
        value_readings = seen.of_value(name)
        counts = tuning.search(value_readings, plan.grid, plan.ema_alpha, on_epsilon)
        choice = tuning.choose(counts, settings, plan.false_positive_rate_limit)
        words[name] = {"chosen": None, "reason": choice.reason}
        if choice.place is not None:
            chosen[name] = settings[choice.place]
            words[name] |= {
                "chosen": _plain(chosen[name]),
                "edges": plan.grid.edges(chosen[name]),
                "tuning": counts.figures(choice.place),
            }
    return chosen, words


def _figures(readings: Readings, detection: DetectionSettings) -> dict[str, object]:
    return counts_of(readings, flags_of(readings, detection)[None, :]).figures(0)


def _with_intervals(
    readings: Readings, detection: DetectionSettings, seed: int
) -> dict[str, object]:
    """Return figures with 95 % intervals clustered by persona; that of f1 is a bootstrap."""
    flags = flags_of(readings, detection)
    counts = counts_of(readings, flags[None, :])
    intervals = {
        name: None if bounds is None else list(bounds)
        for name, bounds in share_intervals(readings, flags).items()
    }
    return counts.figures(0) | {"ci": intervals | {"f1": _f1_interval(readings, flags, seed)}}


def _f1_interval(readings: Readings, flags: Flags, seed: int) -> list[float] | None:
    is_known = readings.is_read & (flags | ~readings.is_first)
    is_crisis, is_quiet = is_known & readings.is_crisis, is_known & readings.is_quiet
    rows = resampling.Contributions(
        cluster=readings.persona,
        part=np.zeros(len(readings.persona), np.int64),
        numerator=(flags & is_crisis).astype(np.float64) * 2,
        denominator=(flags & is_crisis) + (flags & is_quiet) + 1.0 * is_crisis,
        cluster_count=len(readings.persona_ids),
    )
    if resampling.value_of(rows) is None or rows.cluster_count == 1:
        return None
    drawn = resampling.resampled(rows, RESAMPLE_COUNT, seed)
    ends = resampling.percentile(drawn[~np.isnan(drawn)], LEVEL)
    return None if ends is None else list(ends)


def _trade_off(counts: FlagCounts, settings: list[Thresholds]) -> list[dict[str, object]]:
    """Return the Pareto-optimal settings, and some others, for a chart."""
    front = tuning.pareto(counts)
    return [
        _plain(settings[place])
        | {
            "f1": float(counts.f1[place]),
            "hit_rate": None
            if np.isnan(counts.hit_rate[place])
            else float(counts.hit_rate[place]),
            "false_positive_rate": float(counts.false_positive_rate[place]),
            "is_front": is_front,
        }
        for places, is_front in ((front, True), (tuning.others(counts, front), False))
        for place in places
    ]


def _plain(thresholds: Thresholds) -> dict[str, object]:
    return {
        "delta": thresholds.delta,
        "tau_low": thresholds.tau_low,
        "c_min": thresholds.c_min,
        "epsilon": thresholds.epsilon,
    }
