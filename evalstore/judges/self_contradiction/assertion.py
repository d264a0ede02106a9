"""
Evidence that a clause answers the question, and does not only speak of its subject.

"Investing all of it ignores your goals" holds the words of "Should I invest all of it?" and
answers nothing. What to do is answered by "should" or in words of advice, anything else in the
question's own verb or as an opinion.
"""

import re

from evalstore.judges.self_contradiction import cues
from evalstore.judges.self_contradiction.plain_text import words
from evalstore.judges.self_contradiction.question import PRONOUNS, ParsedQuestion, stems

# The forms in which a statement has the first verb of a question.
FORMS = {
    "is": "is|are|remains?|stays?",
    "are": "is|are|remains?|stay",
    "was": "was|were",
    "were": "was|were",
    "can": "can|cannot|could",
    "could": "can|cannot|could",
    "will": "will|would",
    "would": "will|would",
    "has": "has|have",
    "have": "has|have",
}
# The share of the question's words that shows by itself that a clause answers it.
SHARE_MIN = 0.75
# "You should consider quitting", "you should not be quitting": the action comes after.
MERITS = cues.anywhere("statements.merits")
EXPLETIVE = re.compile(r"\bit (?:is|would|will|seems|remains|was|can|may|might)\b")
SUBJECT_WORDS_MAX = 4
# Advice that holds under a condition takes no side.
CONDITION = re.compile(r"\b(?:if|unless|(?<!at )once|after|only|provided|as long as|until)\b")
LIGHT = frozenset(cues.phrases("statements.light"))
DIRECTIVE = re.compile(
    r"\b(?:should|must|shall|ought to|needs? to|ha(?:ve|s) to)\b"
    r"(?: (?:not|never|still|also|indeed|now|therefore|really|just|\w+ly))* (\w+)"
)
# "Do not sell", "never sell".
IMPERATIVE = re.compile(r"(?:please )?(?:do not|never|avoid|refrain from) (?:ever )?(\w+)")


def asserts(clause: str, head: str, asked: ParsedQuestion) -> bool:
    """Return whether a clause that takes up the question's words answers the question."""
    if cues.at_start("statements.topics").match(clause):
        return False
    if not stems(clause) & frozenset(asked.subject) and not PRONOUNS.search(head):
        return False
    if asked.asks_advice:
        return _advises(clause, head, asked)
    form = FORMS.get(asked.verb or "")
    if form is not None and re.search(rf"\b(?:{form})\b", head):
        return True
    shared = asked.stems & stems(clause)
    return (
        cues.anywhere("statements.opinions").search(head) is not None
        or len(shared) / len(asked.stems) >= SHARE_MIN
    )


def _advises(clause: str, head: str, asked: ParsedQuestion) -> bool:
    """Return whether a clause advises for or against what the question names."""
    if asked.action and not asked.action & stems(clause):
        return False
    if CONDITION.search(clause) is not None:
        return False
    if (hit := DIRECTIVE.search(head)) is not None:
        # "You should discuss quitting" advises to discuss.
        directed = stems(hit[1])
        return not asked.action or bool(directed & asked.action) or hit[1] in LIGHT
    if (hit := IMPERATIVE.match(head)) is not None:
        return bool(stems(hit[1]) & (asked.action or asked.stems))
    if cues.anywhere("statements.advice").search(head) is not None:
        return True
    return any(_is_said_of_it(hit, head, asked) for hit in MERITS.finditer(head))


def _is_said_of_it(hit: re.Match[str], head: str, asked: ParsedQuestion) -> bool:
    """
    Return whether a merit is said of what the question names.

    So in "it is wise to quit" and "quitting is wise", not in "a plan is essential to quitting".
    """
    named = asked.action or frozenset(asked.subject)
    before, after = head[: hit.start()], head[hit.end() :]
    if EXPLETIVE.search(before) is not None:
        return bool(named & stems(after))
    return bool(named & stems(" ".join(words(before)[:SUBJECT_WORDS_MAX])))
