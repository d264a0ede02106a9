"""Recognition of an answer that is one of a few offered words, such as YES, NO and UNKNOWN."""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evalstore.base.word_file import word_file

FILE = Path(__file__).with_name("unknown.toml")
UNKNOWN = "UNKNOWN"
UNKNOWN_PHRASES = frozenset(word_file(FILE)["phrases"])
OBJECTS_MAX = 64
_SPACES = " \t\r\n\f\v"
# Typographic quotation marks, single and double.
_QUOTES = "\u2018\u2019\u201c\u201d\u00ab\u00bb"
_DASHES = "-=\u2013\u2014"
_DECORATION = f"{_SPACES}{_QUOTES}*_`\"'#>~.,;:!"
# Zero-width characters, which some services insert into texts.
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
# The first word of a reply, if a pause or a reason follows.
_OPENING = re.compile(
    rf"[{re.escape(_DECORATION)}]*(?P<word>[^\W\d_]+)[*_`\"'\u2019\u201d]*"
    r"(?:[.,;:!](?!\s*\d)|\s*-(?!\w)|\s*[\u2013\u2014]|\s+(?:because|since|as)\b)"
)
_OPEN_QUESTION = re.compile(
    r"\b(?:open|necessarily)\b|\b(?:un|not )(?:clear|certain|sure|known|determined|decided)\b|"
    r"\b(?:cannot|can't|can not) (?:be |tell|say|know)|\bnot enough\b|\binsufficient\b"
)
_LABEL = re.compile(
    r"(?:(?:so|therefore|thus|hence),?\s+)?(?:(?:the|my|final|correct|short)\s+)*"
    r"answer\b(?:\s+is\b)?(?P<rest>.*)"
)
_SENTENCE_END = re.compile(r"(?<=[.!?;])[*_`\"'\u2019\u201d]*\s+")
_CONFIDENCE = re.compile(r"confidence[\"'*_`]*\s*(?:is|[:=])[\s\"'*_`]*(1(?:\.0+)?|0?\.\d+|0)\b")


@dataclass(frozen=True, slots=True)
class FoundWord:
    """
    The offered word that a text gives, with its confidence in [0, 1] if one is stated.

    ``form`` is the form of the answer: ``json in text`` or ``word``.
    """

    word: str | None
    confidence: float | None
    form: str


class _AmbiguousError(ValueError):
    """An answer that is not an offered word, or a duplicate key."""


def offered_words(answer_schema: Mapping[str, object] | None) -> tuple[str, ...]:
    """
    Return the words that a schema offers for ``answer``, empty if it offers no choice.

    >>> offered_words({"properties": {"answer": {"enum": ["YES", "NO"]}}})
    ('YES', 'NO')
    >>> offered_words({"properties": {"answer": {"type": "string"}}})
    ()
    """
    fields = (answer_schema or {}).get("properties")
    answer = fields.get("answer") if isinstance(fields, Mapping) else None
    offered = answer.get("enum") if isinstance(answer, Mapping) else None
    if not isinstance(offered, list | tuple):
        return ()
    words = tuple(word for word in offered if isinstance(word, str))
    is_choice = len(words) == len(offered) == len({word.casefold() for word in words})
    return words if is_choice else ()


def offered_word(value: object, words: Sequence[str]) -> str | None:
    """
    Return the offered word that equals a value, ignoring case, quotes, emphasis and punctuation.

    >>> offered_word("**Yes.**", ["YES", "NO"]), offered_word("yes and no", ["YES", "NO"])
    ('YES', None)
    >>> offered_word(None, ["YES", "UNKNOWN"]), offered_word("I don't know", ["YES", "UNKNOWN"])
    ('UNKNOWN', 'UNKNOWN')
    """
    if value is None:
        value = "null"
    if not isinstance(value, str):
        return None
    plain_value = _plain(value)
    for word in words:
        if plain_value == _plain(word):
            return word
    return UNKNOWN if plain_value in UNKNOWN_PHRASES and UNKNOWN in words else None


def find_word(text: str, words: Sequence[str]) -> FoundWord | None:
    """
    Return the offered word that a text gives as its answer; None if it gives none or several.

    A word counts if it is the ``answer`` of a JSON object, follows "Answer:", is a whole sentence
    in the first or last line, or opens the text. All words that count have to agree. If only the
    opening counts, the text must not contain another offered word.

    >>> find_word("Answer: yes", ["YES", "NO"])
    FoundWord(word='YES', confidence=None, form='word')
    >>> find_word("No, the facts say otherwise", ["YES", "NO"]).word
    'NO'
    >>> find_word("Yes or no? Both.", ["YES", "NO"])
    """
    text = text.translate(_INVISIBLE)
    try:
        objects, rest = _objects(text)
        answers = [_word_in_object(item, words) for item in objects]
        form = "json in text" if answers else "word"
        answers += _words_in_lines(rest, words)
        opening = _opening_word(rest, words)
        if opening is not None and (answers or _is_alone(opening, rest, words)):
            answers.append(opening)
    except _AmbiguousError:
        return None
    if len(set(answers)) != 1:
        return None
    stated = [item["confidence"] for item in objects] or _confidences(rest)
    return FoundWord(answers[0], _share(stated), form)


def _plain(text: str) -> str:
    """Return a text in normal form for comparison."""
    seen = text.translate(_INVISIBLE)
    folded = unicodedata.normalize("NFKC", seen).replace("\u2019", "'").casefold()
    return " ".join(folded.strip(_DECORATION).split())


def _objects(text: str) -> tuple[list[dict[str, object]], str]:
    """Return the JSON objects with an answer in a text, and the text around them."""
    decoder = json.JSONDecoder(object_pairs_hook=_fields)
    objects: list[dict[str, object]] = []
    around: list[str] = []
    done = 0
    place = text.find("{")
    for _ in range(OBJECTS_MAX):
        if place < 0:
            return objects, "\n".join([*around, text[done:]])
        try:
            value, end = decoder.raw_decode(text, place)
        except json.JSONDecodeError:
            end = place + 1
        except RecursionError as error:
            raise _AmbiguousError from error
        else:
            if "answer" in value:
                objects.append({"confidence": None, **value})
                around.append(text[done:place])
                done = end
        place = text.find("{", end)
    raise _AmbiguousError


def _fields(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise _AmbiguousError
    return fields


def _word_in_object(value: Mapping[str, object], words: Sequence[str]) -> str:
    word = offered_word(value["answer"], words)
    if word is None:
        raise _AmbiguousError
    return word


def _words_in_lines(text: str, words: Sequence[str]) -> Iterator[str]:
    lines = [line for line in text.splitlines() if line.strip(_DECORATION)]
    ends = {0, len(lines) - 1}
    for place, line in enumerate(lines):
        is_end = place in ends
        if not is_end and "answer" not in line.casefold():
            continue
        for sentence in _SENTENCE_END.split(line):
            word = _labelled_word(sentence, words)
            if word is None and is_end:
                word = offered_word(sentence, words)
            if word is not None:
                yield word


def _labelled_word(sentence: str, words: Sequence[str]) -> str | None:
    """Return the word after "Answer:", None without it; raise _AmbiguousError for other text."""
    label = _LABEL.fullmatch(_plain(sentence))
    if label is None or not label["rest"].strip(_DECORATION):
        return None
    word = offered_word(label["rest"].strip(_DASHES + _DECORATION), words)
    if word is None:
        raise _AmbiguousError
    return word


def _opening_word(text: str, words: Sequence[str]) -> str | None:
    """Return the offered word with which a text opens, if a pause or a reason follows."""
    opening = _OPENING.match(text)
    return offered_word(opening["word"], words) if opening else None


def _is_alone(word: str, text: str, words: Sequence[str]) -> bool:
    """Return True if a text has no other offered word and does not leave the question open."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    named = set(re.findall(r"\w+", folded))
    others = {_plain(other) for other in words if other != word}
    is_open = UNKNOWN in words and word != UNKNOWN and _OPEN_QUESTION.search(folded)
    return not others & named and not is_open


def _confidences(text: str) -> list[object]:
    return [float(number) for number in _CONFIDENCE.findall(text.casefold())]


def _share(stated: Sequence[object]) -> float | None:
    """Return the only stated confidence in [0, 1]; None for none or several."""
    if len(set(map(repr, stated))) != 1:
        return None
    value = stated[0]
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= 1 else None
