"""Vocabulary shared by context cards and their results."""

from typing import Any

from evalstore.harnesses.json_lines import Field

ANSWERS = ("YES", "NO", "UNKNOWN")
# The seed's evaluator writes a question mark where a card has no label.
LABELS = ("E", "C", "U", "?")
NAME_LENGTH_MAX = 512
# The characters that the SQL mapping trims, too.
WHITE_SPACE = " \t\r\n\f"


def is_name(value: Any) -> bool:
    """Return whether a value is a valid identifier."""
    return isinstance(value, str) and 0 < len(value) <= NAME_LENGTH_MAX and "\0" not in value


def is_answer(value: Any) -> bool:
    """
    Return whether a value is one of the three answers, in upper or lower case.

    >>> is_answer(" yes"), is_answer("maybe")
    (True, False)
    """
    return isinstance(value, str) and value.strip(WHITE_SPACE).upper() in ANSWERS


def is_label(value: Any) -> bool:
    """Return whether a value is one of the three labels, or the question mark for no label."""
    return isinstance(value, str) and value.strip(WHITE_SPACE).upper() in LABELS


def is_text(value: Any) -> bool:
    """Return whether a value is text."""
    return isinstance(value, str)


ID = Field("id", is_name, f"text of 1 to {NAME_LENGTH_MAX} characters")
GOLD = Field("gold", is_answer, "YES, NO or UNKNOWN")
LABEL = Field("label", is_label, "E, C, U or empty", is_required=False)
