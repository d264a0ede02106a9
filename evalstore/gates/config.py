"""Read gates from ``evalstore.toml``."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from evalstore.base.settings import (
    flag,
    names_of,
    parsed,
    read_toml,
    require_known,
    require_table,
    text,
    value_of,
    wrong,
)
from evalstore.errors import UsageError
from evalstore.gates import advice
from evalstore.gates.baseline import LAST_GREEN
from evalstore.gates.control import SHORT, Control, default_method
from evalstore.gates.gate import ALL_MEET, CONFIDENT, POINT, RULED_OUT, SHOWN, Adaptive, Gate
from evalstore.gates.judge_demand import JudgeDemand
from evalstore.metrics import catalog
from evalstore.metrics.catalog import Metric
from evalstore.metrics.parameters import Chosen
from evalstore.statistics import paired
from evalstore.statistics.adjusting import BENJAMINI_HOCHBERG

DEFAULT_FILE = "evalstore.toml"
EXAMPLE = '[[gate]]\nmetric = "accuracy"\nmin = 0.85\nmin_count = 30'
METRIC = "the name of a metric"
# For other metrics, such as a gap, neither direction is defined as worse.
DIRECTIONS = ("higher", "lower")
# The sample standard deviation needs two values.
RUN_COUNT_MIN = 2
# Keys of a gate: the settings of Gate, and four tables.
KEYS = (*names_of(Gate), "where", "adaptive", "set", "judge")
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
    while_running: bool = False,
) -> str:
    """
    Return the SHA-256, in hex, of everything that decisions depend on: gates and options.

    Decisions with the same hash belong together; a report shows those of the newest hash.
    """
    settings = decisive(
        gates,
        control,
        allow_incomplete=allow_incomplete,
        allow_undeclared=allow_undeclared,
        allow_other_judge=allow_other_judge,
        require_checked_judge=require_checked_judge,
        while_running=while_running,
    )
    text = json.dumps(settings, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def decisive(
    gates: Sequence[Gate], control: Control, *, allow_incomplete: bool, **options: bool
) -> dict[str, object]:
    """Return everything that decisions depend on, as JSON has it: gates and options."""
    return {
        "gates": [_decisive(gate) for gate in gates],
        "control": _set(asdict(control)),
        "allow_incomplete": allow_incomplete,
        # Omitted if not set, so that hashes of earlier configurations do not change.
        **{name: True for name, is_set in options.items() if is_set},
    }


def _set(settings: dict[str, Any]) -> dict[str, Any]:
    """Return settings without later ones that are not set, so that earlier hashes stay."""
    later = ("max_age", "max_tries", "judge")
    return {key: value for key, value in settings.items() if key not in later or value is not None}


def _decisive(gate: Gate) -> dict[str, object]:
    settings = _set(asdict(gate))
    # Omitted if no gate has it, so that hashes of earlier configurations do not change.
    for name in ("by", "alarm"):
        if gate.adaptive is not None and getattr(gate.adaptive, name) is None:
            del settings["adaptive"][name]
    for name in ("must_beat", "chosen"):
        if not settings[name]:
            del settings[name]
    if gate.each == ALL_MEET:
        del settings["each"]
    # The word that configurations had, for the same reason.
    if gate.requirement == SHOWN:
        settings["requirement"] = CONFIDENT
    return settings


def read(path: Path) -> list[Gate]:
    """
    Read the gates of a configuration file.

    Raises UsageError, naming the file, the gate and the field, for an invalid entry.
    """
    content = read_toml(path)
    if content is None:
        raise UsageError(
            f"no gate is configured: {path} does not exist; create it, for example "
            f"with\n\n{EXAMPLE}\n"
        )
    advice.require_gates(content, path)
    entries = content.get("gate", [])
    if not isinstance(entries, list) or not entries:
        raise UsageError(f"no gate is configured in {path}; add one, for example\n\n{EXAMPLE}\n")
    gates = [_gate(entry, f"{path}, gate {number}") for number, entry in enumerate(entries, 1)]
    seen: set[str] = set()
    for gate in gates:
        if gate.gate_id in seen:
            raise UsageError(
                f"{path}: two gates have the id {gate.gate_id!r}; give each its own `id`"
            )
        seen.add(gate.gate_id)
    return gates


def read_control(path: Path, gates: Sequence[Gate]) -> Control:
    """
    Read how ``gates`` are adjusted together from table ``[gates]``.

    Without the key ``control`` it is ``default_method`` of the gates.
    """
    place = f"{path}, [gates]"
    content = read_toml(path) or {}
    advice.require_gates(content, path)
    table = require_table(content.get("gates", {}), place)
    control = parsed(Control, {"control": default_method(gates), **table}, place)
    return replace(control, method=BENJAMINI_HOCHBERG) if control.method == SHORT else control


def _gate(entry: object, place: str) -> Gate:
    table = require_table(entry, place, "a table [[gate]]")
    advice.require_no_slice(table, place)
    advice.require_no_former(table, place)
    require_known(table, KEYS, place)
    if value_of(table, "canaries", place, flag(False)):
        table = _canaries(table, place)
    name = value_of(table, "metric", place, text(None, METRIC))
    if name is None:
        raise wrong(table, "metric", place, METRIC)
    metric = catalog.find(name)
    if not metric.has_value:
        raise UsageError(f"{place}: {name} is a table, expected a metric with a single number")
    where = _where(table.get("where", {}), place)
    slice_name, slice_value = _slice(where, place)
    label = "" if slice_name == "all" else f"-{slice_name}-{slice_value or 'each'}"
    defaults: dict[str, object] = {"id": f"{name}{label}"}
    if "max_drop" in table:
        defaults |= {"baseline": LAST_GREEN, "require": SHOWN}
    gate = parsed(
        Gate,
        defaults | table,
        place,
        is_part=True,
        slice_name=slice_name,
        slice_value=slice_value,
        system_id=where.get("system"),
        validator_id=where.get("validator"),
        variant=where.get("variant"),
        adaptive=_adaptive(table, place),
        chosen=_chosen(table, metric, place),
        judge=_judge(table, place, metric),
    )
    gate = replace(
        gate,
        must_beat=tuple(dict.fromkeys(gate.must_beat)),
        requirement=SHOWN if gate.requirement == CONFIDENT else gate.requirement,
    )
    _require_sense(gate, metric.better, place)
    advice.require_in_range(gate, metric, place)
    advice.require_each_value(gate, place)
    if gate.requirement == RULED_OUT:
        advice.require_can_rule_out(gate, place)
    if gate.requirement == POINT:
        advice.require_point_can_decide(gate, place)
    return gate


def _require_sense(gate: Gate, better: str, place: str) -> None:
    bounds = (gate.minimum, gate.maximum)
    if bounds == (None, None) and not (
        gate.max_drop is not None or gate.adaptive or gate.must_beat
    ):
        raise UsageError(
            f"{place}: the gate has no threshold, expected `min`, `max`, `max_drop`, `adaptive` "
            "or `must_beat`"
        )
    if gate.minimum is not None and gate.maximum is not None and gate.minimum > gate.maximum:
        raise UsageError(
            f"{place}: `min` is {gate.minimum:g}, expected at most `max`, which is "
            f"{gate.maximum:g}"
        )
    if gate.adaptive is not None and bounds != (None, None):
        raise UsageError(f"{place}: `adaptive` computes the threshold; leave out `min` and `max`")
    is_paired = gate.max_drop is not None or bool(gate.must_beat)
    advice.require_pairs(gate, place)
    if gate.adaptive is not None and gate.adaptive.by is not None:
        paired.require_offered(gate.metric)
        if gate.slice_name != "all":
            raise UsageError(
                f"{place}: `adaptive` by {gate.adaptive.by} weights all cases, but `where` names "
                f"the slice {gate.slice_name}; leave out one of them"
            )
    if (is_paired or gate.adaptive is not None) and better not in DIRECTIONS:
        raise UsageError(
            f"{place}: {gate.metric} does not define whether higher or lower is better; use `min` "
            "and `max`"
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
            f"{place}: canaries must never fail, so `{clashing[0]}` has no effect; leave it out"
        )
    where = _where(entry.get("where", {}), place)
    slices = sorted(where.keys() - COLUMNS.keys())
    if slices:
        raise UsageError(
            f"{place}: `where` names {slices[0]!r}, expected only {', '.join(COLUMNS)} for "
            "canaries"
        )
    # There are few canaries, so the default rate would let one be lost to an error unnoticed.
    return {"id": "canaries", "metric": "accuracy", "max_error_rate": 0, **entry, "min": 1.0,
            "where": {**where, "canary": "true"}}  # fmt: skip


def _judge(entry: dict[str, object], place: str, metric: catalog.Metric) -> JudgeDemand | None:
    if "judge" not in entry:
        return None
    if not metric.reads_outcomes:
        raise UsageError(f"{place}: {metric.name} reads no verdicts; leave `judge` out")
    where = f"{place}, judge"
    example = "a table such as { min_sensitivity = 0.9, min_specificity = 0.8, min_labels = 100 }"
    return parsed(JudgeDemand, require_table(entry["judge"], where, example), where)


def _adaptive(entry: dict[str, object], place: str) -> Adaptive | None:
    if "adaptive" not in entry:
        return None
    where = f"{place}, adaptive"
    example = "a table such as { runs = 20, sigmas = 3 }"
    table = require_table(entry["adaptive"], where, example)
    rule = parsed(Adaptive, table, where)
    if rule.alarm is not None:
        advice.require_alarm(table, rule, where)
    if not RUN_COUNT_MIN <= rule.run_count_min <= rule.run_count:
        raise UsageError(
            f"{where}: `min_runs` is {rule.run_count_min} of {rule.run_count} `runs`; expected "
            f"{RUN_COUNT_MIN} or more, and no more than `runs`"
        )
    return rule


def _chosen(entry: dict[str, object], metric: Metric, place: str) -> Chosen:
    place = f"{place}, set"
    table = require_table(entry.get("set", {}), place, "a table such as { bins = 15 }")
    try:
        return metric.chosen(table)
    except UsageError as error:
        raise UsageError(f"{place}: {error}") from error


def _where(where: object, place: str) -> dict[str, str]:
    if isinstance(where, str):
        name, equals, value = where.partition("=")
        where = {name.strip(): value.strip()} if equals else None
    if not isinstance(where, dict) or not all(isinstance(value, str) for value in where.values()):
        raise UsageError(
            f"{place}: `where` is {where!r}, "
            'expected a table such as { domain = "history", system = "maia" }'
        )
    return where


def _slice(where: dict[str, str], place: str) -> tuple[str, str | None]:
    slices = [(name, value) for name, value in where.items() if name not in COLUMNS]
    for key, column in COLUMNS.items():
        if column != key and column in where:
            raise UsageError(f"{place}: `where` names {column!r}, expected {key!r}")
    if len(slices) > 1:
        names = " and ".join(name for name, _ in slices)
        raise UsageError(f"{place}: `where` names two slices, {names}, expected one")
    if not slices:
        return "all", "all"
    name, value = slices[0]
    # "*" means every value of the slice: each must pass.
    return name, None if value == "*" else value
