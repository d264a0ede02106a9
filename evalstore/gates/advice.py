"""Errors of gates that say what was probably meant."""

from collections.abc import Mapping
from pathlib import Path

from evalstore.errors import UsageError
from evalstore.gates.baseline import LAST_GREEN
from evalstore.gates.gate import ALARM_RUNS_MIN, ALL_MEET, SHOWN, Adaptive, Gate
from evalstore.metrics.catalog import Metric

# Keys of `where`, and the words of other tools for a slice.
OF_WHERE = ("system", "validator", "variant", "domain", "label", "severity")
PERCENT_MIN, PERCENT_MAX = 2.0, 100.0


def require_gates(content: Mapping[str, object], path: Path) -> None:
    """Raise UsageError for gates under another name than ``[[gate]]``."""
    if isinstance(content.get("gate"), dict):
        raise UsageError(f"{path}: found the table [gate], expected [[gate]], once for each gate")
    gates = content.get("gates")
    if isinstance(gates, list) or (isinstance(gates, dict) and "metric" in gates):
        raise UsageError(
            f"{path}: found a gate in {'[[gates]]' if isinstance(gates, list) else '[gates]'}, "
            "expected [[gate]]; [gates] has the settings `control`, `alpha` and `max_tries` of "
            "all gates"
        )


def require_no_slice(table: Mapping[str, object], place: str) -> None:
    """Raise UsageError for a key that belongs into ``where``."""
    for key in ("slice", *OF_WHERE):
        value = table.get(key)
        if not isinstance(value, str):
            continue
        name = key
        if key == "slice":
            # Without a value every value, as in `show --slice domain`.
            name, equals, value = value.partition("=")
            value = value if equals else "*"
        raise UsageError(
            f"{place}: no setting {key!r}; write "
            f'`where = {{ {name.strip()} = "{value.strip()}" }}`'
        )


def require_no_former(table: Mapping[str, object], place: str) -> None:
    """Raise UsageError for a key ``confident``, which is a value of ``require``."""
    if "confident" in table:
        raise UsageError(f"{place}: no setting 'confident'; is `require = \"shown\"` meant?")


def require_pairs(gate: Gate, place: str) -> None:
    """Raise UsageError for a setting about a comparison that the gate does not make."""
    for key, value in (("baseline", gate.baseline), ("max_age", gate.max_age)):
        if value is not None and gate.max_drop is None:
            raise UsageError(
                f"{place}: `{key}` requires `max_drop`, the largest drop that is allowed"
            )
    if gate.max_undetected is not None and gate.max_drop is None and not gate.must_beat:
        raise UsageError(f"{place}: `max_undetected` requires `max_drop` or `must_beat`")


def require_can_rule_out(gate: Gate, place: str) -> None:
    """Raise UsageError if a gate requires a drop to be ruled out that no cases can rule out."""
    asked = f'{place}: `require` is "ruled_out"'
    if gate.max_drop is None:
        raise UsageError(
            f"{asked}, which is about a drop, but `max_drop` is not set; is "
            f'`require = "shown"` meant?'
        )
    if gate.max_drop == 0.0:
        raise UsageError(
            f"{asked} and `max_drop` is 0, but no cases can rule out every drop; write the "
            f"largest drop that may remain, such as `max_drop = 0.02`"
        )
    if (gate.minimum, gate.maximum, gate.adaptive) != (None, None, None):
        raise UsageError(
            f"{asked}, which is about `max_drop` alone; give the bound on the value a [[gate]] of "
            'its own, with `require = "shown"`'
        )
    if gate.max_undetected is not None and not gate.must_beat:
        raise UsageError(
            f"{asked}, which never passes a drop that could go undetected; leave out "
            "`max_undetected`"
        )


def require_each_value(gate: Gate, place: str) -> None:
    """Raise UsageError if a gate says what it asks of each value of a slice, but names one."""
    if gate.each == ALL_MEET:
        return
    asked = f'{place}: `each` is "{gate.each}"'
    if gate.slice_value is not None:
        raise UsageError(
            f"{asked}, which is about every value of a slice; name one with `where`, such as "
            '`where = { domain = "*" }`'
        )
    if gate.requirement != SHOWN or (gate.minimum, gate.maximum) == (None, None):
        raise UsageError(
            f'{asked}, which is about a bound that must be shown; write `require = "shown"` and '
            "`min` or `max`"
        )


def require_point_can_decide(gate: Gate, place: str) -> None:
    """Raise UsageError if a gate on the point leaves a setting unread, or would drift upward."""
    asked = f'{place}: `require` is "point"'
    if gate.max_undetected is not None and not gate.must_beat:
        raise UsageError(
            f"{asked}, which does not ask what could go undetected; leave out `max_undetected`, "
            'or write `require = "shown"`'
        )
    if gate.max_drop is not None and gate.baseline == LAST_GREEN:
        raise UsageError(
            f"{asked} and the baseline is {LAST_GREEN}, which runs become by luck, so that more "
            'and more unchanged runs fail; write `require = "shown"`, or name another baseline, '
            'such as `baseline = "branch:main"`'
        )


def require_alarm(table: Mapping[str, object], rule: Adaptive, place: str) -> None:
    """Raise UsageError for settings that an adaptive threshold with a rate of alarms excludes."""
    for key in ("sigmas", "by"):
        if key in table:
            raise UsageError(
                f"{place}: found both `alarm` and `{key}`, expected one; leave out the other"
            )
    for key, count in (("runs", rule.run_count), ("min_runs", rule.run_count_min)):
        if key in table and count < ALARM_RUNS_MIN:
            raise UsageError(
                f"{place}: `{key}` is {count}, expected {ALARM_RUNS_MIN} or more with `alarm`"
            )


def require_in_range(gate: Gate, metric: Metric, place: str) -> None:
    """Raise UsageError for a threshold that no value of the metric can reach or miss."""
    low, high = metric.bounds
    for key, value in (("min", gate.minimum), ("max", gate.maximum)):
        if value is not None and not low <= value <= high:
            raise UsageError(
                f"{place}: `{key}` is {value:g}, expected a number in the range of {metric.name}, "
                f"{metric.range}{_meant(value, metric)}"
            )
    for key, value in (("max_drop", gate.max_drop), ("max_undetected", gate.max_undetected)):
        if value is not None and value > high - low:
            raise UsageError(
                f"{place}: `{key}` is {value:g}, expected at most {high - low:g}, because "
                f"{metric.name} ranges from {metric.range}{_meant(value, metric)}"
            )


def _meant(value: float, metric: Metric) -> str:
    """Return the share to suggest for a number that looks like a percentage."""
    if metric.bounds[1] != 1.0 or not PERCENT_MIN <= value <= PERCENT_MAX:
        return ""
    share = value / 100
    return f"; is {f'{share:.2f}' if value.is_integer() else f'{share:g}'} meant?"
