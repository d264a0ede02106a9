"""Readable texts and names: words, not codes, addresses, markup or long texts."""

import re
import unicodedata

from evalstore.suites.epistemic.graphs.literal_words import is_number
from evalstore.suites.epistemic.graphs.terms import is_blank, is_literal, local_name, parts

TEXT_CHARACTERS_MAX = 80
TEXT_WORDS_MAX = 12
DIGITS_MAX = 12
CODE_CHARACTERS_MIN = 5
CODE_DIGITS_MIN = 3
ACRONYM_LETTERS_MIN = 6
WORD = re.compile(r"[^\W\d_]{3,}")
VOWEL = re.compile(r"[aeiouy]", re.IGNORECASE)
NOT_LATIN = re.compile(r"[^\u0000-\u024f\W\d_]")
MIXED = re.compile(r"(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{6,}")
ADDRESS = re.compile(r"(https?|ftp|file|mailto|urn|tel):\S+|www\.\S+|\S+@\S+\.\w+|10\.\d{4,}/\S+")
MARKUP = re.compile(r"</?\w+[^>]*>|\\[a-zA-Z]{2,}|\$[^$]*\$|\{\{|\$\$|\w_\{|&\w+;")
SENTENCE_END = re.compile(r"[a-z)]{3}[.!?]\s+[A-Z]|\n")
FILE = re.compile(
    r"\.(html?|php|aspx?|jsp|pdf|png|jpe?g|gif|svg|tiff?|webp|bmp|ico|mp[34]|og[gvm]|webm|wav"
    r"|zip|gz|csv|json|xml|ttl|rdf|owl|nt|txt|docx?|xlsx?)$",
    re.IGNORECASE,
)
PAGE = re.compile(r"//[^/]*(wikipedia|wikimedia)\.org/|/(wiki|page|pages)/|//www\.|//[^/]+/?$")
# A name that begins like a statement or a part of a card would change the meaning of a fact.
STATEMENT = re.compile(r"(it is (not )?(true|false) that|facts:|rules:|question:)", re.IGNORECASE)
LONG_TEXT = "a text too long for a sentence"
MARKED_UP = "a text with markup"
ADDRESSED = "an address"
CODED = "a code"
LONG_NUMBER = "a number of many digits"
PAGES = "a page or a file"
STATED = "a name that reads as a statement"
NAMELESS = "nothing with a name"
UNLABELLED = "a thing without a label whose IRI ends in no words"


def is_wordy(text: str) -> bool:
    """
    Return whether a text has a word that can be read.

    >>> [is_wordy(text) for text in ("Lake Michigan", "vav C511", "MagneticFlux", "中国")]
    [True, True, True, True]
    >>> [is_wordy(text) for text in ("cb11982305j", "1268", "r166", "A0E0L1I0", "NUM", "ES15122")]
    [False, False, False, False, False, False]
    """
    if NOT_LATIN.search(text):
        return True
    if MIXED.search(text) and len(MIXED.sub("", text)) < len(text) / 2:
        return False
    return any(_is_word(word) for word in WORD.findall(text))


def is_code(text: str) -> bool:
    """
    Return whether a text is a code: several digits, and no word.

    >>> [is_code(text) for text in ("0112/2///62720#UAA423", "12271764", "4H95A29H86ZN", "2.1.1")]
    [True, True, True, True]
    >>> [is_code(text) for text in ("1989", "m2", "Boeing 747", "EiB", "12.5")]
    [False, False, False, False, False]
    """
    digits = sum(map(str.isdigit, text))
    is_long = len(text) >= CODE_CHARACTERS_MIN and digits >= CODE_DIGITS_MIN
    return is_long and not is_wordy(text)


def literal_reason(term: str) -> str | None:
    """Return why a literal is unsuitable as the object of a question, or None."""
    text = parts(term)[0].strip()
    if not any(map(str.isalnum, text)):
        return NAMELESS
    if is_number(term):
        return LONG_NUMBER if len(text.strip("-+0.").replace(".", "")) > DIGITS_MAX else None
    if len(text) > TEXT_CHARACTERS_MAX or len(text.split()) > TEXT_WORDS_MAX:
        return LONG_TEXT
    checks = (
        (ADDRESSED, ADDRESS.fullmatch(text)),
        (MARKED_UP, MARKUP.search(text)),
        (LONG_TEXT, SENTENCE_END.search(text)),
        (STATED, STATEMENT.match(text)),
        (CODED, parts(term)[2] is None and is_code(text)),
    )
    return next((reason for reason, applies in checks if applies), None)


def thing_reason(term: str, name: str, *, is_labelled: bool) -> str | None:
    """Return why a thing of this name is unsuitable as an end of a question, or None."""
    if is_blank(term):
        return NAMELESS
    if MARKUP.search(name):
        return MARKED_UP
    if STATEMENT.match(name):
        return STATED
    if is_labelled:
        return ADDRESSED if ADDRESS.fullmatch(name) else None
    if is_page(term):
        return PAGES
    return None if is_wordy(local_name(term)) else UNLABELLED


def is_page(iri: str) -> bool:
    """
    Return whether an IRI is that of a page, an image or a file.

    >>> [is_page(f"http://{rest}") for rest in ("en.wikipedia.org/wiki/Elm", "x.org/a.png")]
    [True, True]
    >>> is_page("http://dbpedia.org/resource/Elm")
    False
    """
    return not is_literal(iri) and bool(FILE.search(iri) or PAGE.search(iri))


def _is_word(word: str) -> bool:
    if not VOWEL.search(unicodedata.normalize("NFKD", word)):
        return False
    # "IMPERIAL" is a word, "NUM" may be anything.
    return not word.isupper() or len(word) >= ACRONYM_LETTERS_MIN
