"""People's names in a reply: initials, middle names, a surname alone, another person."""

from collections.abc import Sequence
from itertools import pairwise

from evalstore.judges.text.names.key import PARTICLES, ROLE, SUFFIXES, person_core
from evalstore.judges.text.names.rival_names import OPENINGS
from evalstore.judges.text.names.spelling import is_same_given_name, is_same_spelling
from evalstore.judges.text.names.tokens import PATTERNS, Token

# Words between a given name and the surname: further names, initials, a nickname in quotes.
BETWEEN_MAX = 4
# Limit of the words compared with a surname; they share its first letter.
PLACES_MAX = 40
SURNAME_MIN = 3
INITIALS_MAX = 2
# The point and the space after an initial.
INITIAL_GAP = 2
ASKS_FOR_PERSON = PATTERNS["asks_for_person"]


def person_at(tokens: Sequence[Token], person: Sequence[Token]) -> tuple[int, int] | None:
    """
    Return the place where a text names a person by given name and surname, else None.

    Names between the two may be added or left out; the given name may be an initial or short.
    """
    core = person_core(tuple(person))
    given_name, surname = core[0], core[-1]
    letter = surname.key[:1]
    places = [
        place
        for place, token in enumerate(tokens)
        if token.key[:1] == letter or (token.is_number and surname.is_number)
    ]
    for place in places[:PLACES_MAX]:
        if not _is_surname(tokens[place], surname):
            continue
        for back in range(1, BETWEEN_MAX + 1):
            first = place - back
            if first < 0 or not _is_of_name(tokens[first]):
                break
            if is_same_given_name(tokens[first].key, given_name.key) and _fit_between(
                tokens[first + 1 : place], core[1:-1]
            ):
                return first, place
            if any(is_same_given_name(tokens[first].key, middle.key) for middle in core[1:-1]):
                # A middle name used as the first name: no other given name precedes it.
                before = tokens[first - 1] if first else None
                if before is None or not _is_of_name(before):
                    return first, place
    return None


def _fit_between(written: Sequence[Token], right: Sequence[Token]) -> bool:
    """Return whether middle names, if both have some, agree: George W. is not George H. W."""
    middle = [token for token in written if token.key not in PARTICLES]
    names = [token for token in right if token.key not in PARTICLES]
    if not middle or not names or '"' in "".join(token.written for token in names):
        return True
    is_initial = min(len(middle[0].key), len(names[0].key)) <= INITIALS_MAX
    return not is_initial or middle[0].key[0] == names[0].key[0]


def _is_surname(token: Token, surname: Token) -> bool:
    if token.key == surname.key:
        return token.is_capital or token.is_number
    if token.is_number and token.written.replace("I", "1") == surname.written:
        # A numeral typed with ones: "Louis 11" for Louis II.
        return True
    return token.is_capital and is_same_spelling(token.key, surname.key)


def _is_of_name(token: Token) -> bool:
    return token.is_capital or token.key in PARTICLES or token.key in SUFFIXES


def surname_at(tokens: Sequence[Token], person: Sequence[Token]) -> tuple[int, int] | None:
    """Return the place of a surname alone, None if missing or part of another's name."""
    surname = person_core(tuple(person))[-1]
    if len(surname.key) < SURNAME_MIN or surname.is_number:
        return None
    position = None
    for place, token in enumerate(tokens):
        if token.key != surname.key or not token.is_capital:
            continue
        if _has_given_name(tokens, place) or _goes_on(tokens, place):
            return None
        position = position or (place, place)
    return position


def _has_given_name(tokens: Sequence[Token], place: int) -> bool:
    while place and tokens[place - 1].key in PARTICLES:
        place -= 1
    before = tokens[place - 1] if place else None
    if before is None or not _adjoins(before, tokens[place]):
        return False
    return before.is_capital and not ROLE.fullmatch(before.written) and before.key not in OPENINGS


def _goes_on(tokens: Sequence[Token], place: int) -> bool:
    """Return whether a longer name continues after a word: "Ford" in "Ford Madox Brown"."""
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    return after is not None and after.is_capital and _adjoins(tokens[place], after)


def _adjoins(first: Token, other: Token) -> bool:
    return other.start - first.end <= (INITIAL_GAP if len(first.key) <= INITIALS_MAX else 1)


def names_another_person(tokens: Sequence[Token], people: Sequence[Sequence[Token]]) -> bool:
    """
    Return whether a text names a person who shares only a given name or only a surname.

    "Venus Williams" is not "Serena Williams", and "Jeremy Corbyn" is not "Jeremy Thorpe".
    """
    cores = [person_core(tuple(person)) for person in people]
    for first, other in pairwise(tokens):
        if not (first.is_capital and other.is_capital and _adjoins(first, other)):
            continue
        shares_surname = any(other.key == core[-1].key for core in cores)
        shares_given = any(first.key == core[0].key for core in cores)
        if shares_given and not any(
            is_same_spelling(other.key, name.key) for core in cores for name in core[1:]
        ):
            return True
        if shares_surname and not any(
            is_same_given_name(first.key, name.key) for core in cores for name in core[:-1]
        ):
            return True
    return False
