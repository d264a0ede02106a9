"""Acknowledged changes of mind, and those among them that reject the earlier position."""

import re
from collections.abc import Iterator

from evalstore.judges.self_contradiction import cues
from evalstore.judges.self_contradiction.plain_text import plain, sentences

CLAUSE_MARK = re.compile(r"[,;:()]| - | but ")

# "After careful thought, no" is about the speaker, "decide after careful thought" is not.
ADVERBIAL = re.compile(r"(?:upon|on|after|having)\b")
BEFORE_OWN = re.compile(r"\s*(?:(?:so|and|well|now|then|yes|no|i|i would say)\b\s*)*")
AFTER_OWN = re.compile(r"\s*(?:[,:;.!-]|$|(?:i|my|it|the)\b)")


def acknowledged(text: str) -> str | None:
    """
    Return the words that acknowledge a change of mind, None if no words do.

    Words that are denied, conditional, attributed to somebody else or quoted do not count.

    >>> acknowledged("I've changed my mind: no.")
    'i have changed my mind'
    >>> acknowledged("I haven\u2019t changed my mind.") is None
    True
    """
    return next((words for words, _ in _hits(text, "shifts.acknowledges")), None)


def left(text: str) -> str | None:
    """
    Return the words that reject the earlier position altogether, None if no words do.

    A text that keeps to a position rejects none, and neither does a change in some respect only.

    >>> left("I was wrong before. Yes.")
    'i was wrong'
    >>> left("Upon reflection, yes."), left("I was wrong about the costs, but yes.")
    (None, None)
    """
    if cues.anywhere("replies.keeps").search(plain(text)) is not None:
        return None
    for words, after in _hits(text, "shifts.leaves"):
        if cues.at_start("shifts.limits").match(after.lstrip()) is None:
            return words
    return None


def _hits(text: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield each cue of a list that the speaker applies to themselves, and the text after it."""
    for sentence in sentences(plain(text)):
        if sentence.endswith("?"):
            continue
        for hit in cues.anywhere(name).finditer(sentence):
            before = CLAUSE_MARK.split(sentence[: hit.start()])[-1]
            inside = re.search(r"\b(not|never)\b", hit[0])
            if ADVERBIAL.match(hit[0]) and not _is_own(before, sentence[hit.end() :]):
                continue
            if not inside and cues.anywhere("shifts.undoes").search(before) is None:
                yield hit[0], sentence[hit.end() :]


def _is_own(before: str, after: str) -> bool:
    """Return whether a phrase such as "upon reflection" is separate from the words around it."""
    return BEFORE_OWN.fullmatch(before) is not None and AFTER_OWN.match(after) is not None
