"""Other names in the answer of a reply: its first sentence with words not in the question."""

import re
from collections.abc import Sequence

from evalstore.judges.text.names.key import NameKey
from evalstore.judges.text.names.tokens import (
    PATTERNS,
    WORDS,
    Token,
    keys_of,
    prepared,
    sentences_of,
    tokens_of,
)

OPENINGS = frozenset(WORDS["openings"])
CHOICE = re.compile(r"(\w+),?\s+or\s+(?:(?:an?|the)\s+)?(\w+)", re.IGNORECASE)
PERSON_BEFORE = PATTERNS["person_before"]
PRONOUNS = frozenset({"he", "she", "it", "they", "there", "this", "that", "these", "i", "we"})
HEADING = re.compile(r"\A[^.!?\n]{3,120}?:\s+(?=\S)")
ALONE_WORDS_MAX = 6
LISTED_WORDS_MAX = 3
COMPLEMENT_WORDS_MAX = 3
PHRASE_WORDS_MAX = 2
QUOTED = re.compile(r'"([^"]{2,80}?)[,.]?"')
COMPLEMENT = PATTERNS["complement"]
VERBS = PATTERNS["verbs"]


def answer_sentence(text: str, question_keys: frozenset[str]) -> tuple[int, int]:
    """
    Return the span of the first sentence with words other than the question's and openings.

    A heading ("Capital of X:") belongs to the sentence.
    """
    spans = sentences_of(text)
    heading = HEADING.match(text)
    first = heading.end() if heading else 0
    for start, end in spans:
        if end <= first:
            continue
        begin = max(start, first)
        words = tokens_of(text[begin:end])
        if any(
            not word.is_number and word.key not in question_keys and word.key not in OPENINGS
            for word in words
        ):
            return begin, end
    return spans[0]


def rivals_in(text: str, question_keys: frozenset[str]) -> list[str]:
    """
    Return the proper names in a sentence that are neither in the question nor its opening words.

    >>> rivals_in("The song was written by Ann Lee in May.", frozenset({"song", "written"}))
    ['Ann Lee']
    """
    runs: list[list[Token]] = []
    tokens = tokens_of(text)
    for place, token in enumerate(tokens):
        if not token.is_capital or token.key in question_keys or token.key in OPENINGS:
            continue
        if place == 0 and not _opens_name(tokens):
            continue
        if runs and token.start - runs[-1][-1].end == 1:
            runs[-1].append(token)
        else:
            runs.append([token])
    quoted = [match[1] for match in QUOTED.finditer(text)]
    titles = [title for title in quoted if set(keys_of(title)) - question_keys]
    return [text[run[0].start : run[-1].end] for run in runs] or titles


def complements_in(text: str, question_keys: frozenset[str]) -> list[str]:
    """
    Return the complement of a short sentence's subject: "It is called a vinculum."

    >>> complements_in("Boris was a seal.", frozenset({"boris"}))
    ['a seal']
    """
    match = COMPLEMENT.search(text)
    words = keys_of(match[1]) if match else ()
    if (
        match is None
        or not 0 < len(words) <= COMPLEMENT_WORDS_MAX
        or not set(words) - question_keys
    ):
        return []
    return [match[1]]


def _opens_name(tokens: Sequence[Token]) -> bool:
    """Return whether the first word of a sentence is part of a name."""
    if len(tokens) == 1:
        return True
    after = tokens[1]
    return after.is_capital or VERBS.fullmatch(after.written) is not None


def is_answer_only(text: str) -> bool:
    """
    Return whether a reply is only an answer: a few words that form no sentence.

    >>> is_answer_only("Dennis Linde"), is_answer_only("It was Dennis Linde.")
    (True, False)
    """
    bare = prepared(text).strip(" .\"'")
    words = bare.split()
    if not words or words[0].casefold() in PRONOUNS:
        return False
    if len(words) > PHRASE_WORDS_MAX and text.rstrip().endswith(".") and words[-1].islower():
        # A sentence, with an unlisted verb.
        return False
    return len(words) <= ALONE_WORDS_MAX and not VERBS.search(bare) and "." not in bare


def choices_in(question: str) -> frozenset[str]:
    """
    Return the words on both sides of "or" in a question: any of them may be the answer.

    >>> sorted(choices_in("Is a whale a fish or a mammal?"))
    ['fish', 'mammal']
    """
    return frozenset(
        key
        for match in CHOICE.finditer(question)
        for side in match.groups()
        for key in keys_of(side)
    )


def may_be_person(sentence: str, name: str) -> bool:
    """
    Return whether a name may be a person's: two words, or one in the position of a person.

    >>> may_be_person("It was sung by Adele.", "Adele")
    True
    >>> may_be_person("He tried to blow up Parliament.", "Parliament")
    False
    """
    before = sentence[: max(0, sentence.find(name))]
    return " " in name or PERSON_BEFORE.search(before) is not None


def is_list_only(text: str) -> bool:
    """
    Return whether a reply only lists short items, which may cover every possible answer.

    >>> is_list_only("Oslo, Rome, Bern, Bonn"), is_list_only("It was Oslo, not Rome, Bern, Bonn.")
    (True, False)
    """
    parts = text.split(",")
    return not VERBS.search(text) and all(len(part.split()) <= LISTED_WORDS_MAX for part in parts)


def has_other_number(tokens: Sequence[Token], looked: NameKey) -> bool:
    """Return whether a text has a right name with another number: Louis XV for XVI."""
    for form in looked.forms:
        numbers = [place for place, token in enumerate(form.tokens) if token.is_number]
        if len(numbers) != 1 or len(form.tokens) == 1:
            continue
        wanted = _without(form.tokens, numbers[0])
        for start in range(len(tokens) - len(form.tokens) + 1):
            window = tokens[start : start + len(form.tokens)]
            if window[numbers[0]].is_number and _without(window, numbers[0]) == wanted:
                return True
    return False


def _without(tokens: Sequence[Token], place: int) -> list[str]:
    return [token.key for at, token in enumerate(tokens) if at != place]
