"""Robustness of hit rate and false positives to perturbed profiles."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field

import numpy as np

from evalstore.base import sql_files
from evalstore.errors import UsageError
from evalstore.store.query.reader import Reader
from evalstore.suites.drift.analyses.drift_readings import Recorded, source
from evalstore.suites.drift.engine import robustness
from evalstore.suites.drift.engine.arrays import Readings
from evalstore.suites.drift.engine.figures import number
from evalstore.suites.drift.engine.thresholds import DetectionSettings, Thresholds, from_settings

METHOD = "drift_robustness"
PROFILE = "profile"
KINDS = ("dirichlet", "rank_swap")


@dataclass(frozen=True, slots=True)
class RobustnessPlan:
    """
    How many perturbed profiles to draw, how close to the actual ones, and the thresholds.

    A higher ``concentration`` draws closer profiles: a weight w has the standard deviation
    sqrt(w (1 - w) / (concentration + 1)).
    """

    system_id: str | None = None
    draw_count: int = 1000
    concentration: float = 50.0
    seed: int = 0
    detection: DetectionSettings = field(default_factory=DetectionSettings)

    def require(self) -> None:
        """Raise UsageError if there are no draws or the concentration is not above 0."""
        if self.draw_count < 1:
            raise UsageError(f"draws is {self.draw_count}; expected at least 1")
        if not self.concentration > 0:
            raise UsageError(
                f"concentration is {self.concentration:g}; expected a number above 0, such as 50"
            )

    @property
    def thresholds(self) -> Thresholds:
        """Return the thresholds for profiles: their own, else the default."""
        return self.detection.by_value.get(PROFILE, self.detection.default)


def detection_of(reader: Reader, run_id: str) -> DetectionSettings:
    """Return the thresholds recorded at the start of a run, else the defaults."""
    rows = reader.rows(sql_files.read("sql/queries/run_start"), run_id=run_id)
    started = json.loads(str(rows[0]["payload"])) if rows else {}
    recorded = ((started.get("config") or {}).get("settings") or {}).get("thresholds")
    return (
        from_settings({"thresholds": recorded})
        if isinstance(recorded, dict)
        else DetectionSettings()
    )


def perturbed(
    reader: Reader,
    run_id: str,
    plan: RobustnessPlan,
    on_draw: Callable[[int, int], None] = lambda _done, _total: None,
) -> Recorded:
    """
    Detect on the actual profiles, and again under each draw of perturbed weights.

    ``on_draw`` is called with the number of finished draws and the total. Draws come from numpy's
    Philox generator: the same seed gives the same draws with the same release of numpy. Raises
    UsageError if no week has a reading of the whole profile.
    """
    plan.require()
    reading_source = source(reader, run_id, plan.system_id)
    readings = reading_source.readings()
    profiles = robustness.profiles_of(readings)
    as_is = robustness.flag_profiles(
        readings, readings.weight, plan.thresholds, plan.detection.ema_alpha
    )
    if not as_is.is_known.any():
        raise UsageError(
            f"run {run_id!r} has no week after a persona's first in which every value has a "
            "weight and a reading, so no profile can be tested; name another run or system"
        )
    summaries = {
        kind: _drawn(readings, profiles, plan, kind, place, on_draw)
        for place, kind in enumerate(KINDS)
    }
    hit_rate, false_positive_rate = as_is.rates(readings)
    results: dict[str, object] = {
        "thresholds": asdict(plan.thresholds),
        "ema_alpha": plan.detection.ema_alpha,
        "unperturbed": {
            "hit_rate": number(hit_rate),
            "false_positive_rate": number(false_positive_rate),
            **as_is.counts(readings),
        },
        **summaries,
    }
    parameters: dict[str, object] = {
        "run_id": run_id,
        "system_id": reading_source.system_id,
        "draw_count": plan.draw_count,
        "concentration": plan.concentration,
        "seed": plan.seed,
        "thresholds": asdict(plan.thresholds),
        "ema_alpha": plan.detection.ema_alpha,
    }
    return Recorded(run_id, METHOD, parameters, reading_source.tree_size, results)


def _drawn(
    readings: Readings,
    profiles: robustness.Profiles,
    plan: RobustnessPlan,
    kind: str,
    place: int,
    on_draw: Callable[[int, int], None],
) -> dict[str, object]:
    """Return the ranges of one kind of draw, from a separate random stream."""
    rng = np.random.Generator(np.random.Philox(key=[plan.seed, place]))
    draw = (
        robustness.dirichlet(profiles, plan.concentration, rng)
        if kind == "dirichlet"
        else robustness.rank_swap(profiles, rng)
    )
    rates = []
    for rate in robustness.draws(
        readings, profiles, draw, plan.draw_count, plan.thresholds, plan.detection.ema_alpha
    ):
        rates.append(rate)
        on_draw(place * plan.draw_count + len(rates), len(KINDS) * plan.draw_count)
    return robustness.perturbed_rates(rates).summary()
