"""
Phrase matching: whole words, inflections from lists, and negation.

A phrase is written as words separated by single spaces. ``a/b`` matches either word, ``@name`` any
word of a list, a closing ``?`` makes a word optional, and ``..`` matches up to three words of the
same clause, none of them a negation.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

Lists = Mapping[str, Sequence[str]]

# Texts are untrusted, so their length is bounded.
CHARACTERS_MAX = 20_000

NEGATION_WINDOW = 4
# A phrase with more pairs of first words is looked up by its first word alone.
PAIRS_MAX = 400
NEGATING = "not never no nor neither without hardly barely nothing none nobody stop lacks"
NEGATIONS = frozenset(NEGATING.split())
# Words that cancel a preceding negation: "not only", "no wonder".
SPARING = "only just merely wonder doubt matter imagine"
UNDENYING = frozenset(SPARING.split())

GAP = r"(?:(?!(?:not|never|no|nor|,) )\S+ ){0,3}?"
# Every apostrophe becomes the plain one; marks of emphasis become spaces.
MARKS = str.maketrans(
    {**dict.fromkeys("\u2018\u2019\u02bc\u00b4`", "'"), **dict.fromkeys("*#", " ")}
)
CONTRACTIONS = (
    (re.compile(r"\bcan't\b"), "can not"),
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"\bcannot\b"), "can not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"\b(it|that|there|here|what|who|where|he|she|this)'s\b"), r"\1 is"),
    (re.compile(r"'s\b"), ""),
    (re.compile(r"'re\b"), " are"),
    (re.compile(r"'ll\b"), " will"),
    (re.compile(r"'ve\b"), " have"),
    (re.compile(r"'d\b"), " would"),
    (re.compile(r"\bi'm\b"), "i am"),
)
SENTENCE_END = re.compile("[.!?\u2026\u3002]+|\n+")
CLAUSE_END = re.compile(
    r"[,;:()\[\]\"\u201c\u201d\u2013\u2014]+|\s-+\s|\b(?:but|though|although|however|yet)\b"
)
WORD = re.compile(r"[^\W\d_]+|,")


@dataclass(frozen=True, slots=True)
class PhraseMatch:
    """A phrase match: its words, its sentence and its position."""

    words: str
    sentence: int
    start: int
    end: int


def sentences(text: str) -> list[str]:
    """
    Return the sentences of a text as plain lower-case words, a comma where a clause ends.

    >>> sentences("It isn't *nonsense*, grandmother's ladder! And yet...")
    [' it is not nonsense , grandmother ladder ', ' and , ']
    """
    plain = unicodedata.normalize("NFKC", text[:CHARACTERS_MAX]).casefold().translate(MARKS)
    for pattern, replacement in CONTRACTIONS:
        plain = pattern.sub(replacement, plain)
    result = []
    for part in SENTENCE_END.split(plain):
        words = WORD.findall(CLAUSE_END.sub(" , ", part))
        if any(word != "," for word in words):
            result.append(f" {' '.join(words)} ")
    return result


# Cached because several lists are searched in the same few sentences.
@lru_cache(maxsize=256)
def _openings(text: str) -> frozenset[str]:
    words = text.split()
    return frozenset((*words, *map("{} {}".format, words, words[1:])))


@dataclass(frozen=True, slots=True)
class Phrases:
    """Compiled phrases; ``by_opening`` maps first words or pairs of words to pattern indexes."""

    patterns: tuple[re.Pattern[str], ...]
    by_opening: Mapping[str, tuple[int, ...]]

    def candidates(self, text: str) -> list[re.Pattern[str]]:
        """Return the patterns whose first words are in a text, in order."""
        by_opening = self.by_opening
        first = [by_opening[words] for words in _openings(text) if words in by_opening]
        if not first:
            return []
        return [self.patterns[place] for place in sorted(set().union(*first))]


def compiled(phrases: Iterable[str], lists: Lists) -> Phrases:
    """Return one pattern for each phrase."""
    patterns: list[re.Pattern[str]] = []
    by_opening: dict[str, list[int]] = {}
    for phrase in phrases:
        for word in _first_words(phrase, lists):
            by_opening.setdefault(word, []).append(len(patterns))
        patterns.append(re.compile("(?<= )" + _pattern(phrase, lists)))
    return Phrases(tuple(patterns), {word: tuple(places) for word, places in by_opening.items()})


def _first_words(phrase: str, lists: Lists) -> set[str]:
    """Return the words that a phrase can begin with, as pairs of words if there are few."""
    words = phrase.split()
    openings: set[str] = set()
    for word in words:
        openings |= {choice.split()[0] for choice in _choices(word, lists)}
        if not word.endswith("?"):
            break
    is_pair = len(words) > 1 and words[1] != ".." and not words[0].endswith("?")
    if not is_pair or words[1].endswith("?"):
        return openings
    first = _choices(words[0], lists)
    second = {choice.split()[0] for choice in _choices(words[1], lists)}
    if len(first) * len(second) > PAIRS_MAX:
        return openings
    return {" ".join([*start.split(), other][:2]) for start in first for other in second}


def _choices(word: str, lists: Lists) -> list[str]:
    choices: list[str] = []
    for choice in word.removesuffix("?").split("/"):
        choices += lists[choice[1:]] if choice.startswith("@") else [choice]
    return choices


def _pattern(phrase: str, lists: Lists) -> str:
    parts = []
    for word in phrase.split():
        if word == "..":
            parts.append(GAP)
            continue
        choices = _choices(word, lists)
        one_of = "|".join(re.escape(choice) for choice in choices).replace(r"\ ", " ")
        parts.append(f"(?:(?:{one_of}) )" + ("?" if word.endswith("?") else ""))
    return "".join(parts)


def find(
    phrases: Phrases, texts: Sequence[str], *, with_negated: bool = False
) -> list[PhraseMatch]:
    """Return non-overlapping matches, without negated ones unless ``with_negated``."""
    matches: list[PhraseMatch] = []
    for number, text in enumerate(texts):
        taken: list[tuple[int, int]] = []
        for pattern in phrases.candidates(text):
            for match in pattern.finditer(text):
                start, end = match.span()
                if any(
                    start < other_end and other_start < end for other_start, other_end in taken
                ):
                    continue
                if with_negated or not is_negated(text, start):
                    taken.append((start, end))
                    matches.append(PhraseMatch(match[0].strip(), number, start, end))
    return matches


def is_negated(text: str, start: int) -> bool:
    """
    Return whether a negation is among the few words before ``start``, in the same clause.

    >>> is_negated(" this is not at all a symbol ", 20)
    True
    >>> is_negated(" this is not only a symbol ", 18)
    False
    """
    clause = text[:start].rpartition(" , ")[2].split()
    window = clause[-NEGATION_WINDOW:]
    followers = [*window[1:], ""]
    return any(
        word in NEGATIONS and follower not in UNDENYING
        for word, follower in zip(window, followers, strict=False)
    )
