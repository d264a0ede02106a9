"""
Terms as texts: an IRI as it is, a blank node with ``_:`` before it, a literal as in N-Triples.

So a term is a plain string everywhere, fits into JSON, and two terms are the same where their
texts are.
"""

import re
import unicodedata
from urllib.parse import unquote

from evalstore.knowledge.vocabulary import XSD

STRING = f"{XSD}string"
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"(?:@([A-Za-z0-9-]+)|\^\^<([^>]*)>)?\Z', re.DOTALL)
ESCAPED = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
UNESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
# An IRI written into the path of another, as in …/resource/http_//dbpedia.org/resource/Ohio.
WRITTEN_INTO = re.compile(r".+/https?(?::|_|%3A)/+", re.IGNORECASE | re.DOTALL)
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def is_literal(term: str) -> bool:
    """Say whether a term is a literal."""
    return term.startswith('"')


def is_blank(term: str) -> bool:
    """Say whether a term is a blank node."""
    return term.startswith("_:")


def is_iri(term: str) -> bool:
    """Say whether a term is an IRI."""
    return not term.startswith(('"', "_:"))


def literal(text: str, language: str | None = None, datatype: str | None = None) -> str:
    """
    Write a literal.

    >>> print(literal("Rhein", "de"))
    "Rhein"@de
    """
    quoted = '"' + "".join(ESCAPES.get(sign, sign) for sign in text) + '"'
    if language:
        return f"{quoted}@{language.lower()}"
    return quoted if datatype in (None, STRING) else f"{quoted}^^<{datatype}>"


def parts(term: str) -> tuple[str, str | None, str | None]:
    """
    Return the text, language and datatype of a literal.

    >>> parts('"Rhein"@de')
    ('Rhein', 'de', None)
    """
    found = LITERAL.match(term)
    if found is None:
        raise ValueError(f"{term!r} is no literal; one is written as in N-Triples")
    text, language, datatype = found.groups()
    return ESCAPED.sub(_unescaped, text), language and language.lower(), datatype


def _unescaped(found: re.Match[str]) -> str:
    short, long, sign = found.groups()
    code = short or long
    return chr(int(code, 16)) if code else UNESCAPES.get(sign, sign)


def plain_iri(iri: str) -> str:
    """
    Return what an IRI says, whichever way it is written: duplicates of one thing agree in it.

    The scheme, a trailing slash, percent signs, and an IRI written into another are looked
    through; letter case is not, because it may matter.

    >>> plain_iri("http://dbpedia.org/resource/http_//dbpedia.org/resource/Lake_Michigan")
    'http://dbpedia.org/resource/Lake_Michigan'
    """
    if "%" in iri:
        iri = unquote(iri)
    if "http" in iri[4:].lower():
        iri = WRITTEN_INTO.sub("http://", iri)
    if iri.startswith("https://"):
        iri = f"http://{iri[8:]}"
    if iri.endswith(("/", "#")):
        iri = iri.rstrip("/#")
    return iri if iri.isascii() else unicodedata.normalize("NFC", iri)


def local_name(iri: str) -> str:
    """
    Return the last part of an IRI in words, the fall-back where nothing else names a thing.

    >>> local_name("http://worldmind.ai/rivers-v4#hasMouth")
    'has mouth'
    >>> local_name("http://dbpedia.org/resource/Ohio_River")
    'Ohio River'
    """
    last = re.split(r"[/#]", plain_iri(iri))[-1] or iri
    if ":" in last and not is_blank(last):
        last = last.rpartition(":")[2] or last
    words = " ".join(last.replace("_", " ").split())
    if last[:1].islower() and last.isalpha():
        words = CAMEL.sub(" ", words).lower()
    return words or iri


def folded(text: str) -> str:
    """Return a name as it is compared: without case, accents' spelling, and extra spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
