"""Detect acknowledged changes of mind."""

import re

from evalstore.validators._contradiction import cues
from evalstore.validators._contradiction.plain_text import plain, sentences

CLAUSE_MARK = re.compile(r"[,;:()]| - | but ")


def acknowledged(text: str) -> str | None:
    """
    Return the words that acknowledge a change of mind, or None.

    What is denied, conditional or put into somebody's mouth does not count, nor does a quote.

    >>> acknowledged("I've changed my mind: no.")
    'i have changed my mind'
    >>> acknowledged("I haven\u2019t changed my mind.") is None
    True
    """
    for sentence in sentences(plain(text)):
        if sentence.endswith("?"):
            continue
        for hit in cues.anywhere("shifts.acknowledges").finditer(sentence):
            before = CLAUSE_MARK.split(sentence[: hit.start()])[-1]
            inside = re.search(r"\b(not|never)\b", hit[0])
            if not inside and cues.anywhere("shifts.undoes").search(before) is None:
                return hit[0]
    return None
