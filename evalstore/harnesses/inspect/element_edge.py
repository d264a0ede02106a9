"""Ends of the elements of a list, told by what stands between the ones before."""

import json
import re
from dataclasses import dataclass
from typing import Any, Self

BETWEEN_OBJECTS = re.compile(r"[ \t\n\r]*,[ \t\n\r]*(?={)")


@dataclass(frozen=True, slots=True)
class Edge:
    """What stands between two elements of a list, and the first and last name in the first."""

    between: str
    first_name: str
    last_name: str

    @classmethod
    def after(cls, found: Any, text: str, end: int) -> Self | None:
        """Return the edge that an element has, which ends in a text; None where it is the last."""
        between = BETWEEN_OBJECTS.match(text, end)
        if between is None or not isinstance(found, dict) or not found:
            return None
        names = [json.dumps(name) for name in found]
        return cls(f"}}{between.group()}{{", names[0], names[-1])

    def is_likely(self, text: str, start: int, end: int) -> bool:
        """Say whether an element may end there: its last name is nearer than its first one."""
        last_at = text.rfind(self.last_name, start, end)
        return last_at >= 0 and last_at >= text.rfind(self.first_name, start, end)
