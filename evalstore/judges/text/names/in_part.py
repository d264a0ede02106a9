"""Names given in part or with a remark, if the question offers a few: "Waterloo (1815)"."""

import re
from collections.abc import Sequence

from evalstore.judges.text.names.key import name_key
from evalstore.judges.text.names.person_names import person_at
from evalstore.judges.text.names.tokens import WORDS, prepared, tokens_of
from evalstore.judges.text.wording import folded, plain

SHORT_WORDS_MAX = 12
EMPTY_WORDS = frozenset(WORDS["empty_words"])
# A short name without its modifier is another name: Mexico is not New Mexico.
MODIFIERS = frozenset({"new", "north", "south", "east", "west", "northern", "southern", "eastern",
                       "western"})  # fmt: skip
MODIFIED_WORDS_MAX = 3
# A remark after a name: years, its location, why it is right.
REMARK = re.compile(
    r"\s*[(\[][^()\[\]]*[)\]]|\s*[,;:].*\Z|\s-\s.*\Z"
    r"|\s(?:in|on|from|since|around|about)\s(?:[a-z]+\s){0,2}\d.*\Z",
    re.IGNORECASE,
)
RELATIVE = re.compile(r"\s(?:that|who|which)\s.*\Z")
# A given name, middle names or initials, and a surname.
MIDDLE_NAMED_WORDS_MIN = 3


def is_right_in_part(text: str, names: Sequence[str], rivals: Sequence[str]) -> bool | None:
    """
    Return whether a short reply names the right one of several in part: "Waterloo" for the battle.

    A remark after the name is ignored if it contains no word that only a rival has. None if the
    words fit neither or both.

    >>> names, rivals = ["John F. Kennedy"], ["Gerald R. Ford"]
    >>> is_right_in_part("Kennedy (1961)", names, rivals)
    True
    >>> is_right_in_part("John Fitzgerald Kennedy", names, rivals)
    True
    >>> is_right_in_part("Kennedy, or Ford", names, rivals) is None
    True
    """
    fits = _fits(text, names, rivals)
    if fits is not None:
        return fits
    head = REMARK.sub("", plain(text)).strip()
    right_words = {word for name in names for word in _content(name)}
    others = {word for name in rivals for word in _content(name)} - right_words
    if others & _content(text):
        return None
    if head and (fits := _fits(head, names, rivals)) is not None:
        return fits
    return True if _is_same_person(text, names) else None


def span_in_part(text: str, name: str, other: str) -> tuple[int, int] | None:
    """
    Return the span with at least half of the words that only this name has, else None.

    >>> span_in_part("the tunnel opened", "the Channel Tunnel", "the Diet of Worms")
    (4, 10)
    """
    telling = _content(RELATIVE.sub("", name)) - _content(other)
    places = [match.span() for match in re.finditer(r"\w+", text) if _content(match[0]) & telling]
    seen = {word for start, end in places for word in _content(text[start:end])}
    if not seen or len(seen) * 2 < len(telling):
        return None
    return places[0][0], places[-1][1]


def _fits(text: str, names: Sequence[str], rivals: Sequence[str]) -> bool | None:
    name_words = {word for name in (*names, *rivals) for word in _content(name)}
    content = {word for word in _content(text) if not word.isdecimal() or word in name_words}
    if not content or len(content) > SHORT_WORDS_MAX:
        return None
    fits_right = any(_is_part(content, name) for name in names)
    fits_rival = any(_is_part(content, name) for name in rivals)
    return None if fits_right == fits_rival else fits_right


def _is_part(content: set[str], name: str) -> bool:
    whole = _content(name)
    needed = whole & MODIFIERS if len(whole) <= MODIFIED_WORDS_MAX else set()
    return needed <= content <= whole


def _is_same_person(text: str, names: Sequence[str]) -> bool:
    """Return whether the text spells out a middle name, or shortens it to an initial."""
    tokens = tokens_of(prepared(text))
    return any(
        len(person) >= MIDDLE_NAMED_WORDS_MIN and person_at(tokens, person) is not None
        for person in name_key(tuple(names)).people
    )


def _content(text: str) -> set[str]:
    """
    Return the words of weight in a text, in the singular.

    >>> sorted(_content("He invented the coulombs"))
    ['coulomb', 'invented']
    """
    words = set(re.findall(r"\w+", folded(text))) - EMPTY_WORDS
    return {word.removesuffix("s") if len(word) > len("gas") else word for word in words}
