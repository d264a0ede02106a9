"""Clauses of an English text: its sentences, cut at contrast words and before new subjects."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

# "St. Louis", "U. S." and "J. Smith" go on.
SENTENCE_END = re.compile(
    r"(?<!\b[A-Z]\.)(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\bvs\.)(?<!\bNo\.)"
    r"(?<=[.!?;\u2026])[\"')\]]*\s+"
)
CONTRAST = re.compile(
    r"[,;:]?\s*\b(?:but|however|though|although|nevertheless|nonetheless|that\s+said|even\s+so|"
    r"whereas|unfortunately|regrettably|in\s+any\s+case|(?<=,\s)(?:yet|still|while))\b,?\s*",
    re.IGNORECASE,
)
# A comma, dash or colon after which something new is said.
NEW_SUBJECT = re.compile(
    r",\s+(?:and\s+)?(?=(?:so|as\s+of|according\s+to|based\s+on|it|he|she|they|there|here|this|"
    r"as\s+an?|you|please|perhaps|maybe|probably|possibly|presumably|"
    r"i|i'm|i'd|i've|we|my|if|could|can)\b)"
    r"|,\s+(?=the\s+\w+\s+(?:is|was|are|were)\b)"
    r"|\s+-+\s+|(?<=[a-z\"']):\s+|\s*[()]\s*|\.(?=[A-Z][a-z])",
    re.IGNORECASE,
)
QUOTED = re.compile(r"\"[^\"]{0,300}\"|(?<!\w)'(?=[A-Z\"])(?:[^'\"]|(?<=\w)'(?=\w)){1,120}'(?!\w)")
SUBORDINATE = re.compile(r"\b(?:although|though|while|whereas)\W*\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Clause:
    """
    A clause of a text, with its first character's position.

    ``is_contrast`` tells that a contrast word opens it, ``starts_sentence`` that it is the first
    clause of its sentence.
    """

    text: str
    start: int
    is_contrast: bool
    starts_sentence: bool


def without_quotations(text: str) -> str:
    r"""
    Return the text with what stands in quotation marks replaced, at the same length.

    A text that is one quotation keeps its words.

    >>> without_quotations('The film "I Don\'t Know" is old.')
    'The film xxxxxxxxxxxxxx is old.'
    >>> without_quotations('"I do not know."')
    ' I do not know. '
    """
    whole = re.fullmatch(r"\s*([\"'])([^\"']*(?:\w'\w[^\"']*)*)\1\s*", text)
    if whole is not None:
        return text.replace('"', " ") if whole[1] == '"' else f" {whole[2]} "
    return QUOTED.sub(lambda found: "x" * len(found[0]), text)


def clauses_of(text: str) -> Iterator[Clause]:
    """
    Yield the clauses of a text in which quotations are blank already.

    >>> [clause.text for clause in clauses_of("I'm not sure, but it was 1912. It sank.")]
    ["I'm not sure", 'it was 1912.', 'It sank.']
    """
    for start, sentence in _parts(text, 0, SENTENCE_END):
        is_first = True
        for place, part in _contrasted(sentence):
            for offset, clause in _parts(part.text, 0, NEW_SUBJECT):
                opens = offset == 0
                yield Clause(
                    clause, start + place + offset, part.is_contrast and opens, is_first and opens
                )
                is_first = False


@dataclass(frozen=True, slots=True)
class SentencePart:
    """What stands between two contrast words of a sentence."""

    text: str
    is_contrast: bool


def _contrasted(sentence: str) -> Iterator[tuple[int, SentencePart]]:
    """Yield the parts between contrast words; "although A, B" is A and, in contrast, B."""
    position, is_contrast, is_subordinate = 0, False, False
    for found in (*CONTRAST.finditer(sentence), None):
        end = found.start() if found else len(sentence)
        text = sentence[position:end]
        comma = text.find(", ") if is_subordinate else -1
        if comma > 0:
            yield position, SentencePart(text[:comma], is_contrast)
            yield position + comma + 2, SentencePart(text[comma + 2 :], is_contrast=True)
        elif text.strip(" ,.;:"):
            yield position, SentencePart(text, is_contrast)
        if found:
            opens = not sentence[: found.start()].strip()
            is_subordinate = opens and SUBORDINATE.search(found[0].rstrip(" ,")) is not None
            position, is_contrast = found.end(), not is_subordinate


def _parts(text: str, start: int, separator: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    position = 0
    for found in separator.finditer(text):
        if text[position : found.start()].strip():
            yield start + position, text[position : found.start()]
        position = found.end()
    if text[position:].strip():
        yield start + position, text[position:]
