"""
Words of names in one spelling: no case, diacritics, possessives or plurals; numbers in digits.

"King George the Third's", "George III" and "GEORGE 3RD" become the same words, so that names are
compared word by word, not as strings of characters.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from evalstore.base.word_file import PatternFile, word_file
from evalstore.judges.text.values.number_words import ORDINAL_WORDS, SMALL, TENS
from evalstore.judges.text.wording import plain

FILE = Path(__file__).with_name("names.toml")
PATTERNS = PatternFile(FILE)
WORDS = word_file(FILE)

# Missing spaces between words: "byWilliam", "in1999after", "Smith2".
LOST_SPACE = re.compile(
    r"(?<=[a-z])(?=[A-Z])|(?<=[a-z]{2})(?=\d)|(?<=[12]\d{3})(?=[a-z]{2})"
    r"|(?<=\w)\.(?=[A-Z][a-z])"
)
TOKEN = re.compile(
    r"(?:\b[A-Z]\. ?){2,}|\d+(?:st|nd|rd|th)\b|\d+(?:[.,]\d+)*|[A-Z]+\d+\b"
    r"|[^\W\d_]+(?:'[^\W\d_]+)*|%"
)
# Words without weight in a name.
EMPTY = frozenset({"the", "a", "an", "of", "and"})
# Limit for a name made only of empty words, such as "The The".
EMPTY_MAX = 4
SENTENCE_END = re.compile(r"(?<![A-Z])(?<!\b[A-Z][a-z])(?<!\bSt)[.!?:;][\"')\]]{0,8}\s|\n")
ORDINALS = {word: str(number) for number, word in enumerate(ORDINAL_WORDS, 1)}
COUNTED = {
    **{word: str(number) for word, number in SMALL.items()},
    **{word: str(number) for word, number in TENS.items()},
    **ORDINALS,
}
ROMAN = re.compile(r"(?=[IVX])X{0,3}(?:IX|IV|V?I{0,3})")
ROMAN_VALUES = {"I": 1, "V": 5, "X": 10}
# Letters that NFKD does not decompose.
WHOLE_LETTERS = str.maketrans({
    "\u00f8": "o", "\u0142": "l", "\u0111": "d", "\u00e6": "ae", "\u0153": "oe", "\u00f0": "d",
    "\u00fe": "th", "\u0131": "i", "\u0127": "h",
})  # fmt: skip
PLURAL_MIN = 4
IRREGULAR_PLURALS: Mapping[str, str] = WORDS["irregular_plurals"]


class Token(NamedTuple):
    """A word of a text: its spelling for comparison, as written, and its position."""

    key: str
    written: str
    start: int
    end: int

    @property
    def is_capital(self) -> bool:
        """Return whether it begins with a capital letter."""
        return self.written[:1].isupper()

    @property
    def is_number(self) -> bool:
        """Return whether it is a number, in any spelling."""
        return self.key[:1].isdigit()


@lru_cache(maxsize=1024)
def prepared(text: str) -> str:
    """
    Return the plain text with missing spaces between words restored.

    >>> prepared("It was directed byAnna Berg in1999."), prepared("Anna Berg2")
    ('It was directed by Anna Berg in 1999.', 'Anna Berg 2')
    """
    return LOST_SPACE.sub(lambda match: ". " if match[0] else " ", plain(text))


@lru_cache(maxsize=4096)
def tokens_of(text: str) -> tuple[Token, ...]:
    """
    Return the words of a prepared text, without empty ones such as "the".

    >>> [token.key for token in tokens_of("The Beatles' Revolver, No. 9")]
    ['beatle', 'revolver', 'no', '9']
    >>> [token.key for token in tokens_of("World War II, J. R. R. Tolkien, twenty-two")]
    ['world', 'war', '2', 'jrr', 'tolkien', '22']
    """
    every = [_token(match) for match in TOKEN.finditer(text)]
    result: list[Token] = []
    for place, written in enumerate(every):
        token = _numeral(written, every[place - 1]) if place else written
        if result and _continues(result[-1], token):
            last = result.pop()
            number = str(int(last.key) + int(token.key))
            result.append(Token(number, token.written, last.start, token.end))
        elif token.key and token.key not in EMPTY:
            result.append(token)
    return tuple(result) if result else tuple(every[:EMPTY_MAX])


def _numeral(token: Token, before: Token) -> Token:
    """Return the token, read as a Roman numeral if it follows a word with a capital letter."""
    if before.is_capital and ROMAN.fullmatch(token.written):
        return Token(str(_roman(token.written)), token.written, token.start, token.end)
    return token


def _token(match: re.Match[str]) -> Token:
    written = match[0].rstrip()
    return Token(_key(written), written, match.start(), match.start() + len(written))


@lru_cache(maxsize=16_384)
def _key(written: str) -> str:
    bare = written.casefold()
    if not bare.isascii():
        bare = unicodedata.normalize("NFKD", bare).translate(WHOLE_LETTERS)
        bare = "".join(letter for letter in bare if not unicodedata.combining(letter))
    if bare[:1].isdigit():
        return re.sub(r"(?:st|nd|rd|th)\Z", "", bare).replace(",", "").rstrip(".")
    bare = re.sub(r"'s\Z", "", bare).replace("'", "").replace(".", "").replace(" ", "")
    return COUNTED.get(bare) or singular(bare)


def singular(word: str) -> str:
    """
    Return an English word without a plural ending; only consistency matters.

    >>> [singular(word) for word in ("cherries", "boxes", "Alps", "princess", "gas")]
    ['cherry', 'box', 'Alp', 'princess', 'gas']
    """
    if word in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[word]
    if len(word) < PLURAL_MIN or not word.endswith("s") or word.endswith("ss"):
        return word
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith(("xes", "ches", "shes", "sses", "zes")):
        return word[:-2]
    return word[:-1]


def _roman(written: str) -> int:
    values = [ROMAN_VALUES[letter] for letter in written]
    return sum(
        -value if any(later > value for later in values[place + 1 :]) else value
        for place, value in enumerate(values)
    )


def _continues(last: Token, token: Token) -> bool:
    """Return whether two number words form one number: twenty two."""
    return (
        token.is_number
        and last.is_number
        and last.written.casefold() in TENS
        and token.written.casefold() in (*SMALL, *ORDINALS)
        and int(token.key) < min(TENS.values()) // 2
        and token.start - last.end == 1
    )


def keys_of(text: str) -> tuple[str, ...]:
    """Return the spellings of the words of a text, for comparison."""
    return tuple(token.key for token in tokens_of(prepared(text)))


class TokenIndex:
    """The joined words of a text, for a search of names regardless of spaces."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.joined = "".join(token.key for token in tokens)
        self.firsts: dict[int, int] = {}
        self.lasts: dict[int, int] = {}
        offset = 0
        for place, token in enumerate(tokens):
            self.firsts[offset] = place
            offset += len(token.key)
            self.lasts[offset] = place

    def places(self, wanted: str) -> list[tuple[int, int]]:
        """
        Return the places of joined words, each as the index of its first and last word.

        >>> TokenIndex(tokens_of("a new Water-Fall")).places("waterfall")
        [(1, 2)]
        """
        spans: list[tuple[int, int]] = []
        start = self.joined.find(wanted) if wanted else -1
        while start >= 0:
            end = start + len(wanted)
            if start in self.firsts and end in self.lasts:
                spans.append((self.firsts[start], self.lasts[end]))
            start = self.joined.find(wanted, start + 1)
        return spans


def sentences_of(text: str) -> list[tuple[int, int]]:
    """Return the start and end of each sentence of a prepared text."""
    ends = [match.end() for match in SENTENCE_END.finditer(text)]
    return list(zip([0, *ends], [*ends, len(text)], strict=True))
