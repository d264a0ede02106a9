"""Words of names that are one word in two spellings, or a country and its adjective."""

import re
from functools import lru_cache

SPELLING_MIN = 5
LONG_SPELLING_MIN = 8
SHORT_NAME_MIN = 3
# Two spellings of one sound.
SOUNDS = (("ck", "k"), ("ks", "x"), ("ph", "f"), ("y", "i"), ("ou", "o"), ("z", "s"))
SILENT = "aeh"
DOUBLED = re.compile(r"(.)\1")
# Adjectives of countries that no ending makes.
IRREGULAR_ADJECTIVES = {
    "britain": "british", "denmark": "danish", "england": "english", "finland": "finnish",
    "france": "french", "germany": "german", "greece": "greek", "iceland": "icelandic",
    "ireland": "irish", "netherland": "dutch", "norway": "norwegian", "poland": "polish",
    "portugal": "portuguese", "scotland": "scottish", "spain": "spanish", "sweden": "swedish",
    "switzerland": "swiss", "thailand": "thai", "turkey": "turkish", "wale": "welsh",
}  # fmt: skip
ADJECTIVE_ENDINGS = ("n", "an", "ian", "ean", "ese", "i")
# English given names, as ``singular`` leaves them, by their short forms that begin otherwise.
SHORT_NAMES = {
    "bill": "william", "billy": "william", "bob": "robert", "bobby": "robert", "dick": "richard",
    "jack": "john", "jim": "jame", "jimmy": "jame", "ted": "edward", "teddy": "theodore",
    "tony": "anthony", "liz": "elizabeth", "betty": "elizabeth", "peggy": "margaret",
    "harry": "henry", "chuck": "charle", "charlie": "charle", "kate": "catherine",
    "mike": "michael", "nick": "nichola", "steve": "stephen", "larry": "lawrence",
    "gene": "eugene", "hank": "henry", "ned": "edward", "andy": "andrew", "dave": "david",
}  # fmt: skip


@lru_cache(maxsize=16_384)
def is_same_spelling(one: str, other: str) -> bool:
    """
    Return whether two words may be one word, spelled or mistyped in two ways.

    >>> is_same_spelling("schuhmacher", "schumacher"), is_same_spelling("clark", "clarke")
    (True, True)
    >>> is_same_spelling("iran", "iraq"), is_same_spelling("1815", "1816")
    (False, False)
    """
    if one == other:
        return True
    if one[:1] != other[:1] or one[:1].isdigit():
        return False
    if sounds_alike(one, other):
        return True
    one, other = _sound(one), _sound(other)
    shorter = min(len(one), len(other))
    if shorter < SPELLING_MIN:
        return False
    return _distance_at_most(one, other, 2 if shorter >= LONG_SPELLING_MIN else 1)


def sounds_alike(one: str, other: str) -> bool:
    """
    Return whether two words are spellings of one sound, or differ in a silent last letter.

    >>> sounds_alike("mink", "minx"), sounds_alike("clark", "clarke"), sounds_alike("jan", "jon")
    (True, True, False)
    """
    shorter, longer = sorted((_sound(one), _sound(other)), key=len)
    if len(shorter) < SHORT_NAME_MIN or not shorter[:1].isalpha():
        return False
    # An "s" at the end may have been taken for a plural.
    if _sound(one) == _sound(f"{other}s") or _sound(other) == _sound(f"{one}s"):
        return True
    return longer == shorter or (
        len(shorter) > SHORT_NAME_MIN and longer[:-1] == shorter and longer[-1] in SILENT
    )


@lru_cache(maxsize=16_384)
def _sound(word: str) -> str:
    for spelling, sound in SOUNDS:
        word = word.replace(spelling, sound)
    return DOUBLED.sub(r"\1", word)


def _distance_at_most(one: str, other: str, limit: int) -> bool:
    """Return whether so many insertions, deletions and replacements make one the other."""
    if abs(len(one) - len(other)) > limit:
        return False
    row = list(range(len(other) + 1))
    for place, letter in enumerate(one, 1):
        previous, row[0] = row[0], place
        for column, counterpart in enumerate(other, 1):
            previous, row[column] = (
                row[column],
                min(row[column] + 1, row[column - 1] + 1, previous + (letter != counterpart)),
            )
        if min(row) > limit:
            return False
    return row[-1] <= limit


def is_adjective_of(one: str, other: str) -> bool:
    """
    Return whether one word is a place and the other its adjective.

    >>> is_adjective_of("colombia", "colombian"), is_adjective_of("french", "france")
    (True, True)
    >>> is_adjective_of("india", "indiana"), is_adjective_of("austria", "australia")
    (False, False)
    """
    place, adjective = sorted((one, other), key=len)
    if IRREGULAR_ADJECTIVES.get(one) == other or IRREGULAR_ADJECTIVES.get(other) == one:
        return True
    if len(place) <= SHORT_NAME_MIN or place == adjective or place[0] != adjective[0]:
        return False
    stem = place[:-1] if place[-1] in "aeiouy" else place
    return any(adjective in (place + ending, stem + ending) for ending in ADJECTIVE_ENDINGS)


def is_akin(one: str, other: str) -> bool:
    """
    Return whether words share a stem or one ends in the other: a hint, no proof, of one meaning.

    >>> is_akin("nomad", "nomadic"), is_akin("handbag", "bag"), is_akin("nomad", "normal")
    (True, True, False)
    """
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < SHORT_NAME_MIN or shorter[:1].isdigit():
        return False
    if longer.endswith(shorter):
        return True
    if longer[0] != shorter[0]:
        return False
    common = next(
        (place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]),
        len(shorter),
    )
    return common >= SPELLING_MIN and common * 10 >= len(longer) * 6


def is_same_given_name(one: str, other: str) -> bool:
    """
    Return whether two given names may be one person's: an initial, a short form, a spelling.

    >>> is_same_given_name("j", "joanne"), is_same_given_name("bill", "william")
    (True, True)
    >>> is_same_given_name("serena", "venus")
    False
    """
    shorter, longer = sorted((one, other), key=len)
    if not shorter:
        return False
    if len(shorter) < SHORT_NAME_MIN:
        return longer[0] == shorter[0]
    if longer.startswith(shorter) or SHORT_NAMES.get(one, one) == SHORT_NAMES.get(other, other):
        return True
    return is_same_spelling(one, other)
