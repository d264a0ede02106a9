"""Names of a run's graders: the service puts an identifier behind each."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from evalstore.harnesses.numbered import numbered
from evalstore.harnesses.values import name

IDENTIFIER = re.compile(r"[ _-][0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$")


def without_identifier(spoken: str) -> str:
    """
    Return a grader's name as its eval has it.

    >>> without_identifier("String check-a2486074-d803-4445-b431-ad2262e85d47")
    'String check'
    """
    return IDENTIFIER.sub("", spoken) or spoken


@dataclass(slots=True)
class GraderNames:
    """The graders of a run: ``note`` every name, then ask what they are called."""

    _spoken: dict[str, set[str]] = field(default_factory=dict)

    def note(self, spoken: Any) -> None:
        """Note a name as the service says it."""
        if (found := name(spoken)) is not None:
            self._spoken.setdefault(without_identifier(found), set()).add(found)

    def called(self, spoken: list[Any]) -> list[str | None]:
        """
        Return the names of graders that stand side by side, none for one without a name.

        Where only the identifiers of two graders tell them apart, these stay; of one name that
        stands there twice, the second is numbered.

        >>> names = GraderNames()
        >>> names.note("fits-a2486074-d803-4445-b431-ad2262e85d47")
        >>> names.called(["fits-a2486074-d803-4445-b431-ad2262e85d47", "fits", None])
        ['fits', 'fits#2', None]
        """
        seen: Counter[str] = Counter()
        called: list[str | None] = []
        for one in spoken:
            found = name(one)
            if found is None:
                called.append(None)
                continue
            short = without_identifier(found)
            is_shared = len(self._spoken.get(short, ())) > 1
            called.append(numbered(found if is_shared else short, seen))
        return called
