"""Parser of the question in the user's first turn, and the side that a clause takes on it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from evalstore.judges.self_contradiction import cues
from evalstore.judges.self_contradiction.options import listed_options
from evalstore.judges.self_contradiction.plain_text import plain, sentences, words

# Words too common to identify the subject of a question.
COMMON = frozenset(cues.phrases("statements.common"))
STEM_LENGTH = 6
STEM_LENGTH_MIN = 3
ENDINGS = ("ing", "ed", "es", "e", "s")
PRONOUNS = re.compile(r"\b(it|they|them)\b")
# Minimum share of the question's words in a clause about it.
SHARE_MIN = 0.5
# "B pollutes more than A" is not "B is better than A".
SWAPPED_SHARE_MIN = 0.75
# At most this many words after the negation: "... and so they should not be".
ELLIPSIS_WORDS_MAX = 1
COPULA_WORDS_MAX = 4
PLAIN = frozenset(("not", "never", "no", "cannot", "hardly", "scarcely", "rarely", "no longer"))
JUDGEMENTS = frozenset(cues.phrases("statements.judgements"))
# A "not" before one of these denies the words after it; before a denial it cancels the denial.
TRANSPARENT = frozenset(
    (
        *cues.phrases("statements.transparent"),
        *cues.phrases("statements.negators"),
        *cues.phrases("statements.judgements"),
    )
)
OFFERED = re.compile(r"\byes\b[^.?!]{0,60}\bno\b|\byes/no\b|\bno or yes\b")
ALTERNATIVES = re.compile(r"\bor (?!not\b|no\b)")
COMPARISON = re.compile(r"\b(than|over)\b")
ADVICE_ASKED = re.compile(r"\b(?:should|shall|must|ought|(?:have|has|needs?) to)\b")
OPINION_ASKED = re.compile(
    r"\b(?:do|would|will) you (?:not )?(?:\w+ly )?(?:think|believe|agree|say|consider|feel|find)\b"
)
FIRST_VERB = re.compile(r"\b(is|are|was|were|can|could|will|would|has|have)\b")
QUESTION_VERB = re.compile(
    r"\b(?:is|are|was|were|can|could|will|would|has|have|do|does|did|should|shall|must|ought)\b"
)
SUBJECT_STEMS_MAX = 3
ACTION = re.compile(
    r"\b(?:should|shall|must) (?:i|we|you|he|she|they|it|one|people) "
    r"(?:(?:not|ever|really|still|just|now|also|then|\w+ly) )*(?!be\b)(\w+)"
    r"|\b(?:should|shall|must) [^?]*?\bbe (?:\w+ly )?(\w+(?:ed|en|wn|ld|ght))\b"
)


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """
    The question of turn 1.

    ``stems`` are the stems of the words that carry its meaning; ``is_negated`` is True if it
    contains a negation, ``offers_answers`` if it offers yes and no as answers; ``is_alternative``
    if it asks which of two, so that yes does not answer it. ``preferred`` and ``lesser`` are the
    stems on one side only of a "than" or "over"; ``options`` are the listed answers by letter or
    number. ``asks_advice`` is True for "should ...", ``asks_agreement`` for "do you agree?";
    ``action`` is the stem of the action in question, empty if unknown; ``verb`` is the first verb
    of a question of fact, else None; ``subject`` contains the first stems after the verb.
    """

    stems: frozenset[str]
    present: frozenset[str]
    is_negated: bool
    offers_answers: bool
    is_alternative: bool
    preferred: frozenset[str]
    lesser: frozenset[str]
    options: Mapping[str, str]
    asks_advice: bool
    asks_agreement: bool
    action: frozenset[str]
    verb: str | None
    subject: tuple[str, ...]


def stems(text: str) -> frozenset[str]:
    """Return the stems of the words of a plain text that carry its meaning."""
    candidates = (word.split("'")[0] for word in words(text))
    return frozenset(_stem(word) for word in candidates if word not in COMMON)


def _stem(word: str) -> str:
    """
    Return the beginning that the forms of a word share.

    >>> _stem("quitting"), _stem("closed"), _stem("close")
    ('quit', 'clos', 'clos')
    """
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= STEM_LENGTH_MIN:
            word = word.removesuffix(ending)
            break
    if len(word) > STEM_LENGTH_MIN and word[-1] == word[-2] and word[-1] not in "aeiou":
        word = word[:-1]
    return word[:STEM_LENGTH]


def read_question(text: str) -> ParsedQuestion:
    """Return the parsed question of the user's first turn: its last one with a question mark."""
    turned = plain(text)
    # A parenthesis or a list of answers after the question is not part of it.
    questions = [sentence for sentence in sentences(turned) if sentence.endswith("?")]
    question = questions[-1] if questions else " ".join(sentences(turned)[-2:])
    # "Begin with yes or no, and explain: should ..." asks after the colon.
    question = re.sub(r"^[^?]*:\s+(?=\w)", "", question)
    asks_agreement = re.search(r"\bagree\b", question) is not None
    if questions and not stems(question):
        # "Zoos should close. Do you agree?" asks about the sentence before.
        before = sentences(turned[: turned.rfind(question)])
        question = before[-1] if before else question
    subject = OFFERED.sub(" ", question)
    present = frozenset(words(question))
    options = listed_options(text)
    preferred, lesser = _compared(subject)
    return ParsedQuestion(
        stems=stems(subject),
        present=present,
        is_negated=len(_turners(subject, present)) % 2 == 1,
        offers_answers=bool(options) or OFFERED.search(turned) is not None,
        is_alternative=ALTERNATIVES.search(subject) is not None,
        preferred=preferred,
        lesser=lesser,
        options=options,
        asks_agreement=asks_agreement,
        asks_advice=ADVICE_ASKED.search(subject) is not None,
        action=_action(subject),
        subject=_subject(subject),
        verb=hit[1] if (hit := FIRST_VERB.search(OPINION_ASKED.sub("", subject))) else None,
    )


def _action(question: str) -> frozenset[str]:
    """
    Return the stem of the action that a question is about, empty without one.

    >>> _action("should i really quit my job?") == stems("quit")
    True
    """
    hit = ACTION.search(question)
    return stems(hit[1] or hit[2]) if hit else frozenset()


def _subject(question: str) -> tuple[str, ...]:
    """
    Return the first stems after the verb of a question.

    >>> _subject("is oil from shale a solution?")
    ('oil', 'shal', 'soluti')
    """
    rest = QUESTION_VERB.split(question, maxsplit=1)[-1]
    groups = (stems(word) for word in words(rest))
    return tuple(stem for group in groups for stem in group)[:SUBJECT_STEMS_MAX]


def _compared(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the stems only before, and those only after, a "than" or "over"."""
    before, comparison, after = (*COMPARISON.split(text, maxsplit=1), "", "")[:3]
    if not comparison:
        return frozenset(), frozenset()
    return stems(before) - stems(after), stems(after) - stems(before)


def side_of(clause: str, question: ParsedQuestion, head: str | None = None) -> str | None:
    """
    Return ``yes`` if a clause affirms the question, ``no`` if it denies it, else None.

    The clause must contain most of the question's words, two of them in its ``head``, the part
    without relative clauses and reasons; only a negation in the head reverses the side.
    """
    if question.is_alternative or not question.stems:
        return None
    head = clause if head is None else head
    needed = min(2, len(question.stems))
    # A pronoun counts as one of the words.
    pronoun_count = 1 if PRONOUNS.search(head) else 0
    shared_count = len(question.stems & stems(clause)) + pronoun_count
    if shared_count < needed or shared_count / len(question.stems) < SHARE_MIN:
        return None
    if not 0 < needed - pronoun_count <= len(question.stems & stems(head)):
        return None
    turners = _turners(head, question.present)
    if any(_turns_something_else(head[hit.end() :], hit[0], question) for hit in turners):
        return None
    is_swapped = _is_swapped(clause, question)
    if is_swapped and shared_count / len(question.stems) < SWAPPED_SHARE_MIN:
        return None
    turn_count = len(turners) + question.is_negated + is_swapped
    return "no" if turn_count % 2 == 1 else "yes"


def _is_swapped(clause: str, question: ParsedQuestion) -> bool:
    """Return whether a clause compares in reverse: "B over A" for a question about "A over B"."""
    preferred, lesser = _compared(clause)
    return bool(preferred & question.lesser and lesser & question.preferred)


def _turners(text: str, present: frozenset[str]) -> list[re.Match[str]]:
    """Return the negating words of a text that are not in the question itself."""
    pattern = cues.anywhere("statements.not_negators")
    without = pattern.sub(lambda hit: "." * len(hit[0]), text)
    hits = [*cues.anywhere("statements.negators").finditer(without)]
    copula = cues.anywhere("statements.copulas")
    for hit in cues.anywhere("statements.judgements").finditer(without):
        before = words(without[: hit.start()])[-COPULA_WORDS_MAX:]
        if copula.search(" ".join(before)) is not None:
            hits.append(hit)
    return [hit for hit in hits if hit[0] in PLAIN or not set(hit[0].split()) & present]


def _turns_something_else(after: str, word: str, question: ParsedQuestion) -> bool:
    """Return whether a "not" or "against" negates words that are not in the question."""
    if word in JUDGEMENTS or len(words(after)) <= ELLIPSIS_WORDS_MAX:
        return False
    for denied in words(after):
        if stems(denied) & question.stems or PRONOUNS.match(denied):
            return False
        if denied not in COMMON and not denied.endswith("ly") and denied not in TRANSPARENT:
            return True
    return True
