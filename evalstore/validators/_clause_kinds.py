"""Kinds of the clauses of a reply: those that decline, ask back, disclaim, are empty or answer."""

import re
from dataclasses import dataclass, replace
from enum import Enum

from evalstore.validators._asking_back import ASKS_BACK, MAY_ASK_BACK
from evalstore.validators._clause_forms import (
    ANSWERED_CONDITION,
    CLOSING,
    CONDITION,
    DEPENDS,
    EXAMPLES,
    FILLER,
    GUESS_AT_THE_END,
    NEWEST,
    REDIRECTS,
    VAGUE,
)
from evalstore.validators._clauses import Clause, clauses_of, without_quotations
from evalstore.validators._declining_forms import (
    ANSWER_ITSELF,
    DECLINES,
    DISCLAIMS,
    EMBEDDED_QUESTION,
    LIMITED,
    MAY_DECLINE,
    RELATIVE,
    REPORTS,
    UNKNOWN,
    VARIES,
)

# Of a longer text the beginning and the end are read; what is between has substance.
HEAD_CHARACTERS = 2_000
TAIL_CHARACTERS = 300
# After the words that decline: what they decline.
NEAR_CHARACTERS = 40


class ClauseKind(Enum):
    """What a clause does for the answer."""

    DECLINES = "declines"
    ASKS_BACK = "asks back"
    UNKNOWN = "says that something is not known"
    DISCLAIMS = "disclaims"
    CONDITION = "condition"
    EMPTY = "empty"
    VAGUE = "vague"
    SUBSTANCE = "substance"


@dataclass(frozen=True, slots=True)
class ReadClause:
    """A clause, its kind, and the words by which it declines or disclaims."""

    clause: Clause
    kind: ClauseKind
    words: str | None


# In this order: a clause is of the first kind that fits.
DECLINING = (
    (MAY_ASK_BACK, ASKS_BACK, ClauseKind.ASKS_BACK),
    (MAY_DECLINE, DISCLAIMS, ClauseKind.DISCLAIMS),
    (MAY_DECLINE, DECLINES, ClauseKind.DECLINES),
    (MAY_DECLINE, UNKNOWN, ClauseKind.UNKNOWN),
)


def read_clauses(bare: str) -> list[ReadClause]:
    """Return the clauses of a text with their kinds; of a long one, of its head and tail."""
    text = without_quotations(bare)
    if len(text) <= HEAD_CHARACTERS + TAIL_CHARACTERS:
        return _without_heading([_kind_of(clause, bare) for clause in clauses_of(text)], bare)
    tail_start = len(text) - TAIL_CHARACTERS
    middle = Clause(text[HEAD_CHARACTERS:tail_start], HEAD_CHARACTERS, False, False)
    tail = [replace(each, start=each.start + tail_start) for each in clauses_of(text[tail_start:])]
    return [
        *(_kind_of(clause, bare) for clause in clauses_of(text[:HEAD_CHARACTERS])),
        ReadClause(middle, ClauseKind.SUBSTANCE, None),
        # The first is what is left of a clause.
        *(_kind_of(clause, bare) for clause in tail[1:]),
    ]


def _without_heading(read: list[ReadClause], bare: str) -> list[ReadClause]:
    """Take the words before a first colon, which repeat the question, as empty."""
    if len(read) > 1 and read[0].kind in {ClauseKind.SUBSTANCE, ClauseKind.VAGUE}:
        clause = read[0].clause
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
    for first_pass, pattern, kind in DECLINING:
        found = pattern.search(text) if first_pass.search(text) else None
        if found is not None and not _is_of_others(kind, text, found):
            words = bare[clause.start + found.start() : clause.start + found.end()]
            return ReadClause(clause, _strength(kind, text, found), words.strip())
    redirect = REDIRECTS.search(text)
    if redirect is not None and NEWEST.search(text):
        return ReadClause(clause, ClauseKind.DISCLAIMS, redirect[0].strip())
    if redirect is not None or FILLER.match(text):
        return ReadClause(clause, ClauseKind.EMPTY, None)
    is_vague = DEPENDS.search(text) or (VAGUE.search(text) and not EXAMPLES.search(text))
    return ReadClause(clause, ClauseKind.VAGUE if is_vague else ClauseKind.SUBSTANCE, None)


def _is_of_others(kind: ClauseKind, text: str, found: re.Match[str]) -> bool:
    """Return whether words that decline are quoted, in a relative clause, or beside a guess."""
    before = text[: found.start()]
    if kind is ClauseKind.UNKNOWN and RELATIVE.search(before):
        return True
    return REPORTS.search(before) is not None or GUESS_AT_THE_END.search(text) is not None


def _strength(kind: ClauseKind, text: str, found: re.Match[str]) -> ClauseKind:
    """Return the kind of a clause by what is declined: only the exact, or the answer itself."""
    before = ""
    if kind is ClauseKind.UNKNOWN:
        before = text[: found.start()]
        is_whole = ANSWER_ITSELF.fullmatch(before) is not None and not VARIES.search(found[0])
        kind = ClauseKind.DECLINES if is_whole else ClauseKind.DISCLAIMS
    after = EMBEDDED_QUESTION.split(text[found.end() :], maxsplit=1)[0][:NEAR_CHARACTERS]
    is_limited = kind is ClauseKind.DECLINES and LIMITED.search(before + found[0] + after)
    return ClauseKind.DISCLAIMS if is_limited else kind
