"""Columns that may contain verdicts, whatever their names, described in words."""

from collections.abc import Iterable

from evalstore.harnesses.mapped.columns import NAMES, TableColumn

SHOWN_MAX = 5
NONE = "no column contains only numbers, or only words for right and wrong"
# Names of fields whose numbers are not verdicts.
OTHERS = {name for field, names in NAMES.items() if field != "answer" for name in names}


def unused(columns: Iterable[TableColumn]) -> list[TableColumn]:
    """Return the columns whose names are not those of other fields."""
    return [column for column in columns if column.words not in OTHERS]


def listed(columns: Iterable[TableColumn]) -> str:
    """Describe the columns of numbers, or of words of right and wrong; empty if there are none."""
    possible = [
        column
        for column in columns
        if column.may_be_verdict and not column.words.startswith("unnamed")
    ]
    named = [
        f"{column.name} (words for right and wrong)"
        if column.are_outcomes
        else f"{column.name} (numbers from {column.smallest:g} to {column.greatest:g})"
        for column in possible[:SHOWN_MAX]
    ]
    more_count = len(possible) - len(named)
    return ", ".join([*named, *([f"and {more_count} more"] if more_count else [])])
