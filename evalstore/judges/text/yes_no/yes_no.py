"""
Yes, no, true and false in a reply, compared with the right one.

An opening word, a conclusion and an elliptical "It is not." count. A reply with none of them, or
with two that contradict each other, gives no answer.
"""

import re
from collections.abc import Mapping

from evalstore.judges.text.wording import plain, shown
from evalstore.judges.text.yes_no.short import corrected, no_evidence, short_answer
from evalstore.judges.text.yes_no.statements import single_word, stated
from evalstore.judges.text.yes_no.words import PATTERNS, WORDS
from evalstore.plugins.verdict import Verdict

POLARITIES = {
    **dict.fromkeys(WORDS["yes_words"], True),
    **dict.fromkeys(WORDS["no_words"], False),
}
# Right answers that are judged as yes or no.
RIGHT_WORDS = {
    "yes": True, "y": True, "true": True, "correct": True,
    "no": False, "n": False, "false": False, "incorrect": False,
}  # fmt: skip

OPENING = PATTERNS["opening"]
UNDECIDED = PATTERNS["undecided"]
CONCLUSION = PATTERNS["conclusion"]
CONCLUSION_WORDS = {
    **POLARITIES, "the case": True, "valid": True, "plausible": True,
    "invalid": False, "implausible": False,
}  # fmt: skip
CALLED = PATTERNS["called"]
THEREFORE = PATTERNS["therefore"]
WHOLE = {
    "never": False, "no way": False, "not at all": False, "not so": False,
    "always": True, "sure": True, "yes indeed": True,
}  # fmt: skip
THINKS_SO = PATTERNS["thinks_so"]
AT_END = PATTERNS["at_end"]
ELLIPSIS = PATTERNS["ellipsis"]
CANNOT = PATTERNS["cannot"]
CONTRARY = PATTERNS["contrary"]
SENTENCE = PATTERNS["sentence"]
PARAGRAPH = PATTERNS["paragraph"]
REPORTED = PATTERNS["reported"]


def right_polarity(value: object) -> bool | None:
    """
    Return the polarity of a right answer, None if it is neither yes nor no.

    >>> right_polarity("True"), right_polarity(False), right_polarity("Paris")
    (True, False, None)
    """
    if isinstance(value, bool):
        return value
    return RIGHT_WORDS.get(value.strip(" .!").casefold()) if isinstance(value, str) else None


def polarity(text: str, question: str = "") -> tuple[bool, str] | None:
    """
    Return whether a text means yes, and the words that show it; None if undecided.

    In a text that corrects itself, only the part after the correction counts. Statements and short
    answers are read only if the question is given.

    >>> polarity("No, it isn't."), polarity("This is not true.")
    ((False, 'No'), (False, 'not true'))
    >>> polarity("Nobody knows whether it is true.") is None
    True
    """
    bare = corrected(plain(PARAGRAPH.sub(r"\1. ", text)))
    whole = bare.strip(" .!,*\"'()").casefold()
    if whole in WHOLE:
        return WHOLE[whole], whole
    if thinks := THINKS_SO.match(bare):
        return not (thinks["not"] or thinks["not_so"]), thinks[0].strip()
    if short := short_answer(bare, question):
        return short
    opening = OPENING.match(bare)
    if opening:
        return _opening(bare, opening)
    if question and (word := single_word(bare, question)):
        return word
    conclusion = _concluded(bare)
    ends = AT_END.search(bare[-60:])
    at_end = None
    if ends and not conclusion and not CONCLUSION.search(SENTENCE.split(bare)[-1]):
        at_end = POLARITIES[ends["word"].casefold()] != bool(ends["not"]), ends[0].strip()
    answer = conclusion or at_end
    if answer is None and (ellipsis := ELLIPSIS.fullmatch(CANNOT.sub("can not", bare))):
        answer = not ellipsis["not"], bare
    return _with_statement(answer, stated(bare, question) if question else None)


def denies_rather_than_declines(text: str, question: str) -> bool:
    """
    Return whether words deny the claim of a question rather than decline to answer it.

    >>> denies_rather_than_declines("The note doesn't say that.", "Does the note say that?")
    True
    """
    bare = plain(text)
    if THINKS_SO.match(bare) or no_evidence(bare, question):
        return True
    return stated(bare, question) is not None


def _with_statement(
    answer: tuple[bool, str] | None, statement: tuple[bool, str] | None
) -> tuple[bool, str] | None:
    """Return the conclusion of a reply, else its statement; None if they contradict."""
    if answer is None or statement is None:
        return answer or statement
    return answer if answer[0] == statement[0] else None


def _opening(bare: str, opening: re.Match[str]) -> tuple[bool, str] | None:
    """Return the answer of the first word, None if the last sentence opens with the opposite."""
    word = opening["word"].casefold()
    if UNDECIDED.match(word) or UNDECIDED.match(bare[opening.start("word") :].casefold()):
        return None
    says_yes = _said(word)
    contrary = CONTRARY.search(SENTENCE.split(bare[opening.end() :])[0][-80:])
    if contrary and _said(contrary["word"].casefold()) != says_yes:
        return None
    last = SENTENCE.split(bare)[-1]
    ending = OPENING.match(last)
    is_said_of_clause = ending is not None and last.startswith(" that", ending.end())
    if (
        ending
        and last is not bare
        and not is_said_of_clause
        and _said(ending["word"].casefold()) != says_yes
    ):
        return None
    return says_yes, opening["word"]


def _said(word: str) -> bool:
    if word in POLARITIES:
        return POLARITIES[word]
    return not re.search(r"\bnot\b", word)


def _concluded(bare: str) -> tuple[bool, str] | None:
    """Return the answer of the last sentence that calls something true or false, else None."""
    for sentence in reversed(SENTENCE.split(bare)):
        opening = OPENING.match(sentence)
        if opening and not UNDECIDED.match(opening["word"].casefold()):
            return _said(opening["word"].casefold()), opening[0].strip()
        if therefore := THEREFORE.search(sentence):
            word = therefore["word"] or therefore["tag"]
            return POLARITIES[word.casefold()], therefore[0].strip(" ,;-")
        answers = [
            (_is_affirmed(match), match[0])
            for match in (*CONCLUSION.finditer(sentence), *CALLED.finditer(sentence))
            if not REPORTED.search(sentence[: match.start()][-40:])
        ]
        if answers:
            return answers[-1] if len({each for each, _ in answers}) == 1 else None
    return None


def _is_affirmed(match: re.Match[str]) -> bool:
    is_negated = bool(match["not"]) != bool(match["not_too"])
    return CONCLUSION_WORDS[match["word"].casefold()] != is_negated


def judge_yes_no(
    text: str,
    key: Mapping[str, object],
    question: str,
    *,
    is_answer_alone: bool,  # noqa: ARG001 - it does not matter where it is said
) -> tuple[Verdict | None, int]:
    """Return the verdict on a reply to a question of yes or no, and the position of its answer."""
    right, answer = right_polarity(key["value"]), polarity(text, question)
    if answer is None:
        return None, len(text)
    says_yes, words = answer
    reason = f"{shown(words)} against {key['value']}"
    if says_yes == right:
        return Verdict("right", reason), 0
    return Verdict("wrong", reason, tags=("factual_error",)), 0
