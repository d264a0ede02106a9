"""Numbers written out in English words, from zero to the trillions, and simple fractions."""

import re
from fractions import Fraction

SMALL = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
TENS = {
    word: 10 * number
    for number, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2
    )
}
SCALES = {
    "hundred": 100,
    "thousand": 1000,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}
PARTS = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4,
    "fourth": 4, "fourths": 4, "fifth": 5, "fifths": 5, "sixth": 6, "sixths": 6,
    "seventh": 7, "sevenths": 7, "eighth": 8, "eighths": 8, "ninth": 9, "ninths": 9,
    "tenth": 10, "tenths": 10, "twelfth": 12, "twelfths": 12,
}  # fmt: skip
WORD = "|".join(sorted([*SMALL, *TENS, *SCALES], key=len, reverse=True))
PART = "|".join(sorted(PARTS, key=len, reverse=True))
SPOKEN = re.compile(
    rf"(?P<sign>\b(?:minus|negative)\s+)?"
    rf"\b(?P<words>(?:{WORD})(?:(?:\s+and\s+|\s*-\s*|\s+)(?:{WORD}))*)"
    rf"(?:[\s-]+(?P<part>{PART})\b)?(?:\s+point\s+(?P<digits>(?:\b(?:{WORD})\b\s*)+))?(?![a-z])",
    re.IGNORECASE,
)
# "Which one", "one of them" and the like are not numbers.
PRONOUN_BEFORE = re.compile(
    r"\b(?:no|any|every|each|some|which|this|that|the|another|other|first)[\s-]+$", re.IGNORECASE
)
PRONOUN_AFTER = re.compile(
    r"^\s+(?:of|can|could|knows?|would|that|who|which|is|was)\b", re.IGNORECASE
)
# In a longer text "one" counts only if it is announced as the result.
ONE_WORDS_MAX = 5
EQUALS_BEFORE = re.compile(r"(?:\b(?:is|equals|are|gives|answer|to)\b|[=:])\s*$", re.IGNORECASE)
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
