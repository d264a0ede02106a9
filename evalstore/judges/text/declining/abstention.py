"""
Abstentions: whether a reply as a whole declines to answer, and its part that answers.

A reply is split into clauses. Each one declines, asks back, disclaims, refers to a source, is
filler, or has substance. A reply declines if a clause declines or asks back and no other one
answers.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from evalstore.judges.text.declining.clauses import ClauseKind, ReadClause, read_clauses
from evalstore.judges.text.declining.forms import (
    CONCLUDES,
    GUESSES,
    MAY_ASK_BACK,
    MAY_DECLINE,
    PATTERNS,
    PROPOSES,
)
from evalstore.judges.text.wording import plain

MARKS = re.compile(r"\W*[?\-]+\W*")
# "None" is the number zero if the question asks for a number.
NONE = re.compile(r"\W*none\W*", re.IGNORECASE)
ASKS_NUMBER = PATTERNS["asks_number"]
NUMBER = re.compile(r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve)\b")
ASKS_MORE = PATTERNS["asks_more"]
# A conclusion, or an equation.
RESULT = re.compile(r"=\s?[-+\d\w]|\A\W*(?:therefore|thus|hence|so)\b", re.IGNORECASE)
YET = PATTERNS["yet"]
GUESSED_NAME = PATTERNS["guessed_name"]
CONTENT = re.compile(r"[a-z]{4,}")
DECLINING_WORDS = PATTERNS["declining_words"]


FIRM = frozenset({ClauseKind.DECLINES, ClauseKind.ASKS_BACK})
STEM_LETTERS = 4
SAYS_UNKNOWN = PATTERNS["says_unknown"]

STATES_AFTER = PATTERNS["states_after"]


# Cached because a reply is compared with several keys.
@lru_cache(maxsize=16)
def abstention_in(text: str, question: str = "") -> str | None:
    """
    Return the words with which a reply as a whole declines to answer; None if it answers.

    A hedged answer, a guess after "I don't know" and an answer after a disclaimer are answers. The
    question, if given, shows whether a number would be an answer. English only.

    >>> abstention_in("I don't know."), abstention_in("It was 1989.")
    ("I don't know", None)
    >>> abstention_in("As an AI model I have no access to news. However, it was 1989.") is None
    True
    >>> abstention_in("Could you clarify which film you mean?")
    'Could you clarify'
    """
    bare = plain(text)
    if MARKS.fullmatch(bare) or (NONE.fullmatch(bare) and not ASKS_NUMBER.search(question)):
        return bare
    lower = bare.lower()
    may_decline = MAY_DECLINE.search(lower) or MAY_ASK_BACK.search(lower)
    read = read_clauses(bare) if may_decline else []
    place = _declining_place(read, question)
    return None if place is None else read[place].words


def _declining_place(read: Sequence[ReadClause], question: str) -> int | None:
    """Return the index of the clause by which a reply declines, None if it answers."""
    stated = [i for i, each in enumerate(read) if each.words is not None]
    declining = [i for i in stated if read[i].kind is not ClauseKind.REDIRECTS]
    if not declining:
        # The clauses only refer to a source, or explain why there is not a single answer.
        says_more = any(each.kind is ClauseKind.SUBSTANCE for each in read)
        return stated[0] if stated and not says_more else None
    firm = next((i for i in declining if read[i].kind in FIRM), None)
    substance = [i for i, each in enumerate(read) if each.kind is ClauseKind.SUBSTANCE]
    if not substance:
        return declining[0] if firm is None else firm
    last = declining[-1]
    if last > substance[-1] and (
        CONCLUDES.match(read[last].clause.text)
        or _misses_topic(read[last], question)
        or (len(substance) == 1 and _needs_more(read[substance[0]], read[last]))
    ):
        return last
    if firm is not None and firm < substance[0] and not _answers_after(read, firm, question):
        return firm
    return None


def answering_part(text: str) -> str:
    """
    Return the text without the clauses that decline, ask back or disclaim.

    >>> answering_part("I don't know for sure, but probably Napoleon.")
    'probably Napoleon.'
    """
    bare = plain(text)
    return " ".join(
        bare[each.clause.start :][: len(each.clause.text)]
        for each in read_clauses(bare)
        if each.words is None and each.kind is not ClauseKind.EMPTY
    )


def declining_words_in(text: str) -> str | None:
    """
    Return the words that declare the answer unknown, even if the text also answers; else None.

    >>> declining_words_in("It was not 1961, but I don't know when.")
    "I don't know"
    """
    match = SAYS_UNKNOWN.search(plain(text))
    return match[0] if match else abstention_in(text)


def guesses_after_abstaining(text: str) -> bool:
    """
    Return whether a text guesses after abstaining.

    >>> guesses_after_abstaining("No one knows, but probably about 500.")
    True
    >>> guesses_after_abstaining("I do not know, but probably Napoleon.")
    True
    >>> guesses_after_abstaining("It cannot be known; the records of 1815 are silent.")
    False
    """
    bare = plain(text)
    words = declining_words_in(bare)
    rest = bare.partition(words)[2] if words else bare
    if STATES_AFTER.match(rest):
        return True
    return GUESSED_NAME.search(rest) is not None or any(
        re.search(r"\d", part) for part in YET.split(rest)[1:]
    )


def _answers_after(read: Sequence[ReadClause], firm: int, question: str) -> bool:
    """Return whether a clause after the one at ``firm`` gives an answer, not only background."""
    is_number = ASKS_NUMBER.search(question) is not None
    is_contrasted = False
    is_conditional = PROPOSES.search(read[firm].words or "") is not None
    previous = firm
    for place in range(firm + 1, len(read)):
        clause, kind = read[place].clause, read[place].kind
        is_contrasted = is_contrasted or clause.is_contrast
        is_conditional = is_conditional or kind is ClauseKind.CONDITION
        if kind is ClauseKind.SUBSTANCE:
            goes_on = clause.is_contrast and not clause.starts_sentence and previous == firm
            gives_number = is_number and is_contrasted and NUMBER.search(clause.text)
            answers = GUESSES.search(clause.text) or RESULT.search(clause.text)
            if goes_on or gives_number or is_conditional or answers:
                return True
        if kind not in {ClauseKind.EMPTY, ClauseKind.REDIRECTS}:
            previous = place
    return False


def _needs_more(remark: ReadClause, last: ReadClause) -> bool:
    """Return whether the last clause asks for more after a remark without a number."""
    return ASKS_MORE.search(last.clause.text) is not None and not NUMBER.search(remark.clause.text)


def _misses_topic(last: ReadClause, question: str) -> bool:
    """Return whether the last clause, in contrast, declines exactly what the question asks."""
    if last.kind not in FIRM or not last.clause.is_contrast:
        return False
    declined = last.clause.text.partition(last.words or "")[2].lower()
    topic = set(CONTENT.findall(DECLINING_WORDS.sub(" ", declined)))
    stems = {word[:STEM_LETTERS] for word in CONTENT.findall(question.lower())}
    shared = sum(word[:STEM_LETTERS] in stems for word in topic)
    return shared * 2 >= len(topic) and shared > 0
