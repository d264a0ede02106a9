"""
Terms as strings: an IRI as it is, a blank node with the prefix ``_:``, a literal in N-Triples.

A term therefore fits into JSON, and terms are equal if their strings are.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable
from decimal import Decimal, InvalidOperation
from urllib.parse import unquote

from evalstore.suites.epistemic.graphs.vocabulary import SAME_AS, XSD

STRING = f"{XSD}string"
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"(?:@([A-Za-z0-9-]+)|\^\^<([^>]*)>)?\Z', re.DOTALL)
ESCAPED = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
UNESCAPES = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
# An IRI written into the path of another, as in …/resource/http_//dbpedia.org/resource/Ohio.
WRITTEN_INTO = re.compile(r".+/https?(?::|_|%3A)/+", re.IGNORECASE | re.DOTALL)
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# "MagneticFlux", but not "McDonald" or "YouTube".
COMPOUND = re.compile(r"([A-Z][a-z]{3,}){2,}|[A-Z][a-z]{2,}([A-Z][a-z]+){2,}")


def is_literal(term: str) -> bool:
    """Return whether a term is a literal."""
    return term.startswith('"')


def is_blank(term: str) -> bool:
    """Return whether a term is a blank node."""
    return term.startswith("_:")


def is_iri(term: str) -> bool:
    """Return whether a term is an IRI."""
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
    match = LITERAL.match(term)
    if match is None:
        raise ValueError(f"{term!r} is not a literal; expected one as in N-Triples")
    text, language, datatype = match.groups()
    return ESCAPED.sub(_unescaped, text), language and language.lower(), datatype


def _unescaped(match: re.Match[str]) -> str:
    short, long, sign = match.groups()
    code = short or long
    return chr(int(code, 16)) if code else UNESCAPES.get(sign, sign)


def plain_iri(iri: str) -> str:
    """
    Normalize the spelling of an IRI, so that duplicates compare equal.

    Scheme, trailing slash, percent-encoding and nested IRIs are normalized; letter case is kept.

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
    Return the last part of an IRI in words, which names a thing without labels.

    >>> local_name("http://worldmind.ai/rivers-v4#hasMouth")
    'has mouth'
    >>> local_name("http://dbpedia.org/resource/Ohio_River")
    'Ohio River'
    >>> local_name("http://qudt.org/vocab/quantitykind/MagneticFluxDensity")
    'Magnetic Flux Density'
    """
    last = re.split(r"[/#]", plain_iri(iri))[-1] or iri
    if ":" in last and not is_blank(last):
        last = last.rpartition(":")[2] or last
    words = " ".join(last.replace("_", " ").split())
    if last.isalpha() and (last[:1].islower() or COMPOUND.fullmatch(last)):
        words = CAMEL.sub(" ", words)
        words = words.lower() if last[:1].islower() else words
    return words or iri


def folded(text: str) -> str:
    """Normalize a name for comparison: case, Unicode form and spaces."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def compared(term: str, other: str) -> int | None:
    """
    Compare two literals; None if they have no order.

    Numbers compare as numbers; dates of one datatype by their text.

    >>> compared('"9"', '"10"^^<http://www.w3.org/2001/XMLSchema#integer>')
    -1
    """
    if not (is_literal(term) and is_literal(other)):
        return None
    (first, _, kind), (second, _, other_kind) = parts(term), parts(other)
    try:
        difference = Decimal(first) - Decimal(second)
    except InvalidOperation:
        is_date = kind == other_kind and kind in {f"{XSD}date", f"{XSD}dateTime"}
        if not is_date:
            return None
        return (first > second) - (first < second)
    return (difference > 0) - (difference < 0)


def canonical_terms(
    triples: Iterable[tuple[str, str, str]], has_label: Callable[[str], bool]
) -> dict[str, str]:
    """
    Return the canonical IRI of each alias; IRIs are equal by owl:sameAs or up to spelling.

    The canonical IRI is one with a label if there is one, then the shortest, then the first by
    name.
    """
    terms: set[str] = set()
    same: list[tuple[str, str]] = []
    for subject, predicate, value in triples:
        terms.update((subject, predicate, value))
        if predicate == SAME_AS and is_iri(subject) and is_iri(value):
            same.append((subject, value))
    by_spelling: dict[str, list[str]] = defaultdict(list)
    for term in terms:
        if is_iri(term):
            by_spelling[plain_iri(term)].append(term)
    for names in by_spelling.values():
        same.extend((names[0], other) for other in names[1:])
    groups = _groups(same)
    return {
        name: best
        for names in groups
        for best in [min(names, key=lambda name: (not has_label(name), len(name), name))]
        for name in names
        if name != best
    }


def _groups(pairs: Iterable[tuple[str, str]]) -> list[set[str]]:
    group_of: dict[str, set[str]] = {}
    for alias, other in pairs:
        merged = group_of.get(alias, {alias})
        joining = group_of.get(other, {other})
        if merged is joining:
            continue
        if len(joining) > len(merged):
            merged, joining = joining, merged
        merged |= joining
        for name in merged:
            group_of[name] = merged
    return list({id(group): group for group in group_of.values()}.values())
