"""
Right names, prepared once: every alias in the forms that a reply may use.

An alias may contain more than the name: a note in parentheses, "Lewis, C. S." in the order of a
catalogue, a role ("the actress Ann Lee"), a gloss after a comma or "who". The forms without these
are right as well. A form that leaves out more (the state after a city) is ``short``.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from evalstore.judges.text.names.tokens import PATTERNS, Token, prepared, tokens_of

PARENTHESES = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
CATALOGUE_ORDER = re.compile(r"([^,]+),\s*([^,]+)")
GLOSS = re.compile(
    r",?\s+(?:who|which|whose|where|as|by|aka|also known as|or)\s|\s[-\u2013]\s|,\s"
)
LIST = re.compile(r"\s*(?:,\s*(?:and|&)|,|;|&|/|\band\b)\s*", re.IGNORECASE)
# At least three names, none of which is a gloss on the first: "Ann Lee, Ben Day, Cy Fox".
LISTED_MIN = 3
LAST_OF_LIST = re.compile(r",?\s+(?:and|&)\s+[^,]+\Z", re.IGNORECASE)
ROLE = PATTERNS["role"]
COMPANY = PATTERNS["company"]
SUFFIXES = frozenset({"jr", "sr", "junior", "senior", "jnr", "snr", "esq"})
PARTICLES = frozenset({"de", "da", "di", "du", "del", "della", "van", "von", "der", "den", "la",
                       "le", "el", "al", "bin", "ibn", "y", "ten"})  # fmt: skip
SHARED_PART = 4
NAME_TOKENS_MAX = 6
# A longer text, or a longer one with a full stop, is a sentence, not a name with a gloss.
GLOSSED_TOKENS_MAX = 12
STOPPED_TOKENS_MAX = 6


@dataclass(frozen=True, slots=True)
class Form:
    """
    One form of a right name.

    ``joined`` are its words without spaces; ``is_short`` is True if words of the name are missing.
    """

    tokens: tuple[Token, ...]
    joined: str
    is_short: bool = False


@dataclass(frozen=True, slots=True)
class NameKey:
    """
    A right name: its forms, the parts of those that are lists, and its weighty words.

    ``shared`` are the words of at least a quarter of its aliases: a reply that contains one of
    them may name it in an unforeseen way. ``is_name`` is True if capitals mark a proper name.
    """

    forms: tuple[Form, ...]
    people: tuple[tuple[Token, ...], ...]
    lists: tuple[tuple[str, ...], ...]
    shared: frozenset[str]
    is_name: bool


@lru_cache(maxsize=4096)
def name_key(names: tuple[str, ...]) -> NameKey:
    """
    Return the right names in every form.

    >>> key = name_key(("Lewis, C. S.", "Jack Lewis (writer)"))
    >>> sorted(form.joined for form in key.forms if not form.is_short)
    ['cslewi', 'jacklewi', 'lewics']
    """
    forms: dict[str, Form] = {}
    people: dict[str, tuple[Token, ...]] = {}
    lists: list[tuple[str, ...]] = []
    counts: dict[str, int] = {}
    capital_count = 0
    for name in names:
        bare = _bare(name)
        tokens = tokens_of(bare)
        if not tokens:
            continue
        capital_count += _is_titled(tokens)
        for key in {token.key for token in tokens}:
            counts[key] = counts.get(key, 0) + 1
        for text, is_short in _forms(bare):
            form = _form(text, is_short=is_short)
            if form.joined and (form.joined not in forms or forms[form.joined].is_short):
                forms[form.joined] = form
            if not is_short and _is_person(form.tokens):
                people.setdefault(form.joined, form.tokens)
        parts = tuple("".join(_keys(part)) for part in LIST.split(bare))
        if len(parts) > 1 and all(parts) and not CATALOGUE_ORDER.fullmatch(bare):
            lists.append(parts)
    return NameKey(
        tuple(forms.values()),
        tuple(people.values()),
        tuple(lists),
        frozenset(key for key, count in counts.items() if count * SHARED_PART >= len(names)),
        capital_count * 2 >= len(names),
    )


def _bare(name: str) -> str:
    text = prepared(name.replace("%22", '"'))
    return PARENTHESES.sub("", text).strip() or text


def _keys(text: str) -> list[str]:
    return [token.key for token in tokens_of(text)]


def _form(text: str, *, is_short: bool) -> Form:
    tokens = tokens_of(text)
    return Form(tokens, "".join(token.key for token in tokens), is_short)


def _forms(bare: str) -> list[tuple[str, bool]]:
    """Return the forms of a name, and for each whether it leaves words out."""
    forms = [(bare, False)]
    if match := CATALOGUE_ORDER.fullmatch(bare):
        forms.append((f"{match[2]} {match[1]}", False))
    if company := COMPANY.search(bare):
        forms.append((bare[: company.start()], False))
    role = ROLE.match(bare)
    left = bare[role.end() :].strip() if role else ""
    if left and is_proper(tokens_of(left)):
        forms.append((left, len(_keys(left)) == 1))
    head = GLOSS.split(bare, maxsplit=1)[0].strip()
    is_whole = _is_list(bare) or _is_sentence(bare)
    if head != bare and not is_whole and is_proper(tokens_of(head)):
        forms.append((head, True))
    return forms


def _is_list(bare: str) -> bool:
    """
    Return whether a name lists several, so that the first alone is not the whole answer.

    >>> _is_list("Ann Lee, Ben Day, Cy Fox"), _is_list("Paris, Texas, United States")
    (True, False)
    """
    parts = LIST.split(bare)
    if len(parts) < LISTED_MIN or "," not in bare:
        return False
    are_names = all(len(part.split()) > 1 for part in parts)
    return are_names or LAST_OF_LIST.search(bare) is not None


def _is_sentence(text: str) -> bool:
    """Return whether a text is a sentence, whose words before a comma are not a name."""
    is_stopped = text.endswith((".", "!", "?"))
    return len(tokens_of(text)) > (STOPPED_TOKENS_MAX if is_stopped else GLOSSED_TOKENS_MAX)


def is_proper(tokens: tuple[Token, ...]) -> bool:
    """Return whether capitals mark a proper name: every word but particles has one."""
    return any(token.is_capital for token in tokens) and all(
        token.is_capital or token.key in PARTICLES or token.is_number for token in tokens
    )


def _is_titled(tokens: tuple[Token, ...]) -> bool:
    """Return whether capitals mark a name or a title: the first word and half of all have one."""
    count = sum(token.is_capital or token.is_number for token in tokens)
    return tokens[0].is_capital and count * 2 >= len(tokens)


def _is_person(tokens: tuple[Token, ...]) -> bool:
    """Return whether words may be a person's given name and surname."""
    core = person_core(tokens)
    return (
        1 < len(core) <= NAME_TOKENS_MAX
        and is_proper(tokens)
        and not any(token.is_number for token in core[:-1])
    )


def person_core(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the words of a person's name without roles and suffixes such as "Jr."."""
    kept = [token for token in tokens if token.key not in SUFFIXES]
    while len(kept) > 1 and ROLE.fullmatch(kept[0].written):
        kept.pop(0)
    return tuple(kept)
