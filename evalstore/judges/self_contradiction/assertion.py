"""
Evidence that a clause answers the question, rather than only mentioning its subject.

"Investing all of it ignores your goals" contains the words of "Should I invest all of it?" but
answers nothing. A question of advice is answered by "should" or words of advice, any other one
by its own verb or an opinion.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from evalstore.base.word_file import word_file
from evalstore.judges.self_contradiction import cues
from evalstore.judges.self_contradiction.plain_text import words
from evalstore.judges.self_contradiction.question import PRONOUNS, ParsedQuestion, stems

FILE = Path(__file__).with_name("verbs.toml")
FORMS: Mapping[str, str] = word_file(FILE)["forms"]
# From this share of the question's words on, a clause answers it.
SHARE_MIN = 0.75
# "You should consider quitting", "you should not be quitting": the action comes after.
MERITS = cues.anywhere("statements.merits")
EXPLETIVE = re.compile(r"\bit (?:is|would|will|seems|remains|was|can|may|might)\b")
SUBJECT_WORDS_MAX = 4
# Advice under a condition takes no position.
CONDITION = re.compile(r"\b(?:if|unless|(?<!at )once|after|only|provided|as long as|until)\b")
LIGHT = frozenset(cues.phrases("statements.light"))
DIRECTIVE = re.compile(
    r"\b(?:should|must|shall|ought to|needs? to|ha(?:ve|s) to)\b"
    r"(?: (?:not|never|still|also|indeed|now|therefore|really|just|\w+ly))* (\w+)"
)
# "Do not sell", "never sell".
IMPERATIVE = re.compile(r"(?:please )?(?:do not|never|avoid|refrain from) (?:ever )?(\w+)")


def asserts(clause: str, head: str, question: ParsedQuestion) -> bool:
    """Return whether a clause that contains the question's words answers the question."""
    if cues.at_start("statements.topics").match(clause):
        return False
    if not stems(clause) & frozenset(question.subject) and not PRONOUNS.search(head):
        return False
    if question.asks_advice:
        return _advises(clause, head, question)
    form = FORMS.get(question.verb or "")
    if form is not None and re.search(rf"\b(?:{form})\b", head):
        return True
    shared = question.stems & stems(clause)
    return (
        cues.anywhere("statements.opinions").search(head) is not None
        or len(shared) / len(question.stems) >= SHARE_MIN
    )


def _advises(clause: str, head: str, question: ParsedQuestion) -> bool:
    """Return whether a clause advises for or against the action of the question."""
    if question.action and not question.action & stems(clause):
        return False
    if CONDITION.search(clause) is not None:
        return False
    if (hit := DIRECTIVE.search(head)) is not None:
        # "You should discuss quitting" advises discussing, not quitting.
        directed = stems(hit[1])
        return not question.action or bool(directed & question.action) or hit[1] in LIGHT
    if (hit := IMPERATIVE.match(head)) is not None:
        return bool(stems(hit[1]) & (question.action or question.stems))
    if cues.anywhere("statements.advice").search(head) is not None:
        return True
    return any(_is_said_of_it(hit, head, question) for hit in MERITS.finditer(head))


def _is_said_of_it(hit: re.Match[str], head: str, question: ParsedQuestion) -> bool:
    """
    Return whether a merit is attributed to the action or subject of the question.

    True for "it is wise to quit" and "quitting is wise", but not for "a plan is essential to
    quitting".
    """
    named = question.action or frozenset(question.subject)
    before, after = head[: hit.start()], head[hit.end() :]
    if EXPLETIVE.search(before) is not None:
        return bool(named & stems(after))
    return bool(named & stems(" ".join(words(before)[:SUBJECT_WORDS_MAX])))
