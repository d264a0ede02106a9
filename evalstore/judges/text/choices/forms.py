"""
Replies that plainly choose an option: first, in their conclusion, or by elimination.

Other options that such a reply mentions do not count. A list of all options chooses none.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from evalstore.base.word_file import PatternFile
from evalstore.judges.text.declining.abstention import abstention_in
from evalstore.judges.text.wording import folded, plain

FILE = Path(__file__).with_name("choices.toml")
PATTERNS = PatternFile(FILE)

OPENING_CHARACTERS_MAX = 400
ROMAN_CHARACTERS_MAX = 40
CONCLUSION = PATTERNS["conclusion"]
REMAINS = PATTERNS["remains"]
FIRST_LINE = PATTERNS["first_line"]
LETTER_AND_TEXT = PATTERNS["letter_and_text"]
ENDS_TEXT = PATTERNS["ends_text"]
TURNS = PATTERNS["turns"]
NUMERALS = re.compile(r"\b(?:IV|V|I{1,3})\b")
ARTICLE = re.compile(r"\A(?:a|an|the)\s+", re.IGNORECASE)
IT_IS = PATTERNS["it_is"]
OF_ONESELF = PATTERNS["of_oneself"]
OF_MATTER = PATTERNS["of_matter"]
LISTED = PATTERNS["listed"]


def plain_choice(text: str, options: Mapping[str, str]) -> str | None:
    r"""
    Return the letter of the option that a reply plainly chooses, else None.

    >>> plain_choice("B\n\nOption A is too old.", {"A": "Rome", "B": "Oslo"})
    'B'
    >>> plain_choice("Rome (A) is too old. That leaves B.", {"A": "Rome", "B": "Oslo"})
    'B'
    """
    if not options:
        return None
    bare = plain(text)
    numerals = _by_numerals(bare, options)
    if numerals is not None:
        return numerals
    ends = [*CONCLUSION.finditer(bare), *REMAINS.finditer(bare)]
    last = max(ends, key=lambda match: match.start(), default=None)
    first = _first(text, options)
    if last is not None:
        letter = last["letter"].strip("()")
        is_own = letter in options and not TURNS.search(bare, last.end())
        return letter if is_own and first in {None, letter} else None
    if first is not None:
        return None if TURNS.search(bare) else first
    return _in_last_sentence(bare, options)


def without_lists(text: str) -> str:
    """
    Return a text without lists of letters, each character replaced.

    >>> without_lists("Consider A, B, and C.")
    'Consider ............'
    """
    return LISTED.sub(lambda match: "." * len(match[0]), text)


def declining_option(text: str, options: Mapping[str, str]) -> str | None:
    """
    Return the letter of an option such as "cannot be determined" if the reply says so, else None.

    >>> declining_option("It cannot be determined.", {"A": "Up", "B": "Cannot be determined"})
    'B'
    """
    if OF_ONESELF.search(text) or not OF_MATTER.search(text):
        return None
    declining = [letter for letter, option in options.items() if _declines(option)]
    return declining[0] if len(declining) == 1 and abstention_in(text) is not None else None


def _declines(option: str) -> bool:
    return abstention_in(option) is not None or abstention_in(f"It {option}.") is not None


def _first(text: str, options: Mapping[str, str]) -> str | None:
    """Return the letter at the beginning of a reply, alone on its line or before its text."""
    if match := FIRST_LINE.match(text):
        return match["letter"] if match["letter"] in options else None
    match = LETTER_AND_TEXT.match(text)
    if match is None or match["letter"] not in options:
        return None
    letter = match["letter"]
    after, words = folded(text[match.end() : OPENING_CHARACTERS_MAX]), folded(options[letter])
    words = words.rstrip(" .")
    if not words or not after.startswith(words) or not ENDS_TEXT.match(after[len(words) :]):
        return None
    rest = plain(text[match.end() :])
    for other, option in options.items():
        heads = rf"(?<![\w]){re.escape(other)}[).:]\s?{re.escape(option.rstrip(' .'))}"
        if other != letter and re.search(heads, rest, re.IGNORECASE):
            return None
    return letter


def _by_numerals(text: str, options: Mapping[str, str]) -> str | None:
    """Return the option whose Roman numerals a short reply repeats: "I" for "I only"."""
    if len(text) > ROMAN_CHARACTERS_MAX or re.search(r"\b(?:not|nor|or)\b|n't", text):
        return None
    if (short := text.strip(" .!").casefold()) in {"both", "neither"}:
        same = [letter for letter, option in options.items() if folded(option).startswith(short)]
        return same[0] if len(same) == 1 else None
    numerals = set(NUMERALS.findall(text))
    rest = re.sub(r"\b(?:only|both|and|statements?|just|is|are|true|correct)\b", "", text.lower())
    rest = re.sub(r"\b(?:iv|v|i{1,3})\b", "", rest)
    if not numerals or re.search(r"\w", rest) or numerals & set(options):
        return None
    same = [
        letter
        for letter, option in options.items()
        if set(NUMERALS.findall(option)) == numerals
        and not re.search(r"(?i)neither|nor|not", option)
    ]
    return same[0] if len(same) == 1 else None


def _in_last_sentence(text: str, options: Mapping[str, str]) -> str | None:
    """Return the option that a last sentence "It's the ..." names, else None."""
    last = re.split(r"(?<=[.!?])\s+", text)[-1]
    match = IT_IS.match(last)
    if match is None:
        return None
    words = folded(last[match.end() :]).strip(" .!")
    same = [
        letter
        for letter, option in options.items()
        if folded(ARTICLE.sub("", option)).strip(" .") == folded(ARTICLE.sub("", words))
    ]
    return same[0] if len(same) == 1 else None
