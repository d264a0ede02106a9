"""What was repaired in one event: where, which field, what was found and what may be meant."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from evalstore import schemas
from evalstore.events.reading import shortened
from evalstore.events.repair import OUT_OF_RANGE, nullable_ranges

PERCENT_MAX = 100
_CHANGES = {
    "not_finite": "kept as null",
    "lone_surrogate": "kept with U+FFFD in its place",
    "no_value": "kept as unscored, since it has no value",
}


@dataclass(frozen=True, slots=True)
class Repaired:
    """One repair of one event; ``locus`` is its line."""

    locus: str
    field: str
    found: Any
    rule: str

    @property
    def advice(self) -> str:
        """
        Say what is probably meant; empty where nobody can know.

        >>> Repaired("line 3", "confidence", 95, "out_of_range").advice
        'a share: 95 % is 0.95'
        """
        is_percent = self.field == "confidence" and self.rule == OUT_OF_RANGE
        if not is_percent or not 1 < self.found <= PERCENT_MAX:
            return ""
        return f"a share: {self.found:.12g} % is {self.found / PERCENT_MAX:.12g}"

    @property
    def detail(self) -> str:
        """
        Say what was found and what became of it.

        >>> Repaired("line 3", "alignment", -1.2, "out_of_range").detail
        'payload.alignment: found -1.2, expected a number from -1 to 1, kept as null'
        """
        if self.rule == OUT_OF_RANGE:
            low, high = _ranges()[self.field]
            change = f"expected a number from {low} to {high}, kept as null"
        else:
            change = _CHANGES[self.rule]
        found = shortened(self.found)[1:-1] if isinstance(self.found, str) else self.found
        said = f"payload.{self.field}: found {found}, {change}"
        return f"{said}; {self.advice}" if self.advice else said

    def __str__(self) -> str:
        return f"{self.locus}: {self.detail}"

    def to_dict(self) -> dict[str, object]:
        """Return what ``ingest --json`` prints of it."""
        return {name: getattr(self, name) for name in self.__slots__} | {
            "detail": self.detail,
            "advice": self.advice or None,
        }


@cache
def _ranges() -> dict[str, tuple[float, float]]:
    return {
        name: bounds for kind in schemas.kinds() for name, bounds in nullable_ranges(kind).items()
    }
