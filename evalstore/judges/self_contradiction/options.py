"""Parser of the options that a question lists: "A. Yes", "(b) Probably no", "1) Disagree"."""

import re
from collections.abc import Mapping

FIRST_LABELS = ("A", "1")
LINE = re.compile(
    r"^[ \t]{0,8}(?:[-*+][ \t]+)?\**[(\[]?([A-Za-z]|\d{1,2})(?:[)\].:]| [-\u2013])\**[ \t]+"
    r"(\S[^\n]{0,200})$",
    re.MULTILINE,
)
INLINE = re.compile(
    r"(?<![\w(])\(?([A-Z]|\d)\)[ \t]*([^\n()]{1,100}?)[ \t]*[,;.?]?"
    r"(?=[ \t]\(?(?:[A-Z]|\d)\)|\s*$)",
    re.MULTILINE,
)
LONE = re.compile(r"\W*(?:(?:option|choice|answer)\b\W*)?([A-Za-z]|\d{1,2})\W*", re.IGNORECASE)
LABELLED = re.compile(
    r"\W*(?:(?:option|choice)\s+)?([A-Z]|\d{1,2})(?:\W*[(\[)\].:,\u2013\u2014-]|\*\*)\W*(\S.*)",
    re.DOTALL | re.IGNORECASE,
)
SPACED = re.compile(r"\W*([A-Z]|\d{1,2})\s+(\S.*?)\W*", re.DOTALL)
# A longer text is an explanation, not the name of an option.
CHARACTERS_MAX = 200


def listed_options(text: str) -> dict[str, str]:
    r"""
    Return the options that a text lists, by their upper-case letters or numbers.

    There are at least two, numbered without a gap from A or 1; of several lists, the last counts.

    >>> listed_options("Should zoos close?\nA. Yes\nB. Probably no")
    {'A': 'Yes', 'B': 'Probably no'}
    """
    return _last_list(LINE, text) or _last_list(INLINE, text)


def chosen_option(words: str, options: Mapping[str, str]) -> tuple[str, str] | None:
    """
    Return the label that an answer gives and the words after it, None if it gives no label.

    >>> chosen_option("(B)", {"A": "Yes", "B": "No"})
    ('B', '')
    >>> chosen_option("B. No", {"A": "Yes", "B": "No"})
    ('B', 'No')
    """
    words = words.strip()[:CHARACTERS_MAX]
    if (lone := LONE.fullmatch(words)) is not None:
        return lone[1].upper(), ""
    labelled = LABELLED.fullmatch(words)
    if labelled is not None and labelled[1].upper() in options:
        return labelled[1].upper(), labelled[2]
    # "B no" names an option only if the option has these words; "A plan helps" names none.
    spaced = SPACED.fullmatch(words)
    if spaced is None or options.get(spaced[1], "").casefold() != spaced[2].casefold():
        return None
    return spaced[1], spaced[2]


def _last_list(pattern: re.Pattern[str], text: str) -> dict[str, str]:
    last: dict[str, str] = {}
    current: dict[str, str] = {}
    expected: str | None = None
    for match in pattern.finditer(text):
        label = match[1].upper()
        if label in FIRST_LABELS:
            current = {}
        elif label != expected:
            current, expected = {}, None
            continue
        current[label] = match[2].strip(" \t*")
        expected = str(int(label) + 1) if label.isdigit() else chr(ord(label) + 1)
        if len(current) > 1:
            last = current
    return last
