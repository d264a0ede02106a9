"""
Abstentions: whether a reply as a whole declines to answer, and what it says beside that.

A reply is read by clauses. One declines, asks back, disclaims, says where to look, is filler, or
has substance. A reply declines where a clause declines or asks back and no other one answers.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from evalstore.validators._clause_forms import (
    ANSWERED_CONDITION,
    CLOSING,
    CONCLUDES,
    CONDITION,
    DEPENDS,
    EXAMPLES,
    FILLER,
    GUESS_AT_THE_END,
    GUESSES,
    NEWEST,
    REDIRECTS,
    VAGUE,
)
from evalstore.validators._clauses import Clause, clauses_of, without_quotations
from evalstore.validators._declining_forms import (
    ANSWER_ITSELF,
    ASKS_BACK,
    DECLINES,
    DISCLAIMS,
    EMBEDDED_QUESTION,
    LIMITED,
    MAY_ASK_BACK,
    MAY_DECLINE,
    RELATIVE,
    REPORTS,
    UNKNOWN,
    VARIES,
)
from evalstore.validators._declining_words import SAYS_UNKNOWN
from evalstore.validators._text import plain

# Of a longer text the beginning and the end are read; what is between has substance.
HEAD_CHARACTERS = 2_000
TAIL_CHARACTERS = 300
MARKS = re.compile(r"\W*[?\-]+\W*")
# No number where one is asked for is zero.
NONE = re.compile(r"\W*none\W*", re.IGNORECASE)
# Words that a question about a number or a date holds.
ASKS_NUMBER = re.compile(
    r"\b(?:when|(?:what|which)\s+(?:year|date|day|month|century|decade|number|percentage)"
    r"|how\s+(?:many|much|long|old|far|tall|high|big|large|often|deep|fast))\b",
    re.IGNORECASE,
)
NUMBER = re.compile(r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve)\b")
# A conclusion, or an equation.
RESULT = re.compile(r"=\s?[-+\d\w]|\A\W*(?:therefore|thus|hence|so)\b", re.IGNORECASE)
YET = re.compile(
    r"\b(?:but|however|though|still|nevertheless|probably|perhaps|maybe|likely|roughly|around|"
    r"approximately|estimate|guess|about|my best|i would say|i'd say|say,)\b",
    re.IGNORECASE,
)
GUESSED_NAME = re.compile(
    r"\b(?:[Pp]robably|[Pp]erhaps|[Mm]aybe|[Mm]ost likely|[Pp]ossibly|guess(?: is| would be)?|"
    r"I'd say|I would say)\s+(?:it\s+was\s+|it\s+is\s+|by\s+|in\s+|the\s+)?(?=[A-Z])(?!I\b)"
)
CONTENT = re.compile(r"[a-z]{4,}")
# Words of a clause that declines which say nothing of its topic.
DECLINING_WORDS = re.compile(
    r"\b(?:about|also|answer|could|data|details?|does|evidence|exact(?:ly)?|find|found|from|have|"
    r"however|information|known?|mention(?:ed)?|named?|person|provide|records?|regarding|some|"
    r"sorry|specific(?:ally)?|sure|that|their|them|there|these|they|this|those|unable|unknown|"
    r"what|when|where|which|whom|whose|will|with|would|your)\b"
)


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


FIRM = frozenset({ClauseKind.DECLINES, ClauseKind.ASKS_BACK})
# In this order: a clause is of the first kind that fits.
DECLINING = (
    (MAY_ASK_BACK, ASKS_BACK, ClauseKind.ASKS_BACK),
    (MAY_DECLINE, DISCLAIMS, ClauseKind.DISCLAIMS),
    (MAY_DECLINE, DECLINES, ClauseKind.DECLINES),
    (MAY_DECLINE, UNKNOWN, ClauseKind.UNKNOWN),
)
STEM_LETTERS = 4
# After the words that decline: what they decline.
NEAR_CHARACTERS = 40


def abstention_in(text: str, question: str = "") -> str | None:
    """
    Return the words with which a reply as a whole declines to answer; None if it answers.

    A hedged answer, a guess after "I don't know" and an answer after a disclaimer are answers.
    The question, where given, tells whether a number would be an answer. English only.

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
    may_decline = MAY_DECLINE.search(bare) or MAY_ASK_BACK.search(bare)
    read = _read(bare) if may_decline else []
    place = _declining_place(read, question)
    return None if place is None else read[place].words


def _declining_place(read: Sequence[ReadClause], question: str) -> int | None:
    """Return the place of the clause by which a reply declines."""
    declining = [i for i, each in enumerate(read) if each.words is not None]
    if not declining:
        return None
    firm = next((i for i in declining if read[i].kind in FIRM), None)
    substance = [i for i, each in enumerate(read) if each.kind is ClauseKind.SUBSTANCE]
    if not substance:
        return declining[0] if firm is None else firm
    last = declining[-1]
    if last > substance[-1] and (
        CONCLUDES.match(read[last].clause.text) or _misses_topic(read[last], question)
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
        for each in _read(bare)
        if each.words is None and each.kind is not ClauseKind.EMPTY
    )


def declining_words_in(text: str) -> str | None:
    """
    Return words that say the answer is not known, whatever else the text says.

    >>> declining_words_in("It was not 1961, but I don't know when.")
    "I don't know"
    """
    found = SAYS_UNKNOWN.search(plain(text))
    return found[0] if found else abstention_in(text)


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
    return GUESSED_NAME.search(rest) is not None or any(
        re.search(r"\d", part) for part in YET.split(rest)[1:]
    )


def _read(bare: str) -> list[ReadClause]:
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


def _answers_after(read: Sequence[ReadClause], firm: int, question: str) -> bool:
    """Return whether a clause after the one at ``firm`` gives an answer, not only background."""
    is_number = ASKS_NUMBER.search(question) is not None
    is_contrasted = is_conditional = False
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
        if kind is not ClauseKind.EMPTY:
            previous = place
    return False


def _misses_topic(last: ReadClause, question: str) -> bool:
    """Return whether a last clause in contrast declines just what the question asks."""
    if last.kind not in FIRM or not last.clause.is_contrast:
        return False
    declined = last.clause.text.partition(last.words or "")[2].lower()
    topic = set(CONTENT.findall(DECLINING_WORDS.sub(" ", declined)))
    asked = {word[:STEM_LETTERS] for word in CONTENT.findall(question.lower())}
    shared = sum(word[:STEM_LETTERS] in asked for word in topic)
    return shared * 2 >= len(topic) and shared > 0
