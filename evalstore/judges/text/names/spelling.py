"""Pairs of words that are spellings of one word, or a country and its adjective."""

import re
from functools import lru_cache

from evalstore.judges.text.names.tokens import WORDS

SPELLING_MIN = 5
LONG_SPELLING_MIN = 8
SHORT_NAME_MIN = 3
# Two spellings of one sound.
SOUNDS = (("ck", "k"), ("ks", "x"), ("ph", "f"), ("y", "i"), ("ou", "o"), ("z", "s"))
SILENT = "aeh"
DOUBLED = re.compile(r"(.)\1")
IRREGULAR_ADJECTIVES = WORDS["irregular_adjectives"]
ADJECTIVE_ENDINGS = ("n", "an", "ian", "ean", "ese", "i")
SHORT_NAMES = WORDS["short_names"]


@lru_cache(maxsize=16_384)
def is_same_spelling(first: str, other: str) -> bool:
    """
    Return whether two words may be spellings of one word, including typing errors.

    >>> is_same_spelling("schuhmacher", "schumacher"), is_same_spelling("clark", "clarke")
    (True, True)
    >>> is_same_spelling("iran", "iraq"), is_same_spelling("1815", "1816")
    (False, False)
    """
    if first == other:
        return True
    if first[:1] != other[:1] or first[:1].isdigit():
        return False
    if sounds_alike(first, other):
        return True
    first, other = _sound(first), _sound(other)
    shorter = min(len(first), len(other))
    if shorter < SPELLING_MIN:
        return False
    return _distance_at_most(first, other, 2 if shorter >= LONG_SPELLING_MIN else 1)


def sounds_alike(first: str, other: str) -> bool:
    """
    Return whether two words are spellings of one sound, or differ in a silent last letter.

    >>> sounds_alike("mink", "minx"), sounds_alike("clark", "clarke"), sounds_alike("jan", "jon")
    (True, True, False)
    """
    shorter, longer = sorted((_sound(first), _sound(other)), key=len)
    if len(shorter) < SHORT_NAME_MIN or not shorter[:1].isalpha():
        return False
    # A final "s" may have been removed as a plural.
    if _sound(first) == _sound(f"{other}s") or _sound(other) == _sound(f"{first}s"):
        return True
    return longer == shorter or (
        len(shorter) > SHORT_NAME_MIN and longer[:-1] == shorter and longer[-1] in SILENT
    )


@lru_cache(maxsize=16_384)
def _sound(word: str) -> str:
    for spelling, sound in SOUNDS:
        word = word.replace(spelling, sound)
    return DOUBLED.sub(r"\1", word)


def _distance_at_most(first: str, other: str, limit: int) -> bool:
    """Return whether the edit distance of two words is at most ``limit``."""
    if abs(len(first) - len(other)) > limit:
        return False
    row = list(range(len(other) + 1))
    for place, letter in enumerate(first, 1):
        previous, row[0] = row[0], place
        for column, counterpart in enumerate(other, 1):
            previous, row[column] = (
                row[column],
                min(row[column] + 1, row[column - 1] + 1, previous + (letter != counterpart)),
            )
        if min(row) > limit:
            return False
    return row[-1] <= limit


def is_adjective_of(first: str, other: str) -> bool:
    """
    Return whether one word is a place and the other its adjective.

    >>> is_adjective_of("colombia", "colombian"), is_adjective_of("french", "france")
    (True, True)
    >>> is_adjective_of("india", "indiana"), is_adjective_of("austria", "australia")
    (False, False)
    """
    place, adjective = sorted((first, other), key=len)
    if IRREGULAR_ADJECTIVES.get(first) == other or IRREGULAR_ADJECTIVES.get(other) == first:
        return True
    if len(place) <= SHORT_NAME_MIN or place == adjective or place[0] != adjective[0]:
        return False
    stem = place[:-1] if place[-1] in "aeiouy" else place
    return any(adjective in (place + ending, stem + ending) for ending in ADJECTIVE_ENDINGS)


def is_akin(first: str, other: str) -> bool:
    """
    Return whether words share a stem or one ends in the other, which only hints at one meaning.

    >>> is_akin("nomad", "nomadic"), is_akin("handbag", "bag"), is_akin("nomad", "normal")
    (True, True, False)
    """
    shorter, longer = sorted((first, other), key=len)
    if len(shorter) < SHORT_NAME_MIN or shorter[:1].isdigit():
        return False
    if longer.endswith(shorter):
        return True
    if longer[0] != shorter[0]:
        return False
    common = next(
        (
            place
            for place, pair in enumerate(zip(first, other, strict=False))
            if pair[0] != pair[1]
        ),
        len(shorter),
    )
    return common >= SPELLING_MIN and common * 10 >= len(longer) * 6


def is_same_given_name(first: str, other: str) -> bool:
    """
    Return whether two given names may be one person's: an initial, a short form, a spelling.

    >>> is_same_given_name("j", "joanne"), is_same_given_name("bill", "william")
    (True, True)
    >>> is_same_given_name("serena", "venus")
    False
    """
    shorter, longer = sorted((first, other), key=len)
    if not shorter:
        return False
    if len(shorter) < SHORT_NAME_MIN:
        return longer[0] == shorter[0]
    if longer.startswith(shorter) or SHORT_NAMES.get(first, first) == SHORT_NAMES.get(
        other, other
    ):
        return True
    return is_same_spelling(first, other)
