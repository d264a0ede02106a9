"""Clauses of a reply, and their kinds: those that decline, disclaim, are empty or answer."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from evalstore.judges.text.declining.forms import (
    ANSWER_ITSELF,
    ANSWERED_CONDITION,
    ASKS_BACK,
    CANNOT,
    CLOSING,
    CONDITION,
    DECLINES,
    DEPENDS,
    DISCLAIMS,
    EMBEDDED_QUESTION,
    EXAMPLES,
    FILLER,
    GUESS_AT_THE_END,
    LIMITED,
    MAY_ASK_BACK,
    MAY_DECLINE,
    NEWEST,
    PATTERNS,
    REDIRECTS,
    RELATIVE,
    REPORTS,
    SOURCE,
    TITLE,
    UNKNOWN,
    UNTIL,
    VAGUE,
    WEAK,
)

SENTENCE_END = PATTERNS["sentence_end"]
CONTRAST = PATTERNS["contrast"]
NEW_SUBJECT = PATTERNS["new_subject"]
QUOTED = re.compile(r"\"[^\"]{0,300}\"|(?<!\w)'(?=[A-Z\"])(?:[^'\"]|(?<=\w)'(?=\w)){1,120}'(?!\w)")
SUBORDINATE = re.compile(r"\b(?:although|though|while|whereas)\W*\Z", re.IGNORECASE)
# Parts of a longer text that are read; the middle counts as substance.
HEAD_CHARACTERS = 2_000
TAIL_CHARACTERS = 300
# Distance after declining words that contains their object.
NEAR_CHARACTERS = 40


@dataclass(frozen=True, slots=True)
class Clause:
    """
    A clause of a text, with the position of its first character.

    ``is_contrast`` is True if a contrast word opens it, ``starts_sentence`` if it is the first
    clause of its sentence.
    """

    text: str
    start: int
    is_contrast: bool
    starts_sentence: bool


def without_quotations(text: str) -> str:
    r"""
    Return the text with its quotations replaced by characters, at the same length.

    A text that is one quotation keeps its words.

    >>> without_quotations('The film "I Don\'t Know" is old.')
    'The film xxxxxxxxxxxxxx is old.'
    >>> without_quotations('"I do not know."')
    ' I do not know. '
    """
    whole = re.fullmatch(r"\s*([\"'])([^\"']*(?:\w'\w[^\"']*)*)\1\s*", text)
    if whole is not None:
        return text.replace('"', " ") if whole[1] == '"' else f" {whole[2]} "
    return QUOTED.sub(lambda match: "x" * len(match[0]), text)


def clauses_of(text: str) -> Iterator[Clause]:
    """
    Yield the clauses of a text whose quotations have been replaced.

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
    """The text between two contrast words of a sentence."""

    text: str
    is_contrast: bool


def _contrasted(sentence: str) -> Iterator[tuple[int, SentencePart]]:
    """Yield the parts between contrast words; "although A, B" is A and, in contrast, B."""
    position, is_contrast, is_subordinate = 0, False, False
    for match in (*CONTRAST.finditer(sentence), None):
        end = match.start() if match else len(sentence)
        text = sentence[position:end]
        comma = text.find(", ") if is_subordinate else -1
        if comma > 0:
            yield position, SentencePart(text[:comma], is_contrast)
            yield position + comma + 2, SentencePart(text[comma + 2 :], is_contrast=True)
        elif text.strip(" ,.;:"):
            yield position, SentencePart(text, is_contrast)
        if match:
            opens = not sentence[: match.start()].strip()
            is_subordinate = opens and SUBORDINATE.search(match[0].rstrip(" ,")) is not None
            position, is_contrast = match.end(), not is_subordinate


def _parts(text: str, start: int, separator: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    position = 0
    for match in separator.finditer(text):
        if text[position : match.start()].strip():
            yield start + position, text[position : match.start()]
        position = match.end()
    if text[position:].strip():
        yield start + position, text[position:]


class ClauseKind(Enum):
    """The role of a clause for the answer."""

    DECLINES = "declines"
    ASKS_BACK = "asks back"
    UNKNOWN = "says that something is not known"
    DISCLAIMS = "disclaims"
    CONDITION = "condition"
    EMPTY = "empty"
    REDIRECTS = "says where to look"
    VAGUE = "vague"
    SUBSTANCE = "substance"


@dataclass(frozen=True, slots=True)
class ReadClause:
    """A clause, its kind, and the words by which it declines or disclaims."""

    clause: Clause
    kind: ClauseKind
    words: str | None


# In order of precedence: the first kind that matches applies.
CLARIFYING = ((ASKS_BACK, ClauseKind.ASKS_BACK),)
DECLINING = (
    (DISCLAIMS, ClauseKind.DISCLAIMS),
    (DECLINES, ClauseKind.DECLINES),
    (UNKNOWN, ClauseKind.UNKNOWN),
    (CANNOT, ClauseKind.DISCLAIMS),
)


def read_clauses(bare: str) -> list[ReadClause]:
    """Return the clauses of a text with their kinds; for a long one, of its head and tail."""
    text = without_quotations(bare)
    if len(text) <= HEAD_CHARACTERS + TAIL_CHARACTERS:
        return _without_heading([_kind_of(clause, bare) for clause in clauses_of(text)], bare)
    tail_start = len(text) - TAIL_CHARACTERS
    middle = Clause(text[HEAD_CHARACTERS:tail_start], HEAD_CHARACTERS, False, False)
    tail = [replace(each, start=each.start + tail_start) for each in clauses_of(text[tail_start:])]
    return [
        *(_kind_of(clause, bare) for clause in clauses_of(text[:HEAD_CHARACTERS])),
        ReadClause(middle, ClauseKind.SUBSTANCE, None),
        # The first clause of the tail may be incomplete.
        *(_kind_of(clause, bare) for clause in tail[1:]),
    ]


def _without_heading(read: list[ReadClause], bare: str) -> list[ReadClause]:
    """Return the clauses; one before a first colon, which repeats the question, becomes empty."""
    if len(read) > 1 and read[0].kind in {ClauseKind.SUBSTANCE, ClauseKind.VAGUE}:
        clause = read[0].clause
        if REPORTS.search(clause.text):
            return read
        if bare[clause.start + len(clause.text) :].lstrip(" \"'").startswith(":"):
            return [replace(read[0], kind=ClauseKind.EMPTY), *read[1:]]
    return read


def _kind_of(clause: Clause, bare: str) -> ReadClause:
    text = clause.text
    if CLOSING.match(text):
        return ReadClause(clause, ClauseKind.EMPTY, None)
    if CONDITION.search(text):
        is_answered = ANSWERED_CONDITION.search(text) is not None
        kind = ClauseKind.SUBSTANCE if is_answered else ClauseKind.CONDITION
        return ReadClause(clause, kind, None)
    lower = text.lower()
    forms = CLARIFYING if MAY_ASK_BACK.search(lower) else ()
    if MAY_DECLINE.search(lower):
        forms = (*forms, *DECLINING)
    for pattern, kind in forms:
        match = pattern.search(text)
        if match is not None and not _is_of_others(kind, text, match):
            words = bare[clause.start + match.start() : clause.start + match.end()]
            return ReadClause(clause, _strength(kind, text, match), words.strip())
    return ReadClause(clause, *_beside_the_answer(text))


def _beside_the_answer(text: str) -> tuple[ClauseKind, str | None]:
    """Return the kind of a clause that does not decline, and the words that refer to a source."""
    redirect = REDIRECTS.search(text)
    if redirect is not None and NEWEST.search(text):
        return ClauseKind.DISCLAIMS, redirect[0].strip()
    if redirect is not None and SOURCE.search(text):
        return ClauseKind.REDIRECTS, redirect[0].strip()
    if redirect is not None or FILLER.match(text):
        return ClauseKind.EMPTY, None
    is_vague = DEPENDS.search(text) or (VAGUE.search(text) and not EXAMPLES.search(text))
    return ClauseKind.VAGUE if is_vague else ClauseKind.SUBSTANCE, None


def _is_of_others(kind: ClauseKind, text: str, match: re.Match[str]) -> bool:
    """Return whether declining words are quoted, in a relative clause, or next to a guess."""
    before = text[: match.start()]
    if TITLE.search(match[0]):
        return True
    if kind is ClauseKind.UNKNOWN and UNTIL.search(text, match.end()):
        return True
    if kind is ClauseKind.UNKNOWN and RELATIVE.search(before + match[0].partition(" ")[0]):
        return True
    return REPORTS.search(before) is not None or GUESS_AT_THE_END.search(text) is not None


def _strength(kind: ClauseKind, text: str, match: re.Match[str]) -> ClauseKind:
    """Return whether a clause declines the answer itself or only disclaims, as its kind."""
    before = ""
    if kind is ClauseKind.UNKNOWN:
        before = text[: match.start()]
        is_whole = ANSWER_ITSELF.fullmatch(before) is not None and not WEAK.search(match[0])
        kind = ClauseKind.DECLINES if is_whole else ClauseKind.DISCLAIMS
    after = EMBEDDED_QUESTION.split(text[match.end() :], maxsplit=1)[0][:NEAR_CHARACTERS]
    is_limited = kind is ClauseKind.DECLINES and LIMITED.search(before + match[0] + after)
    return ClauseKind.DISCLAIMS if is_limited else kind
