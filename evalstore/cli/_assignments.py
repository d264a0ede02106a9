"""Parsing of ``--set KEY=VALUE``."""

import json
from collections.abc import Iterable

from evalstore.errors import UsageError


def parse_assignments(assignments: Iterable[str], example: str) -> dict[str, object]:
    """
    Return values by key; a value that is valid JSON is parsed, any other is text.

    Raises UsageError without a key or value, and for a key that is named twice.

    >>> parse_assignments(["count=5", "name=ann", "tags=[1]"], "")
    {'count': 5, 'name': 'ann', 'tags': [1]}
    """
    settings: dict[str, object] = {}
    for assignment in assignments:
        key, equals, value = assignment.partition("=")
        if not key or not equals:
            raise UsageError(f"--set {assignment!r}; expected KEY=VALUE, such as {example}")
        if key in settings:
            raise UsageError(
                f"--set names {key} twice, the second time as {assignment!r}; expected each name "
                "once, leave one of both out"
            )
        try:
            settings[key] = json.loads(value)
        except ValueError:
            settings[key] = value
    return settings
