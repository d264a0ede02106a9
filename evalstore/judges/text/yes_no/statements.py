"""
Statements and short answers that take up the words of a question of yes or no.

A clause answers where its subject is the question's, or a pronoun, its verb is of the question's
kind and tense, and what follows is the question's predicate ("Gold is not magnetic."), its
opposite, or nothing ("They do."). Clauses that are reported, conditional or restricted say
nothing; clauses that contradict each other cannot be told.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from evalstore.judges.text.wording import plain
from evalstore.judges.text.yes_no.words import (
    ABORTING,
    AUXILIARIES,
    CLAUSE,
    CONTRACTED,
    DENYING,
    DEPENDENT,
    EMPTY,
    IRREGULAR,
    LEAD,
    NEGATING_PREFIXES,
    OPPOSITES,
    OWN,
    PRONOUNS,
    REPORTED,
    RESTRICTS,
)

QUESTION_CHARACTERS_MAX = 300
SENTENCES_EACH_END = 4
SUBJECT_WORDS_MAX = 4
STEM_LENGTH_MIN = 3
# What may follow a predicate without restricting it, and an ellipsis.
GOES_ON = {"that", "of", "and"}
WITH_ELLIPSIS = PRONOUNS | {"so", "indeed", "too", "at"}

SENTENCE = re.compile(r"(?<=[.!?])\s+")
AUXILIARY = "|".join(AUXILIARIES)
ASKED = re.compile(
    rf"(?:[^,?]{{1,80}},\s)?(?:so\s)?(?P<verb>{AUXILIARY})(?:n't)?\s(?P<rest>[^?]{{3,}})\?",
    re.IGNORECASE,
)
NOT_ONE_CLAIM = re.compile(
    r"\b(?:or|not|never|true|false|following|plausible|if|when|without|rather)\b", re.IGNORECASE
)
WORD = re.compile(r"[a-z0-9]+(?:[-.,][a-z0-9]+)*")
SURE = re.compile(
    rf"\W*(?:(?:it|he|she|they|that|this|there|you|we)\s)?(?:sure|certainly|definitely|absolutely|"
    rf"indeed)\s(?P<verb>{AUXILIARY})(?P<not>\snot)?(?=[.,;!]|\W*\Z)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class AskedClaim:
    """
    The claim that a question of yes or no asks about.

    ``verb`` is its verb's kind and ``words`` the stems of what carries its meaning; ``tokens`` are
    all its words, and ``is_about_pronoun`` tells "is there ...?" and "is it ...?".
    """

    verb: str
    words: tuple[str, ...]
    tokens: frozenset[str]
    is_about_pronoun: bool


def asked_claim(question: str) -> AskedClaim | None:
    """
    Return what a question of yes or no asks, None where it asks otherwise or about a choice.

    >>> asked_claim("Is gold magnetic?").words
    ('gold', 'magnetic')
    >>> asked_claim("Who is it?") is None
    True
    """
    asked = [each for each in SENTENCE.split(plain(question)) if each.endswith("?")]
    if not asked or len(asked[-1]) > QUESTION_CHARACTERS_MAX:
        return None
    found = ASKED.fullmatch(asked[-1])
    if found is None or NOT_ONE_CLAIM.search(found["rest"]):
        return None
    words = content(found["rest"])
    return AskedClaim(
        verb=AUXILIARIES[found["verb"].casefold()],
        words=words,
        tokens=frozenset(WORD.findall(found["rest"].casefold())),
        is_about_pronoun=found["rest"].casefold().partition(" ")[0] in PRONOUNS,
    )


def content(text: str) -> tuple[str, ...]:
    """Return the stems of the words of a text that carry its meaning, in order."""
    return tuple(_stem(word) for word in WORD.findall(text.casefold()) if word not in EMPTY)


def _stem(word: str) -> str:
    """
    Return what the forms of a word share.

    >>> _stem("whales") == _stem("whale"), _stem("won") == _stem("win")
    (True, True)
    """
    word = IRREGULAR.get(word, word)
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= STEM_LENGTH_MIN:
            word = word.removesuffix(ending)
            break
    word = word.removesuffix("e") if len(word) > STEM_LENGTH_MIN else word
    is_doubled = len(word) > STEM_LENGTH_MIN and word[-1] == word[-2]
    return word[:-1] if is_doubled and not word.isdigit() else word


_OPPOSITE_STEMS = frozenset(frozenset(map(_stem, pair)) for pair in OPPOSITES)


def stated(text: str, question: str) -> tuple[bool, str] | None:
    """
    Return whether a reply states what a question asks or denies it, with the words; else None.

    >>> stated("Gold is not magnetic.", "Is gold magnetic?")
    (False, 'Gold is not magnetic.')
    >>> stated("Iron is magnetic.", "Is gold magnetic?") is None
    True
    """
    asked = asked_claim(question)
    if asked is None:
        return None
    sentences = SENTENCE.split(plain(text))
    if len(sentences) > 2 * SENTENCES_EACH_END:
        sentences = [*sentences[:SENTENCES_EACH_END], *sentences[-SENTENCES_EACH_END:]]
    found = [
        (said, sentence)
        for place, sentence in enumerate(sentences)
        if not sentence.endswith("?")
        for said in _said_in(sentence[:QUESTION_CHARACTERS_MAX], asked, is_first=place == 0)
    ]
    if len({said for said, _ in found}) != 1:
        return None
    return found[-1]


def _said_in(sentence: str, asked: AskedClaim, *, is_first: bool) -> list[bool]:
    for pattern, replacement in CONTRACTED:
        sentence = pattern.sub(replacement, sentence)
    sure = SURE.match(sentence) if is_first else None
    if sure and AUXILIARIES[sure["verb"].casefold()] == asked.verb:
        return [not sure["not"]]
    reported = {word.casefold() for word in REPORTED.findall(OWN.sub(" ", sentence))}
    if reported - asked.tokens:
        return []
    clauses = [clause.strip() for clause in CLAUSE.split(sentence)]
    found = []
    for place, clause in enumerate(clauses):
        after = clauses[place + 1] if place + 1 < len(clauses) else ""
        if DEPENDENT.match(clause) or RESTRICTS.match(after):
            continue
        lead = LEAD.match(clause)
        is_denied_after = re.match(r"(?:and\s)?not\s", after, re.IGNORECASE) is not None
        said = _clause(
            clause[lead.end() :] if lead else clause,
            asked,
            denied_after=after.partition("not ")[2] if is_denied_after else "",
            may_be_short=(is_first and place == 0),
        )
        if said is not None:
            found.append(said)
    return found


def _clause(
    clause: str, asked: AskedClaim, *, denied_after: str, may_be_short: bool
) -> bool | None:
    """Return whether one clause affirms or denies the claim, None where it does neither."""
    tokens = WORD.findall(clause.casefold())
    place = next((at for at, token in enumerate(tokens) if token in AUXILIARIES), None)
    if place is None or set(tokens) & (ABORTING - asked.tokens):
        return _without_auxiliary(tokens, asked) if place is None else None
    subject, after = tokens[:place], tokens[place + 1 :]
    predicates = _predicates_after(subject, asked)
    if AUXILIARIES[tokens[place]] != asked.verb or not predicates:
        return None
    rest = [token for token in after if token not in DENYING]
    words = content(" ".join(rest))
    denials = [at for at, token in enumerate(after) if token in DENYING]
    if len(denials) > 1 or (denials and content(" ".join(after[: denials[0]]))):
        return None
    if not words:
        is_short = may_be_short or content(" ".join(subject)) != ()
        return not denials if is_short and not set(rest) - WITH_ELLIPSIS else None
    if denials or _is_contrast(words, content(denied_after), asked):
        is_denied = not denials or _is_denied(words, predicates)
        return False if is_denied else None
    return _affirmed(rest, predicates)


def _is_contrast(words: tuple[str, ...], denied: tuple[str, ...], asked: AskedClaim) -> bool:
    """Tell "in America, not Europe", where the question is about Europe."""
    is_asked = bool(denied) and set(denied) <= set(asked.words[1:])
    return is_asked and denied[-1] == asked.words[-1] and not set(denied) & set(words)


def _predicates_after(subject: Sequence[str], asked: AskedClaim) -> Sequence[tuple[str, ...]]:
    """Return the predicates that the question may have, given the subject of a clause."""
    words = content(" ".join(subject))
    if not words:
        if not set(subject) & PRONOUNS or len(subject) > SUBJECT_WORDS_MAX:
            return []
        shortest = 0 if asked.is_about_pronoun else 1
        return [asked.words[at:] for at in range(shortest, SUBJECT_WORDS_MAX)]
    if set(words) == set(asked.words[: len(words)]):
        return [asked.words[len(words) :]]
    return []


def _is_denied(words: tuple[str, ...], predicates: Sequence[tuple[str, ...]]) -> bool:
    return any(
        predicate and words[0] == predicate[0] and set(words) <= set(predicate)
        for predicate in predicates
    )


def _affirmed(rest: Sequence[str], predicates: Sequence[tuple[str, ...]]) -> bool | None:
    """Return whether what follows a verb is the predicate or its opposite, None if neither."""
    ends = [at for at, token in enumerate(rest) if token in GOES_ON] + [len(rest)]
    for words in {content(" ".join(rest[:end])) for end in ends} - {()}:
        if words in predicates:
            return True
        for predicate in filter(None, predicates):
            is_opposite = _are_opposite(words[0], predicate[0])
            if is_opposite and words[1:] == predicate[1 : len(words)]:
                return False
    return None


def _are_opposite(one: str, other: str) -> bool:
    """
    Return whether two stems are opposites.

    >>> _are_opposite("illegal", "legal"), _are_opposite("large", "legal")
    (True, False)
    """
    return frozenset((one, other)) in _OPPOSITE_STEMS or any(
        one == prefix + other or other == prefix + one for prefix in NEGATING_PREFIXES
    )


def _without_auxiliary(tokens: Sequence[str], asked: AskedClaim) -> bool | None:
    """Return what "Fish sleep." and "Fish never sleep." say."""
    if asked.verb not in {"do", "did"} or set(tokens) & (ABORTING - asked.tokens):
        return None
    words = content(" ".join(token for token in tokens if token not in DENYING))
    if words != asked.words:
        return None
    denials = [token for token in tokens if token in DENYING]
    if not denials:
        return True
    return False if denials == ["never"] else None


def single_word(text: str, question: str) -> tuple[bool, str] | None:
    """
    Return what a reply of one adjective says to a question that ends in it or in its opposite.

    >>> single_word("Invalid.", "Is the argument valid?")
    (False, 'Invalid')
    """
    asked = asked_claim(question)
    words = WORD.findall(plain(text).casefold())
    if asked is None or len(words) not in {1, 2}:
        return None
    is_denied = words[0] == "not"
    if len(words) > 1 and not is_denied:
        return None
    word, last = _stem(words[-1]), asked.words[-1]
    shown = plain(text).strip(" .!")
    if word == last and len(asked.words) > 1:
        return not is_denied, shown
    if _are_opposite(word, last):
        return is_denied, shown
    return None
