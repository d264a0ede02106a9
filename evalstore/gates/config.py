"""Read gates from ``evalstore.toml``."""

import hashlib
import json
import tomllib
from dataclasses import asdict
from pathlib import Path

from evalstore.base import input_file
from evalstore.errors import UsageError
from evalstore.gates import fields
from evalstore.gates.control import Control
from evalstore.gates.gate import CONFIDENT, MAX_ERROR_RATE_DEFAULT, POINT, Adaptive, Gate
from evalstore.metrics import catalog
from evalstore.statistics import paired
from evalstore.statistics.adjusting import METHODS

DEFAULT_FILE = "evalstore.toml"
EXAMPLE = '[[gate]]\nmetric = "accuracy"\nmin = 0.85\nmin_count = 30'
BASELINE_DEFAULT = "last-green"
KEYS = frozenset(
    {
        "id", "metric", "min", "max", "min_count", "where", "informational", "max_error_rate",
        "require", "max_drop", "baseline", "max_undetected", "cluster", "adaptive", "canaries",
        "must_beat",
    }
)  # fmt: skip
ADAPTIVE_KEYS = frozenset({"runs", "min_runs", "sigmas", "branch", "by"})
# For other metrics, such as a gap, neither direction is defined as worse.
DIRECTIONS = ("higher", "lower")
# The sample standard deviation needs two values.
RUN_COUNT_MIN = 2
CONTROL_KEYS = frozenset({"control", "alpha"})
# Keys of `where` that are columns, not slices.
COLUMNS = {"system": "system_id", "validator": "validator_id", "variant": "variant"}


def config_sha256(
    gates: list[Gate],
    control: Control,
    *,
    allow_incomplete: bool,
    allow_undeclared: bool = False,
    allow_other_judge: bool = False,
    require_checked_judge: bool = False,
) -> str:
    """
    Return the SHA-256, in hex, of everything that decisions depend on: gates and options.

    Decisions with the same hash belong together; a report shows those of the newest hash.
    """
    decisive = {
        "gates": [_decisive(gate) for gate in gates],
        "control": asdict(control),
        "allow_incomplete": allow_incomplete,
    }
    # Omitted if not set, so that hashes of earlier configurations do not change.
    if allow_undeclared:
        decisive["allow_undeclared"] = True
    if allow_other_judge:
        decisive["allow_other_judge"] = True
    if require_checked_judge:
        decisive["require_checked_judge"] = True
    text = json.dumps(decisive, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _decisive(gate: Gate) -> dict[str, object]:
    settings = asdict(gate)
    # Omitted if no gate has it, so that hashes of earlier configurations do not change.
    if gate.adaptive is not None and gate.adaptive.by is None:
        del settings["adaptive"]["by"]
    if not gate.must_beat:
        del settings["must_beat"]
    return settings


def read(path: Path) -> list[Gate]:
    """
    Read the gates of a configuration file.

    Raises UsageError, naming the file, the gate and the field, for an invalid entry.
    """
    entries = _loaded(path).get("gate", [])
    if not isinstance(entries, list) or not entries:
        raise UsageError(f"no gate configured in {path}; add one such as\n\n{EXAMPLE}\n")
    gates = [_gate(entry, f"{path}, gate {number}") for number, entry in enumerate(entries, 1)]
    seen: set[str] = set()
    for gate in gates:
        if gate.gate_id in seen:
            raise UsageError(f"{path}: two gates are called {gate.gate_id!r}; give each an id")
        seen.add(gate.gate_id)
    return gates


def read_control(path: Path) -> Control:
    """Read the multiple-testing control from table ``[gates]``; the default if it is missing."""
    entry = _loaded(path).get("gates", {})
    place = f"{path}, [gates]"
    if not isinstance(entry, dict):
        raise UsageError(f"{place}: found {entry!r}, expected a table")
    fields.require_known(entry, CONTROL_KEYS, place)
    alpha = fields.number(entry, "alpha", place)
    if alpha is not None and not 0 < alpha < 1:
        raise UsageError(f"{place}: `alpha` is {alpha:g}, expected a share between 0 and 1")
    method = fields.one_of(entry, "control", place, METHODS)
    return Control(method) if alpha is None else Control(method, alpha)


def _loaded(path: Path) -> dict[str, object]:
    try:
        with input_file.open_bytes(path) as file:
            return tomllib.load(file)
    except FileNotFoundError as error:
        raise UsageError(
            f"no gate configured: there is no {path}; write one such as\n\n{EXAMPLE}\n"
        ) from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"{path} is not readable as TOML: {error}") from error


def _gate(entry: object, place: str) -> Gate:
    if not isinstance(entry, dict):
        raise UsageError(f"{place}: found {entry!r}, expected a table [[gate]]")
    fields.require_known(entry, KEYS, place)
    is_canary = fields.flag(entry, "canaries", place)
    if is_canary:
        entry = _canaries(entry, place)
    name = entry.get("metric")
    if not isinstance(name, str):
        raise UsageError(f"{place}: `metric` is {name!r}, expected the name of a metric")
    metric = catalog.find(name)
    if not metric.has_value:
        raise UsageError(f"{place}: {name} is a table, not one number; no gate can decide on it")
    where = _where(entry.get("where", {}), place)
    slice_name, slice_value = _slice(where, place)
    max_error_rate = fields.number(entry, "max_error_rate", place)
    if max_error_rate is not None and not 0 <= max_error_rate <= 1:
        raise UsageError(
            f"{place}: `max_error_rate` is {max_error_rate:g}, expected a share from 0 to 1"
        )
    label = "" if slice_name == "all" else f"-{slice_name}-{slice_value or 'each'}"
    max_drop = fields.at_least_zero(entry, "max_drop", place)
    gate = Gate(
        gate_id=fields.text(entry, "id", place) or f"{name}{label}",
        metric=name,
        minimum=fields.number(entry, "min", place),
        maximum=fields.number(entry, "max", place),
        min_count=fields.count(entry, "min_count", place, 1),
        slice_name=slice_name,
        slice_value=slice_value,
        system_id=where.get("system"),
        validator_id=where.get("validator"),
        variant=where.get("variant"),
        is_informational=fields.flag(entry, "informational", place),
        max_error_rate=MAX_ERROR_RATE_DEFAULT if max_error_rate is None else max_error_rate,
        requirement=fields.one_of(entry, "require", place, (POINT, CONFIDENT)),
        max_drop=max_drop,
        baseline=fields.text(entry, "baseline", place)
        or (None if max_drop is None else BASELINE_DEFAULT),
        max_undetected=fields.at_least_zero(entry, "max_undetected", place),
        cluster=fields.text(entry, "cluster", place) or "cluster",
        adaptive=_adaptive(entry, place),
        is_canary=is_canary,
        must_beat=fields.texts(entry, "must_beat", place),
    )
    _require_sense(gate, metric.better, place)
    return gate


def _require_sense(gate: Gate, better: str, place: str) -> None:
    bounds = (gate.minimum, gate.maximum)
    if bounds == (None, None) and not (
        gate.max_drop is not None or gate.adaptive or gate.must_beat
    ):
        raise UsageError(
            f"{place}: neither `min` nor `max`, `max_drop`, `adaptive` or `must_beat`; a gate "
            "needs a threshold"
        )
    if gate.minimum is not None and gate.maximum is not None and gate.minimum > gate.maximum:
        raise UsageError(
            f"{place}: `min` {gate.minimum:g} is above `max` {gate.maximum:g}; nothing passes"
        )
    if gate.adaptive is not None and bounds != (None, None):
        raise UsageError(f"{place}: `adaptive` makes the threshold; leave out `min` and `max`")
    is_paired = gate.max_drop is not None or bool(gate.must_beat)
    if (gate.max_drop is None and gate.baseline) or (
        gate.max_undetected is not None and not is_paired
    ):
        raise UsageError(f"{place}: a baseline needs `max_drop`, how much worse is still allowed")
    if gate.adaptive is not None and gate.adaptive.by is not None:
        paired.require_offered(gate.metric)
        if gate.slice_name != "all":
            raise UsageError(
                f"{place}: `adaptive` by {gate.adaptive.by} weights all cases, and `where` names "
                f"the slice {gate.slice_name}; a gate reads one slice, so leave one out"
            )
    if (is_paired or gate.adaptive is not None) and better not in DIRECTIONS:
        raise UsageError(
            f"{place}: {gate.metric} says no end that is better, so worse is not defined; use "
            "`min` and `max`"
        )
    if is_paired:
        paired.require_offered(gate.metric)


def _canaries(entry: dict[str, object], place: str) -> dict[str, object]:
    """Return the entry that `canaries = true` expands to: every canary must pass."""
    clashing = sorted(
        entry.keys() & {"metric", "min", "max", "max_drop", "adaptive", "require", "must_beat"}
    )
    if clashing:
        raise UsageError(
            f"{place}: canaries must never fail, so `{clashing[0]}` has no say; leave it out"
        )
    where = _where(entry.get("where", {}), place)
    slices = sorted(where.keys() - COLUMNS.keys())
    if slices:
        raise UsageError(
            f"{place}: canaries are a slice of their own, so `where` takes no {slices[0]!r}; "
            f"it may name {', '.join(COLUMNS)}"
        )
    # There are few canaries, so the default rate would let one be lost to an error unnoticed.
    return {"id": "canaries", "metric": "accuracy", "max_error_rate": 0, **entry, "min": 1.0,
            "where": {**where, "canary": "true"}}  # fmt: skip


def _adaptive(entry: dict[str, object], place: str) -> Adaptive | None:
    if "adaptive" not in entry:
        return None
    table = entry["adaptive"]
    if not isinstance(table, dict):
        raise UsageError(
            f"{place}: `adaptive` is {table!r}, "
            "expected a table such as { runs = 20, sigmas = 3 }"
        )
    where = f"{place}, adaptive"
    fields.require_known(table, ADAPTIVE_KEYS, where)
    run_count = fields.count(table, "runs", where, 20)
    run_count_min = fields.count(table, "min_runs", where, 5)
    if not RUN_COUNT_MIN <= run_count_min <= run_count:
        raise UsageError(
            f"{where}: `min_runs` is {run_count_min} of {run_count} `runs`; expected "
            f"{RUN_COUNT_MIN} or more, and no more than `runs`"
        )
    sigmas = fields.at_least_zero(table, "sigmas", where)
    return Adaptive(
        run_count, run_count_min, 3.0 if sigmas is None else sigmas,
        fields.text(table, "branch", where), fields.text(table, "by", where),
    )  # fmt: skip


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
    for key, column in COLUMNS.items():
        if column != key and column in where:
            raise UsageError(f"{place}: `where` names {column!r}; the key is {key!r}")
    if len(slices) > 1:
        names = " and ".join(name for name, _ in slices)
        raise UsageError(f"{place}: `where` names two slices, {names}; a gate reads one")
    if not slices:
        return "all", "all"
    name, value = slices[0]
    # "*" means every value of the slice: each must pass.
    return name, None if value == "*" else value
