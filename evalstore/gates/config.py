"""Gates as ``evalstore.toml`` configures them."""

import hashlib
import json
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path

from evalstore.errors import UsageError
from evalstore.metrics import catalog

DEFAULT_FILE = "evalstore.toml"
MAX_ERROR_RATE_DEFAULT = 0.02
EXAMPLE = '[[gate]]\nmetric = "accuracy"\nmin = 0.85\nmin_count = 30'
KEYS = {"id", "metric", "min", "max", "min_count", "where", "informational", "max_error_rate"}
# Keys of `where` that are no slice.
COLUMNS = {"system": "system_id", "validator": "validator_id", "variant": "variant"}


@dataclass(frozen=True, slots=True)
class Gate:
    """
    One gate: a metric, where to read it, and what it must reach.

    ``minimum`` and ``maximum`` are in the metric's unit and inclusive; below ``min_count`` scored
    cases nothing is decided; above ``max_error_rate`` (share left out, 0 to 1) it is broken.
    """

    gate_id: str
    metric: str
    minimum: float | None
    maximum: float | None
    min_count: int
    slice_name: str
    slice_value: str | None
    system_id: str | None
    validator_id: str | None
    variant: str | None
    is_informational: bool
    max_error_rate: float

    @property
    def threshold(self) -> str:
        """What the value must reach, in words."""
        bounds = (("at least", self.minimum), ("at most", self.maximum))
        return " and ".join(f"{word} {bound:g}" for word, bound in bounds if bound is not None)


def config_sha256(gates: list[Gate], *, allow_incomplete: bool) -> str:
    """
    Return the SHA-256, in hex, of all that decides: every gate, and what a run may be.

    Decisions of one hash belong together; a report shows those of the newest.
    """
    decisive = {
        "gates": [asdict(gate) for gate in gates],
        "allow_incomplete": allow_incomplete,
    }
    text = json.dumps(decisive, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read(path: Path) -> list[Gate]:
    """
    Read the gates of a configuration file.

    Raises UsageError, naming the file, the gate and the field, for anything that is no gate.
    """
    try:
        with path.open("rb") as file:
            entries = tomllib.load(file).get("gate", [])
    except FileNotFoundError as error:
        raise UsageError(
            f"no gate configured: there is no {path}; write one such as\n\n{EXAMPLE}\n"
        ) from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{path} is not readable as TOML: {error}") from error
    if not isinstance(entries, list) or not entries:
        raise UsageError(f"no gate configured in {path}; add one such as\n\n{EXAMPLE}\n")
    gates = [_gate(entry, f"{path}, gate {number}") for number, entry in enumerate(entries, 1)]
    seen: set[str] = set()
    for gate in gates:
        if gate.gate_id in seen:
            raise UsageError(f"{path}: two gates are called {gate.gate_id!r}; give each an id")
        seen.add(gate.gate_id)
    return gates


def _gate(entry: object, place: str) -> Gate:
    if not isinstance(entry, dict):
        raise UsageError(f"{place}: found {entry!r}, expected a table [[gate]]")
    unknown = sorted(entry.keys() - KEYS)
    if unknown:
        raise UsageError(
            f"{place}: unknown key {unknown[0]!r}; there is {', '.join(sorted(KEYS))}"
        )
    name = entry.get("metric")
    if not isinstance(name, str):
        raise UsageError(f"{place}: `metric` is {name!r}, expected the name of a metric")
    metric = catalog.find(name)
    if not metric.has_value:
        raise UsageError(f"{place}: {name} is a table, not one number; no gate can decide on it")
    where = _where(entry.get("where", {}), place)
    slice_name, slice_value = _slice(where, place)
    minimum, maximum = _number(entry, "min", place), _number(entry, "max", place)
    if minimum is None and maximum is None:
        raise UsageError(f"{place}: neither `min` nor `max`; a gate needs a threshold")
    if minimum is not None and maximum is not None and minimum > maximum:
        raise UsageError(f"{place}: `min` {minimum:g} is above `max` {maximum:g}; nothing passes")
    max_error_rate = _number(entry, "max_error_rate", place)
    if max_error_rate is not None and not 0 <= max_error_rate <= 1:
        raise UsageError(
            f"{place}: `max_error_rate` is {max_error_rate:g}, expected a share from 0 to 1"
        )
    label = "" if slice_name == "all" else f"-{slice_name}-{slice_value or 'each'}"
    return Gate(
        gate_id=_text(entry, "id", place) or f"{name}{label}",
        metric=name,
        minimum=minimum,
        maximum=maximum,
        min_count=_count(entry, place),
        slice_name=slice_name,
        slice_value=slice_value,
        system_id=where.get("system"),
        validator_id=where.get("validator"),
        variant=where.get("variant"),
        is_informational=_flag(entry, place),
        max_error_rate=MAX_ERROR_RATE_DEFAULT if max_error_rate is None else max_error_rate,
    )


def _where(where: object, place: str) -> dict[str, str]:
    if isinstance(where, str):
        name, equals, value = where.partition("=")
        where = {name.strip(): value.strip()} if equals else None
    if not isinstance(where, dict) or not all(isinstance(value, str) for value in where.values()):
        raise UsageError(
            f"{place}: `where` is {where!r}; "
            'expected a table such as { domain = "history", system = "maia" }'
        )
    return where


def _slice(where: dict[str, str], place: str) -> tuple[str, str | None]:
    slices = [(name, value) for name, value in where.items() if name not in COLUMNS]
    if len(slices) > 1:
        names = " and ".join(name for name, _ in slices)
        raise UsageError(f"{place}: `where` names two slices, {names}; a gate reads one")
    if not slices:
        return "all", "all"
    name, value = slices[0]
    # "*" asks for every value of the slice: each must pass.
    return name, None if value == "*" else value


def _number(entry: dict[str, object], key: str, place: str) -> float | None:
    value = entry.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value - value != 0:
        raise UsageError(f"{place}: `{key}` is {value!r}, expected a finite number")
    return float(value)


def _count(entry: dict[str, object], place: str) -> int:
    value = entry.get("min_count", 1)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise UsageError(f"{place}: `min_count` is {value!r}, expected a whole number from 0")
    return value


def _flag(entry: dict[str, object], place: str) -> bool:
    value = entry.get("informational", False)
    if not isinstance(value, bool):
        raise UsageError(f"{place}: `informational` is {value!r}, expected true or false")
    return value


def _text(entry: dict[str, object], key: str, place: str) -> str | None:
    value = entry.get(key)
    if value is None:
        return None
    if not isinstance(value, str) or not value:
        raise UsageError(f"{place}: `{key}` is {value!r}, expected text")
    return value
