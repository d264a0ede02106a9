"""Configuration of a drift run: the levels of its ruts, and the kinds of its systems."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from evalstore.reviews.charts.drawing.rows import RowReader, text_of
from evalstore.reviews.report.rows import run_query
from evalstore.statistics.controls import CONTROL_KINDS

# The key of the level of all values without one of their own.
DEFAULT: Final = ""


@dataclass(frozen=True)
class DriftConfiguration:
    """The levels below which weeks make a rut, by value, and the kind of each system."""

    low_levels: Mapping[str, float]
    kinds: Mapping[str, str]

    def is_control(self, system_id: str) -> bool:
        """Return True if a system is a control, by its kind or, without a kind, by its name."""
        return self.kinds.get(system_id, system_id) in CONTROL_KINDS


def configuration_of(reader: RowReader, run_id: str) -> DriftConfiguration:
    """Return the recorded configuration of a run, without missing values."""
    rows = run_query(reader, "drift_configuration", run_id=run_id)
    text = text_of(rows[0], "configuration") if rows else ""
    configuration = mapping_of(json.loads(text or "null"))
    systems = mapping_of(configuration.get("systems"))
    kinds = {name: mapping_of(system).get("kind") for name, system in systems.items()}
    return DriftConfiguration(
        low_levels=low_levels_of(mapping_of(configuration.get("settings"))),
        kinds={name: str(kind) for name, kind in kinds.items() if kind is not None},
    )


def low_levels_of(settings: Mapping[str, object]) -> dict[str, float]:
    """
    Return ``tau_low`` of the recorded thresholds by value, under "" for all other values.

    >>> low_levels_of({"thresholds": {"tau_low": -0.4, "values": {"power": {"tau_low": -0.2}}}})
    {'': -0.4, 'power': -0.2}
    >>> low_levels_of({"tau_low": "-0.5"}), low_levels_of({"thresholds": "drift.toml"})
    ({'': -0.5}, {})
    """
    recorded = settings.get("thresholds")
    thresholds = recorded if isinstance(recorded, dict) else settings
    values = mapping_of(thresholds.get("values"))
    named = {DEFAULT: thresholds, **{name: mapping_of(value) for name, value in values.items()}}
    levels = {name: level_of(value.get("tau_low")) for name, value in named.items()}
    return {name: level for name, level in levels.items() if level is not None}


def level_of(value: object) -> float | None:
    """Return a level within [-1, 1], None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        level = float(value)
    except ValueError:
        return None
    return level if math.isfinite(level) and -1 <= level <= 1 else None


def mapping_of(value: object) -> Mapping[str, object]:
    """Return a JSON object, an empty one for anything else."""
    return value if isinstance(value, dict) else {}
