"""
Detect how a column of answers names an option: by its text, a letter, or a number from 0 or 1.

One row is often ambiguous: "2" may be the second option or the third. The whole column is read in
each way, and the way that fits every row is used. If several fit and give different options, an
error asks the user to declare one.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from string import ascii_uppercase

from evalstore.errors import UsageError
from evalstore.suites.questions.question_files.values import text_of

LETTER = re.compile(r"[(\[]?([A-Za-z])[)\].:]?")
NUMBER = re.compile(r"[0-9]{1,2}")
Answered = Sequence[tuple[object, Sequence[str]]]


def _by_text(answer: str, options: Sequence[str]) -> int | None:
    wanted = answer.casefold()
    same = [place for place, option in enumerate(options) if option.casefold() == wanted]
    return same[0] if len(same) == 1 else None


def _by_letter(answer: str, options: Sequence[str]) -> int | None:
    match = LETTER.fullmatch(answer)
    place = ascii_uppercase.index(match[1].upper()) if match else len(options)
    return place if place < len(options) else None


def _from_zero(answer: str, options: Sequence[str]) -> int | None:
    place = int(answer) if NUMBER.fullmatch(answer) else len(options)
    return place if place < len(options) else None


def _from_one(answer: str, options: Sequence[str]) -> int | None:
    place = int(answer) - 1 if NUMBER.fullmatch(answer) else -1
    return place if 0 <= place < len(options) else None


def _by_text_or_letter(answer: str, options: Sequence[str]) -> int | None:
    place = _by_text(answer, options)
    return _by_letter(answer, options) if place is None else place


READINGS: Mapping[str, Callable[[str, Sequence[str]], int | None]] = {
    "text": _by_text,
    "letter": _by_letter,
    "index0": _from_zero,
    "index1": _from_one,
}


def option_named(answer: object, options: Sequence[str], reading: str) -> int | None:
    """Return the place from 0 of the option that an answer names, or None."""
    return READINGS.get(reading, _by_text_or_letter)(text_of(answer), options)


def reading_of(answered: Answered, file: str, column: str) -> str:
    """
    Return how the answers of a column name their options: a name of ``READINGS``, or "mixed".

    ``answered`` has the answer and the options of each row. If no reading fits every row, the
    result is the one that fits most, and the other rows are errors. Raises UsageError if two
    readings fit every row and give different options.

    >>> reading_of([("B", ["cat", "dog"]), ("A", ["ink", "oil"])], "f.csv", "answer")
    'letter'
    >>> reading_of([(0, ["cat", "dog"]), (1, ["ink", "oil"])], "f.csv", "answer")
    'index0'
    """
    places = {
        name: [read(text_of(answer), options) for answer, options in answered]
        for name, read in READINGS.items()
    }
    fitting = [name for name, row_places in places.items() if None not in row_places]
    if not fitting:
        mixed = [_by_text_or_letter(text_of(answer), options) for answer, options in answered]
        fits = {
            name: len(row_places) - row_places.count(None) for name, row_places in places.items()
        }
        best = max(fits, key=lambda name: fits[name])
        return "mixed" if len(mixed) - mixed.count(None) > fits[best] else best
    for other in fitting[1:]:
        pairs = zip(places[fitting[0]], places[other], strict=True)
        differing = [row for row, (first, two) in enumerate(pairs) if first != two]
        if differing:
            answer, options = answered[differing[0]]
            first, two = (options[places[name][differing[0]] or 0] for name in (fitting[0], other))
            raise UsageError(
                f"{file}, column {column}: the answer {text_of(answer)!r} is {first!r} read as "
                f"{fitting[0]} and {two!r} read as {other}, and no row is unambiguous; name the "
                f"one meant, such as --set answers={other}"
            )
    return fitting[0]
