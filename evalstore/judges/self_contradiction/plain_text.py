"""Normalized text: lower case, straight apostrophes, no contractions, emphasis or quotes."""

import re
import unicodedata
from functools import lru_cache

# Contractions with an apostrophe, and without one.
SHORTENED = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\bcan't\b", "cannot"),
        (r"\bwon't\b", "will not"),
        (r"\bshan't\b", "shall not"),
        (r"\bain't\b", "is not"),
        (r"n't\b(?<=\wn't)", " not"),
        (r"\bi'm\b", "i am"),
        (r"'ve\b(?<=\w've)", " have"),
        (r"'re\b(?<=\w're)", " are"),
        (r"'ll\b(?<=\w'll)", " will"),
        (r"\b(i|you|we|they|he|she|it|that|there)'d\b", r"\1 would"),
        (r"\b(it|that|there|here|what|who|he|she)'s\b", r"\1 is"),
    )
)
CAN_NOT = re.compile(r"\bcan not\b")
# "Do you not" and "don't you" mean the same; the rules read the former.
NOT_YOU = re.compile(r"\b(do|would|is|are|should|does|did|will|can) not (you|it|we|they|i)\b")
APOSTROPHES = dict.fromkeys(map(ord, "\u2018\u2019\u201b\u02bc\u00b4`"), "'")
QUOTES = dict.fromkeys(map(ord, "\u201c\u201d\u201e\u00ab\u00bb\u2033"), '"')
DASHES = dict.fromkeys(map(ord, "\u2012\u2013\u2014\u2015"), " - ")
STRAIGHT = APOSTROPHES | QUOTES | DASHES
THINKING = re.compile(r"<(think|thinking|reasoning)>.*?(</\1>|\Z)", re.DOTALL | re.IGNORECASE)
# Quotations: three words or more between quotes.
QUOTED = re.compile(r'"[^"\n]*?\s[^"\n]*?\s[^"\n]*?"')
QUOTED_SINGLE = re.compile(r"(?<![\w])'[^'\n]*?\s[^'\n]*?\s[^'\n]*?'(?!\w)")
SPACES = re.compile(r"[ \t]+")
BULLET = re.compile(r"^\s*(?:[-*+\u2022]|\d+[.)])\s+")
EMPHASIS = re.compile(r"\*+|(?<!\w)_+|_+(?!\w)")
HEADING = re.compile(r"^\s*#+\s*(.*?)\s*([.!?:]?)\s*#*\s*$")
WORD = re.compile(r"\w")
WORDS = re.compile(r"[a-z0-9'][\w'-]*")
PARENTHESIS = re.compile(r"\s*\([^()]*\)")
CLAUSE_END = re.compile(r"[,;:()]| - |\bbut |\byet |\bhowever ")
# Size of the caches: enough for the turns of a conversation, which several rules read.
CACHED_MAX = 64
SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+|\n+")


@lru_cache(maxsize=CACHED_MAX)
def plain(text: str) -> str:
    """
    Return the text in the form that the rules read.

    >>> plain("**No** \u2014 I don\u2019t think so.")
    'no - i do not think so.'
    """
    text = unicodedata.normalize("NFKC", without_thinking(text))
    text = text.translate(STRAIGHT).lower()
    lines = [line for line in text.splitlines() if not line.lstrip().startswith(">")]
    text = "\n".join(_without_marks(line) for line in lines)
    if "'" in text:
        for pattern, replacement in SHORTENED:
            text = pattern.sub(replacement, text)
    text = NOT_YOU.sub(r"\1 \2 not", CAN_NOT.sub("cannot", text))
    text = QUOTED_SINGLE.sub(" ... ", QUOTED.sub(" ... ", text))
    text = text.replace('"', "")
    return SPACES.sub(" ", text).strip()


def without_thinking(text: str) -> str:
    """Return the text without the contents of thinking tags."""
    return THINKING.sub(" ", text)


@lru_cache(maxsize=CACHED_MAX)
def sentences(text: str) -> tuple[str, ...]:
    """
    Return the sentences of a plain text; every line ends a sentence.

    >>> sentences("no. it is late!")
    ('no.', 'it is late!')
    """
    parts = (sentence.strip() for sentence in SENTENCE_END.split(text))
    return tuple(sentence for sentence in parts if WORD.search(sentence))


def clauses(sentence: str) -> list[str]:
    """
    Return the clauses of a plain sentence, split at its marks and at "but", without parentheses.

    >>> clauses("zoos (all of them) teach, but they harm.")
    ['zoos teach', 'they harm.']
    """
    parts = CLAUSE_END.split(PARENTHESIS.sub("", sentence))
    return [part.strip() for part in parts if part.strip()]


def words(text: str) -> list[str]:
    """Return the words of a plain text."""
    return WORDS.findall(text)


def _without_marks(line: str) -> str:
    line = BULLET.sub("", line)
    if "*" in line or "_" in line:
        line = EMPHASIS.sub("", line)
    # A heading is a separate sentence.
    return HEADING.sub(_heading, line) if "#" in line else line


def _heading(hit: re.Match[str]) -> str:
    return f"{hit[1]}{hit[2] or '.'}"
