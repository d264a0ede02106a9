"""Validated settings of a system; unknown settings are errors."""

import math
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from evalstore.errors import UsageError


class Settings:
    """
    The settings of one system, validated on access.

    Error messages contain values of known settings only, since an unknown one may be a secret.
    """

    def __init__(
        self, system_id: str, kind: str, values: Mapping[str, object], setting_names: Sequence[str]
    ) -> None:
        self.place = f"system {system_id!r} ({kind})"
        self._values = values
        for name in values:
            if name not in setting_names:
                closest = get_close_matches(name, setting_names, n=1)
                hint = f" (is {closest[0]!r} meant?)" if closest else ""
                raise UsageError(
                    f"{self.place} has no setting {name!r}{hint}; its settings are "
                    f"{', '.join(sorted(setting_names))}"
                )

    def wrong(self, name: str, expected: str) -> UsageError:
        """Return the error of an invalid setting."""
        shown_value = repr(self._values[name])[:200] if name in self._values else "not set"
        return UsageError(f"{self.place}: {name} is {shown_value}, expected {expected}")

    def has(self, name: str) -> bool:
        """Return True if the setting is set."""
        return name in self._values

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text; a setting without a default is required."""
        value = self._values.get(name, default)
        if not isinstance(value, str):
            raise self.wrong(name, "a text")
        return value

    def choice(self, name: str, choices: Sequence[str], default: str) -> str:
        """Return one of the choices."""
        value = self._values.get(name, default)
        if not isinstance(value, str) or value not in choices:
            raise self.wrong(name, f"one of {', '.join(choices)}")
        return value

    def number(self, name: str, default: float, low: float = 0.0, high: float = math.inf) -> float:
        """Return a number from ``low`` to ``high``."""
        value = self._values.get(name, default)
        bounds = f"from {low:g} to {high:g}" if high < math.inf else f"of at least {low:g}"
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong(name, f"a number {bounds}")
        if not math.isfinite(value) or not low <= value <= high:
            raise self.wrong(name, f"a number {bounds}")
        return float(value)

    def number_or_none(self, name: str, low: float = 0.0, high: float = math.inf) -> float | None:
        """Return a number, or None if it is not set."""
        return self.number(name, low, low, high) if name in self._values else None

    def whole(self, name: str, default: int, low: int, high: int) -> int:
        """Return a whole number from ``low`` to ``high``."""
        value = self._values.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.wrong(name, f"a whole number from {low} to {high}")
        return value

    def flag(self, name: str, *, default: bool) -> bool:
        """Return a Boolean."""
        value = self._values.get(name, default)
        if not isinstance(value, bool):
            raise self.wrong(name, "true or false")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a non-empty list of texts."""
        value = self._values.get(name)
        if not isinstance(value, list | tuple) or not value:
            raise self.wrong(name, "a list of texts")
        if not all(isinstance(item, str) and item and "\0" not in item for item in value):
            raise self.wrong(name, "a list of texts")
        return tuple(value)

    def shares(self, name: str) -> dict[str, float]:
        """Return a table of shares, each from 0 to 1; empty if it is not set."""
        value = self._values.get(name, {})
        if not isinstance(value, Mapping):
            raise self.wrong(name, "a table of numbers from 0 to 1")
        for share in value.values():
            is_number = isinstance(share, int | float) and not isinstance(share, bool)
            if not is_number or not 0 <= share <= 1:
                raise self.wrong(name, "a table of numbers from 0 to 1")
        return {str(key): float(share) for key, share in value.items()}
