"""Errors of gates that say what was probably meant."""

from collections.abc import Mapping
from pathlib import Path

from evalstore.errors import UsageError
from evalstore.gates.gate import Gate
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
            "expected [[gate]]; [gates] has the settings `control` and `alpha` of all gates"
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
