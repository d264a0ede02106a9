"""What the scores of one log show of its scorers: their scales, their parts, and which rate."""

from collections.abc import Callable
from dataclasses import dataclass, field

from evalstore.ingest.inspect.values import LETTERS, number_of
from evalstore.ingest.scales import PART


@dataclass(slots=True)
class Seen:
    """
    The scorers of a log, and the parts that those with a dict or list give.

    ``outside`` are those with a number outside 0 to 1, none of whose numbers is a share then;
    ``rating`` those that give the letters for right and wrong.
    """

    names: set[str] = field(default_factory=set)
    outside: set[str] = field(default_factory=set)
    rating: set[str] = field(default_factory=set)
    # As a dict, whose names stay in their first order.
    parts: dict[str, dict[str, None]] = field(default_factory=dict)

    def name(self, scorer: str, part: str | None) -> str:
        """Return the name of a scorer's part, as verdicts bear it."""
        if part is None:
            return scorer
        self.parts.setdefault(scorer, {})[part] = None
        return f"{scorer}{PART}{part}"

    def number(self, name: str, value: object) -> float | None:
        """Note a value and return it as a number; None where it is none."""
        self.names.add(name)
        found = number_of(value)
        if found is not None and not 0 <= found <= 1:
            self.outside.add(name)
        if isinstance(value, str) and value in LETTERS:
            self.rating.add(name)
        return found

    def scales(self, is_measurement: Callable[[str, bool], bool]) -> dict[str, list[str]]:
        """
        Sort the scorers: which measure, and which of the others rate.

        ``is_measurement`` is asked for each of them, with whether it has a number outside.

        >>> seen = Seen()
        >>> [seen.number(name, value) for name, value in (("a", 7), ("a", 1), ("b", "C"))]
        [7.0, 1.0, 1.0]
        >>> seen.scales(lambda name, is_outside: is_outside)
        {'measuring': ['a'], 'rating': ['b']}
        """
        measuring = {name for name in self.names if is_measurement(name, name in self.outside)}
        return {"measuring": sorted(measuring), "rating": sorted(self.rating - measuring)}
