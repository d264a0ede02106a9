"""
Statements and short answers that use the words of a question of yes or no.

A clause answers if its subject is the question's or a pronoun, its verb has the question's kind
and tense, and the rest is the question's predicate ("Gold is not magnetic."), its opposite, or
empty ("They do."). Clauses that are reported, conditional or restricted do not count; clauses that
contradict each other give no answer.
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
# Words that may follow a predicate without restricting it, and an ellipsis.
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
    The claim of a question of yes or no.

    ``verb`` is its verb's kind and ``words`` the stems of the words that carry its meaning;
    ``tokens`` are all its words; ``is_about_pronoun`` is True for "is there ...?" and "is it
    ...?".
    """

    verb: str
    words: tuple[str, ...]
    tokens: frozenset[str]
    is_about_pronoun: bool


def asked_claim(question: str) -> AskedClaim | None:
    """
    Return the claim of a question of yes or no, None for other questions and for choices.

    >>> asked_claim("Is gold magnetic?").words
    ('gold', 'magnetic')
    >>> asked_claim("Who is it?") is None
    True
    """
    questions = [each for each in SENTENCE.split(plain(question)) if each.endswith("?")]
    if not questions or len(questions[-1]) > QUESTION_CHARACTERS_MAX:
        return None
    match = ASKED.fullmatch(questions[-1])
    if match is None or NOT_ONE_CLAIM.search(match["rest"]):
        return None
    words = content(match["rest"])
    return AskedClaim(
        verb=AUXILIARIES[match["verb"].casefold()],
        words=words,
        tokens=frozenset(WORD.findall(match["rest"].casefold())),
        is_about_pronoun=match["rest"].casefold().partition(" ")[0] in PRONOUNS,
    )


def content(text: str) -> tuple[str, ...]:
    """Return the stems of the words of a text that carry its meaning, in order."""
    return tuple(_stem(word) for word in WORD.findall(text.casefold()) if word not in EMPTY)


def _stem(word: str) -> str:
    """
    Return the beginning that the forms of a word share.

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
    Return whether a reply affirms or denies the question's claim, and its words; else None.

    >>> stated("Gold is not magnetic.", "Is gold magnetic?")
    (False, 'Gold is not magnetic.')
    >>> stated("Iron is magnetic.", "Is gold magnetic?") is None
    True
    """
    claim = asked_claim(question)
    if claim is None:
        return None
    sentences = SENTENCE.split(plain(text))
    if len(sentences) > 2 * SENTENCES_EACH_END:
        sentences = [*sentences[:SENTENCES_EACH_END], *sentences[-SENTENCES_EACH_END:]]
    statements = [
        (is_affirmed, sentence)
        for place, sentence in enumerate(sentences)
        if not sentence.endswith("?")
        for is_affirmed in _said_in(sentence[:QUESTION_CHARACTERS_MAX], claim, is_first=place == 0)
    ]
    if len({is_affirmed for is_affirmed, _ in statements}) != 1:
        return None
    return statements[-1]


def _said_in(sentence: str, claim: AskedClaim, *, is_first: bool) -> list[bool]:
    for pattern, replacement in CONTRACTED:
        sentence = pattern.sub(replacement, sentence)
    sure = SURE.match(sentence) if is_first else None
    if sure and AUXILIARIES[sure["verb"].casefold()] == claim.verb:
        return [not sure["not"]]
    reported = {word.casefold() for word in REPORTED.findall(OWN.sub(" ", sentence))}
    if reported - claim.tokens:
        return []
    clauses = [clause.strip() for clause in CLAUSE.split(sentence)]
    answers = []
    for place, clause in enumerate(clauses):
        after = clauses[place + 1] if place + 1 < len(clauses) else ""
        if DEPENDENT.match(clause) or RESTRICTS.match(after):
            continue
        lead = LEAD.match(clause)
        is_denied_after = re.match(r"(?:and\s)?not\s", after, re.IGNORECASE) is not None
        is_affirmed = _clause(
            clause[lead.end() :] if lead else clause,
            claim,
            denied_after=after.partition("not ")[2] if is_denied_after else "",
            may_be_short=(is_first and place == 0),
        )
        if is_affirmed is not None:
            answers.append(is_affirmed)
    return answers


def _clause(
    clause: str, claim: AskedClaim, *, denied_after: str, may_be_short: bool
) -> bool | None:
    """Return whether a clause affirms or denies the claim, None if it does neither."""
    tokens = WORD.findall(clause.casefold())
    place = next((at for at, token in enumerate(tokens) if token in AUXILIARIES), None)
    if place is None or set(tokens) & (ABORTING - claim.tokens):
        return _without_auxiliary(tokens, claim) if place is None else None
    subject, after = tokens[:place], tokens[place + 1 :]
    predicates = _predicates_after(subject, claim)
    if AUXILIARIES[tokens[place]] != claim.verb or not predicates:
        return None
    rest = [token for token in after if token not in DENYING]
    words = content(" ".join(rest))
    denials = [at for at, token in enumerate(after) if token in DENYING]
    if len(denials) > 1 or (denials and content(" ".join(after[: denials[0]]))):
        return None
    if not words:
        is_short = may_be_short or content(" ".join(subject)) != ()
        return not denials if is_short and not set(rest) - WITH_ELLIPSIS else None
    if denials or _is_contrast(words, content(denied_after), claim):
        is_denied = not denials or _is_denied(words, predicates)
        return False if is_denied else None
    return _affirmed(rest, predicates)


def _is_contrast(words: tuple[str, ...], denied: tuple[str, ...], claim: AskedClaim) -> bool:
    """Return whether a clause denies the claim by contrast: "in America, not Europe"."""
    is_asked = bool(denied) and set(denied) <= set(claim.words[1:])
    return is_asked and denied[-1] == claim.words[-1] and not set(denied) & set(words)


def _predicates_after(subject: Sequence[str], claim: AskedClaim) -> Sequence[tuple[str, ...]]:
    """Return the predicates that the question may have, given the subject of a clause."""
    words = content(" ".join(subject))
    if not words:
        if not set(subject) & PRONOUNS or len(subject) > SUBJECT_WORDS_MAX:
            return []
        shortest = 0 if claim.is_about_pronoun else 1
        return [claim.words[at:] for at in range(shortest, SUBJECT_WORDS_MAX)]
    if set(words) == set(claim.words[: len(words)]):
        return [claim.words[len(words) :]]
    return []


def _is_denied(words: tuple[str, ...], predicates: Sequence[tuple[str, ...]]) -> bool:
    return any(
        predicate and words[0] == predicate[0] and set(words) <= set(predicate)
        for predicate in predicates
    )


def _affirmed(rest: Sequence[str], predicates: Sequence[tuple[str, ...]]) -> bool | None:
    """Return True if the rest is the predicate, False if it is the opposite, else None."""
    ends = [at for at, token in enumerate(rest) if token in GOES_ON] + [len(rest)]
    for words in {content(" ".join(rest[:end])) for end in ends} - {()}:
        if words in predicates:
            return True
        for predicate in filter(None, predicates):
            is_opposite = _are_opposite(words[0], predicate[0])
            if is_opposite and words[1:] == predicate[1 : len(words)]:
                return False
    return None


def _are_opposite(first: str, other: str) -> bool:
    """
    Return whether two stems are opposites.

    >>> _are_opposite("illegal", "legal"), _are_opposite("large", "legal")
    (True, False)
    """
    return frozenset((first, other)) in _OPPOSITE_STEMS or any(
        first == prefix + other or other == prefix + first for prefix in NEGATING_PREFIXES
    )


def _without_auxiliary(tokens: Sequence[str], claim: AskedClaim) -> bool | None:
    """Return whether "Fish sleep." or "Fish never sleep." affirms the claim, else None."""
    if claim.verb not in {"do", "did"} or set(tokens) & (ABORTING - claim.tokens):
        return None
    words = content(" ".join(token for token in tokens if token not in DENYING))
    if words != claim.words:
        return None
    denials = [token for token in tokens if token in DENYING]
    if not denials:
        return True
    return False if denials == ["never"] else None


def single_word(text: str, question: str) -> tuple[bool, str] | None:
    """
    Return the answer of a one-adjective reply to a question that ends in it or its opposite.

    >>> single_word("Invalid.", "Is the argument valid?")
    (False, 'Invalid')
    """
    claim = asked_claim(question)
    words = WORD.findall(plain(text).casefold())
    if claim is None or len(words) not in {1, 2}:
        return None
    is_denied = words[0] == "not"
    if len(words) > 1 and not is_denied:
        return None
    word, last = _stem(words[-1]), claim.words[-1]
    shown = plain(text).strip(" .!")
    if word == last and len(claim.words) > 1:
        return not is_denied, shown
    if _are_opposite(word, last):
        return is_denied, shown
    return None
