"""A score's value as a number, read as Inspect's own ``value_to_float`` reads it."""

import math

# Correct, partially correct, incorrect, no answer.
LETTERS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
WORDS = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}


def number_of(value: object) -> float | None:
    """
    Return the number; None where there is none, for which Inspect would count 0.

    >>> [number_of(value) for value in ("C", "Yes", " 7.5", -3, True, "fine", None, [1])]
    [1.0, 1.0, 7.5, -3.0, 1.0, None, None, None]
    """
    if isinstance(value, str):
        letter = LETTERS.get(value)
        return _number_in(value) if letter is None else letter
    if isinstance(value, int | float):
        return float(value) if math.isfinite(value) else None
    return None


def _number_in(text: str) -> float | None:
    word = WORDS.get(text.lower())
    if word is not None:
        return word
    try:
        found = float(text)
    except ValueError:
        return None
    return found if math.isfinite(found) else None
