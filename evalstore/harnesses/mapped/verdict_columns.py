"""Columns that could be verdicts, whatever their names, in words."""

from collections.abc import Iterable

from evalstore.harnesses.mapped.columns import NAMES, TableColumn

SHOWN_MAX = 5
NONE = "no column holds numbers, or words of right and wrong alone"
# Numbers under these names are something else.
OTHERS = {name for field, names in NAMES.items() if field != "answer" for name in names}


def unused(columns: Iterable[TableColumn]) -> list[TableColumn]:
    """Leave out the columns whose names say that they are no verdicts."""
    return [one for one in columns if one.words not in OTHERS]


def listed(columns: Iterable[TableColumn]) -> str:
    """Return the columns of numbers, or of words of right and wrong; no text where none is."""
    possible = [
        one for one in columns if one.may_be_verdict and not one.words.startswith("unnamed")
    ]
    named = [
        f"{one.name} (words of right and wrong)"
        if one.are_outcomes
        else f"{one.name} (numbers from {one.smallest:g} to {one.greatest:g})"
        for one in possible[:SHOWN_MAX]
    ]
    more_count = len(possible) - len(named)
    return ", ".join([*named, *([f"and {more_count} more"] if more_count else [])])
