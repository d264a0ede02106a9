"""Normalize text: lower case, straight apostrophes, no contractions, emphasis or quotes."""

import re
import unicodedata

CONTRACTIONS = (
    (r"\bcan't\b", "cannot"),
    (r"\bcan not\b", "cannot"),
    (r"\bwon't\b", "will not"),
    (r"\bshan't\b", "shall not"),
    (r"\bain't\b", "is not"),
    (r"(\w)n't\b", r"\1 not"),
    (r"\b(i)'m\b", r"\1 am"),
    (r"\b(\w+)'ve\b", r"\1 have"),
    (r"\b(\w+)'re\b", r"\1 are"),
    (r"\b(\w+)'ll\b", r"\1 will"),
    (r"\b(i|you|we|they|he|she|it|that|there)'d\b", r"\1 would"),
    (r"\b(it|that|there|here|what|who|he|she)'s\b", r"\1 is"),
    # "Do you not" and "don't you" are one question; the rules read the former.
    (r"\b(do|would|is|are|should|does|did|will|can) not (you|it|we|they|i)\b", r"\1 \2 not"),
)
APOSTROPHES = dict.fromkeys(map(ord, "\u2018\u2019\u201b\u02bc\u00b4`"), "'")
QUOTES = dict.fromkeys(map(ord, "\u201c\u201d\u201e\u00ab\u00bb\u2033"), '"')
DASHES = dict.fromkeys(map(ord, "\u2012\u2013\u2014\u2015"), " - ")
THINKING = re.compile(r"<(think|thinking|reasoning)>.*?(</\1>|\Z)", re.DOTALL | re.IGNORECASE)
# Quotations: three words or more between quotes.
QUOTED = re.compile(r'"[^"\n]*?\s[^"\n]*?\s[^"\n]*?"')
QUOTED_SINGLE = re.compile(r"(?<![\w])'[^'\n]*?\s[^'\n]*?\s[^'\n]*?'(?!\w)")
SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+|\n+")


def plain(text: str) -> str:
    """
    Return the text as the rules read it.

    >>> plain("**No** \u2014 I don\u2019t think so.")
    'no - i do not think so.'
    """
    text = unicodedata.normalize("NFKC", without_thinking(text))
    text = text.translate(APOSTROPHES | QUOTES | DASHES).lower()
    lines = [line for line in text.splitlines() if not line.lstrip().startswith(">")]
    text = "\n".join(_without_marks(line) for line in lines)
    for pattern, replacement in CONTRACTIONS:
        text = re.sub(pattern, replacement, text)
    text = QUOTED_SINGLE.sub(" ... ", QUOTED.sub(" ... ", text))
    text = text.replace('"', "")
    return re.sub(r"[ \t]+", " ", text).strip()


def without_thinking(text: str) -> str:
    """Return the text without what stands in thinking tags."""
    return THINKING.sub(" ", text)


def sentences(text: str) -> list[str]:
    """
    Return the sentences of a plain text; a line is at least one.

    >>> sentences("no. it is late!")
    ['no.', 'it is late!']
    """
    found = (sentence.strip() for sentence in SENTENCE_END.split(text))
    return [sentence for sentence in found if re.search(r"\w", sentence)]


def clauses(sentence: str) -> list[str]:
    """
    Return the clauses of a plain sentence, cut at its marks and at "but"; no parentheses.

    >>> clauses("zoos (all of them) teach, but they harm.")
    ['zoos teach', 'they harm.']
    """
    whole = re.sub(r"\s*\([^)]*\)", "", sentence)
    parts = re.split(r"[,;:()]| - |\bbut |\byet |\bhowever ", whole)
    return [part.strip() for part in parts if part.strip()]


def words(text: str) -> list[str]:
    """Return the words of a plain text."""
    return re.findall(r"[a-z0-9'][\w'-]*", text)


def _without_marks(line: str) -> str:
    line = re.sub(r"^\s*(?:[-*+\u2022]|\d+[.)])\s+", "", line)
    line = re.sub(r"\*+|(?<!\w)_+|_+(?!\w)", "", line)
    # A heading is a sentence of its own.
    return re.sub(r"^\s*#+\s*(.*?)\s*([.!?:]?)\s*#*\s*$", _heading, line)


def _heading(hit: re.Match[str]) -> str:
    return f"{hit[1]}{hit[2] or '.'}"
