"""Names of a run's graders, without the identifiers that the service appends."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from evalstore.harnesses.numbered import numbered
from evalstore.harnesses.values import name

IDENTIFIER = re.compile(r"[ _-][0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$")


def without_identifier(spoken: str) -> str:
    """
    Return a grader's name in its eval, without the identifier.

    >>> without_identifier("String check-a2486074-d803-4445-b431-ad2262e85d47")
    'String check'
    """
    return IDENTIFIER.sub("", spoken) or spoken


@dataclass(slots=True)
class GraderNames:
    """The graders of a run: ``note`` every name, then call ``called``."""

    _spoken: dict[str, set[str]] = field(default_factory=dict)

    def note(self, spoken: Any) -> None:
        """Register a name that the service reports."""
        if (grader := name(spoken)) is not None:
            self._spoken.setdefault(without_identifier(grader), set()).add(grader)

    def called(self, spoken: list[Any]) -> list[str | None]:
        """
        Return the names of the graders in one list; None for a grader without a name.

        Identifiers are kept if graders differ only in them. A name that occurs again in the list
        is numbered.

        >>> names = GraderNames()
        >>> names.note("fits-a2486074-d803-4445-b431-ad2262e85d47")
        >>> names.called(["fits-a2486074-d803-4445-b431-ad2262e85d47", "fits", None])
        ['fits', 'fits#2', None]
        """
        seen: Counter[str] = Counter()
        names: list[str | None] = []
        for value in spoken:
            grader = name(value)
            if grader is None:
                names.append(None)
                continue
            short = without_identifier(grader)
            is_shared = len(self._spoken.get(short, ())) > 1
            names.append(numbered(grader if is_shared else short, seen))
        return names
