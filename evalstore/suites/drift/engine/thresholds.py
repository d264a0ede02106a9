"""
Thresholds of the drift triggers: their ranges, TOML format and defaults.

    [drift]
    delta = 0.5       # a crash: the level falls by more than this in a week, from 0 to 2
    tau_low = -0.4    # a rut: the level is below this, from -1 to 1,
    c_min = 3         # for so many consecutive weeks, 1 or more
    epsilon = 0.3     # a trigger is suppressed unless its uncertainty is below this, 0 or more
    ema_alpha = 1.0   # the weight of a new reading in its level, above 0; 1 does not smooth

    [drift.values.benevolence]
    delta = 0.7       # missing keys are as above

`[drift.values.profile]` enables detections in the weighted profile of all values.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from evalstore.base.settings import (
    number,
    parsed,
    read_toml,
    require_known,
    require_valid,
    whole,
)
from evalstore.errors import UsageError

OF_A_VALUE = ("delta", "tau_low", "c_min", "epsilon")
OF_RUN = (*OF_A_VALUE, "ema_alpha")
# The settings of a run.
SETTINGS = ("thresholds", *OF_RUN)
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
EXAMPLE = "[drift]\ndelta = 0.5\ntau_low = -0.4\nc_min = 3\nepsilon = 0.3"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """
    Trigger thresholds of one value.

    ``delta`` in [0, 2] and ``tau_low`` in [-1, 1] are in units of alignment, ``c_min`` in weeks,
    at least 1; ``epsilon``, at least 0, is a standard deviation. Raises UsageError outside these
    ranges.
    """

    delta: float = number(0.5, 0.0, 2.0)
    tau_low: float = number(-0.4, -1.0, 1.0)
    c_min: int = whole(3, 1, 10_000)
    epsilon: float = number(0.3, 0.0, 1e9)

    def __post_init__(self) -> None:
        """Raise UsageError for a threshold outside its range."""
        require_valid(self, "thresholds")


@dataclass(frozen=True, slots=True)
class DetectionSettings:
    """
    Settings of drift detection: thresholds by value, and smoothing.

    ``by_value`` overrides ``default`` for the values it names; ``ema_alpha`` in (0, 1] is the
    weight of a new reading, 1 for no smoothing. Raises UsageError outside this range.
    """

    default: Thresholds = field(default_factory=Thresholds)
    by_value: Mapping[str, Thresholds] = field(default_factory=dict)
    ema_alpha: float = number(1.0, 0.0, 1.0, is_above=True)

    def __post_init__(self) -> None:
        """Raise UsageError for a smoothing weight outside (0, 1]."""
        require_valid(self, "thresholds")

    def rows(self) -> list[dict[str, object]]:
        """
        Return the thresholds as ``macros.drift_detections`` takes them, the default first.

        >>> DetectionSettings().rows()
        [{'value_dim': None, 'delta': 0.5, 'tau_low': -0.4, 'c_min': 3, 'epsilon': 0.3}]
        """
        named: list[tuple[str | None, Thresholds]] = [(None, self.default)]
        named += sorted(self.by_value.items())
        return [{"value_dim": name, **asdict(thresholds)} for name, thresholds in named]


def read(path: Path) -> DetectionSettings:
    """
    Read thresholds from a TOML file, with defaults for missing keys.

    Raises UsageError, naming the file and the key, for an invalid threshold.
    """
    return _resolved(_table(path), {}, str(path))


def from_settings(settings: Mapping[str, object]) -> DetectionSettings:
    """
    Read thresholds from settings, as text or as numbers.

    ``thresholds`` names a TOML file, or is the table of one; ``delta``, ``tau_low``, ``c_min``,
    ``epsilon`` and ``ema_alpha`` override its ``[drift]``. Raises UsageError for any
    other key and for a value outside its range.

    >>> from_settings({"delta": "0.7"}).default.delta
    0.7
    """
    require_known(settings, SETTINGS, "thresholds")
    source = settings.get("thresholds", {})
    overrides = {name: value for name, value in settings.items() if name != "thresholds"}
    if isinstance(source, Mapping):
        return _resolved(source, overrides, "settings")
    if not isinstance(source, str | Path) or not str(source):
        raise UsageError(f"thresholds is {source!r}, expected the name of a TOML file")
    return _resolved(_table(Path(source)), overrides, str(source))


def recorded(detection: DetectionSettings) -> dict[str, object]:
    """Return the table ``[drift]`` that ``from_settings`` takes for its ``thresholds``."""
    table: dict[str, object] = tomllib.loads(written(detection))["drift"]
    return table


def written(detection: DetectionSettings) -> str:
    """
    Return thresholds as TOML, which ``read`` round-trips.

    >>> print(written(DetectionSettings()), end="")
    [drift]
    delta = 0.5
    tau_low = -0.4
    c_min = 3
    epsilon = 0.3
    ema_alpha = 1.0
    """
    lines = ["[drift]", *_lines(detection.default), f"ema_alpha = {float(detection.ema_alpha)!r}"]
    for name, thresholds in sorted(detection.by_value.items()):
        lines += ["", f"[drift.values.{_key(name)}]", *_lines(thresholds)]
    return "\n".join(lines) + "\n"


def _lines(thresholds: Thresholds) -> list[str]:
    return [
        f"{name} = {value!r}" if name == "c_min" else f"{name} = {float(value)!r}"
        for name, value in asdict(thresholds).items()
    ]


def _key(name: str) -> str:
    if BARE_KEY.fullmatch(name):
        return name
    # TOML escapes like JSON, and also requires an escape for DEL.
    return json.dumps(name, ensure_ascii=False).replace("\x7f", "\\u007f")


def _table(path: Path) -> dict[str, object]:
    """Return the table ``[drift]`` of a file."""
    content = read_toml(path)
    if content is None:
        raise UsageError(
            f"{path} does not exist, expected a file of thresholds; write one such "
            f"as\n\n{EXAMPLE}\n"
        )
    table = content.get("drift")
    if not isinstance(table, dict):
        raise UsageError(f"{path} has no table [drift]; write one such as\n\n{EXAMPLE}\n")
    return table


def _resolved(
    table: Mapping[str, object], settings: Mapping[str, object], place: str
) -> DetectionSettings:
    """Merge defaults, the table of a file and overriding settings, in this order."""
    values = table.get("values", {})
    if not isinstance(values, dict) or not all(isinstance(item, dict) for item in values.values()):
        raise UsageError(
            f"{place}: `values` is {values!r}, expected a table for each value such as "
            "[drift.values.benevolence]"
        )
    merged = {**{name: value for name, value in table.items() if name != "values"}, **settings}
    where = f"{place}, [drift]"
    require_known(merged, OF_RUN, where)
    default = parsed(Thresholds, merged, where, is_part=True, reads_text=True)
    by_value = {}
    for name, overrides in values.items():
        where = f"{place}, [drift.values.{name}]"
        require_known(overrides, OF_A_VALUE, where)
        by_value[name] = parsed(
            Thresholds, {**asdict(default), **overrides}, where, reads_text=True
        )
    return parsed(
        DetectionSettings, merged, f"{place}, [drift]", is_part=True, reads_text=True,
        default=default, by_value=by_value,
    )  # fmt: skip
