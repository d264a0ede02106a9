"""Numbers written out in English words, from zero to the trillions, and simple fractions."""

import re
from fractions import Fraction
from pathlib import Path

from evalstore.base.word_file import PatternFile, word_file

FILE = Path(__file__).with_name("values.toml")
PATTERNS = PatternFile(FILE)
WORDS = word_file(FILE)

ORDINAL_WORDS: tuple[str, ...] = WORDS["ordinals"]
SMALL = {word: number for number, word in enumerate(WORDS["small"])}
TENS = {word: 10 * number for number, word in enumerate(WORDS["tens"], 2)}
SCALES = WORDS["scales"]
PARTS = WORDS["parts"]
WORD = "|".join(sorted([*SMALL, *TENS, *SCALES], key=len, reverse=True))
PART = "|".join(sorted(PARTS, key=len, reverse=True))
SPOKEN = re.compile(
    rf"(?P<sign>\b(?:minus|negative)\s+)?"
    rf"\b(?P<words>(?:{WORD})(?:(?:\s+and\s+|\s*-\s*|\s+)(?:{WORD}))*)"
    rf"(?:[\s-]+(?P<part>{PART})\b)?(?:\s+point\s+(?P<digits>(?:\b(?:{WORD})\b\s*)+))?(?![a-z])",
    re.IGNORECASE,
)
PRONOUN_BEFORE = PATTERNS["pronoun_before"]
PRONOUN_AFTER = PATTERNS["pronoun_after"]
# In a longer text "one" counts only if it is announced as the result.
ONE_WORDS_MAX = 5
EQUALS_BEFORE = PATTERNS["equals_before"]
PART_WORD = re.compile(rf"[\s-](?:{PART})\b", re.IGNORECASE)
SPLIT = re.compile(r"[\s-]+")


def spoken_in(text: str) -> list[tuple[Fraction, int, int]]:
    """
    Return the numbers written as words, each with its start and end.

    >>> [str(value) for value, _, _ in spoken_in("two thousand and five, or three quarters")]
    ['2005', '3/4']
    >>> spoken_in("No one knows which one of them it was.")
    []
    """
    numbers = []
    for match in SPOKEN.finditer(text):
        if _is_pronoun(text, match):
            continue
        value = Fraction(_whole(match["words"]))
        if match["part"]:
            value /= PARTS[match["part"].lower()]
        if match["digits"]:
            digits = "".join(str(SMALL.get(word, 0)) for word in match["digits"].lower().split())
            value += Fraction(int(digits), 10 ** len(digits))
        end = match.start() + len(match[0].rstrip())
        numbers.append((-value if match["sign"] else value, match.start(), end))
    return numbers


def fractions_stated_in(text: str) -> list[tuple[Fraction, int, int]]:
    """
    Return the fractions in words that are stated as a result.

    >>> [str(value) for value, _, _ in fractions_stated_in("Over 12 it is eleven twelfths.")]
    ['11/12']
    """
    if not PART_WORD.search(text):
        return []
    return [
        (value, start, end)
        for value, start, end in spoken_in(text)
        if value.denominator > 1 and EQUALS_BEFORE.search(text[max(0, start - 12) : start])
    ]


def _is_pronoun(text: str, match: re.Match[str]) -> bool:
    if match["words"].lower() != "one" or match["part"] or match["sign"]:
        return False
    before = text[max(0, match.start() - 12) : match.start()]
    if PRONOUN_BEFORE.search(before) or PRONOUN_AFTER.match(text[match.end() : match.end() + 12]):
        return True
    return len(text.split()) > ONE_WORDS_MAX and not EQUALS_BEFORE.search(before)


def _whole(words: str) -> int:
    """
    Return a whole number in words as an integer.

    >>> _whole("one hundred and forty-two thousand three"), _whole("nineteen eighty-nine")
    (142003, 1989)
    """
    total, group, parts = 0, 0, []
    for word in SPLIT.split(words.lower()):
        if word in SCALES:
            group = max(group, 1) * SCALES[word] if word == "hundred" else group
            if word != "hundred":
                total, group = total + max(group, 1) * SCALES[word], 0
        elif word in SMALL or word in TENS:
            value = SMALL.get(word, TENS.get(word, 0))
            if _begins_anew(group, value):
                # Years are read in pairs: nineteen eighty-nine.
                parts.append(group)
                group = 0
            group += value
    for part in parts:
        total = total * 100 + part
    return total * 100 + group if parts else total + group


def _begins_anew(group: int, value: int) -> bool:
    rest = group % 100
    is_open = rest in TENS.values() and 0 < value < min(TENS.values()) // 2
    return rest != 0 and not is_open
